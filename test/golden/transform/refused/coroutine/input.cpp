#include <ag/ag.h>
#include <coroutine>
using ag::Tensor;

struct Task {
  struct promise_type {
    Task get_return_object() { return {}; }
    std::suspend_never initial_suspend() { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
};
AG_CONVERT Task suspended(Tensor n) {
  ag::print(n);
  co_return;
}
