#!/usr/bin/env python3
"""Tables that gen_isa.py must refuse, with the message it must give."""
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
GENERATOR = os.path.join(HERE, "../../tools/gen_isa.py")
HEAD = """format SOP2 dwords=1 match=0x80000000/0xc0000000 class=salu
field ssrc0=0:8 ssrc1=8:8 sdst=16:7 op=23:7
role d=sdst:sdst a=ssrc0:ssrc b=ssrc1:ssrc
"""
THREE = "generation gfx1 one\ngeneration gfx2 two\ngeneration gfx3 three\n" + HEAD
ROW = "s_add_u32 0 d:u32 <- a:u32 b:u32 | | 16.1\n"

# (what is wrong, table, the error's text after "insts.tbl:")
CASES = [
    ("a row before any format", ROW, "1: a format must come first"),
    ("two rows with one opcode", HEAD + ROW + "s_sub_u32 0 d:u32 <- a:u32 | | 16.1\n",
     "5: s_sub_u32 overlaps s_add_u32 (line 4): SOP2 0"),
    ("one name twice", HEAD + ROW + "s_add_u32 1 d:u32 <- a:u32 | | 16.1\n",
     "5: s_add_u32 is already on line 4"),
    ("an opcode that does not fit", HEAD + "s_x 128 <- | | 16.1\n", "4: opcode 128 does not fit in 7 bits"),
    ("fields that overlap", HEAD.replace("ssrc1=8:8", "ssrc1=7:8"), "2: field ssrc1 overlaps field ssrc0"),
    ("a field over the fixed bits", HEAD.replace("op=23:7", "op=23:8"),
     "2: field op overlaps the fixed bits of SOP2"),
    ("a field past the end", HEAD.replace("op=23:7", "op=30:7"), "2: field op ends at bit 37, SOP2 has 32"),
    ("match bits outside the mask", HEAD.replace("0x80000000/", "0x80000001/"),
     "1: match 0x80000001 has bits outside its mask 0xc0000000"),
    ("an unknown class", HEAD.replace("class=salu", "class=fpu"), "1: unknown class fpu"),
    ("an unknown type", HEAD + ROW.replace("a:u32", "a:u31"), "4: unknown type 'u31'"),
    ("an operand without type", HEAD + ROW.replace("a:u32", "a"), "4: operand 'a' needs a type, like a:f32"),
    ("a role that the format lacks", HEAD + ROW.replace("a:u32", "c:u32"), "4: SOP2 has no role 'c'"),
    ("a role of no field", HEAD.replace("a=ssrc0:", "a=ssrc2:"), "3: role a names no field of SOP2: ssrc2"),
    ("an unknown kind", HEAD.replace(":ssrc b", ":sgpr b"), "3: unknown operand kind 'sgpr'"),
    ("an unknown flag", HEAD + ROW.replace("| |", "| fast |"), "4: unknown flag 'fast'"),
    ("no arrow", HEAD + ROW.replace("<-", ""), "4: operands need '<-' between writes and reads"),
    ("no section", HEAD + ROW.replace("16.1", ""), "4: not a row: NAME OP WRITES <- READS | FLAGS | SECTION"),
    ("a format twice", HEAD + HEAD, "4: format SOP2 is already on line 1"),
    ("formats that overlap", HEAD + HEAD.replace("SOP2", "SOPX"), "4: format SOPX overlaps SOP2"),
    ("a row that does nothing and does not say what it is", HEAD + "s_nothing 0 <- a:u32 | | 16.1\n",
     "4: s_nothing writes nothing, and does not say what it is to control flow (flow=...)"),
    ("a row on the whole wave without effects", HEAD + ROW.replace("| |", "| wave |"),
     "4: s_add_u32 works on the whole wave: say which state it reads and writes, or none"),
    ("none, and state", HEAD + ROW.replace("b:u32", "b:u32 m0 none"), "4: s_add_u32 says none, and names state"),
    ("an unknown flow", HEAD + ROW.replace("| |", "| flow=jump |"),
     "4: s_add_u32: unknown flow 'jump': use next, branch, call, return, end, barrier, pause, wait, hint, message, halt, fault"),
    ("an unknown counter", HEAD + ROW.replace("| |", "| raises=vmcnt,vcnt |"),
     "4: s_add_u32: unknown counter 'vcnt': use vmcnt, vscnt, lgkmcnt, expcnt, depctr or none"),
    ("a wait for nothing", HEAD + "s_await 0 <- a:u32 | flow=wait | 16.1\n",
     "4: s_await waits, and does not say for which counter (waits=...)"),
    ("memory that nobody reads or writes", HEAD.replace("class=salu", "class=vmem") + ROW,
     "4: s_add_u32 is a memory instruction: say what it reads and writes, or none"),
    ("a generation twice", "generation gfx1 one\ngeneration gfx1 two\n", "2: expected `generation CHIP NAME`, each chip once"),
    ("a conversion twice", "conversion unorm snorm\nconversion unorm\n", "2: each conversion once"),
    ("a generation without a name", "generation gfx1\n", "1: expected `generation CHIP NAME`, each chip once"),
    ("a row since no generation", THREE + ROW.replace("| |", "| since=gfx4 |"),
     "7: unknown generation 'gfx4': use gfx1, gfx2, gfx3"),
    ("a row until no generation", THREE + ROW.replace("| |", "| until=gfx0 |"),
     "7: unknown generation 'gfx0': use gfx1, gfx2, gfx3"),
    ("a row that ends before it begins", THREE + ROW.replace("| |", "| since=gfx3 until=gfx2 |"),
     "7: s_add_u32 ends before it begins"),
    ("an opcode moved before the row exists", THREE + ROW.replace(" 0 ", " gfx1=0,gfx3=1 ").replace("| |", "| since=gfx2 |"),
     "7: s_add_u32: the first opcode must be that of its first generation, gfx2"),
    ("an opcode moved after the row's end", THREE + ROW.replace(" 0 ", " gfx1=0,gfx3=1 ").replace("| |", "| until=gfx2 |"),
     "7: s_add_u32: the first opcode must be that of its first generation, gfx1"),
    ("an opcode moved in no generation", THREE + ROW.replace(" 0 ", " gfx1=0,gfx9=1 "),
     "7: unknown generation 'gfx9': use gfx1, gfx2, gfx3"),
    ("an opcode moved out of its field", THREE + ROW.replace(" 0 ", " gfx1=0,gfx2=128 "),
     "7: opcode 128 does not fit in 7 bits"),
    ("an opcode moved onto another row", THREE + ROW.replace(" 0 ", " gfx1=0,gfx3=1 ") + ROW.replace("add", "sub").replace(" 0 ", " 1 "),
     "8: s_sub_u32 overlaps s_add_u32 (line 7): SOP2 1"),
    ("two rows with one opcode in one of their generations",
     THREE + ROW.replace("| |", "| until=gfx2 |") + ROW.replace("add", "sub").replace("| |", "| since=gfx2 |"),
     "8: s_sub_u32 overlaps s_add_u32 (line 7): SOP2 0"),
    ("an unknown image part", HEAD + ROW.replace("| |", "| img=q |"),
     "4: unknown image address part 'q': use cbodhlrnw"),
    ("an unknown part of an exact sequence", HEAD + ROW.replace("| |", "| exact=rest |"),
     "4: unknown part of an exact sequence 'rest': use scale, reciprocal, sum, product, fmas, fixup, root, power, class, choice, copy"),
]
ABOUT_CASES = [
    ("a row without a sentence", "s_sub | Subtracts.\n", "0: no sentence for s_add_u32"),
    ("a pattern without use", "s_add_u32 | Adds.\ns_sub | Subtracts.\n", "2: s_sub is used by no row"),
    ("a line without a sentence", "s_add_u32\n", "1: expected PATTERN | SENTENCE"),
    ("a word without text", "words t u32\n", "1: expected key=text, found 'u32'"),
    ("a missing word", "words t i32=x\ns_add_(u32) | Adds {1:t}.\n", "2: s_add_u32: no word for '*'"),
]
# (what is wrong, operation.tbl, the error's text after "operation.tbl:")
OPERATION_CASES = [
    ("a row without an operation", "s_sub | d = a\n", "0: no operation for s_add_u32"),
    ("a pattern without use", "s_add_u32 | d = a + b\ns_sub | d = a\n", "2: s_sub is used by no row"),
    ("no formula", "s_add_u32\n", "1: expected PATTERN | FORMULA [-- PRECISION]"),
    ("words without text", "words op add\n", "1: expected words MAP KEY = TEXT, found 'words op add'"),
    ("words twice", "words op add = a\nwords op add = b\n", "2: op has add already"),
    ("missing words", "s_(add)_u32 | d = {1:op}\n", "1: s_add_u32: no words for 'op'"),
    ("a formula that ends too early", "s_add_u32 | d = a +\n", "1: s_add_u32: expected 'name', found the end"),
    ("a formula that goes on", "s_add_u32 | d = a b\n", "1: s_add_u32: expected ';', found b"),
    ("a character of no formula", "s_add_u32 | d = a # b\n", "1: s_add_u32: cannot read ' # b'"),
    ("two targets and one value", "s_add_u32 | d, scc = a\n", "1: s_add_u32: 2 targets and 1 values"),
    ("a value for a number", "s_add_u32 | 3 = a\n", "1: s_add_u32: a value can be given to operands and names only"),
]
NO_SHAPE = "1: x needs one shape (counter, soon, self, rewrite, split), and no flags but wave64, low and values"
HAZARD_CASES = [
    ("a hazard of nothing", "x soon | trans | all | a | b | c | d\n", "1: no instruction is the first of x"),
    ("an unknown selector", "x soon | slow | all | a | b | c | d\n", "1: no selector is called 'slow'"),
    ("a column too few", "x | salu | all | a | b | c\n",
     "1: expected NAME FLAGS | FIRST | THEN | WHERE | UNTIL | REMEDY | SOURCE"),
    ("an unknown flag", "x soon wave32 | salu | all | a | b | c | d\n", NO_SHAPE),
    ("two shapes", "x soon self | salu | all | a | b | c | d\n", NO_SHAPE),
    ("an unknown wait", "x soon ends=vmcnt | salu | all | a | b | c | d\n", "1: unknown value of x"),
    ("an unknown operand", "x soon share=d/x | salu | all | a | b | c | d\n", "1: unknown value of x"),
    ("an unknown chip", "x soon until=gfx9 | salu | all | a | b | c | d\n", "1: unknown value of x"),
]


def run(table, about=None, name="about.tbl"):
    with tempfile.TemporaryDirectory() as d:
        with open(os.path.join(d, "insts.tbl"), "w") as f:
            f.write(table)
        if about is not None:
            with open(os.path.join(d, name), "w") as f:
                f.write(about)
        return subprocess.run([sys.executable, "-B", GENERATOR, os.path.join(d, "insts.tbl"), os.path.join(d, "out")],
                              capture_output=True, text=True)


def main():
    passed = failed = 0
    cases = [(what, "insts.tbl:" + text, run(table)) for what, table, text in CASES]
    for name, tables in (("about.tbl", ABOUT_CASES), ("operation.tbl", OPERATION_CASES), ("hazards.tbl", HAZARD_CASES)):
        cases += [(what, f"{name}:{text}", run(HEAD + ROW, lines, name)) for what, lines, text in tables]
    for what, text, r in cases:
        message = r.stderr.strip()
        if r.returncode == 1 and message.endswith("/" + text):
            passed += 1
        else:
            failed += 1
            print(f"FAILED: {what}: expected {text!r}, got status {r.returncode}: {message[-300:]}")
    print(f"{passed} passed, {failed} failed, 0 skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
