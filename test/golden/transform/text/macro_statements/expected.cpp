#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

#define STEP(v) v = v / 2 + 1
#define LIMIT 3
AG_CONVERT Tensor f(Tensor x) {
  ag::while_stmt([&] { return x > LIMIT; }, AG_STATE(x), [&] {
    STEP(x);
#if LIMIT > 2
    ag::print("Grüße", R"(a "raw" one: })");
#endif
    ;
    using std::move;
    static_assert(LIMIT == 3);
    struct Local { int n = 1; } local;
    if constexpr (LIMIT > 2) { x -= local.n; }
  });
  return x;
}
