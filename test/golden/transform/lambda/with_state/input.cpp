#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor counted(Tensor x) {
  auto next = [count = 0, sum = Tensor(0.0)](Tensor y) mutable {
    ++count;
    sum += y;
    return sum / count;
  };
  while (x > 1) x = next(x) / 2;
  return next(x);
}

AG_CONVERT Tensor copied(Tensor x, int first) {
  int calls = first;
  const double step = 0.5;
  auto tick = [=]() mutable -> double {
    if (calls > 3) return step;
    return step * ++calls;
  };
  if (x > 0) tick();
  return x * tick() + calls;
}
