/// Calls of traced functions while another function is traced: the callee is inlined into the graph in progress.
#include <algorithm>

#include "ag/staging/staging.h"
#include "ag/staging/traced.h"
#include "base/deep_call.h"
#include "base/short_name.h"
#include "function/recursion.h"
#include "staging/captures/captures.h"
#include "trace/context.h"

namespace ag::detail {

namespace {

[[gnu::tls_model("initial-exec")]] constinit thread_local const InlinedCall* innermost_call = nullptr;

/// A call of an argument that is an object of ag::function. The signature identifies the object, so variables that it
/// captures by reference have the same address in every call with that signature.
struct Tracked {
  const InlinedCall* call;
  tracing::Captures* captures;
  bool was_absolute;
};
std::vector<Tracked>& tracked_arguments() {
  thread_local std::vector<Tracked> tracked;
  return tracked;
}

}  // namespace

void follow_handle(const FunctionHandle* handle, SourceLocation location) {
  tracing::Captures* const captures = tracing::captures();
  if (!captures) return;
  const bool known = handle->known_in == tracing::current()->id();
  if (captures->is_argument(handle) || (known && handle->is_argument))
    tracked_arguments().push_back({innermost_call, captures, captures->set_absolute(true)});
  else if (!known)
    captures->guard_pointer(handle, location);
}

FunctionHandle copied_handle(const FunctionHandle& handle, const FunctionHandle* to, SourceLocation location) {
  tracing::Captures* const captures = tracing::captures();
  if (!captures) return {handle.state};
  const uint64_t trace = tracing::current()->id();
  if (captures->is_argument(&handle) || captures->is_argument(to)) return {handle.state, trace, true};
  if (handle.known_in == trace) return handle;
  captures->guard_pointer(&handle, location);
  return {handle.state, trace};
}

InlinedCall::InlinedCall(const TracedFunction& function, SourceLocation location, bool unbounded)
    : function_(function), outer_(innermost_call), depth_(outer_ ? outer_->depth_ + 1 : 1) {
  constexpr int kLimit = 400;  // far below the capacity of a thread's stack, far above practical nesting
  if (is_tracing() && !unbounded && depth_ > kLimit) {
    throw Error(ErrorKind::unimplemented,
                "'" + user_name(location.function_name()) + "' calls itself more than " + std::to_string(kLimit) +
                    " times while it is traced: nothing of the host ends the recursion soon, and no tensor does",
                location,
                {"write the recursion as a loop, let a host number that is known while tracing end it, or let a "
                 "tensor: after a condition that is one, the function calls itself when the graph runs"});
  }
  if (is_tracing() && unbounded && is_stack_short()) {
    throw Error(ErrorKind::unimplemented,
                "'" + user_name(location.function_name()) + "' calls itself " + std::to_string(depth_) +
                    " times while it is traced, which is all that the stack of this thread holds",
                location, {"write the recursion as a loop, or trace in a thread with a larger stack"});
  }
  innermost_call = this;
  tracing::enter_function(location);
}

InlinedCall::~InlinedCall() {
  innermost_call = outer_;
  std::vector<Tracked>& tracked = tracked_arguments();
  if (!tracked.empty() && tracked.back().call == this) {
    tracked.back().captures->set_absolute(tracked.back().was_absolute);
    tracked.pop_back();
  }
  tracing::leave_function();
}

bool InlinedCall::repeats(const SignatureBuilder& call) {
  const tracing::Trace& trace = *tracing::current();
  if (Recursion* recursion = Recursion::find(function_, call)) {
    if (recursion != Recursion::innermost() || trace.depth() > 0) return true;
  }
  auto same_object = [](const Root& a, const Root& b) { return a.address == b.address; };
  for (const InlinedCall* one = outer_; one && one->trace_ == trace.id(); one = one->outer_) {
    if (&one->function_ == &function_ && trace.depth() > one->block_depth_ &&
        std::ranges::equal(one->words_, call.words()) && std::ranges::equal(one->roots_, call.roots(), same_object))
      return true;
  }
  trace_ = trace.id();
  block_depth_ = trace.depth();
  words_.assign(call.words().begin(), call.words().end());
  roots_ = call.roots();
  return false;
}

namespace {

/// Replaces a host number by a constant of the graph with the same value.
void make_symbolic(Number& number, SourceLocation location) {
  tracing::Trace& trace = *tracing::current();
  const Tensor symbol = trace.symbol_of(trace.value_of(number_tensor(number, location), location), location);
  number = {0, trace.stage(symbol), number.dtype};
}

bool is_known_number(const Leaf& leaf) { return leaf.kind == Leaf::Kind::Number && leaf.number.is_host(); }

/// The indices of the host numbers in which two argument lists differ; empty if they differ in anything else.
std::vector<size_t> differing_numbers(const Leaves& a, const Leaves& b, SourceLocation location) {
  if (a.size() != b.size()) return {};
  SignatureBuilder left, right;
  left.allow_symbols(location);
  right.allow_symbols(location);
  std::vector<size_t> numbers;
  for (size_t k = 0; k < a.size(); ++k) {
    if (a[k].kind != b[k].kind) return {};
    if (a[k].kind == Leaf::Kind::Tensor) {
      left.add_tensor(a[k].tensor, location);
      right.add_tensor(b[k].tensor, location);
    } else if (a[k].kind != Leaf::Kind::Number) {
      if (!a[k].same || !a[k].same(a[k].host.get(), b[k].host.get())) return {};
    } else if (is_known_number(a[k]) && is_known_number(b[k]) && !a[k].number.same(b[k].number)) {
      numbers.push_back(k);
    }
  }
  return std::ranges::equal(left.words(), right.words()) ? numbers : std::vector<size_t>();
}

}  // namespace

bool InlinedCall::counts(const Pack& arguments, Leaves& general) {
  arguments.save_variables(arguments_);
  const SourceLocation location = arguments.location();
  const tracing::Trace& trace = *tracing::current();
  std::vector<size_t> numbers;
  for (const InlinedCall* one = outer_; one && numbers.empty(); one = one->outer_) {
    if (&one->function_ != &function_) continue;
    if (one->unrolled_) {
      unrolled_ = true;
      return false;
    }
    // There is a branch or loop of the graph between the two calls.
    if (trace.depth() > (one->trace_ == trace.id() ? one->block_depth_ : 0))
      numbers = differing_numbers(arguments_, one->arguments_, location);
  }
  known_only_ = numbers.empty();
  if (known_only_) {
    if (!Recursion::is_inside(function_) || (trace.depth() == 0 && Recursion::is_innermost(function_))) return false;
    for (size_t k = 0; k < arguments_.size(); ++k) {
      if (is_known_number(arguments_[k])) numbers.push_back(k);
    }
  }
  general = arguments_;
  for (const size_t k : numbers) make_symbolic(general[k].number, location);
  return !numbers.empty();
}

const ConcreteTrace* InlinedCall::general_trace(const SignatureBuilder& call,
                                                FunctionRef<const ConcreteTrace&()> trace) {
  if (known_only_ && !Recursion::find(function_, call)) return nullptr;
  try {
    return &trace();
  } catch (const Error&) {
    unrolled_ = true;
    return nullptr;
  }
}

}  // namespace ag::detail
