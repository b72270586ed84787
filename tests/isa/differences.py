"""The rules of docs/llvm-differences.md, for the differential tests.

    read("decoder", 5, ("ours-only", "llvm-only", "text"), 2) -> [[column, ...], ...] in order

A rule is a line of a fenced block with that name. Columns are split at bars with a blank on both
sides, so that patterns can have others.
"""
import os
import sys

PATH = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "docs", "llvm-differences.md")


def read(block, columns, kinds, kind_column, path=PATH):
    out, inside = [], False
    with open(path) as f:
        for n, line in enumerate(f, 1):
            line = line.strip()
            if line.startswith("```"):
                inside = not inside and line == "```" + block
            elif inside and line:
                parts = [x.strip() for x in line.split(" | ")]
                if len(parts) != columns or parts[kind_column] not in kinds or not all(parts):
                    sys.exit(f"{path}:{n}: expected {columns} columns with ` | ` between them, "
                             f"number {kind_column + 1} one of {', '.join(kinds)}: {line}")
                out.append(parts)
    if not out:
        sys.exit(f"{path}: no ```{block} block with rules")
    return out
