"""graphics: one wave of a pixel or geometry shader, with the state that fixed-function hardware
would give it."""

import numpy

from ._library import ffi, lib
from .arguments import Binding
from .kernel import Launch


class Export:
    """An export instruction: target, enable (which of values count), exec (a lane mask), is_done,
    row (None without one), values[4][lanes] as uint32."""

    def __init__(self, record):
        self.target, self.enable = record.target, record.enable
        self.exec, self.is_done = record.exec, record.is_done
        self.row = record.row if record.has_row else None
        self.values = numpy.array([list(row) for row in record.values], numpy.uint32)


class Wave:
    """What a wave left: stats, exports (a list of Export), sgprs[128], vgprs[count][lanes]."""


def run_wave(kernel, *, sgprs=(), vgprs=None, exec=None, m0=0, mode=None, lds=b"", lanes=None,
             keep_vgprs=0, max_exports=256, **options):
    """Runs one wave of a kernel (raw code, for instance) that begins with this state.

    vgprs       array [count][lanes]: v0, v1, ...
    lds         initial contents; allocated in this size
    keep_vgprs  how many to return
    options     as for a kernel: engine, timeout, before, after
    """
    lanes = lanes or kernel.info.wave_lanes or 32
    start = ffi.new("shoal_wave_start *", lib.shoal_wave_start_default())
    keep = []

    def words(values):
        data = numpy.ascontiguousarray(values, numpy.uint32)
        keep.append(data)
        return ffi.cast("uint32_t *", ffi.from_buffer(data)) if data.size else ffi.NULL

    start.sgprs, start.sgpr_count = words(sgprs), len(sgprs)
    if vgprs is not None:
        vgprs = numpy.ascontiguousarray(vgprs).view(numpy.uint32)
        if vgprs.ndim != 2 or vgprs.shape[1] != lanes:
            raise ValueError(f"vgprs: an array [count][{lanes}], not {list(vgprs.shape)}")
        start.vgprs, start.vgpr_count = words(vgprs), len(vgprs)
    start.m0 = m0
    if exec is not None:
        start.has_exec, start.exec = True, exec
    if mode is not None:
        start.has_mode, start.mode = True, mode
    lds = ffi.from_buffer(bytes(lds))
    start.lds, start.lds_size = lds, len(lds)
    exports = ffi.new("shoal_export[]", max_exports)
    start.exports, start.export_capacity = exports, max_exports
    final_sgprs = numpy.zeros(128, numpy.uint32)
    final_vgprs = numpy.zeros((keep_vgprs, lanes), numpy.uint32)
    start.final_sgprs = words(final_sgprs)
    start.final_vgprs, start.final_vgpr_count = words(final_vgprs), keep_vgprs
    launch = Launch(kernel, Binding(kernel, ()), kernel._desc(lanes, lanes), start=start,
                    lds=len(lds), **options)
    wave = Wave()
    wave.stats = launch.wait()
    wave.exports = [Export(exports[i]) for i in range(min(start.export_count, max_exports))]
    wave.sgprs, wave.vgprs = final_sgprs, final_vgprs
    return wave
