#pragma once
/// What an error says.
#include <ag/error.h>

#include <functional>
#include <string>

namespace ag::test {

/// The message of the error that a call ends with, or "no error".
inline std::string message_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.message();
  }
  return "no error";
}

}  // namespace ag::test
