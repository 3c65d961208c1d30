"""What every program of the fuzzer obeys, checked on its tree: names are declared and types fit, it ends, and nothing in it
is undefined or unspecified in C++. Generated programs are checked, and so is every smaller one that the shrinker tries.

Integers stay small without overflow: a variable holds at most VARIABLE, what is assigned is at most ASSIGNED or a value
that a variable has already (the difference is for ++, of which there are at most COST), and nothing in between is more
than BETWEEN.
"""

from dataclasses import dataclass

from tree import HOST, VECTORS, element_type, is_structure, part_places, part_types, root, walk

ASSIGNED = 1000
VARIABLE = 10000
BETWEEN = 2**30
COST = 1500
UNSIGNED = {"u8": 255, "u64": 2**64}
LOOPS = ("while", "do", "for", "endless", "range", "rows", "list", "elements", "count")


class Broken(Exception):
    """The program breaks a rule."""


def require(condition, rule, *what):
    if not condition:
        raise Broken(rule + ": " + ", ".join(str(w) for w in what))


def integral(type_name):
    return type_name.removeprefix("v_") in ("i32", "i64", "w32", "int", "u8", "u64")


def bound(e):
    """The greatest magnitude of the integer values of an expression; 0 for others."""
    if not integral(e.type):
        return 0
    parts = [bound(a) for a in e.exprs]
    kind = e.kind
    if kind == "literal":
        return abs(e.data[0])
    if kind in ("var", "at", "step", "user", "set"):
        return UNSIGNED.get(e.type, VARIABLE)
    if kind == "choice":
        return max(parts[1:])
    if kind == "call":
        return {"ag::sum": 3 * parts[0]}.get(e.data[0], max(parts))
    if kind == "convert":
        return min(UNSIGNED.get(e.type, 50 if e.exprs[0].type == "double" else max(parts[0], 1)), 2**64)
    require(kind == "op", "an integer from something unknown", kind)
    operator = e.data[0]
    if len(parts) == 1:
        result = parts[0] + 1
    else:
        a, b = parts
        result = {"+": a + b, "-": a + b, "*": a * b, "/": a, "%": min(a, b), ">>": a, "<<": a * 8,
                  "&": 2 * max(a, b) + 1, "|": 2 * max(a, b) + 1, "^": 2 * max(a, b) + 1}[operator]
    if e.type == "u64":
        return min(result, 2**64)
    require(result <= BETWEEN, "too large", e)
    return result


def is_small(e):
    """Whether an integer may be assigned to a variable."""
    if bound(e) <= ASSIGNED or e.kind in ("var", "at", "user"):
        return True
    if e.kind == "choice" or e.kind == "call" and e.data[0] != "ag::sum":
        return all(is_small(a) for a in e.exprs if integral(a.type))
    return e.kind == "op" and len(e.exprs) == 1 and is_small(e.exprs[0])


def is_plain(e):
    """Whether C++ computes it without a tensor."""
    if e.kind in ("literal", "var", "step", "set"):
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


@dataclass(frozen=True)
class Lambda:
    result: str
    parameters: tuple
    body: tuple
    cost: int

    def touched(self):
        """Names of variables that it reads, and that it writes."""
        reads, writes = set(), set()
        for node in (n for s in self.body for n in walk(s)):
            if node.kind in ("assign", "compound", "element", "step", "set"):
                writes.add(root(node.data[0]))
            if node.kind in ("var", "at", "step", "set", "rows", "elements"):
                reads.add(root(node.data[1 if node.kind in ("rows", "elements") else 0]))
            if node.kind == "user":
                writes |= {root(a.data[0]) for a in node.exprs if a.kind == "var"}
        return reads | writes, writes


class Checker:
    def __init__(self, program):
        self.functions, self.lambdas, self.costs = {}, {}, {}
        self.result, self.loops = "void", 0
        self.program = program

    def check(self):
        require(len(self.program.functions) > 0, "there is an entry")
        for function in self.program.functions:
            self.costs[function.name] = self.function(function)
            self.functions[function.name] = function
        for values in self.program.inputs:
            require(len(values) == len(self.program.entry().parameters), "one literal for each parameter")

    def function(self, function):
        self.result = function.result
        self.loops = 0
        self.lambdas = {}
        scope = {}
        for name, type_name, how in function.parameters:
            self.declare(scope, name, type_name, how == "const")
        cost = self.block(function.body, scope, new=False)
        require(cost <= COST, "takes too long", function.name, cost)
        if function.result != "void":
            require(function.body and function.body[-1].kind == "return", "the end returns", function.name)
        return cost

    # scopes: place -> (type, constant)

    def declare(self, scope, name, type_name, constant=False):
        require(name not in scope, "declared once", name)
        scope[name] = (type_name, constant)
        if is_structure(type_name):
            for place, part in part_places(name, type_name):
                scope[place] = (part, constant)

    def block(self, statements, scope, new=True):
        if new:
            scope = dict(scope)
        return sum(self.statement(s, scope) for s in statements)

    def target(self, place, type_name, scope):
        require(place in scope, "assigned where it is declared", place)
        require(scope[place] == (type_name, False), "can be assigned", place, scope[place], type_name)

    def assigned(self, e, type_name, scope):
        """A value for a variable, a parameter or a result of a type."""
        require(e.type == type_name, "types fit", e.type, type_name, e)
        effects = self.expr(e, scope)
        if not is_structure(type_name) and type_name not in UNSIGNED:
            require(is_small(e), "what is assigned is small", e, bound(e))
        return effects

    # expressions

    def expr(self, e, scope):
        effects = Effects()
        kind = e.kind
        if kind in ("var", "at", "step", "set"):
            place = e.data[0]
            require(place in scope, "used where it is declared", place)
            type_name, constant = scope[place]
            require(type_name == (e.type if kind != "at" else "v_" + e.type), "types fit", place, type_name, e.type)
            effects.reads.add(root(place))
            if kind in ("step", "set"):
                require(not constant, "can be assigned", place)
                effects.writes.add(root(place))
        if kind == "set":
            require(e.exprs[0].type == e.type and is_small(e.exprs[0]), "what is assigned is small", e)
        if kind == "user":
            self.call(e, scope, effects)
        if kind == "aggregate":
            for part, type_name in zip(e.exprs, part_types(e.type)):
                self.assigned(part, type_name, scope)
        if kind == "op" and e.data[0] in ("/", "%") and len(e.exprs) == 2 and e.exprs[1].kind != "literal":
            require(not is_plain(e) or e.type == "double", "a host number is divided by a literal", e)
        if kind == "op" and e.data[0] in ("/", "%") and len(e.exprs) == 2 and e.exprs[1].kind == "literal":
            require(e.exprs[1].data[0] != 0, "a literal divisor is not 0", e)
        bound(e)
        children = [self.expr(child, scope) for child in e.exprs]
        if can_fail(e):
            effects.acts = True
        if kind not in ("and", "or", "choice", "aggregate", "set"):  # these have an order
            self.unsequenced(children, e)
        if kind == "set" and children:
            require(not children[0].writes, "one write", e)
        for child in children:
            effects.add(child)
        return effects

    @staticmethod
    def unsequenced(children, e):
        require(sum(c.acts or bool(c.writes) for c in children) <= 1, "one operand has effects", e)
        for i, a in enumerate(children):
            for j, b in enumerate(children):
                require(i == j or not (a.writes & (b.reads | b.writes)), "what is written is not read beside it", e)

    def call(self, e, scope, effects):
        function = self.functions.get(e.data[0])
        if e.data[0] in scope:
            function = self.lambdas[e.data[0]]
            reads, writes = function.touched()
            effects.reads |= reads
            effects.writes |= writes
        require(function is not None, "called after it is defined", e.data[0])
        require(len(e.exprs) == len(function.parameters), "as many arguments as parameters", e)
        require(e.type == function.result, "types fit", e.type, function.result)
        effects.acts = True
        for argument, (_, type_name, how) in zip(e.exprs, function.parameters):
            self.assigned(argument, type_name, scope)
            if how == "reference":
                require(argument.kind == "var", "a variable for a reference", e)
                self.target(argument.data[0], type_name, scope)
                effects.writes.add(root(argument.data[0]))

    def calls_cost(self, exprs):
        return sum(self.cost_of_calls(e) for e in exprs)

    def cost_of_calls(self, e):
        own = 0
        if e.kind == "user":
            own = self.lambdas[e.data[0]].cost if e.data[0] in self.lambdas else self.costs.get(e.data[0], 0)
        return own + sum(self.cost_of_calls(child) for child in e.exprs)

    def condition(self, e, scope):
        require(e.type in ("b8", "bool"), "a condition is a truth", e)
        self.expr(e, scope)

    # statements; each gives the number of steps that it takes at most

    def statement(self, s, scope):
        return 1 + self.calls_cost(s.exprs) + getattr(self, "s_" + s.kind)(s, scope)

    def s_declare(self, s, scope):
        name, constant, _ = s.data
        self.assigned(s.exprs[0], s.type, scope)
        self.declare(scope, name, s.type, constant)
        return 0

    def s_late(self, s, scope):
        self.condition(s.exprs[0], scope)
        cost = 0
        for block, value in zip(s.blocks, s.exprs[1:]):
            inner = dict(scope)
            cost += self.block(block, inner, new=False)
            self.assigned(value, s.type, inner)
        self.declare(scope, s.data[0], s.type)
        return cost

    def s_unpack(self, s, scope):
        self.assigned(s.exprs[0], s.exprs[0].type, scope)
        for name, type_name in zip(s.data, part_types(s.exprs[0].type)):
            self.declare(scope, name, type_name)
        return 0

    def s_assign(self, s, scope):
        self.target(s.data[0], s.type, scope)
        effects = self.assigned(s.exprs[0], s.type, scope)
        require(root(s.data[0]) not in effects.writes or is_structure(s.type), "one write", s)
        return 0

    def s_compound(self, s, scope):
        place, operator, modulus = s.data
        self.target(place, s.type, scope)
        effects = self.expr(s.exprs[0], scope)
        require(root(place) not in effects.writes, "one write", s)
        if operator in ("/", "%") and s.type != "double":
            require(s.exprs[0].kind == "literal" and s.exprs[0].data[0] != 0, "a divisor is not 0", s)
        if s.type not in UNSIGNED and integral(s.type):
            require(bound(s.exprs[0]) <= VARIABLE and modulus, "what is assigned is small", s)
        return 0

    def s_step(self, s, scope):
        self.target(s.data[0], s.type, scope)
        return 0

    def s_element(self, s, scope):
        place, operator, modulus = s.data
        self.target(place, s.type, scope)
        index, value = s.exprs
        first = self.expr(index, scope)
        second = self.expr(value, scope)
        self.unsequenced([first, second], s)
        require(root(place) not in first.writes | second.writes, "one write", s)
        require(is_small(value), "what is assigned is small", s)
        require(operator == "=" or not integral(s.type) or modulus, "what is assigned is small", s)
        require(not modulus or not (first.writes or any(n.kind == "user" for n in walk(index))), "evaluated twice", s)
        return 0

    def s_print(self, s, scope):
        self.unsequenced([self.expr(e, scope) for e in s.exprs], s)
        return 0

    def s_check(self, s, scope):
        self.condition(s.exprs[0], scope)
        self.unsequenced([self.expr(e, scope) for e in s.exprs], s)
        return 0

    def s_throw(self, s, scope):
        return 0

    def s_call(self, s, scope):
        self.expr(s.exprs[0], scope)
        return 0

    def s_lambda(self, s, scope):
        """data: name, capture (& or =), result, parameters. What it reads and writes happens where it is called."""
        name, capture, result, parameters = s.data
        inner = {p: (t, constant or capture == "=") for p, (t, constant) in scope.items()}
        kept = self.result, self.loops
        self.result, self.loops = result, 0
        for parameter, type_name, how in parameters:
            self.declare(inner, parameter, type_name, how == "const")
        cost = self.block(s.blocks[0], inner, new=False)
        require(s.blocks[0] and s.blocks[0][-1].kind == "return", "the end returns", name)
        self.result, self.loops = kept
        self.declare(scope, name, "lambda", constant=True)
        self.lambdas[name] = Lambda(result, parameters, s.blocks[0], cost)
        return 0

    def s_if(self, s, scope):
        self.condition(s.exprs[0], scope)
        return max(self.block(block, scope) for block in s.blocks)

    def s_if_declare(self, s, scope):
        inner = dict(scope)
        self.assigned(s.exprs[0], s.type, inner)
        self.declare(inner, s.data[0], s.type)
        self.condition(s.exprs[1], inner)
        return max(self.block(block, inner) for block in s.blocks)

    def s_block(self, s, scope):
        return self.block(s.blocks[0], scope)

    def s_switch(self, s, scope):
        """data: for each block its labels (None is default) and whether it falls through."""
        self.expr(s.exprs[0], scope)
        require(s.exprs[0].type == "int", "a switch over an int", s)
        labels = [label for case, _ in s.data for label in case]
        require(len(labels) == len(set(labels)) and all(case for case, _ in s.data), "labels differ", s)
        return sum(self.block(block, scope) for block in s.blocks)

    def loop(self, s, scope, trips):
        self.loops += 1
        cost = trips * (1 + self.calls_cost(s.exprs) + self.block(s.blocks[0], scope))
        self.loops -= 1
        return cost

    def counted(self, s, scope):
        """while, do, for (;;): data is the counter's name and type and the number of rounds; the test may say more."""
        counter, type_name, trips = s.data[:3]
        inner = dict(scope)
        self.declare(inner, counter, type_name, constant=True)
        for e in s.exprs:
            self.condition(e, inner)
        return self.loop(s, inner, trips + 1)

    s_while = s_do = s_endless = counted

    def s_for(self, s, scope):
        """for (Tensor i = 0; i < bound; i += 1): data is name, type, rounds."""
        return self.counted_header(s, scope, s.exprs[0])

    def counted_header(self, s, scope, limit):
        name, type_name, trips = s.data[:3]
        self.expr(limit, scope)
        require(bound(limit) <= trips, "rounds are few", s)
        inner = dict(scope)
        self.declare(inner, name, type_name, constant=True)
        for e in s.exprs[1:]:
            self.condition(e, inner)
        return self.loop(s, inner, trips)

    def s_count(self, s, scope):
        """for (int i = 0; i < n; ++i)"""
        return self.counted_header(s, scope, s.exprs[0])

    def s_range(self, s, scope):
        """for (Tensor i : ag::range(n)): data is name, type, rounds, spelling of the type."""
        name, type_name, trips, spelling = s.data
        for e in s.exprs:
            self.expr(e, scope)
        require(bound(s.exprs[-1]) + (bound(s.exprs[0]) if len(s.exprs) > 1 else 0) <= trips, "rounds are few", s)
        inner = dict(scope)
        self.declare(inner, name, type_name, spelling.startswith("const"))
        return self.loop(s, inner, trips)

    def s_rows(self, s, scope):
        """for (Tensor e : v), where v is not changed inside."""
        name, place = s.data
        require(place in scope and scope[place][0] in VECTORS, "rows of a vector", place)
        inner = dict(scope)
        inner[place] = (scope[place][0], True)
        outer = root(place)
        if outer != place:
            inner[outer] = (scope[outer][0], True)
        self.declare(inner, name, element_type(scope[place][0]))
        return self.loop(s, inner, 3)

    def s_elements(self, s, scope):
        """for (Tensor e : p), where p is an array or a vector of tensors."""
        name, place = s.data
        require(place in scope and is_structure(scope[place][0]), "elements of a container", place)
        inner = dict(scope)
        for key in [k for k in inner if root(k) == root(place)]:
            inner[key] = (inner[key][0], True)
        self.declare(inner, name, part_types(scope[place][0])[0])
        return self.loop(s, inner, 2)

    def s_list(self, s, scope):
        """for (int h : {1, 2, 3})"""
        name, values = s.data[:2]
        inner = dict(scope)
        self.declare(inner, name, "int")
        return self.loop(s, inner, len(values))

    def s_break(self, s, scope):
        require(self.loops > 0, "a jump in a loop")
        return 0

    s_continue = s_break

    def s_return(self, s, scope):
        if self.result == "void":
            require(not s.exprs, "nothing to return")
        else:
            require(len(s.exprs) == 1, "something to return")
            self.assigned(s.exprs[0], self.result, scope)
        return 0


def broken_rule(program):
    """The rule that a program breaks, or nothing."""
    try:
        Checker(program).check()
    except Broken as error:
        return str(error)
    return None
