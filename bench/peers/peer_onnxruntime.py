"""The workloads in ONNX Runtime: graphs with Loop, If and Scan.

Setting: iobinding (inputs and outputs are bound once; run with numpy arrays is nowhere faster). A workload that is not here cannot be written in its
operators at a comparable cost.
"""

import inputs
import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

TYPES = {"f4": TensorProto.FLOAT, "f8": TensorProto.DOUBLE, "i4": TensorProto.INT32, "i8": TensorProto.INT64, "b1": TensorProto.BOOL}


def versions():
    return {"onnxruntime": onnxruntime.__version__, "onnx": onnx.__version__}


class Graph:
    """Writes nodes by calls: g.Add(a, b) gives the name of the result. Names are unique in the whole model."""

    count = 0

    def __init__(self):
        self.nodes, self.constants = [], []

    @staticmethod
    def name(prefix):
        Graph.count += 1
        return f"{prefix}{Graph.count}"

    def const(self, value, kind):
        name = self.name("c")
        self.constants.append(numpy_helper.from_array(np.asarray(value, kind), name))
        return name

    def __getattr__(self, operator):
        def node(*operands, results=1, **attributes):
            names = [self.name("v") for _ in range(results)]
            self.nodes.append(helper.make_node(operator, list(operands), names, **attributes))
            return names[0] if results == 1 else names

        return node

    def finish(self, operands, results):
        """operands: (name, kind, shape or None where it is unknown); results: (name, kind)."""
        described = [helper.make_tensor_value_info(name, TYPES[kind], shape)
                     for name, kind, shape in [*operands, *((name, kind, None) for name, kind in results)]]
        return helper.make_graph(self.nodes, "graph", described[: len(operands)], described[len(operands):], self.constants)

    def loop(self, state, body, trips="", condition=""):
        """state: (name, kind); body(graph, i, *state) gives the next condition (None: there is none) and the next state."""
        inner = Graph()
        i, before = self.name("i"), self.name("condition")
        names = [self.name("state") for _ in state]
        kinds = [kind for _, kind in state]
        goes_on, after = body(inner, i, *names)
        kept = inner.Identity(goes_on or before)
        graph = inner.finish([(i, "i8", []), (before, "b1", []), *((name, kind, None) for name, kind in zip(names, kinds))],
                             [(kept, "b1"), *zip(after, kinds)])
        found = self.Loop(trips, condition, *[name for name, _ in state], results=len(state), body=graph)
        return found if isinstance(found, list) else [found]

    def branch(self, condition, then, otherwise, kind):
        """then(graph) and otherwise(graph) give the name of the result."""
        graphs = []
        for branch in (then, otherwise):
            inner = Graph()
            graphs.append(inner.finish([], [(branch(inner), kind)]))
        return self.If(condition, then_branch=graphs[0], else_branch=graphs[1])


def power(g, x, y):
    trips = g.Cast(y, to=TensorProto.INT64)
    return g.loop([(g.const(np.eye(10), "i4"), "i4")], lambda b, i, r: (None, [b.MatMul(x, r)]), trips), ["i4"]


def recurrent(g, x, w, b, lengths):
    """Scan over the times: the state is h, what is scanned are the inputs and the number of each."""
    inner = Graph()
    new = inner.Tanh(inner.Add(inner.MatMul(inner.Concat("xt", "h", axis=1), w), b))
    lasts = inner.Unsqueeze(inner.Less("t", lengths), inner.const([1], "i8"))
    h, out = inner.Where(lasts, new, "h"), inner.Where(lasts, new, inner.const(0, "f4"))
    body = inner.finish([("h", "f4", [32, 256]), ("xt", "f4", [32, 50]), ("t", "i4", [])], [(h, "f4"), (out, "f4")])
    last, outputs = g.Scan(g.const(np.zeros((32, 256)), "f4"), g.Transpose(x, perm=[1, 0, 2]), g.const(np.arange(100), "i4"),
                           results=2, body=body, num_scan_inputs=2)
    return [g.Transpose(outputs, perm=[1, 0, 2]), last], ["f4", "f4"]


def converge(g, x):
    def goes_on(b, x):
        return b.Greater(b.ReduceMax(x, keepdims=0), b.const(0.05, "f4"))

    def body(b, _, steps, x):
        x = b.Tanh(x)
        return goes_on(b, x), [b.Add(steps, b.const(1, "i4")), x]

    return g.loop([(g.const(0, "i4"), "i4"), (x, "f4")], body, condition=goes_on(g, x)), ["i4", "f4"]


def collatz(g, n):
    def goes_on(b, n):
        return b.Not(b.Equal(n, b.const(1, "i8")))

    def body(b, _, count, n):
        even = b.Equal(b.Mod(n, b.const(2, "i8")), b.const(0, "i8"))
        n = b.branch(even, lambda t: t.Div(n, t.const(2, "i8")), lambda t: t.Add(t.Mul(n, t.const(3, "i8")), t.const(1, "i8")), "i8")
        return goes_on(b, n), [b.Add(count, b.const(1, "i8")), n]

    return g.loop([(g.const(0, "i8"), "i8"), (n, "i8")], body, condition=goes_on(g, n))[:1], ["i8"]


def mean_square(g, a, b):
    difference = g.Sub(a, b)
    return [g.ReduceMean(g.Mul(difference, difference), keepdims=0)], ["f4"]


def positive(g, x):
    zero = g.const(0, "f4")
    return [g.Where(g.Greater(x, zero), x, zero)], ["f4"]


def black_scholes(g, s, k, t):
    def number(value):
        return g.const(value, "f4")

    def cdf(x):
        return g.Mul(number(0.5), g.Add(number(1), g.Erf(g.Mul(x, number(0.7071067811865476)))))

    vt = g.Mul(number(0.30), g.Sqrt(t))
    d1 = g.Div(g.Add(g.Log(g.Div(s, k)), g.Mul(number(0.02 + 0.5 * 0.09), t)), vt)
    d2 = g.Sub(d1, vt)
    discounted = g.Mul(k, g.Exp(g.Mul(number(-0.02), t)))
    return [g.Sub(g.Mul(s, cdf(d1)), g.Mul(discounted, cdf(d2))),
            g.Sub(g.Mul(discounted, cdf(g.Neg(d2))), g.Mul(s, cdf(g.Neg(d1))))], ["f4", "f4"]


def newton_of_number(g, a):
    def goes_on(b, x, steps):
        far = b.Greater(b.Abs(b.Sub(b.Mul(x, x), a)), b.Mul(b.const(1e-14, "f8"), a))
        return b.And(far, b.Less(steps, b.const(100, "i4")))

    def body(b, _, x, steps):
        x, steps = b.Div(b.Add(x, b.Div(a, x)), b.const(2, "f8")), b.Add(steps, b.const(1, "i4"))
        return goes_on(b, x, steps), [x, steps]

    zero = g.const(0, "i4")
    return g.loop([(a, "f8"), (zero, "i4")], body, condition=goes_on(g, a, zero)), ["f8", "i4"]


def add(g, a, b, c):
    return [g.Add(g.Add(a, b), c)], ["f4"]


def count_up(g, n):
    return g.loop([(g.const(0, "i8"), "i8")], lambda b, i, s: (None, [b.Add(s, i)]), n), ["i8"]


WORKLOADS = {"W1": power, "W3": recurrent, "W4": converge, "W5a": collatz, "W6": mean_square, "W7": positive, "W8": black_scholes,
             "W10a": newton_of_number, "W16": add, "W17": count_up}


def start_session(workload, arrays, threads):
    graph = Graph()
    names = [f"input{k}" for k in range(len(arrays))]
    results, kinds = WORKLOADS[workload.partition("_")[0]](graph, *names)
    operands = [(name, array.dtype.str[1:], list(array.shape)) for name, array in zip(names, arrays)]
    model = helper.make_model(graph.finish(operands, list(zip(results, kinds))),
                              opset_imports=[helper.make_opsetid("", 21)], ir_version=10)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads, options.inter_op_num_threads = threads, 1
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])


def prepare(_, workload, threads):
    arrays = inputs.make(workload)
    values = [onnxruntime.OrtValue.ortvalue_from_numpy(array) for array in arrays]
    started = []

    def start():
        """The first call makes the session, as a first call elsewhere compiles."""
        session = start_session(workload, arrays, threads)
        binding = session.io_binding()
        for k, value in enumerate(values):
            binding.bind_ortvalue_input(f"input{k}", value)
        for output in session.get_outputs():
            binding.bind_output(output.name, "cpu")
        started.extend([session, binding])

    def call():
        if not started:
            start()
        session, binding = started
        session.run_with_iobinding(binding)
        return binding

    return call, lambda binding: binding.copy_outputs_to_cpu()
