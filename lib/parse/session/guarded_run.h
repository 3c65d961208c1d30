#pragma once
/// Runs work on untrusted input so that the program survives it: on a thread with a stack deep enough for any source
/// that Clang accepts, and with crashes inside Clang reported as a result.
#include <functional>

namespace agc::parse {

/// Calls `work`, which must not throw. Returns false if it crashed, and its results are lost.
bool run_guarded(const std::function<void()>& work);

}  // namespace agc::parse
