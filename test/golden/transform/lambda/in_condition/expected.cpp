#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor n) {
  Tensor steps = 0;
  const auto goes_on = [&] {
    steps += 1;
    return ag::if_else<ag::Tensor>(steps > 100, [&] { return Tensor(false); }, [&] {
    return n > 1;
  }); };
  ag::while_stmt([&] { return goes_on(); }, AG_STATE(n, steps), [&] {
    n = n / 2;
  });
  return steps;
}
