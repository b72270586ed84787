"""shoal: GPU machine code on the CPU. AMD RDNA3 (gfx1100) and Ventus kernels, with NumPy arrays.

    import numpy, shoal

    device = shoal.Device()
    saxpy = device.load("saxpy.co")["saxpy"]
    x, y = numpy.arange(1024, dtype="f4"), numpy.ones(1024, "f4")
    stats = saxpy(2.5, x, y, grid=1024, block=256)

The C API, include/shoal, is underneath, and all of it can be called: shoal.lib.shoal_NAME with
shoal.ffi.
"""

from ._library import Error, Fault, Record, Timeout, ffi, lib, library_path, version
from .arguments import Argument, Local
from .case import Case
from .device import Buffer, Device
from .graphics import Export, Wave, run_wave
from .images import Image, Sampler
from .isa import AssemblyError, Diagnostic, Instruction, assemble, disassemble, instructions
from .kernel import Kernel, Launch, Module, Stats
from .objects import Object, objects
from .observe import Observed

__version__ = version
__all__ = ["Argument", "AssemblyError", "Buffer", "Case", "Device", "Diagnostic", "Error",
           "Export", "Fault", "Image", "Instruction", "Kernel", "Launch", "Local", "Module",
           "Object", "Observed", "Record", "Sampler", "Stats", "Timeout", "Wave", "assemble",
           "disassemble", "ffi", "instructions", "lib", "library_path", "objects", "run_wave",
           "version"]
