"""The rules of what keeps a state: classes with methods, lists that grow, and ag::Variable; and of templates that take lambdas.
A part of Checker."""

from dataclasses import dataclass

from bounds import Effects, integral, require
from tree import HOST, Function, is_container, is_list, is_tensor, is_variable, part_types, root

LISTS = ("i64", "f32", "f64", "int", "double")  # what the elements of a list may be
APPLIED = {"twice": 2, "thrice": 3, "where_large": 1, "erased": 2}  # templates that take a lambda, and how often they call it


@dataclass(frozen=True)
class Method:
    owner: str
    function: Function
    cost: int
    touches: Effects

    def is_constant(self):
        return self.function.annotation == "const"


class StateRules:
    # classes

    def learn_classes(self, classes):
        for owner in classes:
            self.classes[owner.name] = owner
            for method in owner.methods:
                require(method.name not in self.methods, "one method of a name", method.name)
                members = [(name, t, method.annotation == "const") for name, t, _ in owner.members]
                cost = self.function(method, members)
                key = method.name if method.name != owner.name else f"{owner.name}::"
                self.methods[key] = Method(owner.name, method, cost, self.touches[method.name])

    def e_construct(self, e, scope, effects):
        require(e.type in self.classes, "a class that there is", e.type)
        return self.called(self.methods.get(f"{e.type}::"), e, scope, effects) if e.exprs else []

    def e_method(self, e, scope, effects):
        place, name = e.data
        require(place in scope and name in self.methods, "a method that there is", place, name)
        method = self.methods[name]
        require(scope[place][0] == method.owner, "a method of its class", place, name)
        require(not scope[place][1] or method.is_constant(), "can be changed", place)
        arguments = self.called(method, e, scope, effects)
        self.reads(place, effects)
        if not method.is_constant():
            self.writes(place, effects)
        return arguments

    def called(self, method, e, scope, effects):
        require(method is not None, "a method that there is", e)
        function = method.function
        require(len(e.exprs) == len(function.parameters), "as many arguments as parameters", e)
        require(e.kind == "construct" or e.type == function.result, "types fit", e.type, function.result)
        effects.add(method.touches)
        self.noted.add(method.touches)
        effects.acts = True
        return [self.assigned(argument, type_name, scope)
                for argument, (_, type_name, _) in zip(e.exprs, function.parameters)]

    def cost_of_state(self, e):
        if e.kind in ("method", "construct"):
            method = self.methods.get(e.data[1] if e.kind == "method" else f"{e.type}::")
            return method.cost if method and (e.kind == "method" or e.exprs) else 0
        if e.kind == "applied" and e.data[1] in self.lambdas:
            return APPLIED[e.data[0]] * self.lambdas[e.data[1]].cost
        return 0

    # lambdas that templates call

    def e_applied(self, e, scope, effects):
        """twice(f, x): data is the template, and the lambda, which takes and gives one tensor."""
        template, name = e.data
        require(name in scope and name in self.lambdas and template in APPLIED, "a lambda that there is", name)
        function = self.lambdas[name]
        fits = len(function.parameters) == 1 and function.parameters[0][1] == e.type == function.result
        require(fits and is_tensor(e.type), "types fit", e)
        argument = self.assigned(e.exprs[0], e.type, scope)
        effects.add(function.touches)
        self.noted.add(function.touches)
        effects.acts = True
        return [argument]

    # lists that grow; a list has an element from the beginning

    def list_place(self, place, scope):
        require(place in scope and is_list(scope[place][0]), "a list", place)
        return scope[place][0][2:]

    def e_listed(self, e, scope, effects):
        """What a list holds; data is the place, and what: sum, last, first, or length."""
        place, what = e.data
        element = self.list_place(place, scope)
        require(e.type == ("int" if what == "length" else element), "types fit", e)
        require(what != "sum" or is_tensor(element), "tensors are added up", e)
        self.reads(place, effects)

    def s_guarded(self, s, scope):
        """Elements of which a condition says whether they are there: data is place, counter, offset, and whether it divides."""
        self.target(s.data[0], s.type, scope)
        require(is_container(s.type), "an element of a container", s)
        element = part_types(s.type)[0]
        require(element in HOST, "a number chooses numbers only", s)
        effects = [self.expr(s.exprs[0], scope), self.assigned(s.exprs[1], element, scope)]
        for one in effects:
            require(not one.acts and not one.writes, "evaluated more than once", s)
        return 0

    def s_grow(self, s, scope):
        """std::vector<Tensor> rows; rows.push_back(x);"""
        require(is_list(s.type) and s.type[2:] in LISTS, "a list", s)
        self.assigned(s.exprs[0], s.type[2:], scope)
        self.declare(scope, s.data[0], s.type)
        return 0

    def s_push(self, s, scope):
        """data: the place, and how: push_back, pop_back, or a number for an element that is assigned."""
        place, how = s.data
        element = self.list_place(place, scope)
        require(scope[place] == ("L_" + element, False), "can be assigned", place)
        self.writes(place, Effects())
        if s.exprs:
            effects = self.assigned(s.exprs[0], element, scope)
            require(self.base(place) not in effects.writes, "one write", s)
        require(bool(s.exprs) == (how != "pop_back"), "a value that is added", s)
        return 0

    # ag::Variable

    def s_state(self, s, scope):
        """state.assign(x): data is the place and the method."""
        place, how = s.data
        require(place in scope and is_variable(root(place)) and scope[place][0] == s.type, "a variable", place)
        effects = self.assigned(s.exprs[0], s.type, scope)
        require(self.base(place) not in effects.writes, "one write", s)
        require(how == "assign" or not integral(s.type), "what is assigned is small", s)
        self.writes(place, Effects())
        return 0
