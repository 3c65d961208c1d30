#include "exec/instrumented_executor.h"

#include "exec/observation.h"
#include "exec/profile.h"
#include "exec/thread_limited.h"

namespace ag::exec {

const Executor& InstrumentedExecutor::executor() const {
  if (!is_observed_on_thread()) return unobserved_.executor;
  if (checks_numerics()) {
    std::call_once(interpreter_once_, [&] { interpreter_ = make_executor({ExecutorKind::Interpreter}, graph_); });
    return *interpreter_;
  }
  std::call_once(stoppable_once_, [&] {
    RunOptions options = unobserved_.options;
    options.native.can_stop = true;
    stoppable_ = make_executor(options, graph_, unobserved_.specialization);
    if (unobserved_.threads > 0) stoppable_ = limit_threads(std::move(stoppable_), unobserved_.threads);
  });
  return *stoppable_;
}

std::vector<Tensor> InstrumentedExecutor::run(std::span<const Tensor* const> inputs) const {
  const Span span({SpanKind::Call, graph_->name(), place_, signature_});
  return executor().run(inputs);
}

void InstrumentedExecutor::run_into(std::span<const Tensor* const> inputs, std::span<Tensor> results) const {
  const Span span({SpanKind::Call, graph_->name(), place_, signature_});
  executor().run_into(inputs, results);
}

}  // namespace ag::exec
