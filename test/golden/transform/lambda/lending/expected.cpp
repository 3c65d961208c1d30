#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
#include <functional>
using ag::Tensor;

template <class F>
Tensor bisected(const F& f, Tensor low, Tensor high) {
  ag::while_stmt([&] { return high - low > 1e-6; }, AG_STATE(low, high), [&] {
    Tensor middle = (low + high) / 2;
    ag::if_stmt(f(middle) > 0, AG_STATE(low, high), [&] {
      high = middle; },
    [&] {
      low = middle; });
  });
  return low;
}
struct Newton {
  std::function<Tensor(Tensor)> f;
  Tensor run(Tensor x) {
    ag::while_stmt([&] { return ag::abs(f(x)) > 1e-6; }, AG_STATE(x), [&] { x = x - f(x) / (2 * x); });
    return x;
  }
};
AG_FUNCTION Tensor root(Tensor x) { return ag::traced<&root>(AG_STATE(x), [](Tensor x) -> Tensor {
  ag::Staged<int> evaluations = 0;
  Tensor last = x;
  auto f = [&](Tensor y) {
    ++evaluations;
    last = y;
    return y * y - x;
  };
  Tensor r = ag::lending(AG_STATE(evaluations, last), [&] { return bisected(f, 0 * x, x + 1); });
  Newton newton{f};
  ag::if_stmt(bisected([&](Tensor y) { return y - last; }, 0 * x, x) > 1, AG_STATE(evaluations, last, r), [&] { r = r + ag::lending(AG_STATE(evaluations, last), [&] { return newton.run(x); }); });
  return r + last + evaluations;
}); }
static const ag::GeneratedCode ag_generated_code_input_1(&root, "AG_FUNCTION Tensor root(Tensor x) {\n  ag::Staged<int> evaluations = 0;\n  Tensor last = x;\n  auto f = [&](Tensor y) {\n    ++evaluations;\n    last = y;\n    return y * y - x;\n  };\n  Tensor r = ag::lending(AG_STATE(evaluations, last), [&] { return bisected(f, 0 * x, x + 1); });\n  Newton newton{f};\n  ag::if_stmt(bisected([&](Tensor y) { return y - last; }, 0 * x, x) > 1,\n      AG_STATE(evaluations, last, r),\n      [&] { r = r + ag::lending(AG_STATE(evaluations, last), [&] { return newton.run(x); }); });\n  return r + last + evaluations;\n}");
