"""What cffi was told is what the headers say. Witness: Clang, which reads them as C."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

from support import BUILD, ROOT, ShoalTest

import shoal
from shoal import ffi, lib

HEADERS = sorted((ROOT / "include" / "shoal").glob("*.h"))
SOURCE = "".join(f"#include <shoal/{header.name}>\n" for header in HEADERS)
CLANG = shutil.which(os.environ.get("CC", "clang").split()[-1]) or shutil.which("clang-22")


def c_name(kind):
    """A cffi type as Clang prints it, but for const, which cffi does not keep."""
    if kind.kind == "function" or (kind.kind == "pointer" and kind.item.kind == "function"):
        function = kind if kind.kind == "function" else kind.item
        arguments = ", ".join(c_name(a) for a in function.args) or "void"
        return f"{c_name(function.result)} (*)({arguments})"
    return kind.cname.replace("enum ", "").replace("struct ", "")


def plain(text):
    return re.sub(r"\s+", "", re.sub(r"\b(const|struct|enum)\b", "", text)).replace("bool", "_Bool") \
        .replace("__Bool", "_Bool")


@unittest.skipUnless(CLANG, "no clang: apt install clang-22")
class Declarations(ShoalTest):
    def clang(self, source, *options):
        return subprocess.run([CLANG, "-x", "c", "-std=c17", "-fsyntax-only", *options,
                               f"-I{ROOT / 'include'}", "-"], input=source, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def test_every_function_has_its_signature(self):
        done = self.clang(SOURCE, "-Xclang", "-ast-dump=json")
        self.assertEqual(done.returncode, 0, done.stderr)
        functions = {node["name"]: node["type"]["qualType"] for node in json.loads(done.stdout)["inner"]
                     if node["kind"] == "FunctionDecl" and node["name"].startswith("shoal_")}
        self.assertGreater(len(functions), 60)
        known = {name for name in dir(lib) if name.startswith("shoal_")}
        self.assertEqual(known, set(functions))
        typedefs = {"shoal_log_fn": "void (*)(void *, shoal_log_level, char *)"}
        for name, signature in functions.items():
            function = ffi.typeof(getattr(lib, name))
            arguments = ", ".join(c_name(a) for a in function.args) or "void"
            for typedef, text in typedefs.items():
                signature = signature.replace(typedef, text)
            self.assertEqual(plain(f"{c_name(function.result)} ({arguments})"), plain(signature), name)

    def test_every_struct_has_its_layout(self):
        checks = []
        structs = 0
        for name in ffi.list_types()[0]:
            kind = ffi.typeof(name)
            if kind.kind == "enum":
                checks += [f"_Static_assert({symbol} == {value}, \"{symbol}\");"
                           for value, symbol in kind.elements.items()]
            if kind.kind != "struct" or kind.fields is None:
                continue
            structs += 1
            checks.append(f'_Static_assert(sizeof({name}) == {ffi.sizeof(kind)}, "{name}");')
            for field, entry in kind.fields:
                checks.append(f"_Static_assert(offsetof({name}, {field}) == {entry.offset} && "
                              f"sizeof((({name} *)0)->{field}) == {ffi.sizeof(entry.type)}, "
                              f'"{name}.{field}");')
        self.assertGreater(structs, 20)
        done = self.clang(SOURCE + "\n".join(checks))
        self.assertEqual(done.returncode, 0, done.stderr)
        wrong = checks[-1].replace("== ", "== 1 + ")
        self.assertNotEqual(self.clang(SOURCE + wrong).returncode, 0, "the check itself sees nothing")

    def test_constants(self):
        names = [name for name in dir(lib) if name.startswith("SHOAL_")]
        checks = [f'_Static_assert({name} == {getattr(lib, name)}, "{name}");' for name in names]
        done = self.clang(SOURCE + "\n".join(checks))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("SHOAL_E_TIMEOUT", names)
        self.assertIn("SHOAL_CLASS_COUNT", names)


class Library(ShoalTest):
    def test_every_function_is_in_the_library(self):
        for name in dir(lib):
            self.assertIsNotNone(getattr(lib, name))

    def test_library_of_the_build_is_found(self):
        self.assertTrue(pathlib.Path(shoal.library_path).is_relative_to(BUILD), shoal.library_path)

    def test_library_that_is_not_there(self):
        with tempfile.TemporaryDirectory() as folder:
            done = self.python("import shoal", SHOAL_LIBRARY=folder)
        self.assertIn("ImportError: shoal: libshoal.so.0 was not found. Install libshoal0, or set "
                      f"SHOAL_LIBRARY to the file or its folder. Tried: {folder}/libshoal.so.0, "
                      f"{folder}/libshoal.so", done.stderr)

    def test_library_of_another_version(self):
        with tempfile.TemporaryDirectory() as folder:
            library = pathlib.Path(folder) / "libshoal.so.0"
            source = 'const char *shoal_version(void) { return "9.9.9"; }'
            subprocess.run([CLANG, "-x", "c", "-shared", "-o", library, "-"], input=source, text=True,
                           check=True)
            done = self.python("import shoal", SHOAL_LIBRARY=str(library))
        self.assertIn(f"ImportError: shoal: {library} is version 9.9.9, but this package is for "
                      f"{shoal.version}; install the two of one version, or set SHOAL_LIBRARY",
                      done.stderr)

    def python(self, program, **env):
        import sys
        path = str(ROOT / "integrations" / "python")
        return subprocess.run([sys.executable, "-c", program], text=True, stderr=subprocess.PIPE,
                              env={**os.environ, "PYTHONPATH": path, **env})
