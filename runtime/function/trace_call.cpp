/// The type-independent part of a call of a traced function.
#include <algorithm>

#include "ag/staging/traced.h"
#include "function/concrete_trace.h"
#include "function/fit.h"
#include "staging/captures/captures.h"

namespace ag::detail {

const ConcreteTrace& trace_body(const UntypedCall& call, SignatureBuilder& signature, std::span<const Variable> values,
                                FunctionRef<std::shared_ptr<const void>(Leaves& results)> run, Root locals) {
  const Names& names = call.pack.names();
  call.function.set_name_if_empty(names.location.function_name());
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
  auto run_on = [&](const Leaves& leaves) {
    LeafReader in(leaves);
    for (const Variable& value : values) value.type->load(value.address, in);
    prototype = run(results);
  };
  auto finish = [&](Leaves& out, Leaves& changed, std::shared_ptr<const void>& copy) {
    out = std::move(results);
    save_values(changed);
    copy = std::move(prototype);
  };
  auto describe_named = [&](DescribedCall& out) { call.describe(list, out); };
  TraceRequest request{{}, run_on, finish, save_values, describe_named, list, names.location, locals};
  save_values(request.arguments);
  return signature.is_symbolic() ? call.function.find_callee(signature, request)
                                 : call.function.find_or_trace(signature, request);
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

void UntypedCall::sign(SignatureBuilder& signature) const {
  if (object.place.address) signature.add_object(object.place, object.type);
  for (size_t k = 0; k < codes.size(); ++k) codes[k]->sign(pack.variable(k).address, signature, pack.location());
}

void UntypedCall::describe(std::span<const std::string> names, DescribedCall& out) const {
  describe_default_device(out);
  if (object.place.address) describe_object(out);
  // A parameter pack has one name for all its values.
  for (size_t k = 0; k < codes.size(); ++k) {
    codes[k]->describe(pack.variable(k).address, names[std::min(k, names.size() - 1)], out);
  }
}

OpenCall::OpenCall(const UntypedCall& call, CallMode mode, SignatureBuilder* signature)
    : signature_(signature),
      next_(mode == CallMode::Run     ? trace_or_leave_eager(call)
            : mode == CallMode::Asked ? answer(call)
                                      : inline_or_call(call)) {}
OpenCall::~OpenCall() = default;

/// The first call with a signature, and every call that runs eagerly.
OpenCall::Next OpenCall::trace_or_leave_eager(const UntypedCall& call) {
  const auto make = [&]() -> const ConcreteTrace& { return call.trace(call, *signature_); };
  trace_ = trace_unless_eager(call.function, *signature_, make);
  if (trace_) return Next::Run;
  span_.emplace(call.pack.location());
  inlined_.emplace(call.function, call.pack.location());
  return Next::Body;
}

/// A call while another function is traced, or while functions run eagerly.
OpenCall::Next OpenCall::inline_or_call(const UntypedCall& call) {
  const SourceLocation location = call.pack.location();
  inlined_.emplace(call.function, location);
  if (!is_tracing()) return Next::Body;
  if (call.object.handle) follow_handle(call.object.handle, location);
  signature_ = &own_.emplace();
  signature_->allow_symbols(location);
  call.sign(*signature_);
  if (!inlined_->repeats(*signature_)) return Next::Body;
  trace_ = &call.trace(call, *signature_);
  return Next::Run;
}

/// A call made by Function::concrete or by a ConcreteFunction.
OpenCall::Next OpenCall::answer(const UntypedCall& call) {
  AskedCall asked = take_asked_call();
  signature_ = &own_.emplace();
  if (!asked.trace) {
    signature_->allow_specs();
    call.sign(*signature_);
    answer_asked_call(call.trace(call, *signature_));
    return Next::Answered;
  }
  call.sign(*signature_);
  const auto describe = [&](std::span<const std::string> names, DescribedCall& out) { call.describe(names, out); };
  bind_call(*asked.trace, *signature_, call.pack.names(), describe);
  asked_ = std::move(asked.trace);
  trace_ = asked_.get();
  return Next::Run;
}

}  // namespace ag::detail
