"""_headers: the C declarations of libshoal, read from its own headers.

The headers are the one place where the C API is written down. They are copied into the package
when it is installed; in a checkout they are those of include/shoal. What cffi cannot read is
worked out here: comments, conditions, and the lists that are macros (SHOAL_STATUS_LIST).
"""

import pathlib
import re

HERE = pathlib.Path(__file__).resolve().parent
CHECKOUT = HERE.parent.parent.parent

_DEFINE = re.compile(r"#define\s+(\w+)\(([^)]*)\)\s*(.*)")
_NUMBER = re.compile(r"#define\s+(\w+)\s+(-?\d\w*)\s*$")


def folder():
    """Where the headers are."""
    for place in (HERE / "include" / "shoal", CHECKOUT / "include" / "shoal"):
        if (place / "shoal.h").exists():
            return place
    raise ImportError(f"shoal: the headers are neither in {HERE / 'include'} nor in "
                      f"{CHECKOUT / 'include'}; install the package again")


def _without_comments(text):
    return re.sub(r"/\*.*?\*/", " ", text, flags=re.S).replace("\\\n", " ")


def _without_conditions(text):
    """Drops what is for C++ and other systems; of include guards, only the directives."""
    kept, stack = [], []
    for line in text.splitlines():
        word = re.match(r"\s*#\s*(\w+)\s*(.*)", line)
        directive = word.group(1) if word else ""
        if directive in ("if", "ifdef", "ifndef"):
            stack.append(directive == "ifndef")
        elif directive == "else":
            stack[-1] = False  # SHOAL_API, on every other system
        elif directive == "endif":
            stack.pop()
        elif all(stack):
            kept.append(line)
    return "\n".join(kept)


def _parts(text):
    """Splits the arguments of a macro at commas outside of strings."""
    return [part.strip() for part in re.findall(r'(?:"[^"]*"|[^,"])+', text)]


def _apply(macro, arguments):
    names, body = macro
    for name, value in zip(names, arguments):
        body = re.sub(rf"\s*##\s*{name}\b|\b{name}\b", lambda _, value=value: value, body)
    return body


def _expand(text, macros):
    """Writes out LIST(ONE) where `#define LIST(X) X(a, b) X(c, d)` and ONE is a macro, too."""
    lines = []
    for line in text.splitlines():
        define = _DEFINE.match(line)
        if define:
            macros[define.group(1)] = (_parts(define.group(2)), define.group(3))
        use = re.fullmatch(r"\s*(\w+)\((\w+)\)\s*", line)
        if use and use.group(1) in macros and use.group(2) in macros:
            body = macros[use.group(1)][1]
            entries = re.findall(r'X\(((?:"[^"]*"|[^()"])*)\)', body)
            line = " ".join(_apply(macros[use.group(2)], _parts(entry)) for entry in entries)
        elif line.lstrip().startswith("#") and not _NUMBER.match(line):
            continue
        lines.append(line)
    return "\n".join(lines)


def _in_order(place):
    """The headers, each after those that it includes."""
    order = []

    def add(name):
        if name in order:
            return
        text = (place / name).read_text(encoding="utf-8")
        for other in re.findall(r'#include "(?:shoal/)?(\w+\.h)"', text):
            add(other)
        order.append(name)

    for path in sorted(place.glob("*.h")):
        add(path.name)
    return order


def cdef(place=None):
    """All declarations, as cffi takes them."""
    place = place or folder()
    macros = {}
    out = []
    for name in _in_order(place):
        text = _without_conditions(_without_comments((place / name).read_text(encoding="utf-8")))
        out.append(_expand(text, macros).replace("SHOAL_API ", ""))
    return "\n".join(out)


def version(place=None):
    """"0.1.0", as shoal.h says."""
    text = ((place or folder()) / "shoal.h").read_text(encoding="utf-8")
    parts = [re.search(rf"SHOAL_VERSION_{part}\s+(\d+)", text).group(1)
             for part in ("MAJOR", "MINOR", "PATCH")]
    return ".".join(parts)
