#pragma once
/// A second thread for floors: it spins for some time before it sleeps, so that who measures in turns has both
/// processors.
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <thread>

namespace bench {

class HelperThread {
 public:
  HelperThread() : thread_([this] { work(); }) {}
  ~HelperThread() {
    task_ = nullptr;
    begin();
    thread_.join();
  }
  HelperThread(const HelperThread&) = delete;
  HelperThread& operator=(const HelperThread&) = delete;

  /// Runs both at the same time.
  void run(const std::function<void()>& here, const std::function<void()>& there) {
    task_ = &there;
    begin();
    here();
    while (done_.load(std::memory_order_acquire) != begun_.load(std::memory_order_relaxed)) {
    }
  }

 private:
  void begin() {
    begun_.fetch_add(1);
    begun_.notify_one();
  }

  void work() {
    for (uint32_t seen = 0;;) {
      const auto sleeps = std::chrono::steady_clock::now() + std::chrono::microseconds(200);
      while (begun_.load(std::memory_order_acquire) == seen) {
        if (std::chrono::steady_clock::now() > sleeps) begun_.wait(seen);
      }
      ++seen;
      if (!task_) return;
      (*task_)();
      done_.store(seen, std::memory_order_release);
    }
  }

  const std::function<void()>* task_ = nullptr;
  alignas(64) std::atomic<uint32_t> begun_{0};
  alignas(64) std::atomic<uint32_t> done_{0};
  std::thread thread_;  // begins when all else is there
};

}  // namespace bench
