/// The gradients of calls: host functions with a gradient, and custom gradients.
#include "grad/custom.h"
#include "grad/pullback.h"
#include "ops/host_calls.h"

namespace ag::grad {

namespace {

using ops::Op;

void give_host_call(Pullback& p) {
  const ir::Opaque& opaque = p.attribute<ir::Opaque>(0);
  const auto* callee = static_cast<const ops::HostCallee*>(opaque.value.get());
  if (!callee || !callee->gradient) {
    p.fail(callee && callee->is_graph
               ? "a function that calls itself where a tensor decides how often has no gradient; write it as a loop"
               : "the gradient of a function of the host is not known; give it with ag::with_gradient(function, "
                 "gradient), or keep it out with ag::stop_gradient");
  }
  // The operands are the arguments, the results, and the gradients of floating-point results.
  auto backward = std::make_shared<ops::HostCallee>();
  backward->function = callee->gradient;
  std::vector<Tensor> operands;
  for (size_t k = 0; k < p.count(); ++k) operands.push_back(p.x(k));
  for (size_t k = 0; k < p.node().results.size(); ++k) operands.push_back(p.y(k));
  for (size_t k = 0; k < p.node().results.size(); ++k) {
    if (is_floating(p.result_type(k).dtype)) operands.push_back(p.g(k));
  }
  std::vector<size_t> given;
  for (size_t k = 0; k < p.count(); ++k) {
    if (!is_floating(p.type(k).dtype)) continue;
    given.push_back(k);
    backward->results.push_back({p.type(k).dtype, p.type(k).shape});
  }
  const std::vector<Tensor> gradients = call_host(std::move(backward), operands, p.node().location);
  for (size_t k = 0; k < given.size(); ++k) p.give(given[k], gradients[k]);
}

constexpr RuleRow kCallRules[] = {
    {Op::host_call, give_host_call},
    {Op::pure_host_call, give_host_call},
    {Op::custom_gradient, give_custom_gradient},
    {Op::to_device, [](Pullback& p) { p.give(0, p.g().to_device(p.x().device())); }},
    {Op::optimization_barrier, [](Pullback& p) { p.pass(0, p.g()); }},
    {Op::read_variable, [](Pullback& p) { p.pass(0, p.g()); }},  // adds to the variable
};

}  // namespace

std::span<const RuleRow> call_rules() { return kCallRules; }

}  // namespace ag::grad
