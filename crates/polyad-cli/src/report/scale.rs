//! The scale of an axis: where values lie on it, and round numbers along it.

/// Smallest to largest, above which a scale shows ratios.
const LOGARITHMIC: f64 = 20.0;
/// Smallest to largest, below which a scale need not begin at zero.
const NARROW: f64 = 2.5;
/// Marks along a scale, about.
const MARKS: f64 = 5.0;

/// The scale of an axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Scale {
    Linear {
        low: f64,
        high: f64,
        step: f64,
    },
    /// Powers of ten; what is below has the place of the lowest.
    Logarithmic {
        low: i32,
        high: i32,
    },
}

impl Scale {
    /// A scale that has room for values that are finite and not negative; `None` where there are none.
    pub(super) fn of(values: impl Iterator<Item = f64>) -> Option<Scale> {
        let (mut low, mut high, mut least) = (f64::INFINITY, f64::NEG_INFINITY, f64::INFINITY);
        for x in values {
            low = low.min(x);
            high = high.max(x);
            least = if x > 0.0 { least.min(x) } else { least };
        }
        if low > high {
            return None;
        }
        // Steps of numbers so large or small would be past those of a float.
        if high / least > LOGARITHMIC || high > 0.0 && !(1e-100..1e100).contains(&high) {
            let (low, high) = (least.log10().floor() as i32, high.log10().ceil() as i32);
            return Some(Scale::Logarithmic { low, high: high.max(low + 1) });
        }
        if high == 0.0 {
            return Some(Scale::Linear { low: 0.0, high: 1.0, step: 0.2 });
        }
        let low = if high / low < NARROW { low } else { 0.0 };
        let room = if high > low { high - low } else { high };
        let step = round(room / MARKS);
        let low = (low / step).floor() * step;
        Some(Scale::Linear { low, high: ((high / step).ceil() * step).max(low + step), step })
    }

    /// Whether a value has a place of its own.
    pub(super) fn holds(&self, x: f64) -> bool {
        match *self {
            Scale::Linear { low, high, .. } => (low..=high).contains(&x),
            Scale::Logarithmic { low, high } => (f64::from(low)..=f64::from(high)).contains(&x.log10()),
        }
    }

    /// Where a value lies, from 0 to 1; what is outside has the place of the nearer end.
    pub(super) fn place(&self, x: f64) -> f64 {
        let part = match *self {
            Scale::Linear { low, high, .. } => (x - low) / (high - low),
            Scale::Logarithmic { low, high } => (x.log10() - f64::from(low)) / f64::from(high - low),
        };
        part.clamp(0.0, 1.0)
    }

    /// The marks along the scale, with their text.
    pub(super) fn ticks(&self) -> Vec<(f64, String)> {
        match *self {
            Scale::Linear { low, high, step } => {
                let digits = (-step.log10().floor()).max(0.0) as usize;
                let count = ((high - low) / step).round() as usize;
                let first = (low / step).round();
                let text = |x: f64| if digits > 6 { format!("{x:.0e}") } else { format!("{x:.digits$}") };
                (0..=count).map(|i| (first + i as f64) * step).map(|x| (x, text(x))).collect()
            }
            Scale::Logarithmic { low, high } => {
                let every = (high - low) / 8 + 1;
                let power = |e: i32| 10f64.powf(e.into());
                let text = |e: i32| match e {
                    -4..=4 => format!("{:.*}", (-e).max(0) as usize, power(e)),
                    e => format!("1e{e}"),
                };
                (low..=high).filter(|e| (e - low) % every == 0).map(|e| (power(e), text(e))).collect()
            }
        }
    }

    /// What a reader has to know beside the marks.
    pub(super) fn note(&self) -> &'static str {
        match self {
            Scale::Linear { low, .. } if *low > 0.0 => ", scale not from zero",
            Scale::Linear { .. } => "",
            Scale::Logarithmic { .. } => ", logarithmic scale",
        }
    }
}

/// The next of 1, 2 and 5 times a power of ten.
fn round(x: f64) -> f64 {
    let power = 10f64.powf(x.log10().floor());
    let factor = [1.0, 2.0, 5.0].into_iter().find(|f| f * power >= x).unwrap_or(10.0);
    factor * power
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(values: &[f64]) -> Vec<String> {
        Scale::of(values.iter().copied()).unwrap().ticks().into_iter().map(|(_, text)| text).collect()
    }

    #[test]
    fn marks_are_round_numbers_around_the_values() {
        assert_eq!(labels(&[0.081, 0.127]), ["0.08", "0.09", "0.10", "0.11", "0.12", "0.13"]);
        assert_eq!(labels(&[0.1, 0.9]), ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
        assert_eq!(labels(&[3.0, 41.0]), ["0", "10", "20", "30", "40", "50"]);
        assert_eq!(labels(&[0.0001, 0.13]), ["0.0001", "0.001", "0.01", "0.1", "1"]);
        assert_eq!(labels(&[0.0, 0.0]), ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
        assert!(labels(&[1e-300, 1.0]).len() < 12);
        assert!(Scale::of(std::iter::empty()).is_none());
    }

    #[test]
    fn every_value_has_its_place() {
        for values in [[0.0, 3.0], [0.1, 0.1], [1e-9, 5.0], [0.0, 1e-320], [1e300, 1.7e308], [f64::MAX, f64::MAX]] {
            let scale = Scale::of(values.into_iter()).unwrap();
            for x in values {
                let place = scale.place(x);
                assert!((0.0..=1.0).contains(&place), "{x} of {values:?}: {place} in {scale:?}");
            }
            assert!(scale.ticks().len() < 15, "{scale:?}");
        }
        let scale = Scale::of([0.0, 1e-4, 1.0].into_iter()).unwrap();
        assert_eq!((scale.place(0.0), scale.place(1e-2), scale.place(1.0)), (0.0, 0.5, 1.0));
        assert_eq!((scale.holds(0.0), scale.holds(1e-2), scale.holds(2.0)), (false, true, false));
        assert!(!Scale::of([1.0, 2.0].into_iter()).unwrap().holds(2.1));
    }
}
