"""case: test cases of the Ventus RTL and of its OpenCL driver."""

import pathlib

from ._library import Record, check, ffi, lib, value_of
from .device import _Handle
from .kernel import Launch, Module

import weakref


class _NoArguments:
    """The case's own packet says where the arguments are."""

    data, lds_bytes = b"", 0

    def collect(self):
        pass

    release = collect


class Case:
    """A test case, loaded: case() runs it.

    info     what it says: groups, threads, warps, start_pc, ... (shoal_case_info)
    buffers  its memory, as Buffers in file order
    kernel   of its code

    metadata  path of NAME.metadata, or its bytes; data: of NAME.data
    """

    def __init__(self, device, metadata, data=None, dialect=None):
        if data is None:
            data = pathlib.Path(metadata).with_suffix(".data")
        metadata, data = _bytes(metadata), _bytes(data)
        out = ffi.new("shoal_case **")
        check(lib.shoal_case_open(metadata, len(metadata), data, len(data), out))
        self.device = device
        self._handle = _Handle(out[0], lib.shoal_case_close)
        self._finalizer = weakref.finalize(self, self._handle.close)
        record = lib.shoal_case_get_info(out[0])
        self.info = Record(record)
        options = ffi.new("shoal_load_options *")
        options.dialect = value_of("shoal_dialect", dialect, "dialect") if dialect else 0
        module = ffi.new("shoal_module **")
        check(lib.shoal_case_load(device._pointer, out[0], options, module), device._pointer)
        self.module = Module(device, module[0])
        self.kernel = self.module.kernels[0]
        described = [record.buffers[i] for i in range(record.buffer_count)]
        self.info.buffers = [Record(b) for b in described]
        self.buffers = [device.view(b.address, (b.size_bytes,)) for b in described]

    def reset(self):
        """Writes the initial contents again."""
        check(lib.shoal_case_reset(self.device._pointer, self._handle.pointer),
              self.device._pointer)

    def start(self, **options):
        """As a call, but returns a shoal.Launch at once."""
        desc = ffi.new("shoal_launch_desc *", lib.shoal_case_launch_desc(self._handle.pointer))
        return Launch(self.kernel, _NoArguments(), desc, warp=desc.wave_lanes,
                      private_bytes=desc.private_bytes, packet=desc.packet_address,
                      trim=desc.trim, **options)

    def __call__(self, **options):
        """Runs it; options as for a kernel: engine, timeout, before, after. Returns Stats."""
        return self.start(**options).wait()

    def __repr__(self):
        return f"<shoal.Case of {len(self.buffers)} buffers>"


def _bytes(source):
    if isinstance(source, (bytes, bytearray)):
        return bytes(source)
    return pathlib.Path(source).read_bytes()
