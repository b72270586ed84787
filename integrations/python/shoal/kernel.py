"""kernel: modules, kernels, launches."""

import weakref

import numpy

from ._library import CLASSES, Record, check, ffi, lib, text, value_of
from .arguments import Binding, describe_arguments
from .device import _Handle
from .observe import Watch


class Module:
    """Loaded code: module["saxpy"] is a kernel, `list(module)` are all their names."""

    def __init__(self, device, pointer):
        self.device = device
        self._handle = _Handle(pointer, lambda p: None)
        self._finalizer = weakref.finalize(self, _unload, device._handle, self._handle)

    @property
    def _pointer(self):
        self.device._pointer  # closed devices have no modules
        if self._handle.pointer == ffi.NULL:
            raise ValueError("the module is unloaded")
        return self._handle.pointer

    @property
    def kernels(self):
        count = lib.shoal_module_kernel_count(self._pointer)
        return [Kernel(self, lib.shoal_module_kernel_at(self._pointer, i)) for i in range(count)]

    def __getitem__(self, name):
        out = ffi.new("shoal_kernel **")
        status = lib.shoal_module_find_kernel(self._pointer, name.encode(), out)
        if status == lib.SHOAL_E_NOT_FOUND:
            raise KeyError(f"no kernel {name!r}; there are {', '.join(self) or 'none'}")
        check(status, self.device._pointer)
        return Kernel(self, out[0])

    def __iter__(self):
        return iter([kernel.name for kernel in self.kernels])

    def __len__(self):
        return lib.shoal_module_kernel_count(self._pointer)

    def __contains__(self, name):
        return name in list(self)

    def symbol(self, name, dtype=numpy.uint8):
        """The memory of a global variable, as a Buffer."""
        address, size = ffi.new("uint64_t *"), ffi.new("uint64_t *")
        check(lib.shoal_module_find_symbol(self._pointer, name.encode(), address, size),
              self.device._pointer)
        dtype = numpy.dtype(dtype)
        return self.device.view(address[0], (size[0] // dtype.itemsize,), dtype)

    def unload(self):
        """Gives the code's memory back now. shoal.Error: a launch is pending."""
        check(lib.shoal_module_unload(self._pointer), self.device._pointer)
        self._handle.pointer = ffi.NULL

    def __repr__(self):
        return f"<shoal.Module {', '.join(self)}>"


def _unload(device, module):
    if device.pointer != ffi.NULL and module.pointer != ffi.NULL:
        lib.shoal_module_unload(module.pointer)
        module.pointer = ffi.NULL


class Stats(Record):
    """What a launch took: kernel_ms, instructions, lane_instructions, by_class (a dict), waves,
    workgroups, threads, engine."""

    def __init__(self, struct):
        super().__init__(struct)
        self.by_class = dict(zip(CLASSES, self.by_class))


def _sizes(what, value):
    sizes = tuple(value) if numpy.iterable(value) else (value,)
    if not 1 <= len(sizes) <= 3:
        raise ValueError(f"{what}: one to three numbers, not {value!r}")
    return sizes


class Kernel:
    """A kernel: called like a function, it runs and its arrays hold what it wrote.

        stats = kernel(2.5, x, y, grid=1024, block=256)

    name       of the function
    info       registers, local memory, sizes: the fields of shoal_kernel_info
    arguments  what the file says of the explicit ones
    """

    def __init__(self, module, pointer):
        self.module = module
        self._pointer = pointer
        record = ffi.new("shoal_kernel_info *")
        lib.shoal_kernel_get_info(pointer, record)
        self.info = Record(record)
        self.name = self.info.name
        self.arguments = describe_arguments(
            pointer, self.name, self.info.explicit_arg_count if self.info.has_arguments else 0)

    def __call__(self, *args, **options):
        """Runs the kernel and waits for its end.

        args  per explicit argument: a number; a NumPy array, which is copied in and, unless it
              is read-only, out; a Buffer; None, the null pointer; Local(BYTES); an image; a sampler
        grid, block, offset  work-items, a number or up to three; block may be left out if the
              kernel requires a size
        engine    "auto", "interp", "jit"
        threads   of the host; 0: the device's
        timeout   seconds
        before, after  called with an Observed around each instruction
        progress  called with finished and total work-groups
        lds       bytes of dynamic local memory beyond that of Local
        user_data numbers for the first user SGPRs (rdna3)
        warp, trim, private_bytes, packet  Ventus; see shoal_launch_desc

        Returns Stats. shoal.Fault: the kernel was stopped; arrays hold what it wrote until then.
        """
        return self.start(*args, **options).wait()

    def start(self, *args, grid=None, block=None, **options):
        """As a call, but returns a Launch at once. Launches of a device run in call order."""
        return Launch(self, Binding(self, args), self._desc(grid, block), **options)

    def _desc(self, grid, block):
        desc = ffi.new("shoal_launch_desc *", lib.shoal_launch_desc_default())
        if block is None and all(self.info.required_block):
            block = self.info.required_block
        if grid is None or block is None:
            raise TypeError(f"kernel '{self.name}': {'grid' if grid is None else 'block'} is "
                            "missing; for example grid=1024, block=256")
        grid, block = _sizes("grid", grid), _sizes("block", block)
        desc.grid[0:len(grid)] = grid
        desc.block[0:len(block)] = block
        return desc

    def compiled(self, form="asm"):
        """What the JIT makes of it, as text: "asm", "ir", "opt_ir"."""
        out = ffi.new("char **")
        kind = value_of("shoal_jit_form", form, "form")
        check(lib.shoal_jit_text(self._pointer, kind, out, ffi.NULL), self.module.device._pointer)
        try:
            return text(out[0])
        finally:
            lib.shoal_jit_text_free(out[0])

    def occupancy(self, block_items, lds=0):
        """Waves per SIMD for work-groups of this size."""
        return lib.shoal_kernel_occupancy(self._pointer, block_items, lds)

    def __repr__(self):
        words = ", ".join(f"{a.type_name or a.wants()} {a.name}".rstrip() for a in self.arguments)
        return f"<shoal.Kernel {self.name}({words})>"


class Launch:
    """A launch on its way. wait() has to be called for arrays to get what the kernel wrote."""

    def __init__(self, kernel, binding, desc, *, offset=None, engine="auto", threads=0,
                 timeout=None, before=None, after=None, progress=None, lds=0, user_data=None,
                 warp=0, trim=None, private_bytes=0, packet=0, start=None):
        self.kernel = kernel
        self._device = kernel.module.device
        self._binding = binding
        self._completion = None
        self._keep = [desc]
        if offset is not None:
            offset = _sizes("offset", offset)
            desc.offset[0:len(offset)] = offset
        desc.engine = value_of("shoal_engine", engine, "engine")
        desc.threads, desc.timeout_seconds = threads, timeout or 0
        desc.dynamic_lds_bytes = lds + binding.lds_bytes
        desc.wave_lanes, desc.private_bytes, desc.packet_address = warp, private_bytes, packet
        desc.trim = self._device.isa == "ventus" if trim is None else trim
        if user_data is not None:
            words = ffi.new("uint32_t[]", list(user_data))
            desc.user_data, desc.user_data_count = words, len(words)
            self._keep.append(words)
        if start is not None:
            desc.start = start
        if binding.data and not packet:
            data = ffi.from_buffer(binding.data)
            desc.args, desc.args_size = data, len(data)
            self._keep.append(data)
        self._watch = Watch(before, after, progress)
        self._watch.fill(desc)
        try:
            out = ffi.new("shoal_completion **")
            check(lib.shoal_launch_async(self._device._pointer, kernel._pointer, desc, out),
                  self._device._pointer)
        except BaseException:
            binding.release()
            raise
        self._completion = _Handle(out[0], lib.shoal_completion_destroy)
        self._finalizer = weakref.finalize(self, _end, self._completion, self._device._handle,
                                           (self._keep, self._watch, binding))

    @property
    def done(self):
        return self._completion.pointer == ffi.NULL or \
            bool(lib.shoal_completion_done(self._completion.pointer))

    def wait(self):
        """Waits for the end, brings arrays back, returns Stats. shoal.Fault as for a call."""
        if self._completion.pointer == ffi.NULL:
            raise ValueError("this launch has been waited for")
        stats = ffi.new("shoal_launch_stats *")
        status = lib.shoal_completion_wait(self._completion.pointer, stats)
        error = None
        try:
            check(status, self._device._pointer)
        except Exception as fault:
            error = fault
        self._completion.close()
        self._binding.collect()
        self._watch.reraise(error)
        return Stats(stats)

    def __repr__(self):
        return f"<shoal.Launch of {self.kernel.name}, {'done' if self.done else 'running'}>"


def _end(completion, device, keep):
    if device.pointer != ffi.NULL:
        completion.close()
    del keep
