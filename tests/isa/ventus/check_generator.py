#!/usr/bin/env python3
"""Tables that gen_ventus.py must refuse, with the message it must give."""
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
GENERATOR = os.path.join(HERE, "../../../tools/gen_ventus.py")
HEAD = """section base x
format R dwords=1 class=salu
field rd=7:5 rs1=15:5 rs2=20:5
role d=rd:x a=rs1:x b=rs2:x
syntax d, a, b
"""
ROW = "add 00000033/fe00707f d:u32 <- a:u32 b:u32 | | base\n"
EXPANSIONS = "li add sub | | constant\ncall add sub | a=1 d=1 | jump\n"
PSEUDO = "neg sub | a=0 | d, b | print\n"

# (what is wrong, table, the error's text after "insts.tbl:")
CASES = [
    ("two rows with one word", HEAD + ROW + ROW.replace("add ", "sub "), "7: sub overlaps add (line 6)"),
    ("one name twice", HEAD + ROW + ROW.replace("00000033", "40000033"), "7: add is already on line 6"),
    ("match bits outside the mask", HEAD + ROW.replace("/fe00707f", "/fe00700f"),
     "6: match 0x33 has bits outside its mask 0xfe00700f"),
    ("a mask of 64 bits", HEAD + ROW.replace("/fe00707f", "/1fe00707f"), "6: the mask has more than the 32 bits of R"),
    ("a field over fixed bits", HEAD + ROW.replace("/fe00707f", "/fe10707f"), "6: field rs2 overlaps the fixed bits of add"),
    ("a field in pieces over itself", HEAD.replace("rs2=20:5", "rs2=20:5+24:2") + ROW, "3: field rs2 overlaps itself"),
    ("no section of this name", HEAD + ROW.replace("| base", "| bass"), "6: unknown section 'bass'"),
    ("both dialects as one", HEAD + ROW.replace("| |", "| manual toolchain |"), "6: a row of both dialects has neither flag"),
    ("a syntax with another role", HEAD.replace("d, a, b", "d, a, c") + ROW, "2: the syntax of R has no role 'c'"),
    ("no syntax", HEAD.replace("syntax d, a, b\n", "") + ROW, "2: format R has no syntax"),
    ("a row that does nothing and does not say what it is", HEAD + ROW.replace("d:u32 <-", "<-"),
     "6: add writes nothing, and does not say what it is to control flow (flow=...)"),
    ("a row on the whole warp without effects", HEAD + ROW.replace("| |", "| wave |"),
     "6: add works on the whole wave: say which state it reads and writes, or none"),
    ("an opcode that is not fixed", HEAD + ROW.replace("/fe00707f", "/fe00703f"), "6: add does not fix bits 6:0"),
    ("a memory prefix without a width", HEAD.replace(" R ", " PREM ") + ROW,
     "6: add does not say how many words a thread moves (words=1 to 4)"),
    ("an opcode of words of two lengths", HEAD + ROW + HEAD.replace("section base x", "").replace(" R dwords=1", " W dwords=2")
     + ROW.replace("add 00000033/fe00707f", "add64 440000033/4fe00707f"), "12: add64 is not as long as other words with its opcode"),
    ("a row of no shape", HEAD.replace("salu", "other") + ROW, "add (line 6) has no shape: it needs wave, load, store or atomic"),
]
# two dialects may share a word
GOOD = HEAD + ROW.replace("| |", "| manual |") + ROW.replace("add ", "sub ").replace("| |", "| toolchain |")
PSEUDO_CASES = [
    ("an unknown row", PSEUDO.replace("sub", "subb"), "1: no instruction is called subb"),
    ("an unknown role", PSEUDO.replace("d, b", "d, e"), "1: the syntax of R has no role 'e'"),
    ("a condition on nothing", PSEUDO.replace("a=0", "e=0"), "1: bad condition 'e=0'"),
    ("an expansion to an unknown row", "li addd add | | constant\n", "1: no instruction is called addd"),
    ("an expansion of an unknown kind", "li add sub | | konstant\n",
     "1: expected constant, address, access, jump, not 'konstant'"),
    ("a jump without registers", "call add sub | d=1 | jump\n", "1: a jump names both registers, a and d, nothing else names any"),
    ("an address in a register of its own", "la add sub | a=1 d=1 | address\n",
     "1: a jump names both registers, a and d, nothing else names any"),
    ("an expansion by another operand", "call add sub | b=1 | jump\n", "1: bad condition 'b=1'"),
    ("a line without columns", "neg sub\n", "1: expected NAME ROW | CONDITIONS | SYNTAX | print or read"),
]


def run(table, pseudo=""):
    with tempfile.TemporaryDirectory() as d:
        for name, text in (("insts.tbl", table), ("pseudo.tbl", pseudo)):
            with open(os.path.join(d, name), "w") as f:
                f.write(text)
        return subprocess.run([sys.executable, "-B", GENERATOR, os.path.join(d, "insts.tbl"), os.path.join(d, "out")],
                              capture_output=True, text=True)


def main():
    passed = failed = 0
    cases = [(what, text, run(table)) for what, table, text in CASES]
    cases += [(what, text, run(GOOD, pseudo)) for what, pseudo, text in PSEUDO_CASES]
    for what, text, r in cases:
        message = r.stderr.strip()
        ok = r.returncode == 1 and message.endswith(text)
        passed += ok
        failed += not ok
        if not ok:
            print(f"FAILED: {what}: expected {text!r}, got status {r.returncode}: {message[-300:]}")
    good = run(GOOD, PSEUDO + EXPANSIONS)
    passed += not good.returncode
    failed += bool(good.returncode)
    if good.returncode:
        print("FAILED: a table without mistakes:", good.stderr[-300:])
    print(f"{passed} passed, {failed} failed, 0 skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
