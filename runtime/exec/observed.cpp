#include "exec/observed.h"

#include "exec/limited.h"
#include "exec/profile.h"
#include "exec/watch.h"

namespace ag::exec {

const Executor& Observed::executor() const {
  if (!is_watched()) return unobserved_.executor;
  if (checks_numerics()) {
    std::call_once(interpreter_once_, [&] { interpreter_ = make_executor({ExecutorKind::Interpreter}, graph_); });
    return *interpreter_;
  }
  std::call_once(stoppable_once_, [&] {
    RunOptions options = unobserved_.options;
    options.native.can_stop = true;
    stoppable_ = make_executor(options, graph_, unobserved_.specialize);
    if (unobserved_.threads > 0) stoppable_ = limit_threads(std::move(stoppable_), unobserved_.threads);
  });
  return *stoppable_;
}

std::vector<Tensor> Observed::run(std::span<const Tensor* const> inputs) const {
  const Span span({SpanKind::Call, graph_->name(), place_, signature_});
  return executor().run(inputs);
}

void Observed::run_into(std::span<const Tensor* const> inputs, std::span<Tensor> results) const {
  const Span span({SpanKind::Call, graph_->name(), place_, signature_});
  executor().run_into(inputs, results);
}

}  // namespace ag::exec
