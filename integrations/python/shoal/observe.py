"""observe: a kernel watched instruction by instruction."""

import re

import numpy

from ._library import CLASSES, Record, ffi, lib, text

# Names of scalar registers beside s0, s1, ..., as shoal_register_file counts them.
_SCALARS = {"rdna3": {"vcc_lo": 106, "vcc_hi": 107, "m0": 125, "exec_lo": 126, "exec_hi": 127},
            "ventus": {}}
_STATUS = {"rdna3": ("scc", "mode", "status"),
           "ventus": ("mask", "rpc", "fcsr", "stack", "vl", "vtype")}
_VENTUS_ABI = ["zero", "ra", "sp", "gp", "tp", "t0", "t1", "t2", "s0", "s1",
               *[f"a{i}" for i in range(8)], *[f"s{i}" for i in range(2, 12)],
               "t3", "t4", "t5", "t6"]


class Observed:
    """An instruction of a wave, before or after it executes. Good during the callback only.

    kernel, workgroup, wave, lanes  where
    pc, pc_offset, bytes            which instruction; `text` is its disassembly
    instruction_class               "valu", "smem", ...
    """

    def __init__(self, at):
        self._at = at
        self.isa = text(at.isa)
        self.kernel = text(at.kernel)
        self.workgroup = tuple(at.workgroup)
        self.wave = at.wave
        self.lanes = at.wave_lanes
        self.pc = at.pc
        self.pc_offset = at.pc_offset
        self.bytes = bytes(ffi.buffer(at.bytes, at.size_bytes))
        self.instruction_class = CLASSES[at.instruction_class]

    @property
    def _pointer(self):
        if self._at is None:
            raise ValueError("an Observed is good during the callback only")
        return self._at

    @property
    def text(self):
        out = ffi.new("char[]", lib.SHOAL_INSN_TEXT_BYTES)
        lib.shoal_observed_text(self._pointer, out, len(out))
        return text(out)

    def _read(self, file, index, name):
        values = ffi.new("uint32_t[64]")
        count = lib.shoal_observed_register(self._pointer, file, index, values)
        if count == 0:
            raise KeyError(f"no register {name!r}")
        return numpy.frombuffer(ffi.buffer(values), numpy.uint32)[:count].copy()

    def vector(self, index):
        """A vector register: an array of uint32, one per lane."""
        return self._read(lib.SHOAL_REG_VECTOR, index, f"v{index}")

    def scalar(self, index):
        """A scalar register, by its number among the scalar operands."""
        return int(self._read(lib.SHOAL_REG_SCALAR, index, index)[0])

    def csr(self, number):
        """Ventus: a control and status register."""
        return int(self._read(lib.SHOAL_REG_CSR, number, f"CSR {number:#x}")[0])

    def __getitem__(self, name):
        """A register by name: "v3", "s4" (Ventus: "x4" or "t1"), "exec_lo", "vcc_lo", "m0",
        "scc", "mode"; Ventus: "mask", "rpc", "fcsr", "stack", "vl", "vtype"."""
        isa = self.isa.partition(":")[0]
        if name in _STATUS[isa]:
            return int(self._read(lib.SHOAL_REG_STATUS, _STATUS[isa].index(name), name)[0])
        if name in _SCALARS[isa]:
            return self.scalar(_SCALARS[isa][name])
        if isa == "ventus" and name in _VENTUS_ABI:
            return self.scalar(_VENTUS_ABI.index(name))
        match = re.fullmatch(r"([vsx])(\d+)", name)
        if not match or match.group(1) == ("s" if isa == "ventus" else "x"):
            raise KeyError(f"no register {name!r}")
        index = int(match.group(2))
        return self.vector(index) if match.group(1) == "v" else self.scalar(index)

    @property
    def access(self):
        """What it will do to memory, in `before`: address, bytes, is_store, value; None if
        nothing, or if the instruction set does not say (rdna3)."""
        out = ffi.new("shoal_access *")
        return Record(out) if lib.shoal_observed_access(self._pointer, out) else None

    def __repr__(self):
        return f"<shoal.Observed {self.pc_offset:+#x}>"


class Watch:
    """The callbacks of a launch. The first exception in one ends the watching and is raised
    when the launch has ended."""

    def __init__(self, before, after, progress):
        self._error = None
        self._keep = []
        self._before = self._observer(before)
        self._after = self._observer(after)
        self._progress = progress and self._guard(
            "void(void *, uint64_t, uint64_t)", lambda _, done, total: progress(done, total))

    def _guard(self, kind, function):
        def call(*arguments):
            if self._error is None:
                try:
                    function(*arguments)
                except BaseException as error:
                    self._error = error
        return ffi.callback(kind, call)

    def _observer(self, function):
        if not function:
            return ffi.NULL

        def call(_, at):
            observed = Observed(at)
            try:
                function(observed)
            finally:
                observed._at = None
        return self._guard("void(void *, const shoal_observed *)", call)

    def fill(self, desc):
        if self._before != ffi.NULL or self._after != ffi.NULL:
            observer = ffi.new("struct shoal_observer *")
            observer.before, observer.after = self._before, self._after
            self._keep.append(observer)
            desc.observer = observer
        if self._progress:
            desc.progress = self._progress

    def reraise(self, error):
        if self._error is not None:
            raise self._error from error
        if error is not None:
            raise error
