#include <stdexcept>
#include <ag/ag.h>
using ag::Tensor;

int checked(int n) {
  if (n > 9) throw std::out_of_range("n");
  return n;
}

AG_FUNCTION Tensor f(Tensor x, int n) {
  int steps = 0;
  try {
    if (n < 0) throw std::invalid_argument("n");
    if (n > 5) throw n;
    steps = checked(n);
  } catch (const std::logic_error&) {
    steps = -1;
  } catch (int most) {
    steps = most - 5;
  }
  try {
    steps += 1;
  } catch (...) {
    steps = 0;
  }
  if (x > 0) x += steps;
  return x;
}
