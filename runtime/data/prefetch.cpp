/// Elements that another thread makes while the program computes.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <iterator>
#include <thread>
#include <vector>

#include "data/resource.h"

namespace ag::data {

namespace {

using Clock = std::chrono::steady_clock;

/// Whether elements take so long that a thread of their own is worth handing them over, which takes about a third of
/// a microsecond: of the first ones each is measured, of the others some. A few that are slow by chance decide nothing.
class Cost {
 public:
  bool measures() {
    ++count_;
    return (count_ > 1 && count_ <= kFirst) || count_ % kApart == 0;  // the first of all may open a file
  }
  void note(Clock::duration took) { slow_ += took > kWorthwhile; }
  bool is_high() const { return slow_ >= kEnough; }

 private:
  static constexpr std::chrono::nanoseconds kWorthwhile{500};
  static constexpr uint64_t kFirst = 16, kApart = 17;
  static constexpr int kEnough = 3;

  uint64_t count_ = 0;
  int slow_ = 0;
};

/// Runs ahead of whoever takes the elements, by a number of them. The thread starts once elements turn out to be worth
/// it, and ends with the run; what it threw is thrown where the element would have come.
///
/// Elements change hands in lots of up to half of what may lie ahead: the reader has one while the thread makes the
/// next, so that neither waits for the other at each of them. A reader that waits gets what there is.
class Ahead final : public Pull {
 public:
  Ahead(PullPtr of, size_t count) : of_(std::move(of)), count_(count), lot_(std::max<size_t>(count / 2, 1)) {}
  ~Ahead() override {
    {
      const std::lock_guard lock(mutex_);
      stopped_ = true;
    }
    room_.notify_one();
    if (thread_.joinable()) thread_.join();
  }

  bool next(Row& row) override {
    if (!cost_.is_high()) return next_here(row);
    if (!thread_.joinable()) thread_ = std::thread([this] { run(); });
    if (given_ == taken_.size() && !take()) return false;
    row.swap(taken_[given_++]);
    return true;
  }

 private:
  bool next_here(Row& row) {
    if (ended_) return false;
    ended_ = true;  // unless there is one
    if (!cost_.measures()) {
      ended_ = !of_->next(row);
    } else {
      const Clock::time_point begin = Clock::now();
      ended_ = !of_->next(row);
      cost_.note(Clock::now() - begin);
    }
    return !ended_;
  }

  bool take() {
    taken_.clear();
    given_ = 0;
    {
      std::unique_lock lock(mutex_);
      held_ = 0;
      if (rows_.empty() && !ended_) {
        waits_.store(true, std::memory_order_relaxed);
        room_.notify_one();
        filled_.wait(lock, [&] { return !rows_.empty() || ended_; });
        waits_.store(false, std::memory_order_relaxed);
      }
      if (rows_.empty()) {
        if (const std::exception_ptr error = std::exchange(error_, nullptr)) std::rethrow_exception(error);
        return false;
      }
      taken_.swap(rows_);
      held_ = taken_.size() - 1;  // without the one that is given now
    }
    room_.notify_one();
    return true;
  }

  void run() {
    std::vector<Row> lot;
    for (size_t room = 1;;) {
      bool more = false;
      std::exception_ptr error;
      try {
        more = of_->next(lot.emplace_back());
      } catch (...) {
        error = std::current_exception();
      }
      if (!more) lot.pop_back();
      if (more && lot.size() < room && !waits_.load(std::memory_order_relaxed)) continue;
      std::unique_lock lock(mutex_);
      rows_.insert(rows_.end(), std::make_move_iterator(lot.begin()), std::make_move_iterator(lot.end()));
      lot.clear();
      ended_ = !more;
      error_ = error;
      filled_.notify_one();
      if (!more) return;
      room_.wait(lock, [&] { return rows_.size() + held_ < count_ || stopped_; });
      if (stopped_) return;
      room = std::min(lot_, count_ - rows_.size() - held_);
    }
  }

  PullPtr of_;
  size_t count_;  // elements that may lie ahead
  size_t lot_;
  Cost cost_;  // of elements that the reader makes itself
  std::thread thread_;
  std::mutex mutex_;
  std::condition_variable filled_, room_;
  std::vector<Row> rows_;
  size_t held_ = 0;  // by the reader, at most
  bool stopped_ = false, ended_ = false;
  std::exception_ptr error_;
  std::atomic<bool> waits_ = false;  // the reader, for any element
  std::vector<Row> taken_;           // of the reader alone
  size_t given_ = 0;
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
