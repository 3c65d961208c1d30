/// Options of the address sanitizer that programs with Clang set. Other builds have no such options.
#if defined(__SANITIZE_ADDRESS__)
#include <csignal>
#include <thread>

#include "support/catch.h"

namespace sanitizer_options_test {

// The sanitizer would take the new stack for its own, and end the program: it cannot release an address inside a page.
TEST_CASE("a thread with a signal stack that LLVM has replaced ends, and the program goes on") {
  static char stack[1 << 16];
  int failed = 1;
  std::thread([&] {
    stack_t other{};
    other.ss_sp = stack + 16;
    other.ss_size = sizeof(stack) - 16;
    failed = sigaltstack(&other, nullptr);
  }).join();
  CHECK(failed == 0);
}

}  // namespace sanitizer_options_test
#endif
