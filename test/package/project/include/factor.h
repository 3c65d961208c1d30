#pragma once
// What the test edits: a header that only one of the two sources includes, with a function that is converted there.
#include <ag/ag.h>

inline constexpr int kFactor = 3;

inline ag::Tensor shrunk_or_grown(ag::Tensor n) {
  if (n % EVEN == 0) return n / EVEN;
  return kFactor * n + PLUS;
}
