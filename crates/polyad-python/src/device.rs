//! Devices as Python names them: there is one, "cpu".

use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::errors::raise;

/// Refuses a device that is not there; `None` is the default one.
pub(crate) fn check(device: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
    match device.filter(|d| !d.is_none()) {
        None => Ok(()),
        Some(device) => polyad::device(&device.str()?.to_cow()?).map(|_| ()).map_err(raise),
    }
}

/// Whether tensors can be made and computed on a device now; False for any other name, never an error.
#[pyfunction]
#[pyo3(signature = (device, /))]
pub(crate) fn is_device_available(device: &Bound<'_, PyAny>) -> bool {
    device.cast::<PyString>().is_ok_and(|name| name.to_cow().is_ok_and(|name| polyad::is_device_available(&name)))
}
