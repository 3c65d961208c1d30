#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>

#include <cstdio>
using ag::Tensor;

AG_CONVERT void f(Tensor x, const char* name) {
  ag::Staged<double> error = 1;
  ag::Staged<int> n = 0;
  ag::while_stmt([&] { return error > 0.1; }, AG_STATE(x, error, n), [&] {
    error = ag::item<double>(ag::max(x)) / 2;
    x = x / 2;
    ++n;
    ag::cxx::printf("%s: %5.2f after %d rounds, %d%%\n", name, error, n, ag::cast<int>(100 * error));
    ag::if_stmt(n > 3, [&] { ag::cxx::printf("long\n"); });
  });
}
