"""device: a GPU that is not there, and its memory."""

import codecs
import logging
import os
import sys
import weakref

import numpy

from ._library import check, ffi, lib, value_of

_log = logging.getLogger("shoal")
_LEVELS = (logging.ERROR, logging.WARNING, logging.INFO)


class _Handle:
    """A C object that is freed once: by its owner, or at the latest when Python ends."""

    def __init__(self, pointer, free):
        self.pointer = pointer
        self._free = free

    def close(self):
        pointer, self.pointer = self.pointer, ffi.NULL
        if pointer != ffi.NULL:
            self._free(pointer)


class _View:
    """Lends a Buffer's memory to NumPy, and is what tells that an array still uses it."""

    def __init__(self, buffer, pointer):
        self.buffer = buffer
        self.__array_interface__ = {
            "version": 3, "typestr": "|u1", "shape": (buffer.nbytes,),
            "data": (int(ffi.cast("uintptr_t", pointer)), False)}


class Buffer:
    """Device memory with a shape and a type, from Device.buffer, zeros or empty.

    address  on the device; what a kernel gets
    array    the memory itself as a NumPy array: no copy, changes with the kernel
    numpy()  a copy
    """

    def __init__(self, device, address, shape, dtype, owned=True):
        self.device = device
        self.address = address
        self.dtype = numpy.dtype(dtype)
        self.shape = tuple(shape) if numpy.iterable(shape) else (shape,)
        self.nbytes = int(numpy.prod(self.shape, dtype=numpy.int64)) * self.dtype.itemsize
        self._view = None
        if owned:
            self._finalizer = weakref.finalize(self, _free_memory, device._handle, address)
        else:
            self._finalizer = None

    @property
    def size(self):
        return self.nbytes // self.dtype.itemsize if self.dtype.itemsize else 0

    @property
    def array(self):
        view = self._view and self._view()
        if view is None:
            if self.address is None:
                raise ValueError("the buffer has been freed")
            pointer = ffi.new("void **")
            if self.nbytes:
                check(lib.shoal_mem_map(self.device._pointer, self.address, self.nbytes, pointer),
                      self.device._pointer)
            view = _View(self, pointer[0]) if self.nbytes else None
            self._view = view and weakref.ref(view)
        if view is None:
            return numpy.empty(self.shape, self.dtype)
        return numpy.asarray(view).view(self.dtype).reshape(self.shape)

    def numpy(self):
        return self.array.copy()

    def write(self, values):
        """Copies an array, or whatever NumPy makes one of, into the buffer."""
        values = numpy.asarray(values, self.dtype)
        if values.size != self.size and values.ndim:
            raise ValueError(f"{values.size} values for a buffer of {self.size}")
        self.array[...] = values.reshape(self.shape) if values.ndim else values

    def free(self):
        """Gives the memory back now. BufferError: an array of it is still in use."""
        if self._view and self._view() is not None:
            raise BufferError("an array of this buffer is still in use")
        if self._finalizer:
            self._finalizer()
        self.address = None

    def __len__(self):
        return self.shape[0]

    def __array__(self, dtype=None, copy=None):
        return numpy.array(self.array, dtype or self.dtype)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.free()

    def __repr__(self):
        where = "freed" if self.address is None else f"at {self.address:#x}"
        return f"<shoal.Buffer {self.dtype}{list(self.shape)} {where}>"


def _free_memory(handle, address):
    if handle.pointer != ffi.NULL:
        lib.shoal_mem_free(handle.pointer, address)


class Device:
    """A device for "rdna3" (gfx1100) or "ventus" code.

    warp      Ventus: threads per warp, 4, 8, 16 or 32
    dialect   Ventus: "manual" or "toolchain", whatever files show
    threads   of the host that run work-groups; 0: one per core
    host_cpu  "sse2", "avx2", "avx512"
    lds_faults, host_addresses, window_bytes, open_memory  as in shoal_device_options

    What kernels print goes to sys.stdout; warnings go to the logger "shoal". A device may be used
    from any thread. It lives until close(), the end of its `with`, or its last user is gone.
    """

    def __init__(self, isa="rdna3", *, warp=0, dialect=None, threads=0, host_cpu=None,
                 window_bytes=0, host_addresses=False, lds_faults=False, open_memory=False):
        options = ffi.new("shoal_device_options *", lib.shoal_device_options_default())
        keep = [ffi.new("char[]", isa.encode())]
        options.isa = keep[0]
        options.wave_lanes = warp
        options.dialect = value_of("shoal_dialect", dialect, "dialect") if dialect else 0
        options.threads = threads
        options.window_bytes = window_bytes
        options.host_addresses = host_addresses
        options.lds_faults = lds_faults
        options.open_memory = open_memory
        if host_cpu:
            keep.append(ffi.new("char[]", host_cpu.encode()))
            options.host_cpu = keep[-1]
        options.log, options.print = self._callbacks = _callbacks()
        out = ffi.new("shoal_device **")
        check(lib.shoal_device_create(options, out))
        self.isa = isa
        self.warp = warp or 32
        self._handle = _Handle(out[0], lib.shoal_device_destroy)
        self._buffers = weakref.WeakSet()
        # The callbacks must outlive the device: it may still write a line when it goes.
        self._finalizer = weakref.finalize(self, _close, self._handle, self._callbacks)

    @property
    def _pointer(self):
        if self._handle.pointer == ffi.NULL:
            raise ValueError("the device is closed")
        return self._handle.pointer

    def close(self):
        """Waits for launches, then frees the device with its memory and modules.
        BufferError: an array of its memory is still in use."""
        for buffer in self._buffers:
            if buffer._view and buffer._view() is not None:
                raise BufferError("an array of this device's memory is still in use")
        self._finalizer()

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()

    # ---- memory ---------------------------------------------------------------------

    def empty(self, shape, dtype=numpy.float32, *, address=None):
        """A buffer, zeroed. address: of the device, for code that expects it there."""
        dtype = numpy.dtype(dtype)
        count = int(numpy.prod(shape, dtype=numpy.int64))
        if count <= 0 or dtype.itemsize == 0:
            raise ValueError("a buffer has at least one element")
        size = count * dtype.itemsize
        if address is None:
            out = ffi.new("uint64_t *")
            check(lib.shoal_mem_alloc(self._pointer, size, 0, out), self._pointer)
            address = out[0]
        else:
            check(lib.shoal_mem_alloc_at(self._pointer, address, size), self._pointer)
        return self._buffer(address, shape, dtype)

    zeros = empty  # fresh memory is zero

    def buffer(self, values, dtype=None, *, address=None):
        """A buffer with the contents of an array."""
        values = numpy.asarray(values, dtype)
        buffer = self.empty(values.shape, values.dtype, address=address)
        buffer.write(values)
        return buffer

    def view(self, address, shape, dtype=numpy.uint8):
        """The memory at an address of the device, which belongs to somebody else, as a Buffer."""
        return self._buffer(address, shape, dtype, owned=False)

    def _buffer(self, address, shape, dtype, owned=True):
        buffer = Buffer(self, address, shape, dtype, owned)
        self._buffers.add(buffer)
        return buffer

    # ---- code -----------------------------------------------------------------------

    def load(self, code, *, raw=False, name=None, dialect=None, address=0, entry=0, wave64=False,
             rsrc1=0, rsrc2=0, scratch_bytes=0):
        """A Module of a code object, a bundle, a host program with one inside, or a Ventus
        program: a path, or bytes.

        raw  bare machine code: one kernel, started at the first byte; the rest as in
             shoal_load_options
        """
        from .kernel import Module
        options = ffi.new("shoal_load_options *")
        options.raw, options.wave64 = raw, wave64
        options.address, options.kernel_entry = address, entry
        options.rsrc1, options.rsrc2, options.scratch_bytes = rsrc1, rsrc2, scratch_bytes
        options.dialect = value_of("shoal_dialect", dialect, "dialect") if dialect else 0
        kept = ffi.new("char[]", name.encode()) if name else ffi.NULL
        options.name = kept
        out = ffi.new("shoal_module **")
        if isinstance(code, (str, os.PathLike)):
            status = lib.shoal_module_load_file(self._pointer, os.fsencode(code), options, out)
        else:
            code = ffi.from_buffer(code)
            status = lib.shoal_module_load(self._pointer, code, len(code), options, out)
        check(status, self._pointer)
        return Module(self, out[0])

    def assemble(self, source, **options):
        """A Module of assembly text; options as for shoal.assemble."""
        from .isa import assemble
        dialect = options.get("dialect")
        return self.load(assemble(source, isa=self.isa, **options), dialect=dialect)

    def load_case(self, metadata, data=None, *, dialect=None):
        """A Ventus test case: the path of NAME.metadata, whose contents are in NAME.data."""
        from .case import Case
        return Case(self, metadata, data, dialect)

    def image(self, format, width, height=1, depth=1, *, kind=None, data=None):
        """An image, for kernels that read or write one; see shoal.Image."""
        from .images import Image
        return Image(self, format, width, height, depth, kind=kind, data=data)

    def sampler(self, wrap="edge", **options):
        """A sampler; see shoal.Sampler."""
        from .images import Sampler
        return Sampler(self, wrap, **options)

    def __repr__(self):
        state = " closed" if self._handle.pointer == ffi.NULL else ""
        return f"<shoal.Device {self.isa}{state}>"


def _close(handle, callbacks):
    del callbacks
    handle.close()


def _callbacks():
    decoder = codecs.getincrementaldecoder("utf-8")("replace")

    def log(_, level, line):
        _log.log(_LEVELS[int(level)], "%s", ffi.string(line).decode("utf-8", "replace"))

    def write(_, data, size):
        sys.stdout.write(decoder.decode(ffi.buffer(data, size)[:]))

    return (ffi.callback("shoal_log_fn", log), ffi.callback("shoal_print_fn", write))
