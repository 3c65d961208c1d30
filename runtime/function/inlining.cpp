/// Calls of traced functions while another one is traced: their bodies become a part of its graph.
#include <algorithm>

#include "ag/staging.h"
#include "ag/traced_function.h"
#include "base/short_name.h"
#include "function/recursion.h"
#include "trace/context.h"

namespace ag::detail {

namespace {

[[gnu::tls_model("initial-exec")]] constinit thread_local const InlinedCall* innermost_call = nullptr;

}  // namespace

InlinedCall::InlinedCall(const TracedFunction& function, SourceLocation location)
    : function_(function), outer_(innermost_call), depth_(outer_ ? outer_->depth_ + 1 : 1) {
  constexpr int kLimit = 400;  // far below what a thread's stack holds, far above what calls nest in practice
  if (is_tracing() && depth_ > kLimit) {
    throw Error(ErrorKind::unimplemented,
                "'" + short_name(location.function_name()) + "' calls itself more than " + std::to_string(kLimit) +
                    " times while it is traced: nothing of the host ends the recursion soon, and no tensor does",
                location,
                {"write the recursion as a loop, let a host number that is known while tracing end it, or let a "
                 "tensor: behind a condition that is one, the function calls itself when the graph runs"});
  }
  innermost_call = this;
  tracing::enter_function(location);
}

InlinedCall::~InlinedCall() {
  innermost_call = outer_;
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

}  // namespace ag::detail
