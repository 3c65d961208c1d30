#include "staging/state/made_variables.h"

#include <algorithm>
#include <memory>
#include <span>

#include "ops/host_calls.h"
#include "ops/table.h"
#include "ops/variables.h"
#include "tensor/owner.h"
#include "tensor/variable_impl.h"
#include "trace/context.h"

namespace ag::tracing {

namespace {

using detail::VariableAccess;
using detail::VariableImpl;

thread_local MadeVariables* innermost_made = nullptr;

/// Returns the graph step that creates a variable like `like`; its result refers to the variable and owns it.
std::shared_ptr<ops::HostCallee> maker_of(const VariableImpl& like, SourceLocation location) {
  auto callee = std::make_shared<ops::HostCallee>();
  callee->results = {{DType::uint64, Shape{1}}};
  callee->step = [name = like.name, dtype = like.dtype, shape = like.shape, trainable = like.trainable, location](
                     std::span<detail::TensorImpl* const> inputs, std::vector<Tensor>& outputs) {
    const auto release = [](VariableImpl* made) {
      if (made->release()) delete made;
    };
    const std::shared_ptr<VariableImpl> made(new VariableImpl, release);
    made->dtype = dtype;
    made->shape = shape;
    made->trainable = trainable;
    made->name = name;
    made->place = location;
    detail::retain(inputs[0]);
    ops::assign(*made, Tensor::from_impl(inputs[0]), location);
    outputs.assign(1, detail::make_owner(reinterpret_cast<uintptr_t>(made.get()), made));
  };
  return callee;
}

}  // namespace

MadeVariables::MadeVariables(bool in_graph) : in_graph_(in_graph), outer_(innermost_made) { innermost_made = this; }

MadeVariables::~MadeVariables() {
  innermost_made = outer_;
  for (Variable* variable : spoiled_) {
    if (variable->defined() && is_of_graph(*variable)) *variable = Variable();
  }
}

MadeVariables* MadeVariables::current() { return innermost_made; }

void MadeVariables::make_in_graph(Variable& variable, const Tensor& initial, SourceLocation location) {
  Trace& trace = *tracing::current();
  const VariableImpl& impl = *VariableAccess::impl(variable);
  const ir::Attributes attributes{ir::Opaque{maker_of(impl, location), "variable"}};
  const Tensor handle =
      trace.record(ops::def(ops::Op::host_call), std::span(&initial, 1), attributes, location).front();
  trace.graph().value(handle.impl()->symbol->value).name = impl.name;
  VariableAccess::set_handle(variable, trace.id(), trace.stage(handle));
  add(variable);
}

bool MadeVariables::contains(const Variable& variable) const {
  return std::ranges::any_of(made_, [&](const Variable& made) { return made.is(variable); });
}

/// It has no address that a graph could hold.
bool is_of_graph(const Variable& variable) { return !VariableAccess::impl(variable)->handle.defined(); }

void check_in_trace(const Variable& variable, SourceLocation location) {
  const Trace* trace = tracing::current();
  if (!is_of_graph(variable) || (trace && trace->id() == VariableAccess::trace(variable))) return;
  const VariableImpl& impl = *VariableAccess::impl(variable);
  throw Error(ErrorKind::invalid_argument,
              (impl.name.empty() ? std::string("a variable") : "variable '" + impl.name + "'") +
                  " of a call of a traced function is used outside of that call",
              location, {"make it outside of the function", "it was made at " + impl.place.str()});
}

}  // namespace ag::tracing
