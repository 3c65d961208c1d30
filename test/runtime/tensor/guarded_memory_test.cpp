/// Arrays between pages that nobody may touch.
#include "tensor/memory/guarded_memory.h"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstring>
#include <new>

#include "support/catch.h"

namespace ag::test {

namespace guarded_memory_test {
namespace {

/// Whether a process that reads the byte comes to its end.
bool is_readable(const std::byte* place) {
  const pid_t child = fork();
  if (child == 0) {
    for (int signal : {SIGSEGV, SIGBUS}) std::signal(signal, SIG_DFL);
    const volatile std::byte* read = place;
    (void)*read;
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace

TEST_CASE("a guarded array ends or begins at a page that nobody may touch") {
  for (size_t bytes : {size_t{8}, size_t{24}, size_t{4096}, size_t{100000}}) {
    int ends = 0, begins = 0;
    for (int turn = 0; turn < 2; ++turn) {
      std::byte* const elements = detail::take_guarded(bytes);
      CHECK(elements[0] == std::byte{0xff});
      CHECK(elements[bytes - 1] == std::byte{0xff});
      std::memset(elements, 1, bytes);
      CHECK(is_readable(elements));
      CHECK(is_readable(elements + bytes - 1));
      ends += !is_readable(elements + bytes);
      begins += !is_readable(elements - 1);
      detail::give_guarded(elements, bytes);
    }
    CHECK(ends >= 1);
    CHECK(begins >= 1);
  }
  // To 8 bytes.
  for (int turn = 0; turn < 2; ++turn) {
    std::byte* const elements = detail::take_guarded(3);
    const bool begins = !is_readable(elements - 1);
    CHECK((begins || !is_readable(elements + 8)));
    detail::give_guarded(elements, 3);
  }
}

TEST_CASE("more memory than there is, is an exception") {
  CHECK_THROWS_AS(detail::take_guarded(size_t{1} << 60), std::bad_alloc);
}

}  // namespace guarded_memory_test

}  // namespace ag::test
