/// Prefetching: another thread makes elements while the program computes.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <iterator>
#include <thread>
#include <vector>

#include "ag/cancellation.h"
#include "data/resource.h"
#include "exec/observation.h"

namespace ag::data {

namespace {

using Clock = std::chrono::steady_clock;

/// Estimates if prefetching saves time. At most, it saves the lesser of two times: that of making an element, and that
/// until the next request. Passing elements between threads costs up to a microsecond. All of the first elements are
/// measured, and some of the later ones. Long times are clamped, so that a single interruption has no influence.
class Cost {
 public:
  /// Called for each request. Returns true if the element is measured; then `made` must be called after it is made.
  bool measures() {
    if (waits_for_next_) until_next_.note(Clock::now() - made_at_);
    waits_for_next_ = false;
    ++count_;
    return (count_ > 1 && count_ <= kFirst) || count_ % kApart == 0;  // the very first element may open a file
  }
  void made(Clock::time_point begin) {
    made_at_ = Clock::now();
    making_.note(made_at_ - begin);
    waits_for_next_ = true;
  }
  bool is_high() const { return making_.is_long() && until_next_.is_long(); }

 private:
  class Mean {
   public:
    void note(Clock::duration took) {
      if (count_ < kMax) ++count_;
      mean_ += (std::min<double>(std::chrono::duration<double>(took) / kWorthwhile, kMaxLength) - mean_) / count_;
    }
    bool is_long() const { return count_ >= kMin && mean_ > 1; }

   private:
    static constexpr std::chrono::duration<double> kWorthwhile = std::chrono::microseconds(1);
    static constexpr double kMaxLength = 4;  // in units of kWorthwhile
    static constexpr int kMin = 8, kMax = 32;

    int count_ = 0;
    double mean_ = 0;  // in units of kWorthwhile, of the last ones
  };
  static constexpr uint64_t kFirst = 16, kApart = 17;

  uint64_t count_ = 0;
  bool waits_for_next_ = false;
  Clock::time_point made_at_;
  Mean making_, until_next_;
};

/// Produces elements ahead of the reader, up to a fixed number. The thread starts once prefetching is worthwhile, and
/// ends with the pass. Its exceptions are thrown in place of the element.
///
/// Elements are passed in lots of up to half of that number: the reader holds one lot while the thread makes the next,
/// which avoids synchronisation for each element. A waiting reader gets a partial lot; but if elements are fast to
/// make, it does not get single elements, since waking the reader takes longer than making one.
class Ahead final : public Pull {
 public:
  Ahead(PullPtr of, size_t count, SourceLocation location)
      : of_(std::move(of)), count_(count), lot_(std::max<size_t>(count / 2, 1)), location_(location) {}
  ~Ahead() override {
    ends_.cancel();
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
    ended_ = true;  // unless there is an element
    if (!cost_.measures()) {
      ended_ = !of_->next(row);
    } else {
      const Clock::time_point begin = Clock::now();
      ended_ = !of_->next(row);
      cost_.made(begin);
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
        wait(lock);
        waits_.store(false, std::memory_order_relaxed);
      }
      if (rows_.empty()) {
        if (const std::exception_ptr error = std::exchange(error_, nullptr)) std::rethrow_exception(error);
        return false;
      }
      taken_.swap(rows_);
      held_ = taken_.size() - 1;  // without the one that is returned immediately
    }
    room_.notify_one();
    return true;
  }

  /// Waits for an element, as long as the requesting loop is not cancelled.
  void wait(std::unique_lock<std::mutex>& lock) {
    constexpr std::chrono::milliseconds kApart{1};
    const auto come = [&] { return !rows_.empty() || ended_; };
    if (!exec::is_observed_on_thread()) return filled_.wait(lock, come);
    while (!filled_.wait_for(lock, kApart, come)) check_cancelled(location_);
  }

  void run() {
    const CancellationScope scope(ends_);  // also in the middle of an element
    std::vector<Row> lot;
    Clock::time_point begin = Clock::now();  // of the lot
    for (size_t room = 1;;) {
      bool more = false;
      std::exception_ptr error;
      try {
        more = of_->next(lot.emplace_back());
      } catch (...) {
        error = std::current_exception();
      }
      if (!more) lot.pop_back();
      if (more && lot.size() < room && !(waits_.load(std::memory_order_relaxed) && Clock::now() - begin > kPatience))
        continue;
      std::unique_lock lock(mutex_);
      rows_.insert(rows_.end(), std::make_move_iterator(lot.begin()), std::make_move_iterator(lot.end()));
      lot.clear();
      ended_ = !more;
      error_ = error;
      lock.unlock();  // otherwise the reader would wake up only to wait for the lock
      filled_.notify_one();
      if (!more) return;
      lock.lock();
      room_.wait(lock, [&] { return rows_.size() + held_ < count_ || stopped_; });
      if (stopped_) return;
      room = std::min(lot_, count_ - rows_.size() - held_);
      begin = Clock::now();
    }
  }

  static constexpr std::chrono::microseconds kPatience{20};  // of a reader that waits

  PullPtr of_;
  size_t count_;  // the maximum number of elements ahead
  size_t lot_;
  SourceLocation location_;
  CancellationToken ends_;  // cancelled at the end of the pass
  Cost cost_;               // while the reader makes the elements itself
  std::thread thread_;
  std::mutex mutex_;
  std::condition_variable filled_, room_;
  std::vector<Row> rows_;
  size_t held_ = 0;  // the maximum number of elements that the reader holds
  bool stopped_ = false, ended_ = false;
  std::exception_ptr error_;
  std::atomic<bool> waits_ = false;  // true while the reader waits for any element
  std::vector<Row> taken_;           // accessed by the reader only
  size_t given_ = 0;
};

class Prefetch final : public Derived {
 public:
  Prefetch(SourcePtr of, int64_t count, SourceLocation location)
      : Derived(std::move(of)), count_(static_cast<size_t>(count)), location_(location) {}
  PullPtr open(Operands operands) const override {
    return std::make_unique<Ahead>(of_->open(operands), count_, location_);
  }

 private:
  size_t count_;
  SourceLocation location_;
};

}  // namespace

}  // namespace ag::data

namespace ag::detail {

ag::Variable data_prefetch(const ag::Variable& of, int64_t count, SourceLocation location) {
  if (count < 1) throw Error(ErrorKind::invalid_argument, "prefetch: the buffer has no place", location);
  data::Known known = data::known(of, location);
  return data::make({std::make_shared<data::Prefetch>(known.source, count, location), known.operands}, location);
}

}  // namespace ag::detail
