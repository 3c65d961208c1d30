"""The tree of a random program. Values that never change: the shrinker builds new trees from parts of old ones.

A type is a name: a tensor of rank 0 (i32, i64, f32, f64, b8, and w32 for a number without a dtype of its own, w64 for one that its
dtype rounds), a tensor of rank 1 with three elements (v_i32, …), a host number (int, double, bool, u8, …), or a structure of these: its kind,
a colon and its parts, as pair:i32,f64 or optional:int; or a class of the program (K1), or a list that grows (L_f64).
A place is the text of something that can be assigned: x, p.first, a[1].
"""

import re
from dataclasses import dataclass, replace
from functools import lru_cache

VECTOR_SIZE = 3
TENSOR_INTEGERS = ("i32", "i64", "w32")
TENSOR_FLOATS = ("f32", "f64")
TENSORS = TENSOR_INTEGERS + TENSOR_FLOATS + ("b8",)
VECTORS = ("v_i32", "v_i64", "v_f32", "v_f64")
HOST = ("int", "l64", "double", "float", "bool", "u8", "u32", "u64")
HOST_FLOATS = ("double", "float")
CPP_NAME = {"u8": "std::uint8_t", "u32": "unsigned", "u64": "std::uint64_t", "l64": "std::int64_t"}
DTYPE = {"i32": "int32", "i64": "int64", "f32": "float32", "f64": "float64", "b8": "boolean"}


@dataclass(frozen=True)
class Node:
    """An expression or a statement."""

    kind: str
    type: str = ""  # of the value of an expression
    exprs: tuple = ()  # expressions in it
    blocks: tuple = ()  # statements in it: a tuple of tuples
    data: tuple = ()  # names, operators, numbers, style

    def __str__(self):
        inner = [str(e) for e in self.exprs] + [f"{len(b)} statements" for b in self.blocks]
        return f"{self.kind}{list(self.data)}({', '.join(inner)})"


@dataclass(frozen=True)
class Function:
    name: str
    annotation: str  # AG_FUNCTION, AG_CONVERT, or nothing
    result: str  # a type, or void
    parameters: tuple  # (name, type, how): value, reference, const
    body: tuple


@dataclass(frozen=True)
class Class:
    name: str
    members: tuple  # (name, type, literal), which are private
    methods: tuple  # functions, annotated with const or nothing; a constructor has the name of the class


@dataclass(frozen=True)
class Program:
    name: str  # the seed and the number that it is made from
    functions: tuple  # each may call those before it; the last one is the entry
    inputs: tuple  # a tuple of literals for each call
    globals: tuple = ()  # (name, type, literal): variables outside of the functions
    classes: tuple = ()  # whose methods may call those of classes before
    where: str = "namespace"  # where variables outside are: there, or members of a class whose methods the functions are

    def entry(self):
        return self.functions[-1]


AGAIN = "calls"  # the last parameter of a function that calls itself: how often it may


def counts_calls(parameters):
    """Whether a function with these parameters calls itself."""
    return bool(parameters) and parameters[-1][0].startswith(AGAIN)


def is_tensor(type_name):
    return type_name in TENSORS or type_name in VECTORS


def is_host(type_name):
    return type_name in HOST


def is_structure(type_name):
    return ":" in type_name


@lru_cache(None)
def is_class(type_name):
    return re.fullmatch(r"K\d+", type_name) is not None


def is_list(type_name):
    return type_name.startswith("L_")


def is_written_by_name(type_name):
    """What only its owner may use: a list, and a map, of which [] is no constant operation."""
    return is_list(type_name) or type_name.startswith("map:")


def is_variable(name):
    """Whether a variable outside is an ag::Variable, which is read like a tensor."""
    return name.startswith("state")


def has_no_common_value(arms):
    """Of ?: whether C++ finds no tensor that both arms convert to: a variable with another, or with an element."""
    variable = [e.kind == "var" and is_variable(e.data[0]) for e in arms]
    return any(variable) and all(v or e.kind == "at" for v, e in zip(variable, arms))


def is_optional(type_name):
    return type_name.startswith("optional:")


def has_states(type_name):
    """Whether more than its parts tells its value: what a graph that calls itself does not take."""
    return type_name.startswith(("optional:", "variant:"))


def is_container(type_name):
    """Whether its elements have one type and may be chosen by a number."""
    return type_name.startswith(("array:", "vector:", "carray:"))


def is_c_array(type_name):
    """Which nothing copies: it is declared, and its elements are used."""
    return type_name.startswith("carray:")


def is_vector_of_numbers(type_name):
    """Its elements change, but the list that it is made from has to be known."""
    return type_name.startswith("vector:") and is_host(part_types(type_name)[0])


def holds_numbers(type_name):
    return is_structure(type_name) and any(is_host(t) for t in part_types(type_name))


def element_type(vector):
    return vector[2:]


@lru_cache(None)
def part_types(structure):
    return tuple(structure.split(":")[1].split(","))


def part_places(place, structure):
    """(place, type) of each part that can be named."""
    kind = structure.split(":")[0]
    if kind == "optional":
        return []
    if kind == "variant":
        return [(f"std::get<0>({place})", part_types(structure)[0])]
    if kind == "tuple":
        return [(f"std::get<{k}>({place})", part) for k, part in enumerate(part_types(structure))]
    names = {"pair": (".first", ".second"), "struct": (".a", ".b", ".c")}.get(kind, ("[0]", "[1]", "[2]"))
    return [(place + name, part) for name, part in zip(names, part_types(structure))]


def cpp_type(type_name):
    if is_list(type_name):
        return f"std::vector<{cpp_type(type_name[2:])}>"
    if is_structure(type_name):
        kind, parts = type_name.split(":")[0], part_types(type_name)
        if kind in ("pair", "tuple"):
            return f"std::{kind}<{', '.join(map(cpp_type, parts))}>"
        if kind == "map":
            return f"std::map<int, {cpp_type(parts[0])}>"
        if kind == "array":
            return f"std::array<{cpp_type(parts[0])}, {len(parts)}>"
        if kind == "variant":
            return f"std::variant<{cpp_type(parts[0])}, std::vector<Tensor>>"
        if kind in ("vector", "optional"):
            return f"std::{kind}<{cpp_type(parts[0])}>"
        return "S_" + "_".join(parts)
    return "Tensor" if is_tensor(type_name) or type_name == "w64" else CPP_NAME.get(type_name, type_name)


@lru_cache(2**16)
def root(place):
    """The variable that a place is in."""
    place = place.rpartition("get<0>(")[2].rpartition("get<1>(")[2]
    return place.split(".")[0].split("[")[0].strip("(*)")


def var(place, type_name):
    return Node("var", type_name, data=(place,))


def literal(value, type_name):
    return Node("literal", type_name, data=(value,))


def walk(node):
    """The node and everything in it."""
    yield node
    for child in node.exprs:
        yield from walk(child)
    for block in node.blocks:
        for statement in block:
            yield from walk(statement)


def size(thing):
    """How many nodes a node, a function or a program has."""
    if isinstance(thing, Program):
        return sum(size(f) for f in thing.functions + thing.classes) + len(thing.inputs)
    if isinstance(thing, Class):
        return 3 + len(thing.members) + sum(size(f) for f in thing.methods)
    if isinstance(thing, Function):
        return 3 + len(thing.parameters) + sum(size(s) for s in thing.body)
    return sum(1 for _ in walk(thing))


def all_functions(program):
    """Methods as well."""
    return tuple(method for owner in program.classes for method in owner.methods) + program.functions


def with_function(program, index, function):
    return replace(program, functions=program.functions[:index] + (function,) + program.functions[index + 1:])
