"""Shoal's disassembler and assembler, line by line."""
import subprocess
import sys


def run(args, lines):
    r = subprocess.run(args, input="\n".join(lines) + "\n", capture_output=True, text=True)
    if r.returncode:
        sys.exit(f"{' '.join(args)} failed with {r.returncode}: {r.stderr[-2000:]}")
    out = r.stdout.splitlines()
    if len(out) != len(lines):
        sys.exit(f"{' '.join(args)} gave {len(out)} answers to {len(lines)} lines")
    return out


def dis(shoal, words, dialect, *options):
    """Text of each word (bytes), or "invalid: REASON"."""
    return run([shoal, "dis", "--hex", "--isa", "ventus", "--dialect", dialect, *options], [w.hex() for w in words])


def asm(shoal, lines, dialect):
    """Bytes of each line as hex, or "error: COLUMN: MESSAGE"."""
    return run([shoal, "as", "--hex", "--isa", "ventus", "--dialect", dialect], lines)
