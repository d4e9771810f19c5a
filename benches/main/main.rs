//! Benchmarks for people: tables, move generation, two plies together, perft. Each asserts its count
//! before it times anything. They measure the processor's time, which on a shared machine still
//! drifts by half within minutes; compare instruction counts (`scripts/instructions`) or runs in
//! turns (`scripts/race`) before believing a difference.

mod cpu_time;

use std::collections::HashSet;
use std::hint::black_box;
use std::time::Duration;

use cpu_time::CpuTime;
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use tamerlane::geometry::Bitboard;
use tamerlane::movegen::{Task, Variant};
use tamerlane::perft::{CountTable, Memory, Perft, Watch};
use tamerlane::position::Move;
use tamerlane::rules::Ruleset;
use tamerlane::sampling::Random;

/// A ruleset, a position, and the counts it has to depth 1, to 2, and to a depth worth timing.
struct Case {
    variant: &'static str,
    name: &'static str,
    fen: &'static str,
    moves: u64,
    pairs: u64,
    depth: u32,
    nodes: u128,
}

const CASES: &[Case] = &[
    Case {
        variant: "wild-tamerlane",
        name: "start",
        fen: "e1m1c1c1m1e/rnbgqkqgbnr/ppppppppppp/11/11/11/11/11/PPPPPPPPPPP/RNBGQKQGBNR/E1M1C1C1M1E w Kk - 0 1",
        moves: 52,
        pairs: 2696,
        depth: 4,
        nodes: 7_442_998,
    },
    Case {
        variant: "wild-tamerlane",
        name: "middle game",
        fen: "1bmn1kc1m1e/1e1c3gb2/2r3p2pr/p2pB5p/1pg3npp2/2p2p2P2/4PBPQ1PP/NP1P1P2NM1/P1G4P3/7GK1R/ERM2QC3E w - - 0 1",
        moves: 102,
        pairs: 7456,
        depth: 3,
        nodes: 750_423,
    },
    Case {
        variant: "wild-timurid",
        name: "start",
        fen: "startpos",
        moves: 52,
        pairs: 2704,
        depth: 3,
        nodes: 145_644,
    },
    Case {
        variant: "shako",
        name: "start",
        fen: "c8c/ernbqkbnre/pppppppppp/10/10/10/10/PPPPPPPPPP/ERNBQKBNRE/C8C w KQkq - 0 1",
        moves: 58,
        pairs: 3364,
        depth: 4,
        nodes: 10_273_158,
    },
    Case {
        variant: "chess",
        name: "Kiwipete",
        fen: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        moves: 48,
        pairs: 2039,
        depth: 4,
        nodes: 4_085_603,
    },
];

fn tables(criterion: &mut Criterion<CpuTime>) {
    let mut group = criterion.benchmark_group("load");
    for variant in ["wild-tamerlane", "tamerlane2", "shako"] {
        assert_eq!(load(variant).game().name, variant);
        group.bench_function(variant, |bencher| bencher.iter(|| load(black_box(variant))));
    }
    group.finish();
}

fn load(name: &str) -> Variant {
    Variant::load(name).unwrap_or_else(|error| panic!("{error}"))
}

/// Runs one case of one group.
struct Bench<'a, 'c> {
    criterion: &'a mut Criterion<CpuTime>,
    case: &'c Case,
    what: What,
}

#[derive(Clone, Copy)]
enum What {
    Generate,
    Count,
    Pairs,
    Play,
    Perft,
}

impl Task for Bench<'_, '_> {
    type Output = ();

    fn run<B: Bitboard>(self, rules: &Ruleset<B>) {
        let Case { variant, name, fen, moves, pairs, depth, nodes } = *self.case;
        let position = match fen {
            "startpos" => rules.start(),
            _ => rules.position(fen).unwrap_or_else(|error| panic!("{error}")),
        };
        let id = BenchmarkId::new(variant, name);
        match self.what {
            What::Generate => {
                let mut list = Vec::new();
                rules.legal_moves_into(&position, &mut list);
                assert_eq!(list.len() as u64, moves, "{variant} {name}");
                let mut group = self.criterion.benchmark_group("generate");
                group.throughput(Throughput::Elements(moves)).bench_function(id, |bencher| {
                    bencher.iter(|| {
                        list.clear();
                        rules.legal_moves_into(black_box(&position), &mut list);
                        list.len()
                    });
                });
            }
            What::Count => {
                assert_eq!(rules.count_moves(&position), moves, "{variant} {name}");
                let mut group = self.criterion.benchmark_group("count");
                group.throughput(Throughput::Elements(moves)).bench_function(id, |bencher| {
                    bencher.iter(|| rules.count_moves(black_box(&position)));
                });
            }
            What::Pairs => {
                let mut list = Vec::with_capacity(1024);
                assert_eq!(rules.count_pairs(&position, &mut list), pairs, "{variant} {name}");
                let mut group = self.criterion.benchmark_group("pairs");
                group.throughput(Throughput::Elements(pairs)).bench_function(id, |bencher| {
                    bencher.iter(|| rules.count_pairs(black_box(&position), &mut list));
                });
            }
            What::Play => {
                let list = rules.legal_moves(&position);
                let keys: HashSet<u64> =
                    list.iter().map(|&mv| position.play(rules, mv).hash(rules)).collect();
                assert_eq!(keys.len() as u64, moves, "{variant} {name}");
                let mut group = self.criterion.benchmark_group("play");
                group.throughput(Throughput::Elements(moves)).bench_function(id, |bencher| {
                    let hash = |&mv: &Move| black_box(&position).play(rules, mv).hash(rules);
                    bencher.iter(|| list.iter().map(hash).fold(0, |all, one| all ^ one));
                });
            }
            What::Perft => {
                let perft = Perft::new(depth);
                let count = || {
                    let report = perft.run(rules, &position, &Watch::default());
                    report.unwrap_or_else(|error| panic!("{error}")).nodes
                };
                assert_eq!(count(), nodes, "{variant} {name}");
                let mut group = self.criterion.benchmark_group("perft");
                group
                    .sample_size(10)
                    .measurement_time(Duration::from_secs(3))
                    .throughput(Throughput::Elements(nodes as u64))
                    .bench_function(id, |bencher| bencher.iter(count));
            }
        }
    }
}

fn generation(criterion: &mut Criterion<CpuTime>) {
    for what in [What::Generate, What::Count, What::Pairs, What::Play, What::Perft] {
        for case in CASES {
            load(case.variant).dispatch(Bench { criterion, case, what });
        }
    }
}

/// Looks up keys of which half are there, at random places.
fn table(criterion: &mut Criterion<CpuTime>) {
    let mut memory = Memory::new(256 << 20).expect("256 MiB are there");
    let table = CountTable::new(&mut memory);
    let mut random = Random::new(1);
    let keys: Vec<u64> = (0..1 << 20).map(|_| random.seed()).collect();
    for key in keys.iter().step_by(2) {
        table.put(*key, 2, key & 0xFF);
    }
    let found = || keys.iter().filter(|&&key| table.get(key, 2) == Some(key & 0xFF)).count();
    assert_eq!(found(), keys.len() / 2);
    let mut group = criterion.benchmark_group("table");
    group
        .sample_size(10)
        .throughput(Throughput::Elements(keys.len() as u64))
        .bench_function("lookup", |bencher| bencher.iter(found));
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().with_measurement(CpuTime::new());
    targets = tables, table, generation
}
criterion_main!(benches);
