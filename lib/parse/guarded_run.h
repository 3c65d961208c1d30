#pragma once
/// Runs work on hostile input so that the program survives it: on a thread with a stack deep enough for any source that
/// Clang accepts, and with crashes inside Clang turned into a result.
#include <functional>

namespace agc::parse {

/// Calls `work`, which must not throw. False where it crashed; what it was about to give is lost then.
bool run_guarded(const std::function<void()>& work);

}  // namespace agc::parse
