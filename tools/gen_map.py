#!/usr/bin/env python3
"""gen_map.py: the linker's version script of a library, from its public headers.

    gen_map.py OUT NODE HEADER...

What a library exports are the functions that the headers declare with SHOAL_API, under the version NODE
(SHOAL_0), and nothing else.
"""
import re
import sys

# Up to the parenthesis that opens the parameters; types may stand on a line of their own.
FUNCTION = re.compile(r"^SHOAL_API\b[^;(]*?\b(\w+)\s*\(", re.M)


def main():
    out, node, *inputs = sys.argv[1:]
    names = set()
    for path in inputs:
        with open(path, encoding="utf-8") as file:
            names.update(FUNCTION.findall(file.read()))
    lines = "".join(f"        {name};\n" for name in sorted(names))
    with open(out, "w", encoding="utf-8") as file:
        file.write(f"{node} {{\n    global:\n{lines}    local:\n        *;\n}};\n")


if __name__ == "__main__":
    main()
