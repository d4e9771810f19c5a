//! Benchmarks for people: tables, move generation, perft. Each asserts its count before it times
//! anything. They measure wall time, which on a busy machine says little; compare instruction
//! counts or interleaved runs before believing a difference.

use std::hint::black_box;
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use tamerlane::geometry::Bitboard;
use tamerlane::movegen::{Task, Variant};
use tamerlane::perft::{Perft, Watch};
use tamerlane::rules::Ruleset;

/// A ruleset, a position, and the counts it has to depth 1 and to a depth worth timing.
struct Case {
    variant: &'static str,
    name: &'static str,
    fen: &'static str,
    moves: u64,
    depth: u32,
    nodes: u128,
}

const CASES: &[Case] = &[
    Case {
        variant: "wild-tamerlane",
        name: "start",
        fen: "e1m1c1c1m1e/rnbgqkqgbnr/ppppppppppp/11/11/11/11/11/PPPPPPPPPPP/RNBGQKQGBNR/E1M1C1C1M1E w Kk - 0 1",
        moves: 52,
        depth: 4,
        nodes: 7_442_998,
    },
    Case {
        variant: "wild-tamerlane",
        name: "middle game",
        fen: "1bmn1kc1m1e/1e1c3gb2/2r3p2pr/p2pB5p/1pg3npp2/2p2p2P2/4PBPQ1PP/NP1P1P2NM1/P1G4P3/7GK1R/ERM2QC3E w - - 0 1",
        moves: 102,
        depth: 3,
        nodes: 750_423,
    },
    Case {
        variant: "shako",
        name: "start",
        fen: "c8c/ernbqkbnre/pppppppppp/10/10/10/10/PPPPPPPPPP/ERNBQKBNRE/C8C w KQkq - 0 1",
        moves: 58,
        depth: 4,
        nodes: 10_273_158,
    },
    Case {
        variant: "chess",
        name: "Kiwipete",
        fen: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        moves: 48,
        depth: 4,
        nodes: 4_085_603,
    },
];

fn tables(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("tables");
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
    criterion: &'a mut Criterion,
    case: &'c Case,
    what: What,
}

#[derive(Clone, Copy)]
enum What {
    Generate,
    Count,
    Perft,
}

impl Task for Bench<'_, '_> {
    type Output = ();

    fn run<B: Bitboard>(self, rules: &Ruleset<B>) {
        let Case { variant, name, fen, moves, depth, nodes } = *self.case;
        let position = rules.position(fen).unwrap_or_else(|error| panic!("{error}"));
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

fn generation(criterion: &mut Criterion) {
    for what in [What::Generate, What::Count, What::Perft] {
        for case in CASES {
            load(case.variant).dispatch(Bench { criterion, case, what });
        }
    }
}

criterion_group!(benches, tables, generation);
criterion_main!(benches);
