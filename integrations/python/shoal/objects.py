"""objects: the machine code in a file, to be read rather than run."""

import os

from ._library import Error, Record, ffi, lib, text
from .isa import disassemble


class Section:
    """Executable code: name, address, bytes."""

    def __init__(self, record):
        self.name, self.address = text(record.name), record.address
        self.bytes = bytes(ffi.buffer(record.bytes, record.size_bytes))


class Object:
    """A code object: container, processor, isa, sections, symbols, lines (as in object.h)."""

    def __init__(self, record):
        self.container, self.processor = text(record.container), text(record.processor)
        self.isa = text(record.isa)
        self.sections = [Section(record.sections[i]) for i in range(record.section_count)]
        self.symbols = [Record(record.symbols[i]) for i in range(record.symbol_count)]
        self.lines = [Record(record.lines[i]) for i in range(record.line_count)]

    def disassemble(self, name=None, *, wave64=None):
        """Instructions of a function or kernel, or of all code; branches show symbols."""
        symbol = next((s for s in self.symbols if s.name == name), None)
        if name is not None and symbol is None:
            raise KeyError(f"no symbol {name!r}; there are "
                           f"{', '.join(s.name for s in self.symbols) or 'none'}")
        if wave64 is None:
            kernels = [symbol] if symbol else [s for s in self.symbols if s.is_kernel]
            wave64 = bool(kernels) and all(s.wave_lanes == 64 for s in kernels)
        labels = {s.address: s.name for s in self.symbols}
        for index, section in enumerate(self.sections):
            start, end = 0, len(section.bytes)
            if symbol is not None:
                if symbol.section != index:
                    continue
                start = symbol.address - section.address
                end = start + symbol.size_bytes if symbol.size_bytes else end
            yield from disassemble(section.bytes[start:end], self.isa,
                                   address=section.address + start, wave64=wave64, labels=labels)

    def __repr__(self):
        return f"<shoal.Object {self.processor}: {', '.join(s.name for s in self.symbols)}>"


def objects(source):
    """The code objects for gfx1100 or Ventus in a file (a path) or in bytes; see object.h."""
    out = ffi.new("shoal_objects **")
    message = ffi.new("char[]", lib.SHOAL_OBJECT_MESSAGE_BYTES)
    if isinstance(source, (str, os.PathLike)):
        status = lib.shoal_objects_open(os.fsencode(source), out, message)
    else:
        data = ffi.from_buffer(source)
        status = lib.shoal_objects_open_bytes(data, len(data), out, message)
    if status != lib.SHOAL_OK:
        raise Error(status, text(message) or text(lib.shoal_status_text(status)))
    try:
        return [Object(lib.shoal_objects_at(out[0], i))
                for i in range(lib.shoal_objects_count(out[0]))]
    finally:
        lib.shoal_objects_close(out[0])
