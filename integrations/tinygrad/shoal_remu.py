"""Run tinygrad's AMD back end on Shoal instead of tinygrad's own emulator.

    import shoal_remu
    shoal_remu.install()            # or: python -m shoal_remu SCRIPT [ARG...]
                                    # or: python -m shoal_remu -m pytest [ARG...]

Replaces test.mockgpu.amd.emu.run_asm by a call of libremu.so's run_asm_ex. tinygrad is not
edited. The library is found through $SHOAL_REMU, then next to this file, then by the
system's loader as libremu.so.
"""
import ctypes
import os
import pathlib
import runpy
import sys

_EMU_MODULE = "test.mockgpu.amd.emu"


def load_library():
    """The loaded libremu with run_asm_ex's types declared. OSError if there is none."""
    here = pathlib.Path(__file__).resolve().parent
    names = [os.environ.get("SHOAL_REMU"), str(here / "libremu.so"),
             str(here.parent.parent / "build" / "src" / "runtime" / "remu" / "libremu.so"), "libremu.so"]
    for name in names:
        if name and (os.sep not in name or os.path.exists(name)):
            try:
                lib = ctypes.CDLL(name)
            except OSError:
                continue
            u32, ptr = ctypes.c_uint32, ctypes.c_void_p
            lib.run_asm_ex.restype = ctypes.c_int
            lib.run_asm_ex.argtypes = [ptr, u32, u32, u32, u32, u32, u32, u32, ptr, u32, u32,
                                       ctypes.c_char_p, ctypes.POINTER(u32), u32]
            return lib
    raise OSError("libremu.so was not found: set SHOAL_REMU to its path, or install Shoal")


def make_run_asm(lib):
    """A function with the signature of tinygrad's emulator function."""
    def run_asm(lib_ptr, lib_sz, gx, gy, gz, lx, ly, lz, args_ptr, rsrc2=0x19c, scratch_size=0,
                arch="rdna3", user_data=None):
        words = list(user_data) if user_data is not None else []
        array = (ctypes.c_uint32 * max(1, len(words)))(*words)
        return lib.run_asm_ex(lib_ptr, lib_sz, gx, gy, gz, lx, ly, lz, args_ptr, rsrc2, scratch_size,
                              arch.encode(), array, len(words))
    return run_asm


def install():
    """Puts Shoal in place of tinygrad's emulator, also in modules that imported it by name."""
    import importlib
    emu = importlib.import_module(_EMU_MODULE)
    old, new = emu.run_asm, make_run_asm(load_library())
    for module in list(sys.modules.values()):
        for name, value in list(vars(module).items()) if module is not None else []:
            if value is old:
                setattr(module, name, new)
    return new


def main(argv):
    if not argv:
        sys.exit(__doc__)
    if argv[0] == "-m" and len(argv) == 1:
        sys.exit("shoal_remu: -m needs the name of a module, as in: python -m shoal_remu -m pytest")
    install()
    if argv[0] == "-m":
        sys.argv = argv[1:]
        runpy.run_module(argv[1], run_name="__main__", alter_sys=True)
        return
    sys.argv = argv
    sys.path[0] = os.path.dirname(os.path.abspath(argv[0]))  # as `python SCRIPT` has it
    runpy.run_path(argv[0], run_name="__main__")


if __name__ == "__main__":
    main(sys.argv[1:])
