#pragma once
#include <ag/ag.h>

inline ag::Tensor counted(ag::Tensor x) {
  static int calls = 0;
  if (x > 0) x = -x;
  return x;
}
