#!/usr/bin/env python3
"""gen_blas.py: what is made of the list of BLAS functions, src/runtime/blas/functions.tbl.

usage: gen_blas.py TABLE (--rocblas | --hipblas | --run | --list | --rocblas-header | --hipblas-header) OUTPUT

--rocblas, --hipblas                  the functions that programs call: each hands its arguments to blas_call
--run                                 how each is computed and what its arguments have to be: struct blas_function
--list                                declarations of these
--rocblas-header, --hipblas-header    prototypes for programs
"""
import re
import sys

LETTERS = {"scnrm2": "c", "dznrm2": "z", "scasum": "c", "dzasum": "z", "csscal": "c", "zdscal": "z", "csrot": "c",
           "zdrot": "z", "bfdot": "b"}
TYPES = {"s": "F32", "d": "F64", "c": "C32", "z": "C64", "h": "F16", "b": "BF16"}
REAL = {"s": "s", "d": "d", "c": "s", "z": "d", "h": "h", "b": "b"}
WORK = {"h": "s", "b": "s"}  # the letter of the function that computes
C_TYPES = {"rocblas": {"s": "float", "d": "double", "c": "rocblas_float_complex", "z": "rocblas_double_complex",
                       "h": "rocblas_half", "b": "rocblas_bfloat16"},
           "hipblas": {"s": "float", "d": "double", "c": "hipblasComplex", "z": "hipblasDoubleComplex",
                       "h": "hipblasHalf", "b": "hipblasBfloat16"}}
ENUMS = {"uplo": ("rocblas_fill", "hipblasFillMode_t", 121, 122), "side": ("rocblas_side", "hipblasSideMode_t", 141, 142),
         "diag": ("rocblas_diagonal", "hipblasDiagType_t", 131, 132)}
ENUMS.update({t: ("rocblas_operation", "hipblasOperation_t", 111, 113) for t in ("trans", "transA", "transB")})
SIZES = ("n", "m", "k", "kl", "ku")
VALUES = {"N": "111", "L": "141"}
TOKEN = re.compile(r"(?P<name>\w+)(?P<mode>\^)?(?P<type>(?<=\^)[TR])?(?::(?P<scalar>[TR]))?(?P<written>!)?"
                   r"(?:\((?P<shape>[^()]+(?:\([^()]*\)[^()]*)*)\)|\[(?P<packed>.+)\])?(?P<late>!)?(?P<typed>@)?")
VARIANTS = ("", "_batched", "_strided_batched")


def fail(message):
    sys.exit("gen_blas.py: " + message)


class Parameter:
    """kind: size, enum, scalar, vector, matrix, packed, mode, result, compute."""

    def __init__(self, token):
        self.typed = token.endswith("@")
        if token[0] == "=":
            self.name, self.kind, self.type, self.is_written = "result", "result", token[1], True
            return
        match = TOKEN.fullmatch(token)
        if not match:
            fail("what is " + token)
        self.name = match["name"]
        self.is_written = bool(match["written"] or match["late"])
        self.type = match["type"] or match["scalar"] or "T"
        shape, packed = match["shape"], match["packed"]
        if self.name in SIZES:
            self.kind = "size"
        elif self.name in ENUMS:
            self.kind = "enum"
        elif self.name in ("exec", "compute"):
            self.kind = "compute"
        elif match["mode"]:
            self.kind, self.length = "mode", packed or "1"
        elif packed:
            self.kind, self.length = "packed", packed
        elif shape and "," in shape:
            self.kind = "matrix"
            self.rows, self.columns = shape.rsplit(",", 1) if shape.count(",") == 1 else fail(token)
        elif shape:
            self.kind, self.length = "vector", shape
        else:
            self.kind = "scalar"

    def extras(self):
        """Integers that follow the pointer."""
        return {"vector": ["inc" + self.name], "matrix": ["ld" + self.name.lower()]}.get(self.kind, [])

    def is_pointer(self):
        return self.kind in ("vector", "matrix", "packed", "mode")


class Function:
    def __init__(self, name, parameters, how, choices=()):
        self.name, self.how, self.choices = name, how, choices
        self.parameters = parameters
        self.letter = "" if choices else LETTERS.get(name, name[1] if re.match("i[sdcz]am", name) else name[0])
        self.ints = []
        for p in parameters:
            if p.kind in ("size", "enum"):
                self.ints.append(p.name)
            self.ints += p.extras()
        self.pointers = [p for p in parameters if p.is_pointer()]
        self.scalars = [p for p in parameters if p.kind == "scalar"]
        self.result = next((p for p in parameters if p.kind == "result"), None)
        self.is_level1 = parameters[0].name == "n" and not any(p.kind == "matrix" for p in parameters) or (
            self.pointers[0].kind == "mode")

    def letter_of(self, kind):
        return {"T": self.letter, "R": REAL.get(self.letter, "")}[kind]

    def type_name(self, kind):
        return "INDEX" if kind == "I" else TYPES[self.letter_of(kind)]

    def expression(self, text):
        """A length, in terms of i[]."""
        return re.sub(r"\b[A-Za-z]\w*", lambda m: VALUES.get(m[0]) or f"i[{self.ints.index(m[0])}]", text)

    def names(self, api):
        """(name, variant, 64-bit) of all forms."""
        stem, ex = (self.name[:-3], "_ex") if self.choices else (self.name, "")
        for variant in VARIANTS:
            for wide in ("", "_64"):
                if api == "rocblas":
                    yield f"rocblas_{stem}{variant}{ex}{wide}", variant, wide
                else:
                    yield ("hipblas" + stem[0].upper() + stem[1:] + variant.title().replace("_", "") +
                           ex.title().replace("_", "") + wide), variant, wide


def read(path):
    out = []
    with open(path) as f:
        for line in f:
            line = line.split("#")[0].strip()
            if not line:
                continue
            names, text, how = ([c.strip() for c in line.split("|")] + [""])[:3]
            parameters = [Parameter(t) for t in text.split()]
            if ":" in names:
                name, choices = names.split(":")
                out.append(Function(name, parameters, how, choices.split()))
            else:
                out += [Function(n, parameters, how) for n in names.split()]
    return out


# ---- what programs call ---------------------------------------------------------------------

def c_type(f, p, api, wide):
    if p.type == "I":
        return "int64_t" if wide else ("rocblas_int" if api == "rocblas" else "int")
    return "void" if f.choices else C_TYPES[api][f.letter_of(p.type)]


def arguments(f, api, variant, wide):
    """[(declaration, name)] behind the handle."""
    integer = "int64_t" if wide else ("rocblas_int" if api == "rocblas" else "int")
    stride = "rocblas_stride" if api == "rocblas" else "hipblasStride"
    datatype = "rocblas_datatype" if api == "rocblas" else "shoal_hipblas_type"
    out, result = [], []
    for p in f.parameters:
        name = p.name
        if p.kind == "size":
            out.append((f"{integer} {name}", name))
        elif p.kind == "enum":
            out.append((f"{ENUMS[name][api != 'rocblas']} {name}", name))
        elif p.kind == "scalar":
            out.append((f"const {c_type(f, p, api, wide)} *{name}", name))
        elif p.kind == "result":
            result.append((f"{c_type(f, p, api, wide)} *result", "result"))
        elif p.kind == "compute":
            kind = datatype if api == "rocblas" or name == "exec" else "shoal_hipblas_compute"
            result.append((f"{kind} {name}_type", f"{name}_type"))
        else:
            const = "" if p.is_written else "const "
            of = c_type(f, p, api, wide)
            out.append((f"{const}{of} *const {name}[]" if variant == "_batched" else f"{const}{of} *{name}", name))
            if f.choices and variant == "_batched":
                out[-1] = (f"{const}void *{name}", name)
        if p.typed:
            (result if p.kind == "result" else out).append((f"{datatype} {name}_type", name + "_type"))
        out += [(f"{integer} {extra}", extra) for extra in p.extras()]
        if p.is_pointer() and variant == "_strided_batched":
            out.append((f"{stride} stride_{name}", "stride_" + name))
    if variant:
        result.insert(0, (f"{integer} batch_count", "batch_count"))
    out += result
    if f.name == "gemm_ex":
        out = gemm_ex(out, api, variant)
    return out


def gemm_ex(out, api, variant):
    """rocBLAS writes to another matrix than C; both are asked how."""
    if api == "rocblas":
        names = [name for _, name in out]
        at = names.index("C") + (4 if variant == "_strided_batched" else 3)
        more = [(t.replace("C", "D").replace("ldc", "ldd"), n.replace("C", "D").replace("ldc", "ldd"))
                for t, n in out[names.index("C"):at]]
        out[names.index("C")] = (out[names.index("C")][0].replace("void", "const void"), "C")
        out[at:at] = more
        return out + [("rocblas_gemm_algo algo", "algo"), ("int32_t solution_index", "solution_index"),
                      ("uint32_t flags", "flags")]
    return out + [("hipblasGemmAlgo_t algo", "algo")]


def prototype(f, api, name, variant, wide):
    status, handle = ("rocblas_status", "rocblas_handle") if api == "rocblas" else ("hipblasStatus_t", "hipblasHandle_t")
    text = ", ".join([f"{handle} handle"] + [t for t, _ in arguments(f, api, variant, wide)])
    return f"{status} {name}({text})"


def header(functions, api):
    yield f"/* Generated by gen_blas.py from Shoal's functions.tbl. */\n#pragma once\n"
    for f in functions:
        for name, variant, wide in f.names(api):
            yield f"{api.upper()}_EXPORT {prototype(f, api, name, variant, wide)};\n"


def calls(functions, api):
    yield "/* Generated by gen_blas.py from functions.tbl. */\n"
    yield f'#include "{api}_call.h"\n'
    for f in functions:
        for name, variant, wide in f.names(api):
            fields = []
            if f.ints:
                fields.append(".i = {" + ", ".join(f.ints) + "}")
            if f.scalars:
                fields.append(".s = {" + ", ".join(p.name for p in f.scalars) + "}")
            fields.append(".p = {" + ", ".join(p.name for p in f.pointers) + "}")
            if variant == "_strided_batched":
                fields.append(".stride = {" + ", ".join("stride_" + p.name for p in f.pointers) + "}")
            if variant:
                fields.append(".batch = batch_count")
            if f.result:
                fields.append(".result = result")
            if f.choices:
                typed = {True: "{0}_type", False: "-1"}
                fields.append(".p_type = {" + ", ".join(p.name + "_type" for p in f.pointers) + "}")
                if f.scalars:
                    fields.append(".s_type = {" + ", ".join("s_type" if f.name == "rot_ex" else
                                                      typed[p.typed].format(p.name) for p in f.scalars) + "}")
                if f.result:
                    fields.append(".result_type = result_type")
                compute = f.parameters[-1].name + "_type"
                is_enum = compute == "compute_type" and api == "hipblas"
                fields.append(f".compute = hipblas_compute_type({compute})" if is_enum else f".compute = {compute}")
                if f.name == "gemm_ex" and api == "rocblas":
                    stride = ", .stride = stride_D" if variant == "_strided_batched" else ""
                    fields.append(f".d = {{.at = D, .ld = ldd, .type = D_type{stride}}}")
            form = {"": "SINGLE", "_batched": "BATCHED", "_strided_batched": "STRIDED"}[variant]
            fields.append(f".form = {form}, .is_wide = {int(bool(wide))}, .name = \"{name}\"")
            yield f"{prototype(f, api, name, variant, wide)}\n{{\n"
            if f.name == "gemm_ex":
                yield "".join(f"    (void){n};\n" for n in (("algo", "solution_index", "flags") if api == "rocblas" else ("algo",)))
            yield f"    const struct blas_parameters parameters = {{{', '.join(fields)}}};\n"
            yield f"    return {api}_call(handle, &shoal_blas_{f.name}, &parameters);\n}}\n\n"


# ---- how they are computed ---------------------------------------------------------------------

def check(f):
    """Sizes and enumerators."""
    yield f"static rocblas_status check_{f.name}(const int64_t *i)\n{{\n"
    for p in f.parameters:
        at = f"i[{f.ints.index(p.name)}]" if p.name in f.ints else ""
        if p.kind == "enum":
            low, high = ENUMS[p.name][2:]
            if p.name == "transA" and re.match("[cz](syrk|syr2k)", f.name):
                high = 112  # symmetric: no conjugates
            yield f"    if ({at} < {low} || {at} > {high})\n        return rocblas_status_invalid_value;\n"
            if p.name == "transA" and re.match("[cz](herk|her2k)", f.name):
                yield f"    if ({at} == 112)\n        return rocblas_status_invalid_value;\n"
        elif p.kind == "size" and not f.is_level1:
            yield f"    if ({at} < 0)\n        return rocblas_status_invalid_size;\n"
    for p in f.parameters:
        if p.kind == "matrix":
            at, rows = f"i[{f.ints.index(p.extras()[0])}]", f.expression(p.rows)
            yield f"    if ({at} < 1 || {at} < ({rows}))\n        return rocblas_status_invalid_size;\n"
        elif p.kind == "vector" and not f.is_level1:
            yield f"    if (i[{f.ints.index(p.extras()[0])}] == 0)\n        return rocblas_status_invalid_size;\n"
    yield "    return i ? rocblas_status_success : rocblas_status_internal_error;\n}\n"


def extent(f):
    yield f"static void extent_{f.name}(const int64_t *i, int64_t *out)\n{{\n    (void)i;\n"
    for number, p in enumerate(f.pointers):
        if p.kind == "vector":
            text = f"vector_extent({f.expression(p.length)}, i[{f.ints.index(p.extras()[0])}])"
        elif p.kind == "matrix":
            text = (f"matrix_extent({f.expression(p.rows)}, {f.expression(p.columns)}, "
                    f"i[{f.ints.index(p.extras()[0])}])")
        else:
            text = f.expression(p.length)
        yield f"    out[{number}] = {text};\n"
    yield "}\n"


def cblas(f):
    """A call of the function of CBLAS with the same name."""
    words = [] if f.is_level1 else ["CblasColMajor"]
    scalars, pointers = iter(range(9)), iter(range(9))
    for p in f.parameters:
        if p.kind in ("size", "enum"):
            words.append(f"(int)i[{f.ints.index(p.name)}]")
        elif p.kind == "scalar":
            at, letter = f"s[{next(scalars)}]", f.letter_of(p.type)
            words.append(at if letter in "cz" else f"*(const {C_TYPES['rocblas'][letter]} *){at}")
        elif p.is_pointer():
            words.append(f"p[{next(pointers)}]")
        words += [f"(int)i[{f.ints.index(e)}]" for e in p.extras()]
    return f.name, ", ".join(words)


def run(f):
    """How to compute it: a function of run.c, or one that calls CBLAS."""
    if f.letter in WORK:
        return
    if f.how and f.how not in ("value", "sub", "index"):
        return
    name, words = cblas(f)
    yield (f"static void run_{f.name}(const int64_t *i, const void *const *s, void *const *p, void *result)\n{{\n"
           "    (void)i, (void)s, (void)result;\n")
    if f.how == "value":
        of = C_TYPES["rocblas"][f.letter_of(f.result.type)]
        guard = "i[0] > 0 ? " if len(f.pointers) == 2 else "i[0] > 0 && i[1] > 0 ? "
        yield f"    *({of} *)result = {guard}cblas_{name}({words}) : 0;\n"
    elif f.how == "sub":
        yield f"    cblas_{name}_sub({words}, result);\n"
    elif f.how == "index":
        yield f"    *(int64_t *)result = index_{f.name[1:]}(i[0], p[0], i[1]);\n"
    else:
        yield f"    cblas_{name}({words});\n"
    yield "}\n"


def runner(f):
    letter = WORK.get(f.letter, f.letter)
    if f.how and f.how not in ("value", "sub", "index"):
        return f"{f.how}_{letter}"
    return "run_" + (letter + f.name[len(f.letter) + (f.letter == "b"):] if f.letter in WORK else f.name)


def describe(functions):
    yield '/* Generated by gen_blas.py from functions.tbl. */\n#include "run.h"\n\n'
    for f in functions:
        if f.choices:
            continue
        yield from check(f)
        yield from extent(f)
        yield from run(f)
    for f in functions:
        fields = [f'.name = "{f.name}"', f".ints = {len(f.ints)}", f".scalars = {len(f.scalars)}",
                  f".pointers = {len(f.pointers)}", f".has_result = {int(bool(f.result))}"]
        if f.choices:
            fields.append(".by_type = {" + ", ".join("&shoal_blas_" + c for c in f.choices) + "}")
        else:
            fields.append(f".check = check_{f.name}, .extent = extent_{f.name}, .run = {runner(f)}")
            fields.append(f".type = {TYPES[f.letter]}")
            if f.result:
                fields.append(f".result_type = {f.type_name(f.result.type)}")
            for number, p in enumerate(f.scalars):
                fields.append(f".s_type[{number}] = {f.type_name(p.type)}")
        for number, p in enumerate(f.pointers):
            of = "" if f.choices else f".type = {f.type_name(p.type)}, "
            fields.append(f'.pointer[{number}] = {{.name = "{p.name}", {of}.is_written = {int(p.is_written)}, '
                          f".is_mode = {int(p.kind == 'mode')}}}")
        yield f"const struct blas_function shoal_blas_{f.name} = {{\n    " + ",\n    ".join(fields) + "};\n"


def declare(functions):
    yield "/* Generated by gen_blas.py from functions.tbl. */\n"
    for f in functions:
        yield f"__attribute__((visibility(\"default\"))) extern const struct blas_function shoal_blas_{f.name};\n"


KINDS = {"--rocblas": lambda f: calls(f, "rocblas"), "--hipblas": lambda f: calls(f, "hipblas"), "--run": describe,
         "--list": declare, "--rocblas-header": lambda f: header(f, "rocblas"),
         "--hipblas-header": lambda f: header(f, "hipblas")}


def main():
    if len(sys.argv) != 4 or sys.argv[2] not in KINDS:
        sys.exit(__doc__)
    with open(sys.argv[3], "w") as f:
        f.writelines(KINDS[sys.argv[2]](read(sys.argv[1])))


if __name__ == "__main__":
    main()
