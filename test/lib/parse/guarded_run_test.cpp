/// Work that crashes does not take the program with it.
#include "parse/session/guarded_run.h"

#include <csignal>
#include <cstdlib>

#include "support/catch.h"

namespace guarded_run_test {
namespace {

int depth_of(int rest) {
  volatile char room[4096];
  room[0] = static_cast<char>(rest);
  return rest == 0 ? room[0] : 1 + depth_of(rest - 1);
}

// A sanitizer keeps the signals for itself.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kSurvivesCrashes = false;
#else
constexpr bool kSurvivesCrashes = true;
#endif

}  // namespace

// One test case: Catch2 takes the signals back for itself at the start of each.
TEST_CASE("a crash is a result, and the next piece of work runs, on a deep stack") {
  if (kSurvivesCrashes) {
    CHECK_FALSE(agc::parse::run_guarded([] { std::raise(SIGSEGV); }));
    CHECK_FALSE(agc::parse::run_guarded([] { std::abort(); }));
  }
  int depth = 0;
  CHECK(agc::parse::run_guarded([&] { depth = depth_of(20000); }));  // 80 MB
  CHECK(depth == 20000);
}

}  // namespace guarded_run_test
