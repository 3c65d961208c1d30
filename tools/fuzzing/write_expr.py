"""Writes expressions of a program of the fuzzer as C++."""

from styles import chooses
from tree import CPP_NAME, DTYPE, HOST, HOST_FLOATS, cpp_type, element_type, is_tensor, walk
from write_state import STATE_EXPRESSIONS

PRECEDENCE = {"choice": 1, "set": 1, "inside": 1, "or": 2, "and": 3, "|": 4, "^": 5, "&": 6, "==": 7, "!=": 7, "<": 8, ">": 8,
              "<=": 8, ">=": 8, "<<": 9, ">>": 9, "+": 10, "-": 10, "*": 11, "/": 11, "%": 11}
UNARY, POSTFIX = 12, 13
CALL_FORMS = {
    "dot": "ag::matmul({0}, {1})",
    "long dot": "ag::matmul(ag::tile({0}, {{7}}), ag::tile({1}, {{7}}))",
    "matrix by vector": "ag::matmul(ag::stack({{{0}, {1}, {2}}}), {3})",
    "vector by matrix": "ag::matmul({0}, ag::stack({{{1}, {2}, {3}}}))",
    "logsumexp": "ag::logsumexp({0})",
    "softmax": "ag::softmax({0})",
    "log_softmax": "ag::log_softmax({0})",
}
# Sums of a part of a vector, whose extent a number decides.
RANGES = (
    "ag::sum({0}[ag::slice(0, {1})])",
    "ag::sum(ag::abs({0}[ag::slice({1}, 3)]) + 1)",
    "ag::sum({0}[ag::slice({1}, -4, -1)] * 2)",
    "ag::sum(ag::expand_dims(-{0}[ag::slice(0, {1}, 2)], 1))",
)


def number(value, type_name):
    if type_name in ("f32", "f64", "w64", "double", "float"):
        return repr(float(value)) + ("f" if type_name == "float" else "")
    if type_name in ("bool", "b8"):
        return "true" if value else "false"
    return f"{value}u" if type_name == "u32" else str(value)


def precedence(e):
    if e.kind == "op":
        return UNARY if len(e.exprs) == 1 else PRECEDENCE[e.data[0]]
    if e.kind == "compare":
        return PRECEDENCE[e.data[0]]
    if e.kind in ("not", "step"):
        return UNARY
    if e.kind == "literal" and e.data[0] < 0:
        return UNARY
    return PRECEDENCE.get(e.kind, POSTFIX)


def operand(e, least):
    text = expression(e)
    return text if precedence(e) >= least else f"({text})"


def binary(e, operator, level):
    a, b = e.exprs
    return f"{operand(a, level)} {operator} {operand(b, level + 1)}"


def expression(e):
    kind = e.kind
    if kind == "var":
        return e.data[0]
    if kind == "literal":
        return number(e.data[0], e.type)
    if is_sum_of_three(e) and chooses(5, "sum", e) == 0:
        first, third = e.exprs
        return f"summed({', '.join(map(expression, (*first.exprs, third)))})"
    if kind in ("op", "compare"):
        if kind == "compare" and e.data[0] == "<" and chooses(9, "less", e) == 0:
            return f"FUZZ_LESS({', '.join(map(expression, e.exprs))})"
        if len(e.exprs) == 1:
            return f"{e.data[0]}{operand(e.exprs[0], POSTFIX)}"
        return binary(e, e.data[0], PRECEDENCE[e.data[0]])
    if kind in ("and", "or"):
        return binary(e, "&&" if kind == "and" else "||", PRECEDENCE[kind])
    if kind == "not":
        return f"!{operand(e.exprs[0], UNARY + 1)}"
    if kind == "choice":
        c, a, b = e.exprs
        return f"{operand(c, 2)} ? {operand(a, 2)} : {operand(b, 1)}"
    if kind == "call" and e.data[0] == "stacked":
        return f"ag::stack({{{', '.join(expression(a) for a in e.exprs)}}})"
    if kind == "call" and e.data[0] in CALL_FORMS:
        return CALL_FORMS[e.data[0]].format(*map(expression, e.exprs))
    if kind in ("call", "user"):
        return f"{''.join(e.data)}({', '.join(expression(a) for a in e.exprs)})"
    if kind == "pick":
        return e.data[0] + container_index(e.exprs[0], e.data[1])
    if kind == "value_or":
        return f"{e.data[0]}.value_or({expression(e.exprs[0])})"
    if kind == "inside":
        return f"{e.data[0]} ? *{e.data[0]} : {operand(e.exprs[0], 1)}"
    if kind == "has":
        return f"{e.data[0]}.has_value()" if e.data[1] % 2 else f"bool({e.data[0]})"
    if kind == "exchange":
        return f"std::exchange({e.data[0]}, {expression(e.exprs[0])})"
    if kind == "sliced":
        place, at = e.data
        return f"ag::concat({{{place}[ag::slice({at}, 3)], {place}[ag::slice(0, {at})]}})"
    if kind == "masked":
        return f"ag::sum({e.data[0]}[{e.data[0]} > {expression(e.exprs[0])}])"
    if kind == "ranged":
        return RANGES[e.data[1]].format(e.data[0], expression(e.exprs[0]))
    if kind == "at":
        return f"{e.data[0]}[{expression(e.exprs[0])}]"
    if kind == "step":
        place, operator, prefix = e.data
        return operator + place if prefix else place + operator
    if kind == "set":
        return f"{e.data[0]} = {expression(e.exprs[0])}"
    if kind == "aggregate":
        return aggregate(e)
    if kind == "convert":
        return conversion(e)
    if kind in STATE_EXPRESSIONS:
        return STATE_EXPRESSIONS[kind](e, [expression(a) for a in e.exprs])
    raise ValueError(kind)


def is_sum_of_three(e):
    is_sum = lambda part: part.kind == "op" and part.data[0] == "+" and len(part.exprs) == 2
    return is_sum(e) and is_tensor(e.type) and e.exprs[0].type == e.type and is_sum(e.exprs[0])


def container_index(e, how):
    """Of a container of two elements, which has each of them: how one is chosen."""
    index = str(e.data[0] % 2) if e.kind == "literal" else f"std::abs({expression(e)}) % 2"
    return f".at({index})" if how == "at" else f"[{index}]"


def aggregate(e):
    """A pair, tuple, array or vector may leave its type to be deduced."""
    kind = e.type.split(":")[0]
    plain = f"{cpp_type(e.type)}{{{aggregate_parts(e)}}}"
    deduced = ("pair", "tuple", "array", "vector")
    if kind not in deduced or not e.exprs or chooses(3, "deduced", plain):
        return plain
    parts = ", ".join(f"{cpp_type(a.type)}({expression(a)})" for a in e.exprs)
    effects = any(n.kind in ("step", "set", "exchange", "user", "method", "applied") for a in e.exprs for n in walk(a))
    if kind in ("pair", "tuple") and not effects and chooses(2, "made", plain):  # whose arguments have no order
        return f"std::make_{kind}({parts})"
    return f"std::{kind}{{{parts}}}"


def aggregate_parts(e):
    """Braces take no number that its type may not hold."""
    narrows = lambda a: a.type in ("u8", "u32", "u64") and a.kind not in ("literal", "var", "user")
    parts = [f"{cpp_type(a.type)}({expression(a)})" if narrows(a) else expression(a) for a in e.exprs]
    if e.type.startswith("map:"):
        parts = [f"{{{k}, {part}}}" for k, part in enumerate(parts)]
    return ", ".join(parts)


def is_plain(e):
    """Nothing in it is a tensor where it stands in C++, whatever its type is."""
    if not e.exprs or e.type in HOST:
        return e.kind == "literal" or e.type in HOST
    return e.kind not in ("call", "user", "convert") and all(is_plain(a) for a in e.exprs)


def reads_as_parameter(e):
    """float(y), which declares a parameter y where C++ may read it so."""
    return e.kind == "convert" or expression(e).startswith(f"{cpp_type(e.type)}(")


def conversion(e):
    """data: one of the ways to write it."""
    inner, style = e.exprs[0], e.data[0]
    target = CPP_NAME.get(e.type, e.type)
    if e.type in DTYPE:
        return f"ag::astype({expression(inner)}, ag::{DTYPE[e.type]})"
    if e.type.startswith("v_"):
        return f"ag::astype({expression(inner)}, ag::{DTYPE[element_type(e.type)]})"
    if inner.type in HOST_FLOATS and e.type not in HOST_FLOATS and e.type != "bool":
        f = "f" if inner.type == "float" else ""
        return f"{target}(std::max(-50.0{f}, std::min(50.0{f}, {expression(inner)})))"
    if style == "item" and not is_plain(inner):
        return f"{operand(inner, POSTFIX)}.item<{target}>()"
    if style == "static":
        return f"static_cast<{target}>({expression(inner)})"
    if style == "c":
        return f"({target}){operand(inner, POSTFIX)}"
    return f"{target}({expression(inner)})"
