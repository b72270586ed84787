"""exact.py: exact numbers for formulas: integers, and reals with signed zeros, infinities and NaNs.

Independent of Shoal: integers are Python's, reals are fractions, rounding follows IEEE 754. Transcendental functions are
computed to some 100 digits.
"""
import decimal
import functools
from fractions import Fraction

FORMATS = {"f16": (11, -14, 15, 16), "bf16": (8, -126, 127, 16), "f32": (24, -126, 127, 32), "f64": (53, -1022, 1023, 64)}
NEAREST, UP, DOWN, ZERO = range(4)  # as in MODE; ties to even


class Real:
    """A number (`value`, with `sign` for zeros), an infinity or a NaN (kind "q" or "s")."""
    __slots__ = ("kind", "sign", "value")

    def __init__(self, kind, sign, value=None):
        self.kind, self.sign, self.value = kind, sign, value

    def is_nan(self):
        return self.kind in "qs"

    def is_number(self):
        return self.kind == "n"

    def is_zero(self):
        return self.kind == "n" and not self.value

    def __repr__(self):
        sign = "-" if self.sign else ""
        return f"{self.value}" if self.kind == "n" and self.value else sign + {"n": "0.0", "i": "inf", "q": "nan", "s": "snan"}[self.kind]


NAN = Real("q", 0)


def real(x):
    if isinstance(x, Real):
        return x
    return Real("n", int(x < 0), Fraction(x))


def number(value, sign_of_zero=0):
    if type(value) is not Fraction:  # a copy takes as long as a sum
        value = Fraction(value)
    return Real("n", sign_of_zero if not value else int(value < 0), value)


def infinity(sign):
    return Real("i", sign)


def negate(x):
    return Real(x.kind, 1 - x.sign, -x.value if x.kind == "n" else None)


def add(x, y, rounding=NEAREST):
    if x.is_nan() or y.is_nan():
        return NAN
    if x.kind == "i" or y.kind == "i":
        if x.kind == y.kind and x.sign != y.sign:
            return NAN
        return x if x.kind == "i" else y
    total = x.value + y.value
    if total:
        return number(total)
    return number(0, x.sign if x.is_zero() and y.is_zero() and x.sign == y.sign else int(rounding == DOWN))


def multiply(x, y):
    if x.is_nan() or y.is_nan():
        return NAN
    sign = x.sign ^ y.sign
    if x.kind == "i" or y.kind == "i":
        return NAN if x.is_zero() or y.is_zero() else infinity(sign)
    return number(x.value * y.value, sign)


def divide(x, y):
    if x.is_nan() or y.is_nan() or (x.kind == y.kind == "i") or (x.is_zero() and y.is_zero()):
        return NAN
    sign = x.sign ^ y.sign
    if x.kind == "i" or y.is_zero():
        return infinity(sign)
    return number(0, sign) if y.kind == "i" else number(x.value / y.value, sign)


def less(x, y):
    if x.is_nan() or y.is_nan():
        return False
    rank = [(-1 if v.sign else 1, 0) if v.kind == "i" else (0, v.value) for v in (x, y)]
    return rank[0] < rank[1]


def equal(x, y):
    return not (x.is_nan() or y.is_nan() or less(x, y) or less(y, x))


def smaller(x, y, ieee, sign=1):
    """min (sign 1) or max (-1): -0 is below +0; a number wins over a NaN, unless that signals and MODE.IEEE is set."""
    if ieee and "s" in (x.kind, y.kind):
        return NAN
    if y.is_nan():
        return x
    if x.is_nan():
        return y
    if x.is_zero() and y.is_zero():
        return x if (x.sign > y.sign) == (sign > 0) else y
    return x if (less(x, y) if sign > 0 else less(y, x)) else y


# ---- formats

@functools.lru_cache(1 << 16)
def decode(fmt, bits):
    p, least, _, width = FORMATS[fmt]
    bits &= (1 << width) - 1
    sign, fraction = bits >> width - 1, bits & (1 << p - 1) - 1
    exponent = bits >> p - 1 & (1 << width - p) - 1
    if exponent == (1 << width - p) - 1:
        return infinity(sign) if not fraction else Real("q" if fraction >> p - 2 else "s", sign)
    if exponent:
        fraction |= 1 << p - 1
    value = Fraction(fraction) * power2(max(exponent, 1) - 1 + least - (p - 1))
    return number(-value if sign else value, sign)


@functools.lru_cache(None)
def power2(n):
    return Fraction(1 << n) if n >= 0 else Fraction(1, 1 << -n)


def exponent_of(value):
    """e with |value| = m * 2**e, 1 <= m < 2."""
    value = abs(value)
    e = value.numerator.bit_length() - value.denominator.bit_length()
    return e if power2(e) <= value else e - 1


def ulp(fmt, value):
    p, least, most, _ = FORMATS[fmt]
    return power2((max(least, min(most, exponent_of(value))) if value else least) - p + 1)


def round_to(fmt, x, rounding=NEAREST):
    """The nearest number of a format, infinity if it is too large."""
    if not x.is_number() or not x.value:
        return x
    p, _, most, _ = FORMATS[fmt]
    step = ulp(fmt, x.value)
    units = abs(x.value) / step
    whole, rest = divmod(units.numerator, units.denominator)
    half = 2 * rest - units.denominator
    if rest and ((rounding == NEAREST and (half > 0 or (half == 0 and whole & 1))) or (rounding == UP and not x.sign) or
                 (rounding == DOWN and x.sign)):
        whole += 1
    value = whole * step
    if value >= power2(most + 1):
        keeps = rounding == ZERO or (rounding == UP and x.sign) or (rounding == DOWN and not x.sign)
        if not keeps:
            return infinity(x.sign)
        value = power2(most + 1) - power2(most + 1 - p)
    return number(-value if x.sign else value, x.sign)


def encode(fmt, x, rounding=NEAREST):
    p, least, most, width = FORMATS[fmt]
    x = round_to(fmt, x, rounding)
    top = x.sign << width - 1
    if x.is_nan():
        return (1 << width - 1) - (1 << p - 2)
    if x.kind == "i":
        return top | (1 << width - 1) - (1 << p - 1)
    if not x.value:
        return top
    e = max(exponent_of(x.value), least)
    units = abs(x.value) / power2(e - p + 1)
    assert units.denominator == 1
    biased = e - least + 1 if units >= 1 << p - 1 else 0
    return top | biased << p - 1 | int(units) & (1 << p - 1) - 1


def is_denormal(fmt, x):
    return x.is_number() and 0 < abs(x.value) < power2(FORMATS[fmt][1])


def flush(fmt, x):
    return number(0, x.sign) if is_denormal(fmt, x) else x


# ---- functions that are no fractions

decimal.getcontext().prec = 110
decimal.getcontext().Emax, decimal.getcontext().Emin = 10 ** 9, -10 ** 9


def pi(bits=1500):
    """Machin's formula, in fixed point."""
    one = 1 << bits + 20

    def arctan_of_inverse(n):
        total = term = one // n
        k, sign = 1, -1
        while term:
            term //= n * n
            k += 2
            total += sign * (term // k)
            sign = -sign
        return total
    return Fraction(4 * (4 * arctan_of_inverse(5) - arctan_of_inverse(239)), one)


PI = pi()


def as_decimal(x):
    return decimal.Decimal(x.numerator) / decimal.Decimal(x.denominator)


def sqrt(x):
    if x.is_nan() or (x.sign and not x.is_zero()):
        return NAN
    return x if x.kind == "i" or not x.value else number(Fraction(as_decimal(x.value).sqrt()))


def exp2(x):
    if x.is_nan():
        return NAN
    if x.kind == "i":
        return number(0) if x.sign else x
    if abs(x.value) > 5000:
        return number(0) if x.sign else infinity(0)
    return number(Fraction((as_decimal(x.value) * decimal.Decimal(2).ln()).exp()))


def log2(x):
    if x.is_nan() or (x.sign and not x.is_zero()):
        return NAN
    if x.kind == "i":
        return x
    return number(Fraction(as_decimal(x.value).ln() / decimal.Decimal(2).ln())) if x.value else infinity(1)


def exp(x):
    return exp2(Real("n", x.sign, x.value / Fraction(decimal.Decimal(2).ln())) if x.is_number() else x)


def sine(x, quarter=0):
    """sin(x), or cos(x) with quarter = 1."""
    if not x.is_number():
        return NAN
    if not x.value and not quarter:
        return x
    bits = 400
    turns = x.value / (2 * PI) + Fraction(quarter, 4)
    turns -= round(turns)
    angle = (turns * 2 * PI * (1 << bits)).__round__()
    total, term, k = angle, angle, 1
    while term:
        term = -term * angle // (1 << bits) * angle // (1 << bits) // ((k + 1) * (k + 2))
        total += term
        k += 2
    return number(Fraction(total, 1 << bits))
