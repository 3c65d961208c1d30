/// Elements that another thread makes while the program computes.
#include <condition_variable>
#include <deque>
#include <exception>
#include <thread>

#include "data/resource.h"

namespace ag::data {

namespace {

/// Runs ahead of whoever takes the elements, by a number of them. The thread starts with the first one that is asked
/// for, and ends with the run; what it threw is thrown where the element would have come.
class Ahead final : public Pull {
 public:
  Ahead(PullPtr of, size_t count) : of_(std::move(of)), count_(count) {}
  ~Ahead() override {
    {
      const std::lock_guard lock(mutex_);
      stopped_ = true;
    }
    changed_.notify_all();
    if (thread_.joinable()) thread_.join();
  }

  bool next(Row& row) override {
    if (!thread_.joinable()) thread_ = std::thread([this] { run(); });
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return !rows_.empty() || ended_; });
    if (rows_.empty()) {
      if (const std::exception_ptr error = std::exchange(error_, nullptr)) std::rethrow_exception(error);
      return false;
    }
    row = std::move(rows_.front());
    rows_.pop_front();
    lock.unlock();
    changed_.notify_all();
    return true;
  }

 private:
  void run() {
    for (;;) {
      {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return rows_.size() < count_ || stopped_; });
        if (stopped_) return;
      }
      Row row;
      bool more = false;
      std::exception_ptr error;
      try {
        more = of_->next(row);
      } catch (...) {
        error = std::current_exception();
      }
      {
        const std::lock_guard lock(mutex_);
        if (more) rows_.push_back(std::move(row));
        ended_ = !more;
        error_ = error;
      }
      changed_.notify_all();
      if (!more) return;
    }
  }

  PullPtr of_;
  size_t count_;
  std::thread thread_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Row> rows_;
  bool stopped_ = false, ended_ = false;
  std::exception_ptr error_;
};

class Prefetch final : public Derived {
 public:
  Prefetch(SourcePtr of, int64_t count) : Derived(std::move(of)), count_(static_cast<size_t>(count)) {}
  PullPtr open(Operands operands) const override { return std::make_unique<Ahead>(of_->open(operands), count_); }

 private:
  size_t count_;
};

}  // namespace

}  // namespace ag::data

namespace ag::detail {

ag::Variable data_prefetch(const ag::Variable& of, int64_t count, SourceLocation location) {
  if (count < 1) throw Error(ErrorKind::invalid_argument, "prefetch: the buffer has no place", location);
  data::Known known = data::known(of, location);
  return data::make({std::make_shared<data::Prefetch>(known.source, count), known.operands}, location);
}

}  // namespace ag::detail
