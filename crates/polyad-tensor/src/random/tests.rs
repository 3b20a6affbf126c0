//! What the draws promise: bits by key and place, and the distributions.

use polyad_core::{DType, Error, Kind};

use super::*;
use crate::{Tensor, exec};

fn floats() -> impl Iterator<Item = DType> {
    DType::ALL.iter().copied().filter(|d| d.unit_digits().is_some())
}

fn signed_floats() -> impl Iterator<Item = DType> {
    floats().filter(|d| d.float_info().unwrap().min < 0.0)
}

/// The largest distance between the shares below a value, of a sample in [0, 1] and of the uniform distribution.
fn distance_to_uniform(mut sample: Vec<f64>) -> f64 {
    sample.sort_by(f64::total_cmp);
    let n = sample.len() as f64;
    let gap = |(i, x): (usize, &f64)| (x - i as f64 / n).abs().max((x - (i as f64 + 1.0) / n).abs());
    sample.iter().enumerate().map(gap).fold(0.0, f64::max)
}

#[test]
fn an_element_depends_on_key_and_place_alone() {
    let draws: [fn(&[usize]) -> Tensor; 4] = [
        |shape| uniform(Key::new(3), shape, DType::Float32).unwrap(),
        |shape| uniform(Key::new(3), shape, DType::Float64).unwrap(),
        |shape| normal(Key::new(3), shape, 0.0, 1.0, DType::Float32).unwrap(),
        |shape| randint(Key::new(3), shape, i64::MIN, i64::MAX, DType::Int64).unwrap(),
    ];
    for draw in draws {
        exec::set_threads(1);
        let alone = draw(&[300_001]);
        exec::set_threads(3);
        assert_eq!(draw(&[300_001]), alone);
        exec::set_threads(0);
        for n in [0, 1, 5, 1023] {
            let start = alone.narrow(0, 0, n).unwrap();
            assert_eq!(draw(&[n as usize]), start);
            assert_eq!(draw(&[1, n as usize, 1]).reshape(&[n]).unwrap(), start);
        }
    }
}

#[test]
fn seeds_and_kinds_of_draws_have_their_own_numbers() {
    let of = |seed| uniform(Key::new(seed), &[64], DType::Float64).unwrap();
    assert_ne!(of(0), of(1));
    assert_ne!(of(1), of(1 << 32));
    assert_ne!(Key::fresh(), Key::fresh());
    let bits = randint(Key::new(1), &[64], 0u64, 1i128 << 64, DType::UInt64).unwrap();
    let same = of(1)
        .to_vec::<f64>()
        .unwrap()
        .iter()
        .zip(bits.to_vec::<u64>().unwrap())
        .filter(|(x, b)| **x == (b >> 11) as f64 / 2f64.powi(53))
        .count();
    assert_eq!(same, 0);
}

#[test]
fn uniform_numbers_stay_below_one_in_every_float() {
    for dtype in floats() {
        let digits = dtype.unit_digits().unwrap().min(20) as i32;
        let x = uniform(Key::new(11), &[40_000], dtype).unwrap();
        assert_eq!((x.dtype(), x.size()), (dtype, 40_000));
        let values = x.to_f64_vec().unwrap();
        assert!(values.iter().all(|x| (0.0..1.0).contains(x)), "{dtype}");
        let mean = values.iter().sum::<f64>() / 40_000.0;
        let expected = 0.5 - 2f64.powi(-digits - 1);
        assert!((mean - expected).abs() < 5.0 * (1.0 / 12f64).sqrt() / 200.0 * 1.8, "{dtype}: {mean} {expected}");
        if digits <= 8 {
            // Every multiple of the unit, equally often.
            let cells = 1 << digits;
            let mut counts = vec![0.0; cells];
            values.iter().for_each(|x| counts[(x * cells as f64) as usize] += 1.0);
            let each = 40_000.0 / cells as f64;
            let chi: f64 = counts.iter().map(|c| (c - each) * (c - each) / each).sum();
            let free = cells as f64 - 1.0;
            assert!((chi - free).abs() < 5.0 * (2.0 * free).sqrt(), "{dtype}: {chi} for {free}");
        }
    }
}

#[test]
fn uniform_numbers_are_uniform() {
    let n = 200_000;
    for dtype in [DType::Float32, DType::Float64] {
        for seed in 0..3 {
            let x = uniform(Key::new(seed), &[n], dtype).unwrap().to_f64_vec().unwrap();
            let distance = distance_to_uniform(x.clone());
            assert!(distance < 1.95 / (n as f64).sqrt(), "{dtype} {seed}: {distance}");
            // Neighbours know nothing of each other.
            let pairs = x.windows(2).map(|w| (w[0] - 0.5) * (w[1] - 0.5)).sum::<f64>() / n as f64 * 12.0;
            assert!(pairs.abs() < 5.0 / (n as f64).sqrt(), "{dtype} {seed}: {pairs}");
        }
    }
}

#[test]
fn normal_numbers_have_the_moments_and_the_distribution() {
    let n = 1_000_000;
    for (seed, dtype) in [(0, DType::Float64), (1, DType::Float32)] {
        let x = normal(Key::new(seed), &[n], 0.0, 1.0, dtype).unwrap().astype(DType::Float64).unwrap();
        let values = x.to_vec::<f64>().unwrap();
        let count = n as f64;
        let mean = values.iter().sum::<f64>() / count;
        let moment = |k: i32| values.iter().map(|x| (x - mean).powi(k)).sum::<f64>() / count;
        let variance = moment(2);
        assert!(mean.abs() < 5.0 / count.sqrt(), "{mean}");
        assert!((variance - 1.0).abs() < 5.0 * (2.0 / count).sqrt(), "{variance}");
        assert!((moment(3) / variance.powf(1.5)).abs() < 0.013);
        assert!((moment(4) / variance.powi(2) - 3.0).abs() < 0.025);
        let below = x.multiply(&Tensor::scalar(0.5f64.sqrt(), DType::Float64).unwrap()).unwrap().erf().unwrap();
        let shares = below.to_vec::<f64>().unwrap().iter().map(|x| 0.5 + 0.5 * x).collect();
        assert!(distance_to_uniform(shares) < 1.95 / count.sqrt());
    }
}

#[test]
fn normal_numbers_are_finite_in_every_float_with_a_sign() {
    for dtype in signed_floats() {
        let most = dtype.float_info().unwrap().max;
        for (mean, stddev) in [(0.0, 1.0), (most, most), (-most, most)] {
            let x = normal(Key::new(5), &[5000], mean, stddev, dtype).unwrap();
            assert_eq!(x.dtype(), dtype);
            assert!(x.to_f64_vec().unwrap().iter().all(|x| x.is_finite()), "{dtype} {mean} {stddev}");
        }
        let fixed = normal(Key::new(5), &[9], 2.0, 0.0, dtype).unwrap();
        assert_eq!(fixed.to_f64_vec().unwrap(), [2.0; 9], "{dtype}");
    }
    let x = normal(Key::new(5), &[1001], 3.0, 2.0, DType::Float64).unwrap().to_vec::<f64>().unwrap();
    let z = normal(Key::new(5), &[1001], 0.0, 1.0, DType::Float64).unwrap().to_vec::<f64>().unwrap();
    assert!(x.iter().zip(z).all(|(x, z)| *x == 3.0 + 2.0 * z));
}

#[test]
fn integers_fill_their_range_evenly() {
    let n = 120_000;
    for (low, high) in [(0i64, 6), (-3, 4), (-1000, -900), (0, 1)] {
        let x = randint(Key::new(2), &[n], low, high, DType::Int64).unwrap().to_vec::<i64>().unwrap();
        let cells = (high - low) as usize;
        let mut counts = vec![0.0; cells];
        x.iter().for_each(|x| counts[usize::try_from(x - low).unwrap()] += 1.0);
        let each = n as f64 / cells as f64;
        let chi: f64 = counts.iter().map(|c| (c - each) * (c - each) / each).sum();
        let free = cells as f64 - 1.0;
        assert!((chi - free).abs() <= 5.0 * (2.0 * free).sqrt(), "{low}..{high}: {chi} for {free}");
    }
}

#[test]
fn a_range_of_three_quarters_of_all_integers_favours_none() {
    // A remainder by the range would give the first third of it twice as often.
    let (n, span) = (60_000, 3i128 << 62);
    let low = i128::from(i64::MIN);
    let x = randint(Key::new(4), &[n], low, low + span, DType::Int64).unwrap().to_vec::<i64>().unwrap();
    let mut thirds = [0.0; 3];
    x.iter().for_each(|&x| thirds[((i128::from(x) - low) >> 62) as usize] += 1.0);
    let each = n as f64 / 3.0;
    let chi: f64 = thirds.iter().map(|c| (c - each) * (c - each) / each).sum();
    assert!(chi < 15.0, "{thirds:?}");
}

#[test]
fn every_integer_dtype_takes_its_whole_range() {
    for &dtype in DType::ALL {
        let Some((least, greatest)) = dtype.int_range() else {
            assert!(matches!(randint(Key::new(0), &[3], 0, 2, dtype), Err(Error::DTypeUnsupported { .. })), "{dtype}");
            continue;
        };
        let x = randint(Key::new(8), &[4000], least, greatest + 1, dtype).unwrap();
        assert_eq!(x.dtype(), dtype);
        if greatest - least < 256 {
            let values = x.to_f64_vec().unwrap();
            let ends =
                (values.iter().copied().fold(f64::MAX, f64::min), values.iter().copied().fold(f64::MIN, f64::max));
            assert_eq!(ends, (least as f64, greatest as f64), "{dtype}");
        }
        let past = randint(Key::new(8), &[1], least, greatest + 2, dtype);
        assert!(matches!(past, Err(Error::ValueOutOfRange { .. })), "{dtype}");
    }
}

#[test]
fn draws_refuse_what_they_cannot_give() {
    let key = Key::new(0);
    for &dtype in DType::ALL {
        let plain = dtype.kind() == Kind::Float && !dtype.is_quantized();
        let refused = |x: polyad_core::Result<Tensor>| matches!(x, Err(Error::DTypeUnsupported { .. }));
        assert_eq!(refused(uniform(key, &[3], dtype)), !plain || dtype == DType::Float8E8M0FNU, "{dtype}");
        let signed = !matches!(dtype, DType::Float8E8M0FNU | DType::Float8UE4M3);
        let complex = dtype.kind() == Kind::Complex;
        assert_eq!(refused(normal(key, &[3], 0.0, 1.0, dtype)), !complex && (!plain || !signed), "{dtype}");
    }
    for (mean, stddev) in [(0.0, -1.0), (0.0, f64::NAN), (f64::INFINITY, 1.0), (0.0, f64::INFINITY), (f64::NAN, 1.0)] {
        assert!(matches!(normal(key, &[3], mean, stddev, DType::Float64), Err(Error::BadArgument { .. })));
    }
    for (low, high) in [(3, 3), (4, 3), (10, 0)] {
        assert!(matches!(
            randint(key, &[3], low, high, DType::Int64),
            Err(Error::BadArgument { argument: "high", .. })
        ));
    }
    for huge in [&[usize::MAX, 2][..], &[1 << 40, 1 << 40], &[1; 65]] {
        for x in [
            uniform(key, huge, DType::Float16),
            normal(key, huge, 0.0, 1.0, DType::BFloat16),
            randint(key, huge, 0, 9, DType::UInt8),
        ] {
            assert!(matches!(x, Err(Error::SizeOverflow { .. } | Error::TooManyAxes { .. })), "{:?}", x.err());
        }
    }
}

/// Draws that take a number of tries, with parameters of every element.
fn draws_of_own_bits(shape: &[usize], p: &Tensor) -> Vec<Tensor> {
    let (key, wide, int) = (Key::new(21), DType::Float64, DType::Int64);
    vec![
        gamma(key, shape, p, 2.0, wide).unwrap(),
        beta(key, shape, p, 0.5, wide).unwrap(),
        student_t(key, shape, p, wide).unwrap(),
        laplace(key, shape, p, p, wide).unwrap(),
        gumbel(key, shape, p, 1.0, wide).unwrap(),
        cauchy(key, shape, 0.0, p, wide).unwrap(),
        exponential(key, shape, p, wide).unwrap(),
        normal(key, shape, p, p, wide).unwrap(),
        truncated_normal(key, shape, [1.0.into(), 3.0.into()], p, p, wide).unwrap(),
        uniform_between(key, shape, 0.0, p, wide).unwrap(),
        poisson(key, shape, &p.multiply(9.0).unwrap(), int).unwrap(),
        binomial(key, shape, 100.0, &p.multiply(0.3).unwrap(), int).unwrap(),
        bernoulli(key, shape, &p.multiply(0.3).unwrap(), DType::Bool).unwrap(),
    ]
}

#[test]
fn threads_and_layouts_of_parameters_do_not_change_a_draw() {
    let p = uniform_between(Key::new(1), &[7001], 0.1, 3.0, DType::Float64).unwrap();
    exec::set_threads(1);
    let alone = draws_of_own_bits(&[3, 7001], &p);
    exec::set_threads(3);
    let shared = draws_of_own_bits(&[3, 7001], &p);
    exec::set_threads(0);
    let spread = p.broadcast_to(&[3, 7001]).unwrap().contiguous().unwrap();
    let whole = draws_of_own_bits(&[3, 7001], &spread);
    let turned = draws_of_own_bits(&[3, 7001], &p.flip(0).unwrap().contiguous().unwrap().flip(0).unwrap());
    let column = draws_of_own_bits(&[7001, 1], &p.reshape(&[7001, 1]).unwrap());
    for (i, x) in alone.iter().enumerate() {
        assert_eq!(x, &shared[i], "{i}");
        assert_eq!(x, &whole[i], "{i}");
        assert_eq!(x, &turned[i], "{i}");
        // The first row has the numbers of a draw of that row alone.
        assert_eq!(x.narrow(0, 0, 1).unwrap().reshape(&[7001, 1]).unwrap(), column[i], "{i}");
    }
}

#[test]
fn split_and_folded_keys_have_numbers_of_their_own() {
    let key = Key::new(5);
    let keys = key.split(1000);
    let folded: Vec<Key> = (0..1000).map(|i| key.fold_in(i)).collect();
    let all: std::collections::HashSet<Key> = keys.iter().chain(&folded).copied().chain([key]).collect();
    assert_eq!(all.len(), 2001);
    assert_eq!(key.split(3), keys[..3]);
    assert_eq!(Key::new(key.seed()), key);
    // The mean of all first numbers is that of one draw.
    let sum: f64 = keys.iter().map(|k| uniform(*k, &[1], DType::Float64).unwrap().item::<f64>().unwrap()).sum();
    assert!((sum / 1000.0 - 0.5).abs() < 5.0 / (12.0f64 * 1000.0).sqrt(), "{sum}");
}

#[test]
fn a_range_is_kept_to_in_every_float_after_rounding() {
    for dtype in signed_floats() {
        for (low, high) in [(0.0, 1.0), (-1.5, 1.0), (0.5, 1.0), (-2.0, -0.5)] {
            let x = uniform_between(Key::new(3), &[5000], low, high, dtype).unwrap();
            let values = x.to_f64_vec().unwrap();
            assert!(values.iter().all(|x| (low..high).contains(x)), "{dtype} {low} {high}");
        }
    }
    let three = uniform_between(Key::new(3), &[4], 3.0, 3.0, DType::Float16).unwrap();
    assert_eq!(three.to_f64_vec().unwrap(), [3.0; 4]);
    for (low, high) in [(1.0, 0.5), (-1e308, 1e308), (1.0001, 1.0002)] {
        let x = uniform_between(Key::new(3), &[4], low, high, DType::Float16);
        assert!(matches!(x, Err(Error::BadArgument { argument: "high", .. })), "{low} {high}: {x:?}");
    }
}

#[test]
fn complex_numbers_have_normal_parts_of_half_the_variance() {
    let n = 100_000;
    for dtype in [DType::Complex64, DType::Complex128, DType::Complex32] {
        let z = normal(Key::new(6), &[n], 2.0, 3.0, dtype).unwrap();
        assert_eq!(z.dtype(), dtype);
        for (part, mean) in [(z.real().unwrap(), 2.0), (z.imag().unwrap(), 0.0)] {
            let values = part.to_f64_vec().unwrap();
            let found = values.iter().sum::<f64>() / n as f64;
            let variance = values.iter().map(|x| (x - found).powi(2)).sum::<f64>() / n as f64;
            assert!((found - mean).abs() < 0.04 && (variance - 4.5).abs() < 0.12, "{dtype} {found} {variance}");
        }
    }
}

#[test]
fn orders_hold_everything_once_and_each_is_as_likely() {
    let mut counts = [0.0; 24];
    let key = Key::new(8);
    for i in 0..24_000 {
        let order = permutation(key.fold_in(i), 4).unwrap().to_vec::<i64>().unwrap();
        let mut sorted = order.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, [0, 1, 2, 3]);
        let rank = |at: usize| order[at + 1..].iter().filter(|x| **x < order[at]).count();
        counts[rank(0) * 6 + rank(1) * 2 + rank(2)] += 1.0;
    }
    let chi: f64 = counts.iter().map(|c| (c - 1000.0) * (c - 1000.0) / 1000.0).sum();
    assert!(chi < 60.0, "{chi}");
    // A short sample of many has the numbers that the start of the whole order has.
    let dense = choice_with(key, &[30_000], 100_000, ChoiceOptions { replace: false, p: None }).unwrap();
    let sparse = choice_with(key, &[500], 100_000, ChoiceOptions { replace: false, p: None }).unwrap();
    assert_eq!(dense.narrow(0, 0, 500).unwrap(), sparse);
    let x = Tensor::arange(12).unwrap().reshape(&[3, 4]).unwrap();
    let moved = shuffled(key, &x, 1).unwrap();
    shuffle(key, &x, 1).unwrap();
    assert_eq!(x, moved);
    assert_eq!(x.sum(1).unwrap().to_vec::<i64>().unwrap(), [6, 22, 38]);
}
