"""dpp_formulas.py: do DPP controls take the lanes that `shoal isa --notation` says?

    dpp_formulas.py --wave build/tests/formula/rdna3_wave --shoal build/shoal

Each control is run with v_mov_b32 on lane numbers; the formulas are read from the text.
"""
import argparse
import os
import random
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "../../tools")]

import isa_formula  # noqa: E402
from evaluate import Machine, Scope  # noqa: E402


def source(formula, lane, lanes, names):
    m = Machine(lanes)
    scope = Scope(m, lane)
    scope.names.update(names)
    scope.index = lambda base, i: names[base[1]][scope.value(i)]
    return scope.value(isa_formula.Parser(formula).expr())


def controls(text):
    """(syntax, formula, keeps to its row) of the lines that describe one."""
    for line in text.splitlines():
        m = re.fullmatch(r"  ((?:quad_perm|row_\w+|dpp8)(?::\S+)?)\s+(lane.*?)(, if in the same row of 16)?", line)
        if m:
            yield m[1], m[2], bool(m[3])


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--wave", required=True)
    p.add_argument("--shoal", required=True)
    args = p.parse_args()
    text = subprocess.run([args.shoal, "isa", "--notation"], capture_output=True, text=True, check=True).stdout
    r, cases = random.Random(1), []
    for syntax, formula, same_row in controls(text):
        for lanes in (32, 64):
            for _ in range(6):
                names, control = {}, syntax
                if "[" in syntax:
                    count = 8 if syntax.startswith("dpp8") else 4
                    names["p"] = [r.randrange(count) for _ in range(count)]
                    control = f"{syntax.split(':')[0]}:[{','.join(map(str, names['p']))}]"
                elif syntax.endswith(":n"):
                    names["n"] = r.randrange(1, 16)
                    control = f"{syntax[:-1]}{names['n']}"
                extra = "" if syntax.startswith("dpp8") else " row_mask:0xf bank_mask:0xf"
                request = (f"v_mov_b32_dpp v0, v1 {control}{extra} | wave={lanes} v0=ff v1=" +
                           ",".join(f"{i:x}" for i in range(lanes)) + " | v0")
                cases.append((control, formula, same_row, lanes, names, request))
    done = subprocess.run([args.wave], input="\n".join(c[-1] for c in cases) + "\n", capture_output=True, text=True)
    passed, failed, seen = 0, 0, set()
    for (control, formula, same_row, lanes, names, _), line in zip(cases, done.stdout.splitlines()):
        want = []
        for lane in range(lanes):
            n = source(formula, lane, lanes, names)
            want.append(n if not same_row or n // 16 == lane // 16 else 0xff)
        got = [int(x, 16) for x in line.strip().split(",")] if re.fullmatch(r"[0-9a-f, ]+", line) else line
        seen.add(control.split(":")[0])
        if got == want:
            passed += 1
        else:
            failed += 1
            print(f"{control} wave{lanes}: {got}\n    by the formula {formula}: {want}")
    missing = {"quad_perm", "row_shl", "row_shr", "row_ror", "row_mirror", "row_half_mirror", "row_share", "row_xmask", "dpp8"} - seen
    for name in missing:
        print(f"--notation does not explain {name}")
    print(f"{passed} passed, {failed + len(missing)} failed, 0 skipped")
    return bool(failed or missing) or done.returncode != 0


if __name__ == "__main__":
    sys.exit(main())
