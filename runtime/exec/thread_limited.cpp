#include "exec/thread_limited.h"

#include "base/thread_pool.h"

namespace ag::exec {

namespace {

class Limited : public Executor {
 public:
  Limited(std::unique_ptr<Executor> executor, int most) : executor_(std::move(executor)), most_(most) {}

  std::vector<Tensor> run(std::span<const Tensor* const> inputs) const override {
    const detail::ThreadLimit limit(most_);
    return executor_->run(inputs);
  }
  void run_into(std::span<const Tensor* const> inputs, std::span<Tensor> results) const override {
    const detail::ThreadLimit limit(most_);
    executor_->run_into(inputs, results);
  }

 private:
  std::unique_ptr<Executor> executor_;
  int most_;
};

}  // namespace

std::unique_ptr<Executor> limit_threads(std::unique_ptr<Executor> executor, int most) {
  return std::make_unique<Limited>(std::move(executor), most);
}

}  // namespace ag::exec
