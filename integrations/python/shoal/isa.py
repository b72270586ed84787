"""isa: text to machine code and back; what is known about each instruction."""

import os
import pathlib
import warnings

import cffi

from ._library import CLASSES, WORDS, Error, Record, ffi, lib, text, value_of

_FLAGS = {name[len("SHOAL_INSN_"):].lower(): getattr(lib, name) for name in (
    "SHOAL_INSN_BRANCH", "SHOAL_INSN_CONDITIONAL", "SHOAL_INSN_CALL", "SHOAL_INSN_INDIRECT",
    "SHOAL_INSN_END", "SHOAL_INSN_LOAD", "SHOAL_INSN_STORE", "SHOAL_INSN_ATOMIC",
    "SHOAL_INSN_BARRIER", "SHOAL_INSN_LITERAL", "SHOAL_INSN_DPP", "SHOAL_INSN_DUAL")}


def _name(isa, dialect=None):
    if isa == "ventus" and dialect == "toolchain":
        return "ventus:toolchain"
    return isa


class Diagnostic(Record):
    """What is wrong in assembly text, or may be: severity, file, line, column, text, hint, source;
    str() is the message as people read it, with the line and a caret."""

    def __init__(self, struct):
        super().__init__(struct)
        size = lib.shoal_asm_format_diagnostic(ffi.addressof(struct), ffi.NULL, 0) + 1
        out = ffi.new("char[]", size)
        lib.shoal_asm_format_diagnostic(ffi.addressof(struct), out, size)
        self._text = text(out).rstrip("\n")

    def __str__(self):
        return self._text


class AssemblyError(Error):
    """Text with errors; `diagnostics` has each."""

    def __init__(self, status, diagnostics):
        super().__init__(status, "\n".join(map(str, diagnostics)))
        self.diagnostics = diagnostics


def assemble(source, isa="rdna3", *, output="code_object", dialect=None, wave64=False, defines=None,
             file_name=None, include=None, error_limit=0):
    """Assembles text in LLVM's syntax and returns bytes.

    source   the text, or a pathlib.Path of a file
    output   "code_object", "relocatable", "raw" (the bytes of .text)
    defines  {"N": 4}: symbols set before the first line
    include  folder of .include and .incbin; of a file, its own; else they are refused

    AssemblyError: the text has errors. Warnings are Python warnings.
    """
    if isinstance(source, pathlib.Path):
        include = include or source.parent
        file_name = file_name or str(source)
        source = source.read_text(encoding="utf-8")
    options = ffi.new("shoal_asm_options *", lib.shoal_asm_options_default())
    keep = []

    def c_string(value):
        keep.append(ffi.new("char[]", value.encode()))
        return keep[-1]

    options.output = value_of("shoal_asm_output", output, "output")
    options.wave64, options.error_limit = wave64, error_limit
    if file_name:
        options.file_name = c_string(os.fspath(file_name))
    if defines:
        keep.append(ffi.new("shoal_asm_define[]",
                            [{"name": c_string(k), "value": v} for k, v in defines.items()]))
        options.defines, options.define_count = keep[-1], len(defines)
    if include is not None:
        options.read_file = reader = _reader(pathlib.Path(include))
        keep.append(reader)
    data = source.encode()
    out = ffi.new("shoal_asm_result **")
    status = lib.shoal_asm_text(_name(isa, dialect).encode(), data, len(data), options, out)
    result = out[0]
    if result == ffi.NULL:
        raise Error(status, f"isa={isa!r}: " + text(lib.shoal_status_text(status)))
    try:
        found = [Diagnostic(result.diagnostics[i]) for i in range(result.diagnostic_count)]
        if status != lib.SHOAL_OK:
            raise AssemblyError(status, found)
        for diagnostic in found:
            warnings.warn(str(diagnostic), stacklevel=2)
        return bytes(ffi.buffer(result.output, result.output_size))
    finally:
        lib.shoal_asm_result_free(result)


def _reader(folder):
    """The library frees what it gets, so that it has to come from malloc."""
    libc = cffi.FFI()
    libc.cdef("void *malloc(size_t);")
    malloc = libc.dlopen(None).malloc

    @ffi.callback("char *(void *, const char *, size_t *)", error=ffi.NULL, onerror=lambda *_: None)
    def read(_, name, size):
        data = (folder / ffi.string(name).decode()).read_bytes()
        memory = ffi.cast("char *", malloc(max(len(data), 1)))
        ffi.memmove(memory, data, len(data))
        size[0] = len(data)
        return memory
    return read


class Instruction:
    """A decoded instruction: address, bytes, text, mnemonic, format, instruction_class, flags (a
    set of "branch", "load", ...), target (address, of a branch), reason (why it is none)."""

    def __init__(self, isa, insn, status, address, data, wave64, labels):
        self._isa, self._insn = isa, insn
        self.address = address
        self.bytes = data[:insn.size_bytes]
        self.reason = text(insn.reason)
        self.is_valid = status == lib.SHOAL_OK
        self.wave64 = wave64
        self.flags = set()
        self.target = None
        if not self.is_valid:
            self.text = f"// {self.reason}"
            self.mnemonic = self.format = self.instruction_class = None
            return
        self.flags = {name for name, bit in _FLAGS.items() if insn.flags & bit}
        if "branch" in self.flags and "indirect" not in self.flags:
            self.target = address + insn.branch_bytes
        self.text = self._text(labels)
        self.mnemonic = self.text.split()[0]
        self.format = text(lib.shoal_insn_format_name(isa, insn.format))
        self.instruction_class = CLASSES[insn.class_index]

    def _text(self, labels):
        options = ffi.new("shoal_text_options *", {"wave64": self.wave64, "address": self.address})
        keep = {}

        @ffi.callback("const char *(void *, uint64_t)", error=ffi.NULL)
        def label(_, address):
            if address not in labels:
                return ffi.NULL
            return keep.setdefault(address, ffi.new("char[]", labels[address].encode()))

        if labels:
            options.label = label
        out = ffi.new("char[]", lib.SHOAL_INSN_TEXT_BYTES)
        lib.shoal_insn_format(self._isa, self._insn, options, out, len(out))
        return text(out)

    @property
    def operands(self):
        """What it reads and writes, implicit operands included: Records of shoal_operand."""
        out = ffi.new("shoal_operand[]", lib.SHOAL_INSN_MAX_OPERANDS)
        count = lib.shoal_insn_operands(self._isa, self._insn, self.wave64, out) \
            if self.is_valid else 0
        return [_operand(out[i]) for i in range(count)]

    def __str__(self):
        return self.text

    def __repr__(self):
        return f"<{self.address:#x}: {self.text}>"


def _operand(struct):
    record = Record(struct)
    record.kind = WORDS["shoal_operand_kind"][record.kind]
    return record


def find(isa):
    """The C object of an instruction set's name; see shoal_isa_find."""
    found = lib.shoal_isa_find(isa.encode())
    if found == ffi.NULL:
        raise ValueError(f"isa={isa!r}: there are 'rdna3', 'ventus', 'ventus:toolchain'")
    return found


def disassemble(code, isa="rdna3", *, address=0, wave64=False, labels=None):
    """Yields an Instruction for each in the bytes of machine code; shoal.objects opens files.

    labels  {address: name} for branches
    """
    isa = find(isa)
    data = bytes(code)
    whole = ffi.from_buffer(data)
    at = 0
    while at < len(data):
        insn = ffi.new("shoal_insn *")
        status = lib.shoal_insn_decode(isa, whole + at, len(data) - at, insn)
        size = min(max(insn.size_bytes, 1), len(data) - at)
        yield Instruction(isa, insn, status, address + at, data[at:at + size], wave64, labels or {})
        at += size


def instructions(isa="rdna3"):
    """All instructions of the table: Records of shoal_isa_insn with mnemonic, section, about,
    class_name, encodings, operands."""
    index = 0
    record = ffi.new("shoal_isa_insn *")
    while lib.shoal_isa_insn_at(isa.encode(), index, record) == lib.SHOAL_OK:
        entry = Record(record)
        entry.encodings = [Record(record.encodings[i]) for i in range(record.encoding_count)]
        entry.operands = [Record(record.operands[i]) for i in range(record.operand_count)]
        yield entry
        index += 1
    if index == 0:
        find(isa)
