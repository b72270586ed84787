#!/usr/bin/env python3
"""test_accesses: races and undefined values of random accesses against a model that looks at all pairs of them.

usage: test_accesses.py --shoal SHOAL [--seeds N] [--first SEED]

Each program is a few loads and stores whose addresses and active lanes come from a table: rows, rows that are
reversed, shifted by bytes, with holes, that overlap or lie across pages of the shadow, broadcasts and scattered
lanes, in elements of 1 to 16 bytes. Of races, each that is reported must be one of the model's pairs, with its
lanes, and there must be a report if the model has any; of undefined values, exactly the instructions of the model
must be reported.
"""
import argparse
import importlib.util
import json
import pathlib
import random
import struct
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
spec = importlib.util.spec_from_file_location("run", HERE / "run.py")
cases = importlib.util.module_from_spec(spec)
spec.loader.exec_module(cases)

SIZES = {1: ("u8", "b8"), 2: ("u16", "b16"), 4: ("b32", "b32"), 8: ("b64", "b64"), 16: ("b128", "b128")}
BYTES = 1024  # of LDS, and of the buffer that is accessed
NONE = 0xFFFFFFFF


class Step:
    """One access of all work-items: address[i] of item i of all groups, None: not active."""

    def __init__(self, rng, number, groups, items, is_lds, is_store):
        self.number, self.is_lds, self.is_store = number, is_lds, is_store
        self.size = rng.choice([4, 4, 4, 1, 2, 8, 16])
        self.has_barrier = rng.random() < 0.5
        self.is_same_value = rng.random() < 0.2
        self.is_undefined = False
        self.address = []
        pattern, part = rng.choice(PATTERNS), rng.choice([1.0, 1.0, 0.9, 0.3])
        base = rng.choice([64, 64, 252, 256, 320, 508, 512]) // self.size * self.size
        is_apart = rng.random() < 0.7  # groups have memory of their own
        shift = 0 if is_lds else rng.choice([0, 0, 0, 1, 2, 3])
        room = (BYTES - 80) // (groups if is_apart and not is_lds else 1)
        for group in range(groups):
            start = 64 + (base - 64) % max(room // 2, 1) + (room * group if is_apart and not is_lds else 0)
            start = start // self.size * self.size + shift
            for item in range(items):
                offset = pattern(rng, item, items) * self.size
                at = start + offset % (room // 2 // self.size * self.size or self.size)
                self.address.append(at if rng.random() < part else None)

    def instruction(self):
        load, store = SIZES[self.size]
        name = f"{'ds' if self.is_lds else 'global'}_{'store_' + store if self.is_store else 'load_' + load}"
        first = 28 if self.is_undefined else 20 if self.is_store else 24
        data = f"v[{first}:{first + self.size // 4 - 1}]" if self.size > 4 else f"v{first}"
        words = ["v1", data] if self.is_store else [data, "v1"]
        return f"{name} {', '.join(words + ([] if self.is_lds else ['s[6:7]']))} offset:{self.number + 1}"

    def table(self):
        return [NONE if a is None else a - self.number - 1 for a in self.address]

    def byte(self, item, k):
        """What item stores in byte k of its element."""
        value = 7 if self.is_same_value else (item << 8 | (self.number + 1) << 4 | k // 4) * 0x01000193 & 0xFFFFFFFF
        return value >> 8 * (k % 4) & 0xFF


def tile(rng, i, n):
    return i % 16 + i // 16 * 24


PATTERNS = [lambda r, i, n: i, lambda r, i, n: i, lambda r, i, n: i, lambda r, i, n: n - 1 - i, lambda r, i, n: i + 5,
            lambda r, i, n: 2 * i, lambda r, i, n: 0, lambda r, i, n: i // 2, lambda r, i, n: i ^ 1, tile,
            lambda r, i, n: r.randrange(n), lambda r, i, n: i % 8 * 9 + i // 8]


def program(steps, groups, items, lanes, use):
    exec_of = ("b64 {}, {}", "s[10:11]", "exec") if lanes == 64 else ("b32 {}, {}", "s10", "exec_lo")
    keep, again = exec_of[0].format(*exec_of[1:]), exec_of[0].format(*reversed(exec_of[1:]))
    text = cases.RDNA3_BEGIN + f"""
    s_load_b128 s[4:7], s[0:1], 0x0
    s_waitcnt lgkmcnt(0)
    s_mov_{keep}
    s_mul_i32 s3, s2, {items}
    v_add_nc_u32 v10, s3, v0
    v_lshlrev_b32 v11, 2, v10
    v_mov_b32 v24, 0
"""
    for step in steps:
        value = ["v_mov_b32 v2{0}, 0x07070707"] if step.is_same_value else \
            ["v_lshlrev_b32 v2{0}, 8, v10", "v_or_b32 v2{0}, {1}, v2{0}", "v_mul_lo_u32 v2{0}, v2{0}, 0x01000193"]
        text += "".join(f"    {line.format(k, (step.number + 1) << 4 | k)}\n" for k in range(4) for line in value)
        after = f"    v_and_b32 v2, 0xff, v24\n    global_load_b32 v3, v2, s[6:7] offset:{step.number + 1}\n" if use and not step.is_store else ""
        barrier = "    s_barrier\n" if step.has_barrier or use else ""
        text += f"""
    global_load_b32 v1, v11, s[4:5]
    v_add_nc_u32 v11, {4 * groups * items}, v11
    s_waitcnt vmcnt(0)
    v_cmpx_ne_u32_e32 -1, v1
    {step.instruction()}
    s_waitcnt vmcnt(0) lgkmcnt(0)
    s_waitcnt_vscnt null, 0x0
{after}    s_waitcnt vmcnt(0)
    s_mov_{again}
{barrier}"""
    arguments = "".join(cases.ARGUMENT.format(8 * i) for i in range(2))
    return text + "    s_endpgm\n" + cases.RDNA3_END.format(int(lanes == 32), 16, lanes, arguments)


def findings(options, folder, steps, groups, items, lanes, kind):
    source, table, report = (folder / name for name in ("k.s", "table", "report.json"))
    source.write_text(program(steps, groups, items, lanes, kind == "init"))
    words = [a for step in steps for a in step.table()]
    table.write_bytes(struct.pack(f"<{len(words)}I", *(w & NONE for w in words)))
    texts = []
    for threads in ("1", "2"):
        report.unlink(missing_ok=True)
        done = subprocess.run([options.shoal, "run", str(source), "--grid", str(groups * items), "--block", str(items),
                               "--arg", f"buf:u32:{len(words)}:file={table}", "--arg", f"buf:u8:{BYTES + 64}", "--threads", threads,
                               f"--check={kind}", "--report", f"json={report}", "--max-reports", "1000"],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=120)
        if not report.exists():
            sys.exit(done.stdout)
        texts.append(report.read_text())
    if texts[0] != texts[1]:
        return None
    return json.loads(texts[0])["findings"]


class Access:
    def __init__(self, step, item, items, lanes, phase):
        self.step, self.item, self.at = step, item, step.address[item]
        self.group, self.local = item // items, item % items
        self.wave, self.phase = self.local // lanes, phase
        self.space = ("lds", self.group) if step.is_lds else "global"

    def bytes(self):
        return range(self.at, self.at + self.step.size)

    def races(self, other):
        """The bytes for which nothing orders the two."""
        if self.space != other.space or not (self.step.is_store or other.step.is_store):
            return []
        if self.group == other.group and self.wave == other.wave:
            is_race = self.step is other.step and self.step.is_store and self.item != other.item
        else:
            is_race = self.group != other.group or self.phase == other.phase
        return sorted(set(self.bytes()) & set(other.bytes())) if is_race else []


def check_races(options, folder, rng, seed):
    groups, items, lanes = rng.choice([1, 2, 3]), rng.choice([48, 64, 96, 128]), rng.choice([32, 64])
    steps = [Step(rng, n, groups, items, rng.random() < 0.5, rng.random() < 0.5) for n in range(rng.choice([2, 3, 4, 6]))]
    accesses, phase = {}, 0
    for step in steps:
        for item in range(groups * items):
            if step.address[item] is not None:
                accesses[step.number, item] = Access(step, item, items, lanes, phase)
        phase += step.has_barrier
    by_byte, has_race = {}, False
    for a in accesses.values():
        for b in a.bytes():
            by_byte.setdefault((a.space, b), []).append(a)
    has_race = any(x.races(y) for some in by_byte.values() for i, x in enumerate(some) for y in some[i + 1:])
    found = findings(options, folder, steps, groups, items, lanes, "race")
    if found is None:
        return "another report with two threads"
    if bool(found) != has_race:
        return f"{len(found)} findings, but {'a race' if has_race else 'no race'} in the model"
    for f in found:
        pair = []
        for place in (f["place"], f["other"]):
            number = int(place["instruction"].split("offset:")[1]) - 1
            local = place["wave"] * lanes + place["lane"]
            pair.append(accesses.get((number, place["workgroup"][0] * items + local)))
        common = pair[0].races(pair[1]) if None not in pair else []
        if None not in pair and not common and any(p.at % 4 or p.step.size % 4 for p in pair):
            # Lanes of one instruction that write parts of a dword are one record, with the last one's lane.
            alike = [[a for a in accesses.values() if (a.step, a.group, a.wave) == (p.step, p.group, p.wave)] for p in pair]
            common = next((c for x in alike[0] for y in alike[1] if (c := x.races(y))), [])
            pair = [next(a for a in some if common and common[0] in a.bytes()) for some in alike] if common else pair
        stores = None not in pair and pair[0].step.is_store and pair[1].step.is_store
        if not common or stores != (f["rule"] in ("write-write", "lanes", "same-value")):
            return f"no such race: {f}"
        is_same = any(all(p.step.byte(p.item, b - p.at) == pair[0].step.byte(pair[0].item, b - pair[0].at) for p in pair)
                      for b in common)
        if f["rule"] == "same-value" and not is_same:
            return f"not the same value: {f}"
    return ""


def check_undefined(options, folder, rng, seed):
    groups, items, lanes = rng.choice([1, 2]), rng.choice([48, 64, 128]), rng.choice([32, 64])
    steps = [Step(rng, n, groups, items, True, n == 0 or rng.random() < 0.6) for n in range(rng.choice([3, 5, 7]))]
    for step in steps:
        step.is_undefined = step.is_store and rng.random() < 0.2
    defined, expected = set(), {}
    for step in steps:
        touched = [(i // items, b) for i, a in enumerate(step.address) if a is not None for b in range(a, a + step.size)]
        if step.is_store:
            defined = defined - set(touched) if step.is_undefined else defined | set(touched)
        else:
            lost = {i for i, a in enumerate(step.address) if a is not None and (i // items, a) not in defined}
            if lost:
                expected[step.number] = lost
    found = findings(options, folder, steps, groups, items, lanes, "init")
    if found is None:
        return "another report with two threads"
    strange = [f for f in found if "offset:" not in f["place"]["instruction"]]
    if strange:
        return f"unexpected: {strange}"
    have = {int(f["place"]["instruction"].split("offset:")[1]) - 1: f["place"] for f in found}
    if set(have) != set(expected):
        return f"steps {sorted(have)}, but in the model {sorted(expected)}"
    for number, place in have.items():
        if place["workgroup"][0] * items + place["wave"] * lanes + place["lane"] not in expected[number]:
            return f"defined there: {place}"
    return ""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--shoal", required=True)
    parser.add_argument("--seeds", type=int, default=30)
    parser.add_argument("--first", type=int, default=1)
    options = parser.parse_args()
    failures = 0
    with tempfile.TemporaryDirectory(prefix="shoal-accesses-") as folder:
        for seed in range(options.first, options.first + options.seeds):
            for check in (check_races, check_undefined):
                why = check(options, pathlib.Path(folder), random.Random(f"{check.__name__} {seed}"), seed)
                if why:
                    print(f"{check.__name__}, seed {seed}: {why}")
                    failures += 1
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
