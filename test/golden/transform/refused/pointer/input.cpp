#include <ag/ag.h>
using ag::Tensor;

Tensor* kept = nullptr;
AG_CONVERT Tensor f(Tensor x) {
  Tensor* p = &x;
  if (x > 0) *p = 3;
  kept = p;
  return x;
}

struct Pair {
  double first = 1, second = 2;
};
AG_CONVERT double through_a_member(Tensor x) {
  Pair pair;
  double Pair::*member = &Pair::first;
  while (x > 0) {
    pair.*member += 1;
    x = x - 1;
  }
  return pair.first;
}
