"""images: RDNA3 images and samplers as arguments."""

import numpy

from ._library import Record, ffi, lib, text, value_of

_KINDS = {1: "1d", 2: "2d", 3: "3d"}


class Image:
    """An image in device memory: kernel(image, ...).

    format  "rgba8", "r32f", "rgba16f", ... or a name of the manual's table 52
    kind    "1d", "2d", "3d", "cube", "1d_array", "2d_array"; without it, as many sizes as there are
    data    its texels, as for write()

    array shape: (depth, height, width, components), sizes of 1 left out but for width.
    """

    def __init__(self, device, format, width, height=1, depth=1, *, kind=None, data=None):
        self.device = device
        self.format = format
        kind = kind or _KINDS[3 if depth > 1 else 2 if height > 1 else 1]
        desc = ffi.new("shoal_image_desc *")
        desc.format = lib.shoal_image_format(format.encode())
        desc.type = value_of("shoal_image_type", kind, "kind")
        desc.width, desc.height, desc.depth = width, height, depth
        layout = ffi.new("shoal_image_layout *")
        _require(lib.shoal_image_describe(desc, 0, ffi.NULL, layout), format)
        self.layout = Record(layout)
        level = layout.level[0]
        self._rows = (layout.size_bytes // layout.layer_bytes, level.rows, level.row_bytes)
        self._row_bytes = level.columns * layout.element_bytes
        # Image memory starts at a multiple of 256, which is what every allocation does.
        self._texels = device.empty(layout.size_bytes, numpy.uint8)
        words = ffi.new("uint32_t[16]")
        _require(lib.shoal_image_describe(desc, self._texels.address, words, ffi.NULL), format)
        words[8], words[9] = layout.opencl_type, layout.opencl_order
        self._descriptor = device.buffer(list(words), numpy.uint32)
        bits = layout.component_bits
        letter = layout.component_type.decode()
        self.dtype = numpy.dtype(f"{ {'n': 'u'}.get(letter, letter) }{bits // 8}") if bits \
            and not (letter == "f" and bits == 8) else numpy.dtype(numpy.uint8)
        components = layout.element_bytes // self.dtype.itemsize
        sizes = [s for s in (self._rows[0], level.rows) if s > 1] + [level.columns]
        self.shape = tuple(sizes + [components] if components > 1 else sizes)
        if data is not None:
            self.write(data)

    @property
    def address(self):
        """Of the descriptor (T#): what a kernel gets."""
        return self._descriptor.address

    def _rows_of(self, array):
        layers, rows, pitch = self._rows
        layer = self.layout.layer_bytes
        for z in range(layers):
            surface = array[z * layer:z * layer + rows * pitch].reshape(rows, pitch)
            yield surface[:, :self._row_bytes]

    def write(self, values):
        """Copies texels in, of shape self.shape."""
        texels = numpy.ascontiguousarray(numpy.broadcast_to(
            numpy.asarray(values, self.dtype), self.shape)).view(numpy.uint8)
        for to, row in zip(self._rows_of(self._texels.array),
                           texels.reshape(self._rows[0], self._rows[1], self._row_bytes)):
            to[...] = row

    def numpy(self):
        """A copy of the texels."""
        rows = numpy.stack(list(self._rows_of(self._texels.array)))
        return numpy.ascontiguousarray(rows).view(self.dtype).reshape(self.shape)

    def __repr__(self):
        return f"<shoal.Image {self.format} {list(self.shape)}>"


class Sampler:
    """How an image is read between its texels.

    wrap          "edge", "repeat", "mirror", "border", or one per dimension
    linear        filters; else the nearest texel
    unnormalized  coordinates count texels
    mip_linear, anisotropy, compare, border, lod_bias, min_lod, max_lod  as in shoal_sampler_desc
    """

    def __init__(self, device, wrap="edge", **options):
        self.device = device
        desc = ffi.new("shoal_sampler_desc *", options)
        wraps = (wrap,) * 3 if isinstance(wrap, str) else tuple(wrap)
        for i, word in enumerate(wraps):
            desc.wrap[i] = value_of("shoal_wrap", word, "wrap")
        words = ffi.new("uint32_t[16]")
        lib.shoal_sampler_describe(desc, words)
        self._descriptor = device.buffer(list(words), numpy.uint32)

    @property
    def address(self):
        """Of the descriptor (S#): what a kernel gets."""
        return self._descriptor.address


def _require(reason, format):
    if reason != ffi.NULL:
        raise ValueError(f"image of format {format!r}: {text(reason)}")
