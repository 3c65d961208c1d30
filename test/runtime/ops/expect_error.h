#pragma once
/// Checks on the errors that operations throw.
#include <string>
#include <vector>

#include "ag/error.h"
#include "support/catch.h"

namespace ag::test {

/// Runs `action`, which must throw an ag::Error of this kind whose message contains every one of `texts`, and that lies
/// in this test's file.
template <class Action>
void expect_error(ErrorKind kind, const std::vector<std::string>& texts, Action&& action,
                  const char* file = __builtin_FILE()) {
  try {
    action();
  } catch (const Error& error) {
    INFO(error.what());
    CHECK(std::string(name(error.kind())) == name(kind));
    CHECK(std::string(error.location().file_name()) == file);
    for (const std::string& text : texts) CHECK_THAT(error.what(), ag_test::ContainsSubstring(text));
    return;
  }
  FAIL_CHECK("no error was thrown");
}

/// The text of the error that `action` throws, with its place and context.
template <class Action>
std::string what_of(Action&& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.str();
  }
  return "nothing was thrown";
}

}  // namespace ag::test
