use tamerlane::movegen::{Task, Variant};
use tamerlane::{
    geometry::Bitboard,
    position::{Move, Position},
    rules::Ruleset,
};
struct P(u32, Option<String>);
fn perft<B: Bitboard>(r: &Ruleset<B>, p: &Position<B>, d: u32, l: &mut Vec<Move>) -> u64 {
    if d == 1 {
        return r.count_moves(p);
    }
    let s = l.len();
    r.legal_moves_into(p, l);
    let mut n = 0;
    for i in s..l.len() {
        let m = l[i];
        let q = p.play(r, m);
        n += perft(r, &q, d - 1, l);
    }
    l.truncate(s);
    n
}
impl Task for P {
    type Output = u64;
    fn run<B: Bitboard>(self, r: &Ruleset<B>) -> u64 {
        let p = match &self.1 {
            Some(f) => r.position(f).unwrap(),
            None => r.start(),
        };
        perft(r, &p, self.0, &mut vec![])
    }
}
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let v = match Variant::load(&a[1]) {
        Ok(v) => v,
        Err(e) => {
            eprintln!("{e}");
            std::process::exit(2)
        }
    };
    for d in 1..=a[2].parse().unwrap() {
        let t = std::time::Instant::now();
        let n = v.dispatch(P(d, a.get(3).cloned()));
        println!("{d} {n} {:.1} Mn/s", n as f64 / t.elapsed().as_secs_f64() / 1e6);
    }
}
