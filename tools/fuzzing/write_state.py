"""Writes what keeps a state as C++: classes with methods, lists that grow, ag::Variable; and the templates that take lambdas."""

import re
from zlib import crc32

from styles import chooses
from tree import all_functions, cpp_type, is_tensor, walk

TEMPLATES = {
    "twice": "template <class F>\nTensor twice(F f, Tensor x) {\n  return f(f(x));\n}",
    "thrice": "template <class F>\nTensor thrice(const F& f, Tensor x) {\n  for (int k = 0; k < 3; ++k) x = f(x);\n  return x;\n}",
    "where_large": "template <class F>\nTensor where_large(F f, Tensor x) {\n  if (ag::sum(x) > 2) x = f(x);\n  return x;\n}",
    "erased": "Tensor erased(std::function<Tensor(Tensor)> f, Tensor x) {\n  Tensor k = 0;\n  while (k < 2 && ag::sum(x) > k) {\n"
              "    x = f(x);\n    k = k + 1;\n  }\n  return x;\n}",
}


def templates(program):
    """Those that a program uses, as lines."""
    used = {n.data[0] for f in all_functions(program) for s in f.body for n in walk(s) if n.kind == "applied"}
    return [line for name in sorted(used) for line in TEMPLATES[name].splitlines()]


def listed(e, _):
    place, what = e.data
    return {"sum": f"ag::sum(ag::stack({place}))", "last": f"{place}.back()", "first": f"{place}[0]",
            "length": f"int({place}.size())"}[what]


# By kind of node: the text, made from the texts of its operands.
STATE_EXPRESSIONS = {
    "method": lambda e, parts: f"{e.data[0]}{'' if e.data[1] == 'operator()' else '.' + e.data[1]}({', '.join(parts)})",
    "construct": lambda e, parts: f"{e.type}({', '.join(parts)})",
    "applied": lambda e, parts: f"{e.data[0]}({e.data[1]}, {parts[0]})",
    "listed": listed,
}


def inherited(owner):
    """How many of its members, the first ones, stand in a base class; and whether others than derived classes see them."""
    style = crc32(" ".join(name + type_name for name, type_name, _ in owner.members).encode())
    count = style % (len(owner.members) + 1)
    numbers = any(not is_tensor(type_name) for _, type_name, _ in owner.members[:count])
    return count, style % 2 == 0 or not numbers  # a base of tensors alone has to be an aggregate


class StateWriter:
    """A part of Writer."""

    def klass(self, depth, owner, initialised):
        """Some of the members may stand in a base class: programs mean the same."""
        at = len(self.lines)
        count, aggregate = inherited(owner)
        if count:
            self.put(depth, f"{'struct' if aggregate else 'class'} {owner.name}_base {{")
            if not aggregate:
                self.put(depth, " protected:")
            self.members(depth, owner.members[:count], initialised)
        self.put(depth, f"class {owner.name} " + (f": public {owner.name}_base " if count else "") + "{")
        self.put(depth, " public:")
        self.put(depth + 1, f"{owner.name}() = default;")
        for method in owner.methods:
            self.method(depth + 1, owner, method, count)
        self.put(depth, " private:")
        self.members(depth, owner.members[count:], initialised)
        if not depth and chooses(4, "template", owner.name, owner.members) == 0:  # an alias names what has to be instantiated
            lines = [re.sub(rf"\b{owner.name}\b", owner.name + "_of", line).replace(".item<", ".template item<") for line in self.lines[at:]]
            begin = next(k for k, line in enumerate(lines) if line.startswith(f"class {owner.name}_of"))
            self.lines[at:] = lines[:begin] + ["template <int Size>"] + lines[begin:] + [f"using {owner.name} = {owner.name}_of<1>;"]

    def members(self, depth, members, initialised):
        for name, type_name, value in members:
            self.put(depth + 1, initialised(name, type_name, value))
        self.put(depth, "};")

    def method(self, depth, owner, method, count):
        """`count`: of the members in the base, which have their values already where those of the class get theirs."""
        parameters = ", ".join(f"{cpp_type(t)} {name}" for name, t, _ in method.parameters)
        in_base = []
        if method.name == owner.name:
            values = [(m, p) for (m, _, _), (p, _, _) in zip(owner.members, method.parameters)]
            in_base = [f"{m} = {p};" for m, p in values[:count]]
            values = [f"{m}({p})" for m, p in values[count:]]
            header = f"explicit {method.name}({parameters})" + (f" : {', '.join(values)}" if values else "")
        else:
            constant = " const" if method.annotation == "const" else ""
            header = f"{cpp_type(method.result)} {method.name}({parameters}){constant}"
        self.names = [[name for name, _, _ in method.parameters]]
        self.put(depth, header + " {")
        for line in in_base:
            self.put(depth + 1, line)
        for statement in method.body:
            self.statement(depth + 1, statement)
        self.put(depth, "}")

    def s_grow(self, depth, s):
        self.put(depth, f"{cpp_type(s.type)} {s.data[0]};")
        self.put(depth, f"{s.data[0]}.push_back({self.text(s.exprs[0])});")

    def s_push(self, depth, s):
        place, how = s.data
        if how == "push_back":
            self.put(depth, f"{place}.push_back({self.text(s.exprs[0])});")
        elif how == "pop_back":
            self.put(depth, f"if ({place}.size() > 1) {place}.pop_back();")
        else:
            self.put(depth, f"{place}[{how}] = {self.text(s.exprs[0])};")

    def s_state(self, depth, s):
        place, how = s.data
        self.put(depth, f"{place}.{how}({self.text(s.exprs[0])});")
