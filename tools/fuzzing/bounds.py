"""How large the integers of a program become, and what evaluating an expression may do.

Integers stay small without overflow: a variable holds at most VARIABLE, what is assigned is at most ASSIGNED or a value
that a variable has already (the difference is for ++, of which there are at most COST in a call), and nothing in between
is more than BETWEEN. Unsigned numbers may wrap around.
"""

from functools import lru_cache

from tree import HOST, HOST_FLOATS

ASSIGNED = 1000
VARIABLE = 10000
BETWEEN = 2**30
COST = 1500
UNSIGNED = {"u8": 255, "u32": 2**32, "u64": 2**64}
VARIABLES = ("var", "at", "step", "user", "set", "exchange", "pick", "value_or", "inside", "method", "applied", "listed", "sliced")
# How many elements, or products of them, are added.
TERMS = {"ag::sum": 3, "dot": 3, "long dot": 21, "matrix by vector": 3, "vector by matrix": 3}


class Broken(Exception):
    """The program breaks a rule."""


def require(condition, rule, *what):
    if not condition:
        raise Broken(rule + ": " + ", ".join(str(w) for w in what))


@lru_cache(None)
def integral(type_name):
    return type_name.removeprefix("v_") in ("i32", "i64", "w32", "int", "l64", "u8", "u32", "u64")


def bound(e):
    """The greatest magnitude of the integer values of an expression; 0 for others. A node never changes, so it remembers it."""
    known = e.__dict__.get("bound")
    if known is None:
        known = e.__dict__["bound"] = computed_bound(e)
    return known


def computed_bound(e):
    if not integral(e.type):
        return 0
    parts = [bound(a) for a in e.exprs]
    kind = e.kind
    if kind == "literal":
        return abs(e.data[0])
    if kind == "listed" and e.data[1] == "sum":
        return 2 * COST * VARIABLE
    if kind in ("masked", "ranged"):
        return 6 * VARIABLE
    if kind in VARIABLES:
        return UNSIGNED.get(e.type, VARIABLE)
    if kind == "choice":
        return max(parts[1:])
    if kind == "call":
        largest, second = (sorted(parts, reverse=True) + [1])[:2]
        return TERMS[e.data[0]] * largest * second if e.data[0] in TERMS else largest
    if kind == "convert":
        return min(UNSIGNED.get(e.type, 50 if e.exprs[0].type in HOST_FLOATS else max(parts[0], 1)), 2**64)
    require(kind == "op", "an integer from something unknown", kind)
    operator = e.data[0]
    if len(parts) == 1:
        result = parts[0] + 1
    else:
        a, b = parts
        result = {"+": a + b, "-": a + b, "*": a * b, "/": a, "%": min(a, b), ">>": a, "<<": a * 8,
                  "&": 2 * max(a, b) + 1, "|": 2 * max(a, b) + 1, "^": 2 * max(a, b) + 1}[operator]
    if e.type in ("u32", "u64"):
        return min(result, UNSIGNED[e.type])
    require(result <= BETWEEN, "too large", e)
    return result


def is_small(e):
    """Whether an integer may be assigned to a variable."""
    if bound(e) <= ASSIGNED or e.kind in ("var", "at", "user", "pick", "method", "applied", "sliced") or (
            e.kind == "listed" and e.data[1] != "sum"):
        return True
    if e.kind == "choice" or e.kind == "call" and e.data[0] not in TERMS or e.kind in ("value_or", "inside"):
        return all(is_small(a) for a in e.exprs if integral(a.type))
    return e.kind == "op" and len(e.exprs) == 1 and is_small(e.exprs[0])


def is_plain(e):
    """Whether C++ computes it without a tensor."""
    if e.kind in ("literal", "var", "step", "set", "exchange"):
        return e.kind == "literal" or e.type in HOST
    if e.kind == "choice":
        return all(is_plain(a) for a in e.exprs[1:])
    return e.type in HOST or e.kind == "op" and all(is_plain(a) for a in e.exprs)


class Effects:
    """What evaluating an expression reads and does."""

    def __init__(self):
        self.reads, self.writes, self.acts = set(), set(), False

    def add(self, other):
        self.reads |= other.reads
        self.writes |= other.writes
        self.acts |= other.acts


def can_fail(e):
    """Whether this operation itself may throw: division of tensors by something unknown, an index that may be out of range."""
    if e.kind == "op" and e.data[0] in ("/", "%") and len(e.exprs) == 2:
        return integral(e.type) and e.exprs[1].kind != "literal"
    return e.kind == "at" and bound(e.exprs[0]) >= 3
