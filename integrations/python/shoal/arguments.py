"""arguments: Python values to the bytes of a kernel's arguments, checked against what the file says
of them.

Arrays become device memory for the length of a launch; what the kernel wrote comes back into
them, unless they are read-only.
"""

import re

import numpy

from ._library import fields, ffi, lib
from .device import Buffer
from .images import Image, Sampler

# OpenCL C 6.1: the built-in types are of fixed sizes.
_TYPES = {"char": "i1", "uchar": "u1", "short": "i2", "ushort": "u2", "int": "i4", "uint": "u4",
          "long": "i8", "ulong": "u8", "size_t": "u8", "half": "f2", "float": "f4",
          "double": "f8", "bool": "u1"}
_TYPE = re.compile(r"(" + "|".join(_TYPES) + r")(\d*)(\**)")
_LDS_ALIGN = 128  # of the largest OpenCL type, for pointers that state none
_LDS_PAGE = 4096  # Ventus: as PoCL's driver gives them out


class Local:
    """An argument that points to local memory (LDS) of so many bytes."""

    def __init__(self, nbytes):
        self.nbytes = int(nbytes)

    def __repr__(self):
        return f"shoal.Local({self.nbytes})"


def element_type(type_name):
    """dtype and width of "float", "float4", "float4*"; (None, 1) for types that are not
    built in."""
    match = _TYPE.fullmatch(type_name)
    return (numpy.dtype(_TYPES[match.group(1)]), int(match.group(2) or 1)) if match else (None, 1)


class Argument:
    """What the file says about one argument: name, type_name, kind, offset_bytes, size_bytes."""

    def __init__(self, index, kernel_name, record):
        self.__dict__.update(fields(record))
        self.index = index
        self._kernel = kernel_name

    def title(self):
        name = f" ({self.name})" if self.name else ""
        return f"argument {self.index}{name} of '{self._kernel}'"

    def wants(self):
        what = {"global_buffer": "a buffer", "dynamic_lds_pointer": "local memory",
                "image": "an image", "sampler": "a sampler",
                "by_value": f"a value of {self.size_bytes} bytes"}.get(self.kind, self.kind)
        return f"{what} ({self.type_name})" if self.type_name else what

    def refuse(self, given, hint=""):
        return TypeError(f"{self.title()} is {self.wants()}, but {given} is given" +
                         (f"; {hint}" if hint else ""))

    def __repr__(self):
        return f"<{self.title()}: {self.wants()}>"


def _describe(value):
    if isinstance(value, (numpy.ndarray, Buffer)):
        return f"an array of {value.dtype}"
    return {Image: "an image", Sampler: "a sampler", Local: "local memory"}.get(
        type(value), f"{type(value).__name__} {value!r}")


class _Copy:
    """Device memory with a copy of an array, for one launch."""

    def __init__(self, device, array):
        self.array = array
        start, end = numpy.lib.array_utils.byte_bounds(array) \
            if hasattr(numpy.lib, "array_utils") else numpy.byte_bounds(array)
        self.start, self.end = start, end
        self.buffer = device.empty(array.shape or (1,), array.dtype)
        self.buffer.array[...] = array

    def is_of(self, array):
        return self.array is array or (
            self.array.__array_interface__["data"] == array.__array_interface__["data"] and
            self.array.shape == array.shape and self.array.strides == array.strides and
            self.array.dtype == array.dtype)

    def collect(self):
        if self.array.flags.writeable:
            self.array[...] = self.buffer.array.reshape(self.array.shape)
        self.buffer.free()


class Binding:
    """The bytes of all arguments, and what has to live until the launch has ended."""

    def __init__(self, kernel, values):
        self.copies = []
        self.keep = list(values)
        self.lds_bytes = 0
        self._device = kernel.module.device
        self._info = kernel.info
        self._lds_end = kernel.info.lds_bytes
        self._lds_top = kernel.info.lds_end
        try:
            if kernel.info.has_arguments:
                self.data = self._by_metadata(kernel, values)
            else:
                self.data = self._by_values(values)
        except BaseException:
            self.release()
            raise

    def collect(self):
        """Brings back what the kernel wrote."""
        copies, self.copies = self.copies, []
        for copy in copies:
            copy.collect()

    def release(self):
        copies, self.copies = self.copies, []
        for copy in copies:
            copy.buffer.free()

    # ---- layout ---------------------------------------------------------------------

    def _by_metadata(self, kernel, values):
        arguments = kernel.arguments
        if len(values) != len(arguments):
            wanted = ", ".join(f"{a.type_name or a.wants()} {a.name}".rstrip() for a in arguments)
            raise TypeError(f"kernel '{kernel.name}' takes {len(arguments)} arguments ({wanted}), "
                            f"but {len(values)} are given")
        data = bytearray(max((a.offset_bytes + a.size_bytes for a in arguments), default=0))
        for argument, value in zip(arguments, values):
            part = self._bytes(argument, value)
            data[argument.offset_bytes:argument.offset_bytes + len(part)] = part
        return bytes(data)

    def _by_values(self, values):
        """Without metadata: one after the other, each aligned as its size asks."""
        data = bytearray()
        pointer = self._info.pointer_bytes
        for index, value in enumerate(values):
            if isinstance(value, (numpy.ndarray, Buffer, Image, Sampler)) or value is None:
                part = self._address(value).to_bytes(pointer, "little")
            elif isinstance(value, Local):
                part = self._local(value, 0).to_bytes(4, "little")
            else:
                part = _loose_value(index, value)
            size = len(part)
            align = 8 if size >= 8 else 4 if size >= 4 else size
            if pointer == 4:
                align = 4
                while align < size:
                    align *= 2
            data.extend(bytes(-len(data) % max(align, 1)))
            data.extend(part)
        return bytes(data)

    def _bytes(self, argument, value):
        kind = argument.kind
        is_memory = isinstance(value, (numpy.ndarray, Buffer)) and not (
            isinstance(value, numpy.ndarray) and kind == "by_value")
        if kind == "global_buffer" and (is_memory or value is None or isinstance(value, int)):
            _check_elements(argument, value)
            return self._address(value).to_bytes(argument.size_bytes, "little")
        if kind == "dynamic_lds_pointer" and isinstance(value, Local):
            return self._local(value, argument.align_bytes).to_bytes(argument.size_bytes, "little")
        if kind == "image" and isinstance(value, Image) or \
                kind == "sampler" and isinstance(value, Sampler):
            return self._address(value).to_bytes(argument.size_bytes, "little")
        if kind == "by_value" and not is_memory and not isinstance(value, (Local, Image, Sampler)):
            return _value_bytes(argument, value)
        hint = {"global_buffer": "pass a NumPy array or a Buffer",
                "dynamic_lds_pointer": "pass shoal.Local(BYTES)",
                "image": "pass device.image(FORMAT, WIDTH, HEIGHT)",
                "sampler": "pass device.sampler()"}.get(kind, "")
        raise argument.refuse(_describe(value), hint)

    # ---- memory ---------------------------------------------------------------------

    def _address(self, value):
        if value is None:
            return 0
        if isinstance(value, int):
            return value
        if isinstance(value, numpy.ndarray):
            return self._copy(value).buffer.address if value.size else 0
        if value.device is not self._device:
            raise ValueError(f"{value!r} is memory of another device")
        if value.address is None:
            raise ValueError(f"{value!r} has been freed")
        return value.address

    def _copy(self, array):
        if array.dtype.hasobject:
            raise TypeError("an array of Python objects cannot go to a device")
        for copy in self.copies:
            if copy.is_of(array):
                return copy
        copy = _Copy(self._device, array)
        self.copies.append(copy)
        for other in self.copies[:-1]:
            if other.start < copy.end and copy.start < other.end and \
                    (array.flags.writeable or other.array.flags.writeable):
                raise ValueError("two arrays overlap without being the same, so that what the "
                                 "kernel writes would be lost; pass Buffers (device.buffer)")
        return copy

    def _local(self, local, align):
        if self._lds_top:  # an address, given out downwards
            self._lds_top -= (local.nbytes // _LDS_PAGE + 1) * _LDS_PAGE
            return self._lds_top
        align = align or _LDS_ALIGN
        at = -(-self._lds_end // align) * align
        self._lds_end = at + local.nbytes
        self.lds_bytes = self._lds_end - self._info.lds_bytes
        return at


def _check_elements(argument, value):
    """An array of doubles for a float* is a mistake; bytes and structs may be anything."""
    if not isinstance(value, (numpy.ndarray, Buffer)):
        return
    dtype, _ = element_type(argument.type_name)
    is_number = value.dtype.kind in "iuf" and value.dtype != numpy.uint8
    if dtype is None or not is_number or not argument.type_name.endswith("*"):
        return
    if dtype.itemsize != value.dtype.itemsize or (dtype.kind == "f") != (value.dtype.kind == "f"):
        raise argument.refuse(_describe(value), f"convert it with .astype('{dtype}'), or say that "
                                                f"its bytes are meant with .view('{dtype}')")


def _value_bytes(argument, value):
    size = argument.size_bytes
    if isinstance(value, (bytes, bytearray)) or isinstance(value, numpy.void):
        data = bytes(value)
        if len(data) != size:
            raise argument.refuse(f"{len(data)} bytes")
        return data
    dtype, width = element_type(argument.type_name)
    if dtype is None:
        return _untyped_bytes(argument, value)
    try:
        values = numpy.asarray(value)
    except (ValueError, TypeError):
        raise argument.refuse(_describe(value)) from None
    if values.size != width or values.dtype.kind not in "biuf":
        raise argument.refuse(f"{values.size} values" if width > 1 or values.ndim
                              else _describe(value))
    if dtype.kind != "f":
        if values.dtype.kind == "f":
            raise argument.refuse(_describe(value), "convert it with int()")
        limits = numpy.iinfo(dtype)
        for number in values.reshape(-1).tolist():
            if not limits.min <= number <= limits.max:
                raise OverflowError(f"{argument.title()}: {number} is no {argument.type_name}")
    return values.astype(dtype).tobytes()


def _untyped_bytes(argument, value):
    """The file states a size only (HIP): NumPy values say their type, Python's go by size."""
    size = argument.size_bytes
    if isinstance(value, (numpy.generic, numpy.ndarray)):
        data = value.tobytes()
        if len(data) != size:
            raise argument.refuse(f"{len(data)} bytes ({value.dtype})")
        return data
    if isinstance(value, float) and size in (2, 4, 8):
        return numpy.dtype(f"f{size}").type(value).tobytes()
    if isinstance(value, (bool, int)) and size in (1, 2, 4, 8):
        try:
            return int(value).to_bytes(size, "little", signed=value < 0)
        except OverflowError:
            raise OverflowError(f"{argument.title()}: {value} has more than {size} bytes") from None
    if hasattr(value, "address"):
        return value.address.to_bytes(size, "little")
    raise argument.refuse(_describe(value), "pass a NumPy scalar or bytes")


def _loose_value(index, value):
    """A value of a kernel that says nothing about its arguments."""
    if isinstance(value, (bytes, bytearray)):
        return bytes(value)
    if isinstance(value, numpy.generic):
        return value.tobytes()
    if isinstance(value, float):
        return numpy.float32(value).tobytes()
    if isinstance(value, int):
        if not -1 << 31 <= value < 1 << 32:
            raise OverflowError(f"argument {index}: {value} has more than 32 bits; say "
                                "numpy.int64 or numpy.uint64")
        return (value & 0xffffffff).to_bytes(4, "little")
    raise TypeError(f"argument {index}: {_describe(value)} is no value, array or Buffer")


def describe_arguments(kernel_pointer, name, count):
    """The explicit arguments of a kernel."""
    out = []
    for index in range(count):
        record = ffi.new("shoal_arg_info *")
        lib.shoal_kernel_get_arg(kernel_pointer, index, record)
        out.append(Argument(index, name, record))
    return out
