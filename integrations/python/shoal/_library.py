"""_library: libshoal as `lib` and `ffi`, and what all modules need to call it: statuses to
exceptions, C strings and structs to Python.

Everything of include/shoal can be called as shoal.lib.shoal_NAME.
"""

import ctypes.util
import os
import pathlib
import sys

import cffi

from . import _headers

NAMES = ("libshoal.so.0", "libshoal.so")


def _candidates():
    """Places to look in, best first: $SHOAL_LIBRARY, the checkout's build, the loader's."""
    named = os.environ.get("SHOAL_LIBRARY")
    if named:
        path = pathlib.Path(named)
        yield from [path / name for name in NAMES] if path.is_dir() else [path]
        return
    if (_headers.CHECKOUT / "include" / "shoal" / "shoal.h").exists():
        build = pathlib.Path(os.environ.get("SHOAL_BUILD", _headers.CHECKOUT / "build"))
        for place in (build, build / "src", build / "lib"):
            yield from (place / name for name in NAMES)
    yield from (pathlib.Path(sys.prefix) / "lib" / name for name in NAMES)
    yield from NAMES


def _open(ffi):
    tried = []
    for candidate in _candidates():
        if isinstance(candidate, pathlib.Path) and not candidate.exists():
            tried.append(str(candidate))
            continue
        try:
            return ffi.dlopen(str(candidate)), str(candidate)
        except OSError as error:
            tried.append(f"{candidate} ({error})" if isinstance(candidate, pathlib.Path)
                         else candidate)
    raise ImportError("shoal: libshoal.so.0 was not found. Install libshoal0, or set SHOAL_LIBRARY "
                      "to the file or its folder. Tried: " + ", ".join(tried))


ffi = cffi.FFI()
ffi.cdef(_headers.cdef())
lib, library_path = _open(ffi)


def text(pointer):
    """A C string as str; None for NULL."""
    return None if pointer == ffi.NULL else ffi.string(pointer).decode("utf-8", "replace")


version = text(lib.shoal_version())
if version != _headers.version():
    raise ImportError(f"shoal: {library_path} is version {version}, but this package is for "
                      f"{_headers.version()}; install the two of one version, or set SHOAL_LIBRARY")


# ---- statuses ---------------------------------------------------------------------------

def _enum_words(name, prefix):
    """{value: word} of a C enum: {1: "interp", ...} of shoal_engine, SHOAL_ENGINE_."""
    return {value: symbol[len(prefix):].lower()
            for value, symbol in sorted(ffi.typeof(name).elements.items())}


_PREFIXES = {"shoal_status": "SHOAL_", "shoal_engine": "SHOAL_ENGINE_",
             "shoal_fault_cause": "SHOAL_FAULT_", "shoal_dialect": "SHOAL_DIALECT_",
             "shoal_arg_kind": "SHOAL_ARG_", "shoal_case_role": "SHOAL_CASE_",
             "shoal_asm_severity": "SHOAL_ASM_", "shoal_asm_output": "SHOAL_ASM_",
             "shoal_image_type": "SHOAL_IMAGE_", "shoal_operand_kind": "SHOAL_OPERAND_",
             "shoal_wrap": "SHOAL_WRAP_", "shoal_jit_form": "SHOAL_JIT_",
             "shoal_log_level": "SHOAL_LOG_", "shoal_token": "SHOAL_TOKEN_",
             "shoal_register_file": "SHOAL_REG_"}
WORDS = {name: _enum_words(name, prefix) for name, prefix in _PREFIXES.items()}
# Of instructions, by number: "salu", "smem", ...
CLASSES = sorted((name[len("SHOAL_CLASS_"):].lower() for name in dir(lib)
                  if name.startswith("SHOAL_CLASS_") and name != "SHOAL_CLASS_COUNT"),
                 key=lambda word: getattr(lib, "SHOAL_CLASS_" + word.upper()))


def value_of(enum, word, what):
    """The C value of a word such as "interp"; ValueError lists the words that there are."""
    for value, known in WORDS[enum].items():
        if known == word:
            return value
    raise ValueError(f"{what}={word!r}: there are {', '.join(map(repr, WORDS[enum].values()))}")


class Error(Exception):
    """A call that failed. `status` is the word of status.h without SHOAL_ ("e_nomem")."""

    def __init__(self, status, message):
        super().__init__(message)
        self.code = status
        self.status = WORDS["shoal_status"].get(status, str(status))


class Fault(Error):
    """A kernel that was stopped. str() is the whole report; the fields are those of
    shoal_fault: cause ("memory", "illegal", ...), kernel, workgroup, wave, lane, pc, pc_offset,
    address, access_bytes, instruction, source."""

    def __init__(self, status, message, record):
        super().__init__(status, message)
        self.message = message
        for name, value in fields(record).items():
            if name != "message":
                setattr(self, name, value)


class Timeout(Fault, TimeoutError):
    """A kernel that the time limit stopped."""


def check(status, device=ffi.NULL):
    """Raises what went wrong in a call on the device."""
    if status == lib.SHOAL_OK:
        return
    message = text(lib.shoal_last_error(device)) or text(lib.shoal_status_text(status))
    if status in (lib.SHOAL_E_FAULT, lib.SHOAL_E_TIMEOUT) and device != ffi.NULL:
        record = ffi.new("shoal_fault *")
        if lib.shoal_last_fault(device, record):
            kind = Timeout if status == lib.SHOAL_E_TIMEOUT else Fault
            raise kind(status, message.rstrip("\n"), record)
    raise Error(status, message)


# ---- structs ----------------------------------------------------------------------------

def _value(value, kind):
    if kind.kind == "enum":
        number = int(ffi.cast("int", value))
        return WORDS[kind.cname].get(number, number)
    if kind.kind == "struct":
        return Record(value)
    if kind.kind == "array":
        if kind.item.cname == "char":
            return ffi.string(value).decode("utf-8", "replace")
        return tuple(_value(item, kind.item) for item in value)
    if kind.kind == "pointer" and kind.item.cname == "char":
        return text(value)
    return value


def fields(struct):
    """The fields of a C struct as a dict: enums as words, strings as str, arrays as tuples."""
    kind = ffi.typeof(struct)
    kind = kind.item if kind.kind == "pointer" else kind
    return {name: _value(getattr(struct, name), field.type) for name, field in kind.fields}


class Record:
    """What a C struct says, as attributes."""

    def __init__(self, struct):
        self.__dict__.update(fields(struct))

    def __repr__(self):
        inside = ", ".join(f"{name}={value!r}" for name, value in self.__dict__.items()
                           if not name.startswith("_"))
        return f"{type(self).__name__}({inside})"
