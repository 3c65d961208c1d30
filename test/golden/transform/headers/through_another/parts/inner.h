#pragma once
#include <ag/ag.h>

inline ag::Tensor positive(ag::Tensor x) {
  if (x < 0) x = -x;
  return x;
}
