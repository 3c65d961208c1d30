#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

#define HALVE_WHILE(condition, x) while (condition) { x = x / 2; }
#define CLAMP_TO(x, limit) do { if ((x) > (limit)) x = limit; } while (0)
AG_CONVERT Tensor f(Tensor x) {
  ag::while_stmt([&] { return x > 100; }, AG_STATE(x), [&] { x = x / 2; });
  do { ag::if_stmt((x) > (50), AG_STATE(x), [&] { x = 50; }); } while (0);
  return x;
}
