"""Random functions: their parameters and results, the variables outside of them, and lambdas."""

from bounds import Broken
from rules import broken_rule, is_inside_written_by_name
from tree import (AGAIN, HOST_FLOATS, TENSOR_FLOATS, TENSORS, VECTORS, Function, Node, Program, counts_calls, element_type, holds_numbers,
                  has_states, is_host, is_optional, is_structure, is_tensor, literal, part_types, var)


class Functions:
    """A part of the generator of statements."""

    def program(self):
        self.choose_theme()
        self.globals = self.global_variables()
        self.classes = self.make_classes()
        self.where = "namespace"
        if "members" in self.features and self.globals and not self.classes:
            self.where = self.pick(("namespace", "members", "static members"))
        functions = []
        helpers = self.random.choice((0, 0, 0, 1, 1, 2)) if "helpers" in self.features else 0
        for k in range(helpers):
            annotation = self.pick(("", "", "AG_CONVERT", "AG_FUNCTION"))
            if "templates" in self.features and self.where == "namespace" and self.chance(0.2):
                annotation = self.pick(("template:Tensor", "template:N"))
            function = self.function(f"helper_{k}", annotation, 2, 2)
            functions.append(function)
            self.callees.append(function)
        functions.append(self.function("entry", "AG_FUNCTION", self.random.choice((2, 3, 3, 4)), 4))
        entry = functions[-1]
        inputs = tuple(tuple(self.argument(t) for _, t, _ in entry.parameters) for _ in range(self.inputs_each))
        return Program(self.name, tuple(functions), inputs, self.globals, self.classes, self.where)

    def global_variables(self):
        if "globals" not in self.features or not self.chance(0.2):
            return ()
        pool = self.scalars + self.hosts * 2 + [t for t in self.structs if t.startswith("struct") and "v_" not in t]
        types = [self.pick(pool) for _ in range(self.random.randint(1, 3))]
        states = [self.pick(self.scalars) for _ in range(self.random.choice((0, 0, 1, 2)))] if "variables" in self.features else []
        return tuple([(self.fresh("g"), t, self.argument(t)) for t in types] +
                     [(self.fresh("state"), t, self.argument(t)) for t in states])

    def argument(self, type_name):
        if is_structure(type_name):
            return tuple(self.argument(t) for t in part_types(type_name))
        if type_name in VECTORS:
            return tuple(self.argument(element_type(type_name)) for _ in range(3))
        if type_name in TENSOR_FLOATS or type_name in HOST_FLOATS:
            return self.pick((0.0, 1.0, -1.5, 2.25, 3.0, 0.125, -0.5, 7.5, 10.0))
        if type_name in ("b8", "bool"):
            return self.random.randint(0, 1)
        low = 0 if type_name in ("u8", "u32", "u64") else -4
        return self.random.randint(low, 12)

    def function(self, name, annotation, depth, length):
        for _ in range(50):
            kept = self.counter
            try:
                return self.attempt(name, annotation, depth, length)
            except Broken:
                self.counter = kept
                depth, length = max(depth - 1, 1), max(length - 1, 1)
        raise Broken("no function is within the rules")

    def attempt(self, name, annotation, depth, length):
        """A function, or a Broken. What depends on a template parameter makes no numbers; nor does a method that others
        call, which has no staged variant for symbolic ones."""
        self.generic = annotation.startswith("template")
        kept = self.features, self.hosts, self.structs, self.grows, self.arrays
        self.known = []
        self.grows = self.grows and not self.generic
        if self.generic or self.where != "namespace" and name != "entry":
            self.features = [f for f in self.features if f not in ("numbers", "results", "optionals")]
            self.arrays = [t for t in self.arrays if not holds_numbers(t)]
            self.hosts, self.structs = [], [t for t in self.structs if not holds_numbers(t) and not is_optional(t)]
        try:
            return self.written(name, annotation, depth, length)
        finally:
            self.features, self.hosts, self.structs, self.grows, self.arrays = kept

    def written(self, name, annotation, depth, length):
        entry = name == "entry"
        types = self.entry_types if entry else self.signature(annotation)
        parameters = [(self.fresh("out" if how == "reference" else "x"), t, how) for t, how in types]
        again = not entry and not self.generic and not self.globals and "recursion" in self.features and self.chance(0.5)
        if again and not any(how == "reference" or has_states(t) for _, t, how in parameters):
            parameters.append((self.fresh(AGAIN), "int", "const"))
        self.begin(Program("", (), (), self.globals, () if self.generic else self.classes),
                   self.entry_result if entry else self.result_type(types, annotation), self.random.randint(8, 32))
        if annotation == "template:N":
            self.checker.declare(self.scope, "N", "int", constant=True)
        for parameter, type_name, how in parameters:
            self.checker.declare(self.scope, parameter, type_name, how == "const")
        self.inputs = [p for p, t, how in parameters if how == "const" and entry and is_tensor(t)]
        body = []
        for type_name in self.local_types():
            body.append(self.declare(type_name, depth=1))
        for type_name in self.arrays:
            parts = Node("aggregate", type_name, tuple(self.value(t, 1) for t in part_types(type_name)))
            kept = self.fresh("c")
            self.checker.declare(self.scope, kept, type_name)
            body.append(Node("declare", type_name, (parts,), data=(kept, False, "array")))
        if self.grows and self.list_types():  # none in a template, where agc does not follow what is added
            body.append(self.make_grow(depth))
        body += self.block(depth, length + 2, new=False)
        if counts_calls(parameters) and not (body and body[-1].kind == "return"):
            body.append(self.again(name, parameters))
        if self.result != "void" and not (body and body[-1].kind == "return"):
            body.append(Node("return", exprs=(self.value(self.result, 2),)))
        function = Function(name, annotation, self.result, tuple(parameters), tuple(body))
        reason = broken_rule(Program("", tuple(self.callees) + (function,), (), self.globals, self.classes))
        if reason:
            raise Broken(reason)
        return function

    def again(self, name, parameters):
        """if (left > 0) { if (…) { … again = name(…, left - 1); return …; } }"""
        left = var(parameters[-1][0], "int")
        fewer = Node("op", "int", (left, literal(1, "int")), data=("-",))
        arguments = tuple(self.pure(t, 1) for _, t, _ in parameters[:-1]) + (fewer,)
        outer = self.scope
        condition = self.condition()
        self.scope = dict(outer)
        kept = self.fresh("again")
        self.checker.declare(self.scope, kept, self.result)
        block = (Node("declare", self.result, (Node("user", self.result, arguments, data=(name, "")),), data=(kept, False, "plain")),
                 Node("return", exprs=(self.value(self.result, 1),)))
        self.scope = outer
        inner = Node("if", exprs=(condition,), blocks=(block, ()), data=(self.style(),))
        some = Node("compare", "bool", (left, literal(0, "int")), data=(">",))
        return Node("if", exprs=(some,), blocks=((inner,), ()), data=(self.style(),))

    def signature(self, annotation):
        """(type, how) of each parameter."""
        parameters = []
        first = self.scalars[0]
        types = [first] + [self.pick(self.scalars + self.vectors) for _ in range(self.random.randint(0, 2))]
        types += [self.pick(self.hosts)] if self.hosts and self.chance(0.4) else []
        structs = [t for t in self.structs if not is_optional(t) or annotation in ("", "AG_CONVERT")]
        structs = [t for t in structs if not t.startswith("map")] + self.class_names(annotation)
        types += [self.pick(structs)] if structs and self.chance(0.4) else []
        for type_name in types:
            how = "const" if self.chance(0.2) and (is_tensor(type_name) or "references" in self.features) else "value"
            parameters.append((type_name, how))
        if self.chance(0.25):
            types = [self.scalars[0]]
            if "references" in self.features and self.hosts:
                types.append(self.pick(self.hosts))
            if "references" in self.features and annotation in ("", "AG_CONVERT"):
                types += [t for t in self.structs if not is_optional(t) and not t.startswith("map")]
                types += self.class_names(annotation)
            parameters.append((self.pick(types), "reference"))
        return parameters

    def class_names(self, annotation):
        """Classes of arguments and results of functions that are not traced by themselves."""
        return [c.name for c in self.classes] if annotation in ("", "AG_CONVERT") else []

    def result_type(self, parameters, annotation):
        if any(how == "reference" for _, how in parameters) and self.chance(0.5):
            return "void"
        if "results" in self.features and self.hosts and self.chance(0.25):
            return self.pick(self.hosts)
        structs = [t for t in self.structs if not t.startswith("map")]
        return self.pick(self.scalars + self.vectors + structs + self.class_names(annotation))

    def local_types(self):
        types = [self.pick(self.scalars + self.vectors) for _ in range(self.random.randint(0, 2))]
        types += ["w32"] if self.chance(0.4) else []
        types += ["b8"] if self.chance(0.15) else []
        types += [t for t in self.hosts if self.chance(0.6)]
        types += [t for t in self.structs + ([] if self.generic else [c.name for c in self.classes]) if self.chance(0.5)]
        return types

    # lambdas

    def nested_body(self, scope, result, depth, parameters=()):
        kept = self.scope, self.result, self.loops, self.switches
        self.scope, self.result, self.loops, self.switches = scope, result, [], 0
        try:
            for parameter, type_name, _ in parameters:
                self.checker.declare(self.scope, parameter, type_name)
            body = self.block(depth - 1, 2, new=False)
            if not (body and body[-1].kind == "return"):
                body += (Node("return", exprs=(self.value(result, 2),)),)
            return body
        finally:
            self.scope, self.result, self.loops, self.switches = kept

    def lambda_types(self):
        return self.scalars + [t for t in self.hosts if "numbers" in self.features]

    def make_lambda(self, depth):
        """auto g = [&](Tensor a) { … return …; };"""
        name, result = self.fresh("lambda"), self.pick(self.lambda_types())
        copies = self.chance(0.3)
        parameters = tuple((self.fresh("p"), self.pick(self.lambda_types()), "value")
                           for _ in range(self.random.randint(0, 2)))
        if "applied" in self.features and is_tensor(result) and self.chance(0.6):  # one that templates take
            parameters = ((self.fresh("p"), result, "value"),)
        scope = {p: (t, constant or copies or is_optional(t)) for p, (t, constant) in self.scope.items()
                 if not (copies and is_inside_written_by_name(p, self.scope))}
        body = self.nested_body(scope, result, depth, parameters)
        plain = all(map(is_tensor, [result] + [t for _, t, _ in parameters]))
        function = "applied" in self.features and plain and self.chance(0.2)
        spelled = "function" if function else self.chance(0.5) or sum(n.kind == "return" for s in body for n in self.everything(s)) > 1
        if not spelled and body[-1].exprs[0].kind != "var":
            kept = self.fresh("r")
            body = body[:-1] + (Node("declare", result, body[-1].exprs, data=(kept, True, "plain")),
                                Node("return", exprs=(Node("var", result, data=(kept,)),)))
        statement = Node("lambda", blocks=(body,), data=(name, "=" if copies else "&", result, parameters, spelled))
        self.checker.s_lambda(statement, self.scope)
        return statement

    def make_computed(self, depth):
        """const Tensor y = [&] { if … return …; return …; }();"""
        type_name = self.pick(self.lambda_types() + self.structs)
        body = self.nested_body(dict(self.scope), type_name, depth)
        name = self.fresh("made")
        statement = Node("computed", type_name, blocks=(body,), data=(name, self.chance(0.5)))
        self.checker.s_computed(statement, self.scope)
        return statement
