/// The type-independent part of a call of a traced function.
#include <algorithm>

#include "ag/staging/traced.h"
#include "function/concrete_trace.h"
#include "function/fit.h"
#include "staging/captures/captures.h"

namespace ag::detail {

const ConcreteTrace& trace_body(TracedFunction& function, SignatureBuilder& signature, std::span<const Variable> values,
                                const Names& names, FunctionRef<std::shared_ptr<const void>(Leaves& results)> call,
                                Describe describe, Root locals) {
  function.set_name_if_empty(names.location.function_name());
  const std::vector<std::string> list = split_names(names.text);
  auto save_values = [&](Leaves& out) {
    // A parameter pack has one name for all its values.
    for (size_t k = 0; k < values.size(); ++k) {
      values[k].type->save(values[k].address, list[std::min(k, list.size() - 1)], out);
    }
  };
  Leaves results;
  std::shared_ptr<const void> prototype;
  // Local variables, because the request holds references to them.
  auto run = [&](const Leaves& leaves) {
    LeafReader in(leaves);
    for (const Variable& value : values) value.type->load(value.address, in);
    prototype = call(results);
  };
  auto finish = [&](Leaves& out, Leaves& changed, std::shared_ptr<const void>& copy) {
    out = std::move(results);
    save_values(changed);
    copy = std::move(prototype);
  };
  auto describe_named = [&](DescribedCall& out) { describe(list, out); };
  TraceRequest request{{}, run, finish, save_values, describe_named, list, names.location, locals};
  save_values(request.arguments);
  return signature.is_symbolic() ? function.find_callee(signature, request)
                                 : function.find_or_trace(signature, request);
}

const ConcreteTrace* trace_unless_eager(TracedFunction& function, const SignatureBuilder& signature,
                                        FunctionRef<const ConcreteTrace&()> make) {
  if (function.runs_eagerly(signature)) return nullptr;
  try {
    return &make();
  } catch (const Error& error) {
    if (!function.leave_eager(signature, error)) throw;
    return nullptr;
  }
}

void bind_call(const ConcreteTrace& trace, SignatureBuilder& call, const Names& names, Describe describe) {
  const SourceLocation location = names.location;
  if (!trace.type().accepts(call.words())) {
    DescribedCall described;
    describe(trace.parameters(), described);
    if (auto tensors = fit(trace.type(), described, trace.graph()->name(), location)) {
      call.set_inputs(std::move(*tensors));
    }
  }
  if (!trace.holds_for(call)) {
    const auto changed = trace.changed_capture(call);
    throw Error(ErrorKind::invalid_argument,
                "the trace of '" + trace.graph()->name() +
                    "' does not hold for this call: " + (changed ? changed->str() : "what it decided by has changed"),
                location, {"call the function itself, which is traced again, or pass the value as an argument"});
  }
}

}  // namespace ag::detail
