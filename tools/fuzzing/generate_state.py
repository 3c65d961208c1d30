"""Random uses of what keeps a state: classes with methods, lists that grow, and ag::Variable; and of templates that take lambdas."""

from bounds import Broken, integral
from rules import Checker, broken_rule
from rules_state import APPLIED, LISTS
from tree import HOST, Class, Function, Node, Program, is_class, is_list, is_tensor, is_variable, literal


WRITES = ("assign", "compound", "step", "set", "exchange", "late", "choice")
FOLLOWS = ("put", "push", "swap", "alias", "lambda", "computed", "unpack", "grow", "method", "user", "return", "idiom")


def keeps_numbers(node):
    """What a constructor may hold: it makes no number of a tensor, and changes none, which agc refuses where a tensor decides."""
    counts = any(isinstance(part, str) and is_tensor(part) for part in node.data or ())
    number = node.type in HOST and (node.kind in WRITES or any(is_tensor(e.type) for e in node.exprs))
    return not (counts and not is_tensor(node.type) or number or node.kind in FOLLOWS)


class States:
    """A part of the generator of statements."""

    # classes

    def make_classes(self):
        classes = ()
        if not {"classes", "numbers"} <= set(self.features) or not self.hosts or not self.chance(0.3):
            return classes
        for _ in range(self.random.choice((1, 1, 2))):  # one with a number among its members: others have no staged class
            types = [self.pick(self.hosts)] + [self.pick(self.scalars + self.hosts) for _ in range(self.random.randint(0, 2))]
            self.random.shuffle(types)
            members = tuple((self.fresh("m") + "_", t, self.argument(t)) for t in types)
            owner = Class(f"K{len(classes)}", members, ())
            for kind in self.random.choices(("constructor", "const", "", ""), k=self.random.randint(1, 4)):
                name = owner.name if kind == "constructor" else self.fresh("method_")
                if kind != "constructor" or all(m.name != name for m in owner.methods):
                    owner = self.with_method(classes, owner, name, "const" if kind == "const" else "")
            classes += (owner,)
        return classes

    def with_method(self, classes, owner, name, annotation):
        for _ in range(10):
            try:
                method = self.method(classes, owner, name, annotation)
            except Broken:
                continue
            result = Class(owner.name, owner.members, owner.methods + (method,))
            if broken_rule(Program("", (), (), self.globals, classes + (result,)), entry=False) is None:
                return result
        return owner

    def method(self, classes, owner, name, annotation):
        """The parameters of a constructor give the first members their values."""
        constructs = name == owner.name
        types = self.scalars + self.hosts
        if constructs:
            types = [t for _, t, _ in owner.members][:self.random.randint(1, len(owner.members))]
        else:
            types = [self.pick(types) for _ in range(self.random.randint(0, 2))]
        parameters = tuple((self.fresh("p"), t, "value") for t in types)
        result = "void" if constructs or annotation == "" and self.chance(0.4) else self.pick(self.scalars + self.hosts)
        self.begin(Program("", (), (), self.globals, classes), result, self.random.randint(2, 7))
        for member, type_name, _ in owner.members:
            self.checker.declare(self.scope, member, type_name, annotation == "const")
        for parameter, type_name, _ in parameters:
            self.checker.declare(self.scope, parameter, type_name)
        body = self.block(self.random.randint(0, 2), 3, new=False)
        if constructs:
            body = tuple(s for s in body if all(map(keeps_numbers, self.everything(s))))
        if result != "void" and not (body and body[-1].kind == "return"):
            body += (Node("return", exprs=(self.value(result, 2),)),)
        return Function(name, annotation, result, parameters, body)

    def begin(self, outside, result, budget):
        """A scope with nothing but the variables outside."""
        self.scope, self.loops, self.switches, self.budget, self.result = {}, [], 0, budget, result
        self.inputs = []
        self.checker = Checker(outside)
        self.checker.learn_classes(outside.classes)
        self.checker.learn(self.callees)
        for variable, type_name, _ in outside.globals:
            self.checker.declare(self.scope, variable, type_name, is_variable(variable))

    def object_of(self, type_name, depth):
        """An expression that gives an object."""
        if depth > 0 and self.chance(0.15):
            return Node("choice", type_name, (self.truth(0), self.object_of(type_name, 0), self.object_of(type_name, 0)))
        callee = self.callee(type_name)
        if callee and self.chance(0.3):
            return self.user_call(callee, depth)
        places = self.places(type_name)
        if places and self.chance(0.4):
            return Node("var", type_name, data=(self.pick(places),))
        constructor = self.checker.methods.get(f"{type_name}::")
        if constructor is None or self.chance(0.15):
            return Node("construct", type_name)
        return Node("construct", type_name,
                    tuple(self.value(t, min(depth, 1)) for _, t, _ in constructor.function.parameters))

    def method_call(self, result, depth):
        """A call of a method of an object that is there, or nothing."""
        calls = [(place, name) for place, (t, constant) in self.scope.items() if is_class(t)
                 for name, m in self.checker.methods.items()
                 if m.owner == t and m.function.result == result and not name.endswith("::")
                 and (m.is_constant() or not constant)]
        if not calls:
            return None
        place, name = self.pick(calls)
        parameters = self.checker.methods[name].function.parameters
        return Node("method", result, tuple(self.value(t, min(depth - 1, 1)) for _, t, _ in parameters), data=(place, name))

    def make_method(self, depth):
        call = self.method_call(self.pick(["void", "void"] + self.scalars + self.hosts), 2)
        if call is None:
            raise Broken("no object with such a method")
        statement = Node("call", exprs=(call,))
        self.checker.s_call(statement, self.scope)
        return statement

    # lists that grow

    def list_types(self):
        return [t for t in self.scalars + self.hosts if t in LISTS and (t not in self.hosts or "numbers" in self.features)]

    def make_grow(self, depth):
        types = self.list_types()
        if not types:
            raise Broken("nothing for a list")
        type_name = self.pick(types)
        value = self.value(type_name, 1)
        name = self.fresh("list")
        self.checker.declare(self.scope, name, "L_" + type_name)
        return Node("grow", "L_" + type_name, (value,), data=(name,))

    def make_push(self, depth):
        places = [p for p, (t, constant) in self.scope.items() if is_list(t) and not constant]
        if not places:
            return self.make_grow(depth)
        place = self.pick(places)
        element = self.scope[place][0][2:]
        how = self.random.choices(("push_back", "pop_back", "0"), (6, 1, 1))[0]
        value = () if how == "pop_back" else (self.value(element, 1),)
        statement = Node("push", element, value, data=(place, how))
        self.checker.s_push(statement, self.scope)
        return statement

    def listed(self, type_name):
        """What a list of this type holds, or nothing."""
        options = [(p, what) for p in self.places("L_" + type_name) for what in ("last", "first", "sum")
                   if what != "sum" or type_name in self.scalars]
        if type_name == "int":
            options += [(p, "length") for p, (t, _) in self.scope.items() if is_list(t)]
        return Node("listed", type_name, data=self.pick(options)) if options else None

    # ag::Variable

    def make_state(self, depth):
        places = [p for p in self.scope if is_variable(p)]
        if not places:
            raise Broken("no variable")
        place = self.pick(places)
        type_name = self.scope[place][0]
        how = "assign" if integral(type_name) else self.pick(("assign", "assign", "assign_add", "assign_sub"))
        statement = Node("state", type_name, (self.value(type_name, 1),), data=(place, how))
        self.checker.s_state(statement, self.scope)
        return statement

    # templates that take lambdas

    def applied(self, type_name, depth):
        """twice(f, x) for a lambda of one tensor, or nothing."""
        names = [p for p in self.places("lambda") if self.checker.lambdas[p].result == type_name
                 and [t for _, t, _ in self.checker.lambdas[p].parameters] == [type_name]]
        if not names or not self.effects:
            return None
        return Node("applied", type_name, (self.value(type_name, min(depth - 1, 1)),),
                    data=(self.pick(APPLIED), self.pick(names)))

    def make_apply(self, depth):
        """x = twice(f, y): a statement of its own."""
        places = [(p, t) for p, (t, constant) in self.scope.items() if not constant and t in self.scalars]
        made = [(p, self.applied(t, depth)) for p, t in places]
        made = [(p, e) for p, e in made if e]
        if not made:
            raise Broken("no template takes a lambda here")
        place, value = self.pick(made)
        statement = Node("assign", value.type, (value,), data=(place,))
        self.checker.s_assign(statement, self.scope)
        return statement

    def stateful(self, type_name, depth):
        """One of these expressions, or nothing."""
        roll = self.random.random()
        if roll < 0.4:
            return self.method_call(type_name, depth) if self.effects else None
        if roll < 0.7:
            return self.listed(type_name)
        return self.applied(type_name, depth) if type_name in self.scalars + self.vectors else None
