//! The loops that element-wise kernels are made of: typed bodies behind byte-erased slices.

use bytemuck::Pod;

/// `out[i] = f(x[i])`.
#[inline(always)]
pub(crate) fn map1<T: Pod, R: Pod>(x: &[u8], out: &mut [u8], f: impl Fn(T) -> R) {
    let (x, out) = (bytemuck::cast_slice::<u8, T>(x), bytemuck::cast_slice_mut::<u8, R>(out));
    assert_eq!(x.len(), out.len());
    for (y, &x) in out.iter_mut().zip(x) {
        *y = f(x);
    }
}

/// `out[i] = f(a[i], b[i])`.
#[inline(always)]
pub(crate) fn map2<T: Pod, R: Pod>(a: &[u8], b: &[u8], out: &mut [u8], f: impl Fn(T, T) -> R) {
    let (a, b) = (bytemuck::cast_slice::<u8, T>(a), bytemuck::cast_slice::<u8, T>(b));
    let out = bytemuck::cast_slice_mut::<u8, R>(out);
    assert!(a.len() == out.len() && b.len() == out.len());
    for ((y, &a), &b) in out.iter_mut().zip(a).zip(b) {
        *y = f(a, b);
    }
}

/// The function `fn(x, out)` of a body: `tiers` compiles a copy per tier, `once` only the plain one.
macro_rules! loop1 {
    (tiers $f:expr) => {{
        $crate::tier::multiversion! {
            fn kernel(x: &[u8], out: &mut [u8]) {
                $crate::loops::map1(x, out, $f);
            }
        }
        kernel
    }};
    (once $f:expr) => {{
        fn kernel(x: &[u8], out: &mut [u8]) {
            $crate::loops::map1(x, out, $f);
        }
        kernel
    }};
}

/// The function `fn(a, b, out)` of a body, as `loop1`.
macro_rules! loop2 {
    (tiers $f:expr) => {{
        $crate::tier::multiversion! {
            fn kernel(a: &[u8], b: &[u8], out: &mut [u8]) {
                $crate::loops::map2(a, b, out, $f);
            }
        }
        kernel
    }};
    (once $f:expr) => {{
        fn kernel(a: &[u8], b: &[u8], out: &mut [u8]) {
            $crate::loops::map2(a, b, out, $f);
        }
        kernel
    }};
}

pub(crate) use {loop1, loop2};
