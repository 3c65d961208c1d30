#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>

#include <functional>

using ag::Tensor;

using Field = std::function<double(double)>;

ag::Staged<double> ball_staged(ag::Staged<double> x) { return ag::if_else(x > 0, [&] { return x - 1; }, [&] { return -x - 1; }); } double ball(double x) { return ag::plain<double>(ball_staged(x)); }
ag::staged_t<Field> scaled_staged(ag::staged_t<Field> f, ag::Staged<double> by) {
  return [=](ag::Staged<double> x) { return by * f(x); };
} Field scaled(Field f, double by) { return ag::plain<Field>(scaled_staged(ag::staged(f), by)); }
template <class Less>
Tensor first_of(Tensor a, Tensor b, Less less) {
  if (less(a.item<double>(), b.item<double>())) return a;
  return b;
} template <class Less> static Tensor first_of_staged(Tensor a, Tensor b, Less less); static Tensor first_of_staged(Tensor a, Tensor b, std::less<void> less);

AG_FUNCTION ag::Staged<double> at_staged(Tensor x, ag::Staged<bool> large) {
  const ag::staged_t<Field> field = ag::if_else<ag::staged_t<Field>>(large, [&] { return scaled_staged(ball_staged, 3); }, [&] { return ag::staged_t<Field>(ball_staged); });
  return field(ag::item<double>(x));
} double at(Tensor x, bool large) { return ag::traced<&at>(AG_STATE(x, large), [](Tensor x, bool large) { return at_staged(x, large); }); }
AG_FUNCTION Tensor ordered_staged(Tensor x, Tensor y, ag::Staged<bool> down) {
  return ag::if_else(down, [&] { return first_of_staged(x, y, ag::staged_t<std::greater<double>>()); }, [&] { return first_of_staged(x, y, std::less<>()); });
} Tensor ordered(Tensor x, Tensor y, bool down) { return ag::traced<&ordered>(AG_STATE(x, y, down), [](Tensor x, Tensor y, bool down) { return ordered_staged(x, y, down); }); }
static const ag::GeneratedCode ag_generated_code_input_1(&at, "AG_FUNCTION ag::Staged<double> at_staged(Tensor x, ag::Staged<bool> large) {\n  const ag::staged_t<Field> field = ag::if_else<ag::staged_t<Field>>(large, [&] {\n    return scaled_staged(ball_staged, 3);\n  }, [&] { return ag::staged_t<Field>(ball_staged); });\n  return field(ag::item<double>(x));\n}");
static const ag::GeneratedCode ag_generated_code_input_2(&ordered, "AG_FUNCTION Tensor ordered_staged(Tensor x, Tensor y, ag::Staged<bool> down) {\n  return ag::if_else(down, [&] {\n    return first_of_staged(x, y, ag::staged_t<std::greater<double>>());\n  }, [&] { return first_of_staged(x, y, std::less<>()); });\n}");
#line 14 "input.cpp"
template <class Less> static Tensor first_of_staged(Tensor a, Tensor b, Less less) {
  return ag::if_else<Tensor>(less(ag::item<double>(a), ag::item<double>(b)), [&] { return a; }, [&] {
  return b;
}); }
#line 14 "input.cpp"
static Tensor first_of_staged(Tensor a, Tensor b, std::less<void> less) {
  return ag::if_else<Tensor>(less(ag::item<double>(a), ag::item<double>(b)), [&] { return a; }, [&] {
  return b;
}); }
static const ag::StagedVariant ag_staged_variant_input_1(&ball, &ball_staged);
