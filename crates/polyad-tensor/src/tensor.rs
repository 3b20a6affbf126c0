//! The tensor: a view and what is known about it.

use std::sync::Arc;

use polyad_core::{Buffer, Cpu, DType, Device, Flags, Layout, Result, View};

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
pub(crate) struct Meta {
    pub(crate) name: String,
    pub(crate) flags: Flags,
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

    /// The view, without the rest.
    pub fn into_view(self) -> View {
        self.view
    }

    /// What is known beside the view.
    pub(crate) fn meta(&self) -> Option<&Meta> {
        self.meta.as_deref()
    }

    /// Changes what is known beside the view, of this handle alone.
    pub(crate) fn change_meta(&mut self, change: impl FnOnce(&mut Meta)) {
        change(Arc::make_mut(self.meta.get_or_insert_default()));
        self.meta.take_if(|meta| meta.name.is_empty() && meta.flags.is_empty());
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

    /// The device that holds the elements; views and results of operations are on that of their operands.
    pub fn device(&self) -> &'static dyn Device {
        &Cpu
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

    /// Where the first element stands in the buffer, in elements.
    pub fn offset(&self) -> usize {
        self.layout().offset()
    }

    /// Bytes of one element; `None` for dtypes whose elements are no whole bytes.
    pub fn item_bytes(&self) -> Option<usize> {
        self.dtype().is_plain().then(|| self.dtype().block_bytes())
    }

    /// Whether both have memory of one buffer, so that a write through one may be seen through the other.
    pub fn shares_storage(&self, other: &Tensor) -> bool {
        self.buffer().overlaps(other.buffer())
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
