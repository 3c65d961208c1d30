#include "exec/observed.h"

#include "exec/profile.h"
#include "exec/watch.h"

namespace ag::exec {

const Executor& Observed::executor() const {
  if (!is_watched()) return unobserved_;
  std::call_once(once_, [&] { interpreter_ = make_executor({ExecutorKind::Interpreter}, graph_); });
  return *interpreter_;
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
