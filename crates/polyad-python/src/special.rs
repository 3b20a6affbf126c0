//! `polyad.special`: entries of the table under the names that SciPy has for them.

use pyo3::exceptions::PyAttributeError;
use pyo3::prelude::*;

use crate::submodule;

const ABOUT: &str = "\
Special functions under the names of scipy.special; they stand in the main namespace too.

They are computed in float64 and rounded once to the dtype of the result; the help of each says how far float64 is off.";

/// SciPy's names, and those of the main namespace where they are others.
const NAMES: &[(&str, &str)] = &[
    ("beta", ""),
    ("betainc", ""),
    ("betaln", ""),
    ("digamma", ""),
    ("entr", ""),
    ("erf", ""),
    ("erfc", ""),
    ("erfcinv", ""),
    ("erfcx", ""),
    ("erfinv", ""),
    ("expit", ""),
    ("expm1", ""),
    ("gamma", ""),
    ("gammainc", ""),
    ("gammaincc", ""),
    ("gammaln", ""),
    ("gammasgn", ""),
    ("i0", ""),
    ("i0e", ""),
    ("i1", ""),
    ("i1e", ""),
    ("j0", ""),
    ("j1", ""),
    ("k0", ""),
    ("k0e", ""),
    ("k1", ""),
    ("k1e", ""),
    ("kl_div", "kl_divergence"),
    ("log1p", ""),
    ("log_expit", "log_sigmoid"),
    ("log_ndtr", ""),
    ("log_softmax", ""),
    ("logit", ""),
    ("logsumexp", ""),
    ("ndtr", ""),
    ("ndtri", ""),
    ("polygamma", ""),
    ("psi", ""),
    ("rel_entr", ""),
    ("rgamma", ""),
    ("sinc", ""),
    ("softmax", ""),
    ("xlog1py", ""),
    ("xlogy", ""),
    ("y0", ""),
    ("y1", ""),
    ("zeta", ""),
];

/// Adds the module, which `import polyad.special` finds too, once the main namespace has the functions.
pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let special = submodule(module, "special", ABOUT)?;
    for (name, ours) in NAMES {
        let ours = if ours.is_empty() { name } else { ours };
        let missing = || PyAttributeError::new_err(format!("polyad has no {ours}."));
        special.add(*name, module.getattr_opt(*ours)?.ok_or_else(missing)?)?;
    }
    Ok(())
}
