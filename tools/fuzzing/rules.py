"""What every program of the fuzzer obeys, checked on its tree: names are declared and types fit, it ends, and nothing in it
is undefined or unspecified in C++. Generated programs are checked, and so is every smaller one that the shrinker tries.
"""

from dataclasses import dataclass

from bounds import COST, UNSIGNED, VARIABLE, Broken, Effects, bound, can_fail, integral, is_plain, is_small, require
from idioms import IdiomRules
from rules_loops import LoopRules
from rules_state import StateRules
from tree import (HOST, HOST_FLOATS, Node, counts_calls, has_no_common_value, is_c_array, is_class, is_container,
                  has_states, is_optional, is_structure, is_tensor, is_variable, is_vector_of_numbers, is_written_by_name, literal,
                  part_places, part_types, root, var, walk)


def is_inside_written_by_name(place, scope):
    """Whether a place is something that a copy in a lambda has as a constant, without a way to read it, or a part of it."""
    return any(is_written_by_name(scope[p][0]) for p in (place, root(place)) if p in scope)


# What has an order of its own, so that one part may change what another one reads.
ORDERED = ("and", "or", "choice", "aggregate", "set", "exchange", "inside")
NAMED = ("var", "at", "step", "set", "exchange", "pick", "value_or", "inside", "has", "sliced", "masked", "ranged")


@dataclass(frozen=True)
class Lambda:
    result: str
    parameters: tuple
    body: tuple
    cost: int
    touches: Effects  # names of variables that it reads, and that it writes


class Checker(LoopRules, StateRules, IdiomRules):
    def __init__(self, program):
        self.functions, self.lambdas, self.costs = {}, {}, {}
        self.inside = None  # the function that is looked at, where it calls itself
        self.classes, self.methods = {}, {}
        self.touches = {}  # what a function reads and writes outside of it
        self.aliases = {}  # the variable that a reference is bound to
        self.noted = Effects()  # what the function, or the lambda, that is looked at reads and writes
        self.result, self.loops, self.switches = "void", 0, 0
        self.program = program
        self.globals = {name for name, _, _ in program.globals}

    def check(self, entry):
        require(len(self.program.functions) > 0 or not entry, "there is an entry")
        self.learn_classes(self.program.classes)
        self.learn(self.program.functions)
        for values in self.program.inputs:
            require(len(values) == len(self.program.entry().parameters), "one literal for each parameter")

    def learn(self, functions):
        for function in functions:
            self.costs[function.name] = self.function(function)
            self.functions[function.name] = function

    def function(self, function, members=()):
        """members: (name, type, constant) of the object of a method"""
        self.result = function.result
        self.loops = self.switches = 0
        self.lambdas, self.aliases, self.noted = {}, {}, Effects()
        scope = {}
        for name, type_name, _ in self.program.globals:
            self.declare(scope, name, type_name, is_variable(name))
        for name, type_name, constant in members:
            self.declare(scope, name, type_name, constant)
        if function.annotation == "template:N":
            self.declare(scope, "N", "int", constant=True)
        for name, type_name, how in function.parameters:
            require(how != "reference" or not is_optional(type_name), "an optional is not changed by others", name)
            self.declare(scope, name, type_name, how == "const")
        if counts_calls(function.parameters):
            require(function.parameters[-1][1:] == ("int", "const"), "nothing but the calls counts them", function.name)
            require(not any(has_states(t) for _, t, _ in function.parameters), "nor do they take optionals", function.name)
            self.functions[function.name], self.costs[function.name], self.inside = function, 0, function.name
        cost = self.block(function.body, scope, new=False) * (4 if self.inside else 1)
        self.inside = None
        require(cost <= COST, "takes too long", function.name, cost)
        if function.result != "void":
            require(function.body and function.body[-1].kind == "return", "the end returns", function.name)
        outside = self.touches[function.name] = Effects()
        outside.reads, outside.writes = self.noted.reads & self.globals, self.noted.writes & self.globals
        return cost

    # scopes: place -> (type, constant)

    def base(self, place):
        """The variable that a place is in, also where a reference names it."""
        return self.aliases.get(root(place), root(place))

    def reads(self, place, effects):
        effects.reads.add(self.base(place))
        self.noted.reads.add(self.base(place))

    def writes(self, place, effects):
        effects.writes.add(self.base(place))
        self.noted.writes.add(self.base(place))

    def frozen(self, scope, place):
        """The scope where nothing of the variable that a place is in can be changed."""
        return {p: (t, constant or self.base(p) == self.base(place)) for p, (t, constant) in scope.items()}

    def declare(self, scope, name, type_name, constant=False):
        require(name not in scope, "declared once", name)
        require(not constant or not is_written_by_name(type_name), "can be changed", name)
        require(not is_class(type_name) or type_name in self.classes, "a class that there is", type_name)
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
        self.writes(place, Effects())

    def assigned(self, e, type_name, scope):
        """A value for a variable, a parameter or a result of a type."""
        weak = type_name == "w64" and e.type == "double" and e.kind == "var"
        require(e.type == type_name or weak, "types fit", e.type, type_name, e)
        effects = self.expr(e, scope)
        if not is_structure(type_name) and type_name not in UNSIGNED:
            require(is_small(e), "what is assigned is small", e, bound(e))
        return effects

    # expressions

    def expr(self, e, scope):
        effects = Effects()
        kind = e.kind
        if kind in NAMED:
            self.named(e, scope, effects)
        if kind == "value_or":
            require(e.type not in HOST or e.exprs[0].kind == "literal", "a number instead of a missing one is known", e)
        if kind in ("set", "exchange"):
            require(e.exprs[0].type == e.type and is_small(e.exprs[0]), "what is assigned is small", e)
        children = None  # what is evaluated, where that is looked at already: again, it would take twice as long a level
        if kind == "user":
            children = self.call(e, scope, effects)
        if kind in ("method", "construct", "listed", "applied"):
            children = getattr(self, "e_" + kind)(e, scope, effects)
        if kind == "aggregate":
            require(is_optional(e.type) or len(e.exprs) == len(part_types(e.type)), "a value for each part", e)
            known = not is_vector_of_numbers(e.type) or all(part.kind == "literal" for part in e.exprs)
            require(known, "the first values of a vector are known", e)
            types = part_types(e.type)
            children = [self.assigned(part, type_name, scope) for part, type_name in zip(e.exprs, types)]
            children += [self.expr(part, scope) for part in e.exprs[len(types):]]
        if kind == "op" and e.data[0] in ("/", "%") and len(e.exprs) == 2:
            if e.exprs[1].kind == "literal":
                require(e.exprs[1].data[0] != 0, "a literal divisor is not 0", e)
            else:
                require(not is_plain(e) or e.type in HOST_FLOATS, "a host number is divided by a literal", e)
        if kind == "choice":
            require(not has_no_common_value(e.exprs[1:]), "which variable it is cannot be chosen", e)
        if kind == "call" and e.data[0] == "std::clamp<int>":
            require(e.exprs[1].data[0] <= e.exprs[2].data[0], "the bounds are in order", e)
        bound(e)
        if children is None:
            children = [self.expr(child, scope) for child in e.exprs]
        if can_fail(e):
            effects.acts = True
        if kind not in ORDERED:
            self.unsequenced(children, e)
        if kind in ("set", "exchange"):
            require(not children[0].writes, "one write", e)
        if kind in ("pick", "value_or", "exchange"):
            touched = children[0].writes | (children[0].reads if kind == "exchange" else set())
            require(self.base(e.data[0]) not in touched, "what is written is not read beside it", e)
        for child in children:
            effects.add(child)
        return effects

    def named(self, e, scope, effects):
        """An expression that begins with a place."""
        kind, place = e.kind, e.data[0]
        require(place in scope, "used where it is declared", place)
        type_name, constant = scope[place]
        if kind in ("at", "ranged"):
            self.index(e.exprs[0])
        if kind == "exchange":
            require(self.base(place) not in self.globals, "a variable outside is named", place)
        if kind == "var" and is_structure(type_name):
            require(self.base(place) not in self.globals, "a member of a variable outside is named", place)
        if kind == "pick":
            require(e.data[1] != "at" or not is_c_array(type_name), "an array of C has no methods", e)
            require(is_container(type_name) and part_types(type_name)[0] == e.type, "types fit", place, type_name)
            require(e.type in HOST or e.exprs[0].kind == "literal", "a number chooses numbers only", e)
        else:
            wanted = {"at": "v_" + e.type, "masked": "v_" + e.type, "ranged": "v_" + e.type, "has": type_name}.get(kind, e.type)
            wanted = "optional:" + e.type if kind in ("value_or", "inside") else wanted
            require(type_name == wanted, "types fit", place, type_name, e.type)
        self.reads(place, effects)
        if kind in ("step", "set", "exchange"):
            require(not constant, "can be assigned", place)
            self.writes(place, effects)

    @staticmethod
    def index(e):
        require(e.kind != "var" or not is_variable(e.data[0]), "a variable of the runtime is no index by itself", e)

    @staticmethod
    def unsequenced(children, e):
        if len(children) < 2:
            return
        require(sum(c.acts or bool(c.writes) for c in children) <= 1, "one operand has effects", e)
        for i, a in enumerate(children):
            for j, b in enumerate(children):
                require(i == j or not (a.writes & (b.reads | b.writes)), "what is written is not read beside it", e)

    def call(self, e, scope, effects):
        function = self.functions.get(e.data[0])
        if e.data[0] in scope:
            function = self.lambdas[e.data[0]]
            touches = function.touches
        else:
            touches = self.touches.get(e.data[0], Effects())
        effects.add(touches)
        self.noted.add(touches)
        require(function is not None, "called after it is defined", e.data[0])
        require(len(e.exprs) == len(function.parameters), "as many arguments as parameters", e)
        require(e.type == function.result, "types fit", e.type, function.result)
        effects.acts = True
        arguments, last = e.exprs, []
        if counts_calls(function.parameters):
            left = function.parameters[-1][0]
            fewer = Node("op", "int", (var(left, "int"), literal(1, "int")), data=("-",))
            ends = e.exprs[-1] == fewer if e.data[0] == self.inside else bound(e.exprs[-1]) <= 3
            require(ends, "a function calls itself a few times", e)
            last = [self.expr(e.exprs[-1], scope)]
            arguments = e.exprs[:-1]
        children = []
        for argument, (_, type_name, how) in zip(arguments, function.parameters):
            children.append(self.assigned(argument, type_name, scope))
            if how == "reference":
                require(argument.kind == "var", "a variable for a reference", e)
                self.target(argument.data[0], type_name, scope)
                followed = is_tensor(type_name) or self.base(argument.data[0]) not in self.globals
                require(followed, "a number outside is named", argument.data[0])
                require(self.base(argument.data[0]) not in touches.reads | touches.writes, "one name in a call", e)
                self.writes(argument.data[0], effects)
        return children + last

    def calls_cost(self, exprs):
        return sum(self.cost_of_calls(e) for e in exprs)

    def cost_of_calls(self, e):
        own = 0
        if e.kind == "user":
            own = self.lambdas[e.data[0]].cost if e.data[0] in self.lambdas else self.costs.get(e.data[0], 0)
        own += self.cost_of_state(e)
        return own + sum(self.cost_of_calls(child) for child in e.exprs)

    def condition(self, e, scope):
        require(e.type in ("b8", "bool"), "a condition is a truth", e)
        self.expr(e, scope)

    # statements; each gives the number of steps that it takes at most

    def statement(self, s, scope):
        return 1 + self.calls_cost(s.exprs) + getattr(self, "s_" + s.kind)(s, scope)

    def s_declare(self, s, scope):
        name, constant, style = s.data
        require(not is_c_array(s.type) or style == "array" and s.exprs[0].kind == "aggregate", "nothing copies an array of C", s)
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
        require(not is_c_array(s.type), "nothing copies an array of C", s)
        require(not is_structure(s.type) or self.base(s.data[0]) not in self.globals, "a member of it is named", s)
        effects = self.assigned(s.exprs[0], s.type, scope)
        require(self.base(s.data[0]) not in effects.writes or is_structure(s.type), "one write", s)
        return 0

    def s_compound(self, s, scope):
        place, operator, modulus = s.data
        self.target(place, s.type, scope)
        effects = self.expr(s.exprs[0], scope)
        require(self.base(place) not in effects.writes, "one write", s)
        if operator in ("/", "%") and s.type not in HOST_FLOATS:
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
        self.index(index)
        first = self.expr(index, scope)
        second = self.expr(value, scope)
        self.unsequenced([first, second], s)
        require(self.base(place) not in first.writes | second.writes, "one write", s)
        require(is_small(value), "what is assigned is small", s)
        require(operator == "=" or not integral(s.type) or modulus, "what is assigned is small", s)
        require(not modulus or not (first.writes or any(n.kind == "user" for n in walk(index))), "evaluated twice", s)
        return 0

    def s_put(self, s, scope):
        """An element that a number chooses: data is place, operator, modulus, and how it is written."""
        place, operator, modulus, how = s.data
        require(how != "at" or not is_c_array(s.type), "an array of C has no methods", s)
        self.target(place, s.type, scope)
        require(is_container(s.type), "an element of a container", s)
        element = part_types(s.type)[0]
        index, value = s.exprs
        require(element in HOST or index.kind == "literal", "a number chooses numbers only", s)
        first = self.expr(index, scope)
        second = self.assigned(value, element, scope)
        self.unsequenced([first, second], s)
        require(not first.acts and not first.writes, "an index without effects", s)
        require(self.base(place) not in second.writes, "one write", s)
        require(operator == "=" or not integral(element) or element in UNSIGNED or modulus, "what is assigned is small", s)
        return 0

    def s_fill(self, s, scope):
        """v[v > 2] = x; data is the place."""
        self.target(s.data[0], s.type, scope)
        effects = self.assigned(s.exprs[1], s.type.removeprefix("v_"), scope)
        require(self.base(s.data[0]) not in effects.writes | effects.reads and not effects.acts, "one write", s)
        return 0

    def s_swap(self, s, scope):
        for place in s.data:
            self.target(place, s.type, scope)
            require(self.base(place) not in self.globals, "a variable outside is named", place)
        require(self.base(s.data[0]) != self.base(s.data[1]), "two variables", s)
        return 0

    def s_alias(self, s, scope):
        """T& name = place; data: name, place, constant."""
        name, place, constant = s.data
        require(place in scope and scope[place][0] == s.type, "used where it is declared", place)
        require(self.base(place) not in self.globals, "a variable outside is named", place)
        require(constant or not scope[place][1], "can be assigned", place)
        require(not is_optional(s.type), "an optional is not changed by others", place)
        require(not is_c_array(s.type), "nothing refers to an array of C", place)
        outer = scope.get(root(place), ("", False))[0]
        require(not outer.startswith(("vector:", "map:")) or outer == s.type, "elements of a vector move, and those of a map go", place)
        self.reads(place, Effects())
        self.declare(scope, name, s.type, constant)
        self.aliases[name] = self.base(place)
        return 0

    def s_print(self, s, scope):
        self.unsequenced([self.expr(e, scope) for e in s.exprs], s)
        return 0

    def s_check(self, s, scope):
        self.condition(s.exprs[0], scope)
        self.unsequenced([self.expr(e, scope) for e in s.exprs], s)
        return 0

    def s_throw(self, s, scope):
        for e in s.exprs:
            self.expr(e, scope)
        return 0

    def s_call(self, s, scope):
        self.expr(s.exprs[0], scope)
        return 0

    def s_lambda(self, s, scope):
        """data: name, capture (& or =), result, parameters, whether the result is written. What it reads and writes happens
        where it is called."""
        name, capture, result, parameters, spelled = s.data
        plain = all(map(is_tensor, [result] + [t for _, t, _ in parameters]))
        require(spelled != "function" or plain, "others call it with tensors", name)
        inner = {p: (t, constant or capture == "=" or is_optional(t)) for p, (t, constant) in scope.items()
                 if not (capture == "=" and is_inside_written_by_name(p, scope))}
        kept, self.noted = self.noted, Effects()
        cost = self.nested(s.blocks[0], inner, result, parameters)
        touches, self.noted = self.noted, kept
        returns = [n for statement in s.blocks[0] for n in walk(statement) if n.kind == "return"]
        require(spelled or len(returns) == 1 and returns[0].exprs[0].kind == "var", "the result type is known", name)
        self.declare(scope, name, "lambda", constant=True)
        self.lambdas[name] = Lambda(result, parameters, s.blocks[0], cost, touches)
        return 0

    def nested(self, block, inner, result, parameters=()):
        """The cost of the body of a lambda."""
        kept = self.result, self.loops, self.switches
        self.result, self.loops, self.switches = result, 0, 0
        for parameter, type_name, how in parameters:
            self.declare(inner, parameter, type_name, how == "const")
        cost = self.block(block, inner, new=False)
        require(block and block[-1].kind == "return", "the end returns")
        self.result, self.loops, self.switches = kept
        return cost

    def s_computed(self, s, scope):
        """T name = [&] { … }(); data: name, constant."""
        cost = self.nested(s.blocks[0], dict(scope), s.type)
        self.declare(scope, s.data[0], s.type, s.data[1])
        return cost

    def s_if_has(self, s, scope):
        """if (o) { … *o … }: data is the place, and the style."""
        place = s.data[0]
        require(place in scope and is_optional(scope[place][0]), "an optional", place)
        type_name, constant = scope[place]
        self.reads(place, Effects())
        inner = self.frozen(scope, place)
        held = f"(*{place})"
        require(held not in inner, "declared once", held)
        inner[held] = (part_types(type_name)[0], constant)
        return max(self.block(s.blocks[0], inner), self.block(s.blocks[1], scope))

    def s_attempt(self, s, scope):
        """try { if (condition) throw …; … } catch (…) { … }: data is what is thrown, its text, and what is caught."""
        require(len(s.exprs[0].exprs) == 2, "a comparison", s)
        known = s.exprs[0].exprs[0]
        require(known.kind == "var" and scope.get(known.data[0]) == ("int", True), "a number that is known", s)
        self.condition(s.exprs[0], scope)
        calls = ("user", "applied", "method", "construct", "check", "throw")
        checked = {"pick": 1, "put": 3}  # where these say `at`, of a symbolic index, only the graph could throw
        for node in (n for inner in s.blocks[0] for n in walk(inner)):
            require(node.kind not in calls, "nothing else throws", s)
            require(node.kind not in checked or node.data[checked[node.kind]] != "at", "no index is checked", s)
        return sum(self.block(block, scope) for block in s.blocks)

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
        self.switches += 1
        labels = [label for case, _ in s.data for label in case]
        require(len(labels) == len(set(labels)) and all(case for case, _ in s.data), "labels differ", s)
        cost = sum(self.block(block, scope) for block in s.blocks)
        self.switches -= 1
        return cost

    def s_break(self, s, scope):
        require(self.loops + self.switches > 0, "a jump in a loop or a switch")
        return 0

    def s_continue(self, s, scope):
        require(self.loops > 0, "a jump in a loop")
        return 0

    def s_return(self, s, scope):
        require(len(s.exprs) == (self.result != "void"), "a value where there is a result")
        if s.exprs:
            self.assigned(s.exprs[0], self.result, scope)
        return 0


def broken_rule(program, entry=True):
    """The rule that a program breaks, or nothing."""
    try:
        Checker(program).check(entry)
    except Broken as error:
        return str(error)
    return None
