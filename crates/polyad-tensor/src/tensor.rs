//! The tensor: a view and what is known about it.

use std::sync::Arc;

use polyad_core::{Buffer, DType, GGML_MAX_DIMS, GgmlLayout, Layout, Result, View};

/// Elements of one dtype in a strided layout over a shared buffer. Cloning is O(1) and shares the elements.
///
/// ```
/// use polyad_tensor::Tensor;
/// let x = Tensor::from_slice(&[1.0f32, 2.0, 3.0, 4.0], &[2, 2])?;
/// let y = x.matmul(&x.mt()?)?;
/// assert_eq!(y.to_vec::<f32>()?, [5.0, 11.0, 11.0, 25.0]);
/// # Ok::<(), polyad_core::Error>(())
/// ```
#[derive(Clone)]
pub struct Tensor {
    view: View,
    meta: Option<Arc<Meta>>,
}

/// What most tensors lack.
#[derive(Clone, Default)]
struct Meta {
    name: String,
}

impl Tensor {
    /// A tensor over a view. O(1), same buffer.
    pub fn from_view(view: View) -> Tensor {
        Tensor { view, meta: None }
    }

    /// The view.
    pub fn view(&self) -> &View {
        &self.view
    }

    /// The tensor as ggml describes it: extents and byte strides, the innermost first, and ggml's predicates. O(1).
    ///
    /// ```
    /// use polyad_tensor::Tensor;
    /// let x = Tensor::arange(12)?.reshape(&[3, 4])?;
    /// assert_eq!(x.ggml()?.ne(), [4, 3, 1, 1]);
    /// assert!(x.mt()?.ggml()?.is_transposed());
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Errors: `BadArgument` where ggml has no such tensor: [`GgmlLayout::of`].
    pub fn ggml(&self) -> Result<GgmlLayout> {
        GgmlLayout::of(self.layout(), self.dtype())
    }

    /// Extents in ggml's order: [`Tensor::ggml`].
    pub fn ggml_ne(&self) -> Result<[i64; GGML_MAX_DIMS]> {
        Ok(self.ggml()?.ne())
    }

    /// Byte strides in ggml's order: [`Tensor::ggml`].
    pub fn ggml_nb(&self) -> Result<[u64; GGML_MAX_DIMS]> {
        Ok(self.ggml()?.nb())
    }

    /// The view, without the rest.
    pub fn into_view(self) -> View {
        self.view
    }

    /// The same elements under a name. O(1).
    pub fn with_name(mut self, name: impl Into<String>) -> Tensor {
        self.meta = Some(Arc::new(Meta { name: name.into() }));
        self
    }

    /// The name; empty where none was given.
    pub fn name(&self) -> &str {
        self.meta.as_ref().map_or("", |m| &m.name)
    }

    /// The dtype.
    pub fn dtype(&self) -> DType {
        self.view.dtype()
    }

    /// The extents, outermost first.
    pub fn shape(&self) -> &[usize] {
        self.view.shape()
    }

    /// How many axes.
    pub fn ndim(&self) -> usize {
        self.shape().len()
    }

    /// How many elements.
    pub fn size(&self) -> usize {
        self.view.layout().size()
    }

    /// The layout.
    pub fn layout(&self) -> &Layout {
        self.view.layout()
    }

    /// The buffer.
    pub fn buffer(&self) -> &Buffer {
        self.view.buffer()
    }

    /// The view, for another one in its place.
    pub(crate) fn view_mut(&mut self) -> &mut View {
        &mut self.view
    }

    /// The buffer, for [`Buffer::unique`].
    pub(crate) fn buffer_mut(&mut self) -> &mut Buffer {
        self.view.buffer_mut()
    }

    /// The strides in elements.
    pub fn strides(&self) -> &[isize] {
        self.layout().strides()
    }

    /// The strides in bytes; `None` for dtypes whose elements are no whole bytes.
    pub fn byte_strides(&self) -> Option<Vec<isize>> {
        let width = self.dtype().block_bytes() as isize;
        self.dtype().is_plain().then(|| self.strides().iter().map(|s| s.saturating_mul(width)).collect())
    }

    /// Bytes that the elements take when they lie row-major: `ceil(size * bits / 8)`.
    pub fn size_bytes(&self) -> usize {
        // A view of a block format may have more elements than its buffer (stride 0); sizes were checked to fit.
        self.dtype().storage_bytes(self.size()).unwrap_or(usize::MAX)
    }

    /// Whether elements lie row-major without gaps; axes of extent 1 do not matter.
    pub fn is_contiguous(&self) -> bool {
        self.layout().is_contiguous()
    }

    /// The same buffer under another layout.
    pub(crate) fn with_layout(&self, layout: Layout) -> Result<Tensor> {
        Ok(Tensor::from_view(self.view.with_layout(layout)?))
    }
}
