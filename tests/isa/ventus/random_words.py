"""Random words of every row of Ventus's table, for the tests of decoder, printer and assembler.

    for w in random_words.words(rng, dialect, per_row): w.row (of gen_ventus), w.data (bytes)

Bits that a row leaves open are random, so that some words hold reserved values.
"""
import os
import sys
from collections import namedtuple

HERE = os.path.dirname(os.path.abspath(__file__))
TABLE = os.path.join(HERE, "../../../src/isa/ventus/insts.tbl")
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(HERE, "../../../tools"))
import gen_ventus  # noqa: E402

Word = namedtuple("Word", "row data")
FORMATS, ROWS = gen_ventus.parse(TABLE)


def rows(dialect):
    return [r for r in ROWS if dialect in gen_ventus.dialects(r)]


def encode(row, fields):
    """The word of a row with these fields (others 0), as bytes."""
    word = row.match
    for name, value in fields.items():
        for lo, bits in row.fmt.pieces[name]:
            word |= (value & ((1 << bits) - 1)) << lo
            value >>= bits
    return word.to_bytes(4 * row.fmt.dwords, "little")


def random_word(rng, row):
    if rng.random() < 0.3:  # some rows want zero in several fields
        return encode(row, {k: rng.getrandbits(row.fmt.fields[k][1]) * rng.getrandbits(1) for k in row.fmt.fields})
    n = 32 * row.fmt.dwords
    return (row.match | (rng.getrandbits(n) & ~row.mask & ((1 << n) - 1))).to_bytes(n // 8, "little")


def words(rng, dialect, per_row):
    for row in rows(dialect):
        for _ in range(per_row):
            yield Word(row, random_word(rng, row))
