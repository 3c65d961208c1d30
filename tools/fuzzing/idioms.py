"""Idioms: pieces of C++ of several lines as a user writes them, with random operands, conditions and statements in them.

An idiom is a text. In it stand
  $T          the type of the values, a number or a tensor
  $a $b $d    expressions of that type, without effects; $o $p: $a and $b without NaN and -0.0, which can be ordered
  $c $e       conditions
  $s          an int from 0 to 3, which a tensor may decide
  $n $m       literals: 1 to 4, and 2 to 9
  $u          a number that makes names unique
  $B          a line of its own: statements
  [[x|y]]     one of several texts
  $t := x     the end: x is assigned to the target, as a value of its type
"""

import random
import re
from dataclasses import dataclass

from bounds import Broken, integral, require
from callables import CALLABLES, GENERICS, OBJECTS
from containers import CONTAINERS
from pointers import POINTERS
from texts import DECLARATIONS, TEXTS, UNDEFINED
from tree import CPP_NAME, DTYPE, TENSOR_FLOATS, HOST_FLOATS, Node, cpp_type, is_host, is_tensor, walk
from write_expr import POSTFIX, is_plain, operand

ORDERED = ("heap", "sorted", "algorithms", "iterator")  # the standard library orders numbers, since < of tensors is a tensor
# By feature: the idioms, and how often one is chosen. An idiom is a text, or a pair with what stands outside of the functions.
TABLE = {
    "containers": (CONTAINERS, 3),
    "callables": (CALLABLES, 2),
    "generics": (GENERICS, 1.5),
    "objects": (OBJECTS, 1.5),
    "pointers": (POINTERS, 1.5),
    "texts": (TEXTS, 1.5),
    "declarations": (DECLARATIONS, 1),
    "undefined": (UNDEFINED, 0.7),
}
USES = 0.8  # the share of the programs that have idioms
WEIGHT = 9  # of an idiom among the statements of such a program
NESTED = 0.35  # how often the place for statements in an idiom has some
ROUNDS = 8  # how often the statements in it run at most

TYPES = ("i32", "i64", "f32", "f64", "int", "l64", "double", "float")
OPERANDS = {"a": "value", "b": "value", "d": "value", "o": "value", "p": "value", "c": "condition", "e": "condition", "s": "small"}
SAME = {"o": "a", "p": "b"}


@dataclass(frozen=True)
class Idiom:
    feature: str
    body: str
    outside: str = ""

    def operands(self):
        """The letters of its operands, in the order in which the node has them."""
        found = {SAME.get(letter, letter) for letter in re.findall(r"\$([abdopces])\b", self.body)}
        return sorted(found)

    def blocks(self):
        return len(re.findall(r"^ *\$B$", self.body, re.MULTILINE))


def learn():
    known = {}
    for feature, (texts, _) in TABLE.items():
        for name, text in texts.items():
            outside, body = text if isinstance(text, tuple) else ("", text)
            known[name] = Idiom(feature, body.strip("\n"), outside.strip("\n"))
    return known


IDIOMS = learn()


def takes(name, type_name):
    """Whether an idiom is there for values of a type."""
    if IDIOMS[name].feature == "undefined":
        return is_tensor(type_name) and type_name in TYPES
    return type_name in TYPES and (name not in ORDERED or is_host(type_name))


class IdiomRules:
    """A part of Checker."""

    def s_idiom(self, s, scope):
        """data: name of the idiom, target, number for unique names, number that chooses between texts."""
        name, place = s.data[:2]
        require(name in IDIOMS and takes(name, s.type), "an idiom that there is", name)
        idiom = IDIOMS[name]
        self.target(place, s.type, scope)
        require(len(s.exprs) == len(idiom.operands()) and len(s.blocks) == idiom.blocks(), "all operands", s)
        for letter, e in zip(idiom.operands(), s.exprs):
            kind = OPERANDS[letter]
            require(kind != "small" or e.type == "int", "a small number is an int", s)
            if kind == "condition":
                require(e.type in ("b8", "bool"), "a condition is a truth", s)
            effects = self.assigned(e, s.type, scope) if kind == "value" else self.expr(e, scope)
            require(not effects.acts and not effects.writes, "evaluated more than once", s)
            require(not any(n.kind in ("user", "method", "applied", "construct") for n in walk(e)), "evaluated more than once", s)
        return 20 + ROUNDS * sum(self.block(block, scope) for block in s.blocks)


class Idioms:
    """A part of the generator of statements."""

    def idiom_weights(self):
        features = [f for f in TABLE if f in self.features]
        return [(f, TABLE[f][1]) for f in features]

    def make_idiom(self, depth):
        features, weights = zip(*self.idiom_weights())
        feature = self.random.choices(features, weights)[0]
        targets = [(p, t) for p, (t, constant) in self.scope.items()
                   if not constant and t in TYPES and (is_tensor(t) or "numbers" in self.features)]
        if not targets:
            raise Broken("nothing to assign")
        place, type_name = self.pick(targets)
        names = [name for name in TABLE[feature][0] if takes(name, type_name)]
        if not names:
            raise Broken("none for a type")
        name = self.pick(names)
        idiom = IDIOMS[name]
        make = {"value": lambda: self.pure(type_name, 1), "small": lambda: self.small("int", 3), "condition": lambda: self.pure_condition()}
        exprs = tuple(make[OPERANDS[letter]]() for letter in idiom.operands())
        blocks = tuple(self.block(depth - 1, 2) if depth > 0 and self.chance(NESTED) else () for _ in range(idiom.blocks()))
        number = self.fresh("").strip()
        statement = Node("idiom", type_name, exprs, blocks, (name, place, number, self.random.randint(0, 9999)))
        self.checker.s_idiom(statement, self.scope)
        return statement

    def pure_condition(self):
        kept, self.effects = self.effects, 0.0
        try:
            return self.condition(1)
        finally:
            self.effects = kept


ALTERNATIVES = re.compile(r"\[\[((?:[^\[\]]|\[(?!\[)|\](?!\])|\](?=\]\]))*)\]\](?!\])")


def chosen(texts, choices):
    return choices.choice(texts.split("|~" if "|~" in texts else "|"))


def expanded(text, s):
    """A text of an idiom with everything in it but its blocks."""
    name, place, number, seed = s.data
    choices = random.Random(f"{seed}:{name}")
    text = ALTERNATIVES.sub(lambda match: chosen(match.group(1), choices), text)
    values = {"T": cpp_type(s.type), "u": number, "n": str(choices.randint(1, 4)), "m": str(choices.randint(2, 9)), "t": place}
    for letter, e in zip(IDIOMS[name].operands(), s.exprs):
        kind = OPERANDS[letter]
        values[letter] = {"value": value_text, "small": lambda e, _: f"std::abs({operand(e, 0)})", "condition": lambda e, _: operand(e, POSTFIX)}[kind](e, s.type)
    for letter, other in SAME.items():
        if other in values:
            values[letter] = values[other] if integral(s.type) else f"ordered_{s.type}({values[other]})"
    return re.sub(r"\$([A-Za-z])\b|\$([A-Za-z])(?=_)|(?<=\w)\$(u)", lambda m: values.get(next(g for g in m.groups() if g), m.group(0)), text)


def value_text(e, type_name):
    if is_host(type_name):
        return f"{cpp_type(type_name)}({operand(e, 0)})"
    return f"ag::astype({operand(e, 0)}, ag::{DTYPE[type_name]})" if is_plain(e) else operand(e, POSTFIX)


def end(line, s):
    """The line that assigns the result."""
    indent, value = re.match(r"( *)\S+ := (.*)", line).groups()
    place = s.data[1]
    if is_tensor(s.type):
        typed = f"ag::astype({value}, ag::{DTYPE[s.type]})"
        return f"{indent}{place} = {typed}{' % 97' if integral(s.type) else ''};"
    whole = f"({value}) % 97" if integral(s.type) else value
    return f"{indent}{place} = {CPP_NAME.get(s.type, s.type)}({whole});"


class IdiomWriter:
    """A part of Writer."""

    def s_idiom(self, depth, s):
        blocks = iter(s.blocks)
        for line in expanded(IDIOMS[s.data[0]].body, s).splitlines():
            if line.strip() == "$B":
                at = depth + (len(line) - len(line.lstrip())) // 2
                self.names.append([])
                for statement in next(blocks):
                    self.statement(at, statement)
                self.names.pop()
            elif " := " in line:
                self.put(depth, end(line, s))
            else:
                self.put(depth, line)


def ordered(type_name):
    other = f"ag::astype(0, ag::{DTYPE[type_name]})" if is_tensor(type_name) else "0"
    T = cpp_type(type_name)
    return f"{T} ordered_{type_name}({T} x) {{\n  if (x == x) return x + 0;\n  return {other};\n}}"


def outside(functions):
    """What the idioms of some functions need in front of them, as lines."""
    used = [n for f in functions for statement in f.body for n in walk(statement) if n.kind == "idiom"]
    lines = []
    for type_name in sorted({s.type for s in used if s.type in TENSOR_FLOATS + HOST_FLOATS}):
        if any(s.type == type_name and re.search(r"\$[op]\b", IDIOMS[s.data[0]].body) for s in used):
            lines += ordered(type_name).splitlines()
    for s in used:
        lines += expanded(IDIOMS[s.data[0]].outside, s).splitlines()
    return lines
