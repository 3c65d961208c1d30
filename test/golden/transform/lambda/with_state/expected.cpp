#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor counted(Tensor x) {
  auto next = ag::StatefulLambda([count = ag::Staged<int>(0), sum = Tensor(0.0)]() mutable { return ag::with_state(std::tie(count, sum), [&](Tensor y) mutable {
    ++count;
    sum += y;
    return sum / count;
  }); });
  ag::while_stmt([&] { return x > 1; }, AG_STATE(x, next), [&] { x = next(x) / 2; });
  return next(x);
}

AG_CONVERT Tensor copied_staged(Tensor x, ag::Staged<int> first) {
  ag::Staged<int> calls = first;
  const double step = 0.5;
  auto tick = ag::StatefulLambda([=]() mutable { return ag::with_state(std::tie(calls), [&]() mutable -> ag::Staged<double> {
    return ag::if_else<ag::Staged<double>>(calls > 3, AG_STATE(calls), [&] { return step; }, [&] {
    return step * ++calls;
  }); }); });
  ag::if_stmt(x > 0, AG_STATE(tick), [&] { tick(); });
  return x * tick() + calls;
} Tensor copied(Tensor x, int first) { return copied_staged(x, first); }
