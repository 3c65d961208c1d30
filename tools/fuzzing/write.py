"""Writes a program of the fuzzer as C++, in varying styles: what one may write in several ways is chosen by a number in
the tree, so that a program stays as it is while it is made smaller."""

import re

from idioms import IdiomWriter, outside
from styles import Spelling, chooses, hidden_by_lambdas, loop_options, visited, with_hidden
from tree import (DTYPE, HOST, VECTOR_SIZE, VECTORS, all_functions, cpp_type, element_type, is_structure, is_tensor, is_variable,
                  part_types, walk)
from write_branches import BranchWriter, is_function
from write_expr import PRECEDENCE, aggregate_parts, container_index, expression, is_plain, number, operand, reads_as_parameter
from write_state import StateWriter, templates


class Writer(BranchWriter, StateWriter, IdiomWriter):
    def __init__(self):
        self.lines = []
        self.in_template = False
        self.names = [[]]  # of each block around: the variables that are declared in it
        self.kept = set()  # names that nothing may hide

    def text(self, e):
        return expression(e)

    def put(self, depth, text):
        self.lines.append("  " * depth + text)

    def block(self, depth, header, block, style, tail="", first=()):
        """header { block } tail; braces are left out where the style says so and one simple statement stands there."""
        simple = len(block) == 1 and not first and block[0].kind in (
            "assign", "break", "continue", "return", "print", "call", "step") and not tail
        if simple and style % 3 == 1:
            inner = Writer()
            inner.statement(0, block[0])
            self.put(depth, f"{header} {' '.join(inner.lines)}")
            return
        if simple and style % 3 == 2:
            self.put(depth, header)
            self.statement(depth + 1, block[0])
            return
        self.put(depth, header + " {")
        at = len(self.lines)
        self.names.append([])
        for line in first:
            self.put(depth + 1, line)
        self.statements(depth + 1, block)
        declared, around = self.names.pop(), [name for names in self.names for name in names]
        self.lines[at:] = with_hidden(self.lines[at:], declared, around, self.kept)
        self.put(depth, "}" + tail)

    def statements(self, depth, block):
        """Two that are expressions may be one."""
        for k, statement in enumerate(block):
            at = len(self.lines)
            self.statement(depth, statement)
            if k and all(is_expression(s) for s in block[k - 1:k + 1]) and len(self.lines) == at + 1:
                before, this = self.lines[at - 1:]
                if before.strip().count(";") == this.count(";") == 1 and "MODULO" not in before + this and chooses(4, "comma", before, this) == 0:
                    self.lines[at - 1:] = [before[:-1] + ", " + this.strip()]

    def statement(self, depth, s):
        getattr(self, "s_" + s.kind)(depth, s)

    def s_declare(self, depth, s):
        name, constant, style = s.data
        self.names[-1].append(name)
        value = s.exprs[0]
        spelled = "auto" if style == "auto" else cpp_type(s.type)
        initial = f" = {expression(value)}"
        if style == "array":
            self.put(depth, f"{cpp_type(part_types(s.type)[0])} {name}[] = {{{aggregate_parts(value)}}};")
            return
        if style == "braces" and value.kind == "aggregate":
            initial = f"{{{aggregate_parts(value)}}}"
        elif value.kind == "construct" and style != "plain":
            parts = ", ".join(map(expression, value.exprs))
            if value.exprs and all(map(reads_as_parameter, value.exprs)):  # K x(float(y)); declares a function as well
                parts = f"({parts})" if len(value.exprs) == 1 else None
            initial = "" if parts == "" else f" = {expression(value)}" if parts is None else f"({parts})"
        elif style == "paren" and not reads_as_parameter(value):
            initial = f"({expression(value)})"  # T x(U(y)); declares a function
        self.put(depth, f"{'const ' if constant else ''}{spelled} {name}{initial};")

    def s_late(self, depth, s):
        name, style = s.data
        condition, first, second = s.exprs
        self.put(depth, f"{cpp_type(s.type)} {name};")
        self.put(depth, f"if ({expression(condition)}) {{")
        for block, value, end in zip(s.blocks, (first, second), ("} else {", "}")):
            for statement in block:
                self.statement(depth + 1, statement)
            self.put(depth + 1, f"{name} = {expression(value)};")
            self.put(depth, end)

    def s_unpack(self, depth, s):
        self.put(depth, f"auto [{', '.join(s.data)}] = {expression(s.exprs[0])};")

    def s_assign(self, depth, s):
        self.put(depth, f"{s.data[0]} = {expression(s.exprs[0])};")

    def s_compound(self, depth, s):
        place, operator, modulus = s.data
        second = f" {place} %= {modulus};" if modulus else ""
        value, macro = expression(s.exprs[0]), chooses(6, "macro", place, s.exprs[0])
        if operator == "+" and macro == 0 and modulus:
            self.put(depth, f"FUZZ_ADD_MODULO({place}, {value}, {modulus});")
        elif operator == "+" and macro == 1:
            self.put(depth, f"FUZZ_ADD({place}, {value});{second}")
        else:
            self.put(depth, f"{place} {operator}= {value};{second}")

    def s_step(self, depth, s):
        place, operator, prefix = s.data
        self.put(depth, (operator + place if prefix else place + operator) + ";")

    def s_element(self, depth, s):
        place, operator, modulus = s.data
        element = f"{place}[{expression(s.exprs[0])}]"
        second = f" {element} %= {modulus};" if modulus else ""
        self.put(depth, f"{element} {operator} {expression(s.exprs[1])};{second}")

    def s_put(self, depth, s):
        place, operator, modulus, how = s.data
        element = place + container_index(s.exprs[0], how)
        second = f" {element} %= {modulus};" if modulus else ""
        self.put(depth, f"{element} {operator} {expression(s.exprs[1])};{second}")

    def s_guarded(self, depth, s):
        place, k, offset, divides = s.data
        limit, value = map(expression, s.exprs)
        at = f"{k} + {offset}" if offset else k
        if divides:
            value = f"12 / (2 - ({at}))"
        self.put(depth, f"for (int {k} = 0; {k} < 3; ++{k}) {{")
        self.put(depth + 1, f"if ({at} < std::abs({limit}) % 3) {place}[{at}] = {value};")
        self.put(depth, "}")

    def s_fill(self, depth, s):
        limit, value = map(expression, s.exprs)
        self.put(depth, f"{s.data[0]}[{s.data[0]} > {limit}] = {value};")

    def s_swap(self, depth, s):
        self.put(depth, f"std::swap({', '.join(s.data)});")

    def s_alias(self, depth, s):
        name, place, constant = s.data
        through_wrapper = constant and is_tensor(s.type) and int(name.removeprefix("ref")) % 2 == 0
        value = f"std::cref({place}).get()" if through_wrapper else place
        self.put(depth, f"{'const ' if constant else ''}{cpp_type(s.type)}& {name} = {value};")

    def s_computed(self, depth, s):
        name, constant = s.data
        lead = f"{'const ' if constant else ''}{cpp_type(s.type)} {name} = [&]() -> {cpp_type(s.type)}"
        self.block(depth, lead, s.blocks[0], 0, tail="();")

    def s_print(self, depth, s):
        if chooses(4, "stream", s.data[0], len(s.exprs)) == 0:
            items = "".join(f' << " " << {operand(e, PRECEDENCE["<<"] + 1)}' for e in s.exprs)
            self.put(depth, f'std::cout << "{s.data[0]}"{items} << std::endl;')
            return
        items = "".join(", " + expression(e) for e in s.exprs)
        self.put(depth, f'ag::print("{s.data[0]}"{items});')

    def s_check(self, depth, s):
        items = "".join(", " + expression(e) for e in s.exprs[1:])
        self.put(depth, f'ag::check({expression(s.exprs[0])}, "{s.data[0]}"{items});')

    def s_throw(self, depth, s):
        told = "".join(f" + std::to_string({expression(e)})" for e in s.exprs)
        text = f'std::string("{s.data[1]}: "){told}' if told else f'"{s.data[1]}"'
        self.put(depth, f"throw std::{s.data[0]}({text});")

    def s_call(self, depth, s):
        self.put(depth, expression(s.exprs[0]) + ";")

    def s_lambda(self, depth, s):
        name, capture, result, parameters, spelled = s.data
        tensors = all(type_name in DTYPE for _, type_name, _ in parameters)
        plain = not any(n.kind == "convert" and n.type in HOST for inner in s.blocks[0] for n in walk(inner))
        generic = tensors and plain and is_tensor(result) and spelled is True and not self.in_template and chooses(3, "generic", name, len(parameters)) == 0
        listed = ", ".join(f"{'auto' if generic else cpp_type(type_name)} {parameter}" for parameter, type_name, _ in parameters)
        at = len(self.lines)
        lead = f"auto {name} = [{capture}]({listed})" + (f" -> {cpp_type(result)}" if spelled else "")
        if spelled == "function":
            taken = ", ".join(cpp_type(t) for _, t, _ in parameters)
            lead = f"std::function<{cpp_type(result)}({taken})> {name} = [{capture}]({listed})"
            if self.in_template or is_tensor(result):  # where several returns may differ
                lead += f" -> {cpp_type(result)}"
        self.block(depth, lead, s.blocks[0], 0, tail=";")
        if capture == "=" and not self.in_template:
            self.lines[at:] = with_copy(self.lines[at:], [n for names in self.names for n in names], name)

    def s_block(self, depth, s):
        self.block(depth, "if constexpr (sizeof(int) == 4)" if chooses(3, "constexpr", s.blocks) == 0 else "", s.blocks[0], 0)

    # loops

    def counter(self, depth, s):
        name, type_name, trips = s.data[:3]
        self.put(depth, f"{cpp_type(type_name)} {name} = {trips};")
        return name

    def counting_test(self, s):
        """Whether rounds are left, counted down by the test itself now and then."""
        name, type_name, _, style = s.data[:4]
        counting = f"{name}-- > 0" if type_name == "int" else f"({name} -= 1) >= 0"
        left = counting if style % 5 == 4 else f"{name} > 0"
        return style % 5 == 4, left + "".join(f" && {operand(e, PRECEDENCE['and'] + 1)}" for e in s.exprs)

    def s_while(self, depth, s):
        name = self.counter(depth, s)
        counts, test = self.counting_test(s)
        options = loop_options(name, s.exprs) if s.data[1] == "w32" else []
        down = [f"{name} -= 1;", f"{name}--;", f"--{name};"][s.data[3] % 3]
        if s.data[3] % 4 == 3:  # while (true), left from inside
            test, options, first = "true", [], [f"if (!({test})) break;", down]
        else:
            first = [down][counts:]
            if s.data[3] % 3 == 1 and is_function(s.blocks[0]):
                return self.loop_of_functions(depth, test, s.blocks[0], first)
        self.block(depth, f"while ({test})", s.blocks[0], 0, first=options + first)

    def s_do(self, depth, s):
        name = self.counter(depth, s)
        counts, test = self.counting_test(s)
        self.block(depth, "do", s.blocks[0], 0, tail=f" while ({test});", first=[f"--{name};"][counts:])

    def s_endless(self, depth, s):
        name = self.counter(depth, s)
        exits = [f"if (--{name} < 0) break;"] + [f"if ({expression(e)}) break;" for e in s.exprs]
        self.block(depth, "for (;;)", s.blocks[0], 0, first=exits)

    def s_for(self, depth, s):
        name, type_name, _, style = s.data[:4]
        test = f"{name} < {operand(s.exprs[0], PRECEDENCE['<'] + 1)}"
        test += "".join(f" && {operand(e, PRECEDENCE['and'] + 1)}" for e in s.exprs[1:])
        step = f"{name} += 1" if style % 2 else f"++{name}"
        first = f"{cpp_type(type_name)} {name} = 0"
        for second in s.data[4:]:
            first, step = f"{first}, {second} = 9", f"{step}, --{second}"
        self.block(depth, f"for ({first}; {test}; {step})", s.blocks[0], style)

    s_count = s_for

    def s_range(self, depth, s):
        name, _, _, spelling = s.data
        bounds = ", ".join(expression(e) for e in s.exprs)
        if spelling == "auto" and all(is_plain(e) for e in s.exprs):
            spelling = "Tensor"  # auto finds numbers there
        self.block(depth, f"for ({spelling} {name} : ag::range({bounds}))", s.blocks[0], len(name))

    def s_rows(self, depth, s):
        self.block(depth, visited(s.kind, cpp_type(s.type), *s.data), s.blocks[0], len(s.data[0]))

    s_elements = s_rows

    def s_list(self, depth, s):
        name, values, style = s.data
        listed = f"{{{', '.join([expression(e) for e in s.exprs] + list(map(str, values)))}}}"
        container = f"std::vector<int>{listed}" if style % 2 else listed
        if style % 5 == 2 and not s.exprs:
            container = f"std::views::iota({values[0]}, {values[0] + len(values)})"
        self.block(depth, f"for (int {name} : {container})", s.blocks[0], style)

    def s_break(self, depth, s):
        self.put(depth, "break;")

    def s_continue(self, depth, s):
        self.put(depth, "continue;")

    def s_return(self, depth, s):
        self.put(depth, f"return {expression(s.exprs[0])};" if s.exprs else "return;")

    def function(self, function, spelling, depth=0, lead=""):
        annotation, _, generic = function.annotation.partition(":")
        spelled = lambda t: "T" if generic and cpp_type(t) == generic else cpp_type(t)
        how = {"value": "{} {}", "reference": "{}& {}", "const": "const {}& {}"}
        parameters = ", ".join(how[mode].format(spelled(type_name), name) for name, type_name, mode in function.parameters)
        default = spelling.defaults[function.name]
        if default is not None:
            parameters += " = " + number(default.data[0], default.type)
        self.in_template = bool(generic)
        if generic:
            self.put(depth, "template <int N>" if generic == "N" else "template <class T>")
        lead = (annotation + " " if annotation and not generic else "") + lead
        at = len(self.lines)
        self.names, self.kept = [[name for name, _, _ in function.parameters]], hidden_by_lambdas(function)
        self.put(depth, f"{lead}{spelled(function.result)} {function.name}({parameters}) {{")
        self.statements(depth + 1, function.body)
        self.put(depth, "}")
        self.lines[at:] = spelling.written(function, self.lines[at:])


    def run(self, program, scope, owner):
        entry = program.entry()
        rows = [flat(values) or [0] for values in program.inputs]
        self.put(0, "void run() {")
        self.put(1, f"const double inputs[][{len(rows[0])}] = {{")
        for row in rows:
            self.put(2, f"{{{', '.join(map(str, row))}}},")
        self.put(1, "};")
        self.put(1, "for (const auto& in : inputs) {")
        leaves = (in_table(k) for k in range(len(rows[0])))
        listed = "".join(", " + argument(t, leaves) for _, t, _ in entry.parameters)
        of = ", model" if program.where == "members" else ""
        self.put(2, f"fuzz::call({scope}{entry.name}{of}{listed});")
        for name, _, _ in program.globals:
            self.put(2, f"fuzz::show({'Tensor' if is_variable(name) else ''}({owner}{name}));")
        self.put(1, "}")
        self.put(0, "}")


def is_expression(s):
    """Whether a statement may be an operand of a comma."""
    return s.kind in ("step", "call", "assign", "compound")


def with_copy(lines, names, name):
    """A lambda that has a copy under another name; its first line begins with auto name = [=]."""
    for other in names:
        used = any(re.search(rf"\b{other}\b", line) for line in lines[1:])
        hidden = any(re.search(rf"(?<!return)[\w>&] {other}( = |;|[({{])", line) for line in lines[1:])
        if used and not hidden and not other.startswith("c") and chooses(3, "copy", name, other) == 0:
            head = lines[0].replace("[=]", f"[=, kept_{other} = {other}]")
            return [head] + [re.sub(rf"\b{other}\b", f"kept_{other}", line) for line in lines[1:]]
    return lines


def structures(program):
    """The struct types that a program uses."""
    used = {t for _, t, _ in program.globals}
    for function in all_functions(program):
        used |= {t for _, t, _ in function.parameters} | {function.result}
        used |= {node.type for s in function.body for node in walk(s)}
        used |= {t for s in function.body for node in walk(s) if node.kind == "lambda" for t in lambda_types(node)}
    used |= {part for t in used if is_structure(t) for part in part_types(t)}
    return sorted(t for t in used if t.startswith("struct:"))


def lambda_types(node):
    _, _, result, parameters, _ = node.data
    return [result] + [t for _, t, _ in parameters]


def definition(structure):
    members = " ".join(f"{cpp_type(t)} {name};" for name, t in zip("abc", part_types(structure)))
    if all(map(is_tensor, part_types(structure))) and chooses(3, "fields", structure) == 0:
        parts = ", ".join(f"s.{name}" for name, _ in zip("abc", part_types(structure)))
        members += f" friend auto ag_fields({cpp_type(structure)}& s) {{ return std::tie({parts}); }}"
    return f"struct {cpp_type(structure)} {{ {members} }};"


def argument(type_name, leaves):
    """An argument as C++; leaves gives the text of each number in it, in order."""
    if is_structure(type_name):
        return f"{cpp_type(type_name)}{{{', '.join(argument(t, leaves) for t in part_types(type_name))}}}"
    if type_name in VECTORS:
        element = element_type(type_name)
        return f"ag::tensor({{{', '.join(next(leaves)(element) for _ in range(VECTOR_SIZE))}}}, ag::{DTYPE[element]})"
    if type_name in DTYPE:
        return f"ag::tensor({next(leaves)(type_name)}, ag::{DTYPE[type_name]})"
    if type_name == "w32":
        return f"Tensor({next(leaves)('int')})"
    return f"{cpp_type(type_name)}({next(leaves)(type_name)})"


def flat(value):
    return [leaf for part in value for leaf in flat(part)] if isinstance(value, tuple) else [value]


def in_table(index):
    """The text of a number of the table of inputs: as a type that holds it."""
    def text(type_name):
        kind = "double" if type_name in ("f32", "f64") else "bool" if type_name == "b8" else "int"
        return f"in[{index}]" if type_name in HOST else f"{kind}(in[{index}])"
    return text


def initialised(name, type_name, value):
    """The declaration of a variable outside of the functions."""
    leaves = (lambda t, leaf=leaf: number(leaf, t) for leaf in flat((value,)))
    if is_variable(name):
        return f"ag::Variable {name}{{{argument(type_name, leaves)}}};"
    return f"{cpp_type(type_name)} {name} = {argument(type_name, leaves)};"


def program_text(program):
    """The functions of a program, and `void run()`, which calls the entry with every input."""
    writer, spelling = Writer(), Spelling(program)
    program = spelling.program(program)
    for structure in structures(program):
        writer.put(0, definition(structure))
    in_class, static = program.where != "namespace", "static " if program.where == "static members" else ""
    depth = 1 if in_class else 0
    writer.lines += templates(program) + outside(all_functions(program))
    if in_class:
        writer.put(0, "struct Model {")
    for name, type_name, value in program.globals:
        writer.put(depth, ("inline " + static if static else "") + initialised(name, type_name, value))
    begin = len(writer.lines)
    for owner in program.classes:
        writer.klass(depth, owner, initialised)
    for function in program.functions:
        writer.function(function, spelling, depth, static)
    if any("summed(" in line for line in writer.lines[begin:]):
        writer.lines.insert(0, "template <class... Ts>\nTensor summed(const Ts&... parts) {\n  return (... + parts);\n}")
    if in_class:
        writer.put(0, "};")
    writer.lines += ["Model model;"] if in_class else []
    writer.run(program, {"namespace": "", "members": "&Model::", "static members": "&Model::"}[program.where],
               "model." if in_class else "")
    return "\n".join(writer.lines) + "\n"
