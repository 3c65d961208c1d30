/// ag::host_call: at once, or recorded while a function is traced.
#include "ag/host_call.h"

#include "ops/define.h"
#include "ops/host_calls.h"

namespace ag::detail {

std::vector<Tensor> call_host(HostFunction function, std::vector<TensorSpec> results, std::vector<Tensor> arguments,
                              bool pure, SourceLocation location) {
  auto callee = std::make_shared<ops::HostCallee>();
  callee->function = std::move(function);
  for (const TensorSpec& spec : results) callee->results.push_back({spec.dtype, spec.shape});
  for (const Tensor& argument : arguments) used(argument, location);
  if (!tracing::current()) return ops::call(*callee, arguments, location);
  const ops::Op op = pure ? ops::Op::pure_host_call : ops::Op::host_call;
  return tracing::apply(ops::def(op), arguments, {ir::Opaque{std::move(callee), "host function"}}, location);
}

}  // namespace ag::detail
