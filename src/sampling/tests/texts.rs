//! Broken texts, which break nothing.

use super::*;

/// Broken FENs are refused, or stand for positions that can be.
#[derive(Clone, Copy)]
struct BrokenFens;

impl Task for BrokenFens {
    type Output = ();

    fn run<B: Bitboard>(self, rules: &Ruleset<B>) {
        let game = rules.game();
        let mut random = Random::new(6);
        let mut refused = 0;
        for sample in Sampler::new(rules, 6).take(250) {
            let fen = broken_fen(&sample.position.fen(rules), &mut random);
            match rules.position(&fen) {
                Ok(position) => assert_sound(rules, &position, "broken FEN"),
                Err(_) => refused += 1,
            }
        }
        assert!((125..250).contains(&refused), "{}: {refused} of 250 refused", game.name);
    }
}

#[test]
fn broken_fens_break_nothing() {
    for_all(BrokenFens);
}

/// Takes a few samples of a game that nobody has thought of.
struct SoundSamples;

impl Task for SoundSamples {
    type Output = ();

    fn run<B: Bitboard>(self, rules: &Ruleset<B>) {
        for sample in Sampler::new(rules, 1).take(5) {
            assert_sound(rules, &sample.position, sample.source.name());
        }
    }
}

#[test]
fn broken_variants_break_nothing() {
    let path = std::env::temp_dir().join(format!("tamerlane-broken-{}.toml", std::process::id()));
    let file = path.to_str().unwrap();
    let mut random = Random::new(6);
    for (name, text) in library::FILES {
        let mut refused = 0;
        for _ in 0..40 {
            std::fs::write(&path, broken_variant(text, &mut random)).unwrap();
            match Variant::load(file) {
                Ok(variant) => variant.dispatch(SoundSamples),
                Err(_) => refused += 1,
            }
        }
        assert!((5..40).contains(&refused), "{name}: {refused} of 40 refused");
    }
    std::fs::remove_file(&path).unwrap();
}
