"""The workloads in PyTorch.

Settings: eager; compile (torch.compile, which makes native code of what it can follow); hop (torch.compile of loops that are written with its
operators while_loop and scan); script (torch.jit.script).
"""

import warnings

import inputs
import numpy as np
import torch
import torch_functions as plain

WORKLOADS = {
    "W1": plain.power, "W2": plain.convolution, "W3": plain.recurrent, "W4": plain.converge, "W5a": plain.collatz, "W5b": plain.fizzbuzz,
    "W6": plain.mean_square, "W7": plain.positive, "W8": plain.black_scholes, "W9": plain.mandelbrot, "W10a": plain.newton_of_number,
    "W10b": plain.newton, "W11": plain.kmeans, "W12": plain.kalman, "W13f": plain.ode, "W14": plain.train, "W15a": plain.lbfgs,
    "W15c": plain.beam_search, "W15d": plain.tree, "W16": plain.add, "W17": plain.count_up,
}
# What torch.compile is given where the loop around it stays in Python: it unrolls loops of a known length, and leaves others.
PARTS = {"W9": ["mandelbrot_step"], "W11": ["kmeans_round"], "W12": ["kalman_step"], "W13f": ["runge_kutta"], "W13g": ["runge_kutta"],
         "W14": ["train_step"], "W15a": ["rosenbrock", "rosenbrock_gradient", "direction", "push"], "W15c": ["beam_step"]}


def versions():
    return {"torch": torch.__version__}


def compiled(workload, function):
    if workload in ("W14", "W15a"):
        import torch_variants as variants  # the operators of its loops take a second to load, which only these settings need

        plain.train_step, plain.rosenbrock_gradient = variants.train_step, variants.rosenbrock_gradient
    if workload not in PARTS:
        return torch.compile(function, dynamic=False)
    for part in PARTS[workload]:
        setattr(plain, part, torch.compile(getattr(plain, part), dynamic=False))
    return function


def with_operators(workload, by_hand):
    import torch_variants as variants

    return torch.compile(variants.kalman_by_hand_loop if by_hand else variants.LOOPS[workload], fullgraph=True, dynamic=False)


def scripted(workload, function):
    import torch_variants as variants

    return torch.jit.script(variants.NUMBERS.get(workload, function))


def function_of(setting, workload):
    """The function of a workload as a setting runs it."""
    way, _, by_hand = setting.partition(", ")
    family = "W13f" if workload == "W13g" else workload.partition("_")[0]
    function = plain.kalman_by_hand if by_hand else WORKLOADS[family]
    if way == "compile":
        function = compiled(workload, function)
    elif way == "hop":
        function = with_operators(workload, bool(by_hand))
    elif way == "script":
        function = scripted(workload, function)
    return with_gradient(function) if workload == "W13g" else function


def with_gradient(loss_of):
    def loss_and_gradient(w1, b1, w2, b2, y, n):
        parameters = [value.detach().requires_grad_() for value in (w1, b1, w2, b2)]
        loss = loss_of(*parameters, y, n)
        return (loss.detach(), *torch.autograd.grad(loss, parameters))

    return loss_and_gradient


def arguments_of(workload):
    arguments = [torch.from_numpy(np.array(value)) for value in inputs.make(workload)]
    if workload == "W2":  # the layout that its convolution likes best
        image, f = arguments
        return [image.permute(0, 3, 1, 2), f.permute(3, 2, 0, 1).contiguous(memory_format=torch.channels_last)]
    if workload == "W14":
        return [arguments[0], arguments[1].long()]
    return arguments


def array(output):
    return output.detach().contiguous().numpy() if isinstance(output, torch.Tensor) else np.asarray(output)


def prepare(setting, workload, threads):
    warnings.filterwarnings("ignore")
    torch.set_num_threads(threads)
    # Only where it is needed, as it costs time. The compiled training has its gradient as a function, and the loop as an operator has it written out.
    torch.set_grad_enabled(workload in ("W13g", "W15a") or (workload == "W14" and setting in ("eager", "script")))
    if setting.startswith(("compile", "hop")):
        torch._dynamo.config.recompile_limit = 64
    arguments = arguments_of(workload)
    made = []

    def call():
        """The first call makes the function: what scripting it takes belongs to that."""
        if not made:
            made.append(function_of(setting, workload))
        return made[0](*arguments)

    return call, lambda value: [array(part) for part in (value if isinstance(value, (tuple, list)) else (value,))]
