#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  Tensor offset, found, last;
  if (!found.defined() && x > 0) found = x;
  for (Tensor row : ag::range(x)) {
    if (row > 1) x = last;
    last = row;
  }
  return x + offset + found;
}
