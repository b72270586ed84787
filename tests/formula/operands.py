"""operands.py: values to try formulas with: random ones, and those where functions have their edges."""
import random
import re

import exact

INTEGER_EDGES = [0, 1, 2, 3, 7, 15, 16, 31, 32, 63, 64, -1, -2]
FLOAT_EDGES = {}
for _fmt, (_p, _least, _most, _width) in exact.FORMATS.items():
    _one = ((1 << _width - _p - 1) - 1) << _p - 1
    _inf = ((1 << _width - _p) - 1) << _p - 1
    _positive = [0, 1, (1 << _p - 1) - 1, 1 << _p - 1, _one, _one + 1, _one - 1, _one + (1 << _p - 1), _one - (1 << _p - 1),
                 _one | 1 << _p - 2, _inf - 1, _inf, _inf | 1 << _p - 2, _inf | 1, _inf | 1 << _p - 2 | 5, 3 << _p - 2]
    FLOAT_EDGES[_fmt] = _positive + [x | 1 << _width - 1 for x in _positive]


class Chooser:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def integer(self, bits):
        r, how = self.random, self.random.randrange(6)
        if how == 0:
            x = r.choice(INTEGER_EDGES)
        elif how == 1:
            x = (1 << r.randrange(bits)) - r.randrange(2)
        elif how == 2:
            x = ~((1 << r.randrange(bits)) - r.randrange(2))
        elif how == 3:
            x = r.getrandbits(r.randrange(1, bits + 1))
        else:
            x = r.getrandbits(bits)
        return x & (1 << bits) - 1

    def float(self, fmt, like=None):
        """like: another operand, to which this one is near now and then."""
        p, _, _, width = exact.FORMATS[fmt]
        r, how = self.random, self.random.randrange(8)
        top = 1 << width - 1
        if how == 0:
            return r.choice(FLOAT_EDGES[fmt])
        if how == 1 and like is not None:
            return (like ^ top * r.randrange(2)) + r.randrange(-2, 3) & (1 << width) - 1
        if how == 2 and like is not None:  # a similar exponent
            e = (like >> p - 1) + r.randrange(-p - 2, p + 3) & (1 << width - p) - 1
            return r.randrange(2) * top | e << p - 1 | r.getrandbits(p - 1)
        if how == 3:  # whole numbers and halves
            x = exact.number(exact.Fraction(r.randrange(-600, 600), r.choice([1, 1, 2, 4])))
            return exact.encode(fmt, x)
        if how in (4, 5):  # near 1
            e = (1 << width - p - 1) - 1 + r.randrange(-p, p + 1)
            return r.randrange(2) * top | e << p - 1 | r.getrandbits(p - 1)
        if how == 6:  # few bits
            return r.randrange(2) * top | r.getrandbits(width - p) << p - 1 | r.choice([0, 1 << p - 2, 1])
        return r.getrandbits(width)

    def of(self, typ, like=None):
        """Raw bits for an operand of a type of the instruction table."""
        if typ in exact.FORMATS:
            return self.float(typ, like)
        m = re.fullmatch(r"(\d+)([a-z]+)(\d+)d?", typ)
        if m:
            count, base, bits = int(m[1]), m[2] + m[3], int(m[3])
            return sum(self.of(base.replace("iu", "i")) << i * bits for i in range(count))
        if typ in ("bit", "mask"):
            return self.random.randrange(2)
        if typ == "mix":
            return self.float("f32", like)
        return self.integer(int(re.search(r"\d+$", typ)[0]))
