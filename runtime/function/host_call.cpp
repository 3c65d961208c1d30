/// ag::host_call: runs the function at once, or records a node while a function is traced.
#include "ag/host_call.h"

#include "ops/define.h"
#include "ops/host_calls.h"
#include "trace/recorder.h"

namespace ag::detail {

void check_gradient_call(size_t given, size_t taken) {
  if (given == taken) return;
  throw Error(ErrorKind::invalid_argument,
              "the gradient of a function of the host has " + std::to_string(taken) + " parameters and is given " +
                  std::to_string(given) +
                  " tensors: the arguments, the results, and the gradients of the floating-point "
                  "results",
              SourceLocation::current());
}

std::vector<Tensor> call_host(HostFunction function, std::vector<TensorSpec> results, std::vector<Tensor> arguments,
                              bool pure, SourceLocation location, HostFunction gradient) {
  auto callee = std::make_shared<ops::HostCallee>();
  callee->function = std::move(function);
  callee->gradient = std::move(gradient);
  for (const TensorSpec& spec : results) callee->results.push_back({spec.dtype, spec.shape});
  for (const Tensor& argument : arguments) used(argument, location);
  const ir::OpDef& op = ops::def(pure ? ops::Op::pure_host_call : ops::Op::host_call);
  if (tracing::current())
    return tracing::apply(op, arguments, {ir::Opaque{std::move(callee), "host function"}}, location);
  std::vector<Tensor> given = ops::call(*callee, arguments, location);
  if (tracing::Recorder* recorder = tracing::recorder())
    recorder->ran(op, arguments, {ir::Opaque{std::move(callee), "host function"}}, location, given);
  return given;
}

}  // namespace ag::detail
