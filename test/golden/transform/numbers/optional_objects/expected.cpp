#include <ag/staging/generated.h>
#line 1 "input.cpp"
// Methods of what an optional holds.
#include <ag/ag.h>

#include <optional>

using ag::Tensor;

struct Range {
  double low, high;
  [[nodiscard]] double width() const { return high - low; }
  void widen(double by) { low -= by, high += by; }
}; struct Range_staged; [[maybe_unused]] inline Range_staged ag_staged_class(const Range*); struct Range_staged { ag::Staged<double> low; ag::Staged<double> high; ag::Staged<double> width() const; void widen(ag::Staged<double> by); }; inline Range_staged ag_staged_class(const Range*) { return {}; }

ag::staged_t<std::optional<Range>> range_staged(ag::Staged<double> a, ag::Staged<double> b) {
  return ag::if_else<ag::staged_t<std::optional<Range>>>(a < b, [&] { return ag::staged_t<Range>{a, b}; }, [&] {
  return std::nullopt;
}); } std::optional<Range> range(double a, double b) { return ag::plain<std::optional<Range>>(range_staged(a, b)); }

AG_FUNCTION Tensor width(Tensor x) { return ag::traced<&width>(AG_STATE(x), [](Tensor x) -> Tensor {
  auto found = range_staged(ag::item<double>(x), 4);
  return ag::if_else<Tensor>(!found, [&] { return Tensor(0.0); }, [&] {
  found->widen(0.5);
  return Tensor(found->width());
}); }); }
static const ag::GeneratedCode ag_generated_code_input_1(&width, "AG_FUNCTION Tensor width(Tensor x) {\n  auto found = range_staged(ag::item<double>(x), 4);\n  return ag::if_else<Tensor>(!found, [&] { return Tensor(0.0); }, [&] {\n    found->widen(0.5);\n    return Tensor(found->width());\n  });\n}");
#line 10 "input.cpp"
inline ag::Staged<double> Range_staged::width() const { return high - low; }
#line 11 "input.cpp"
inline void Range_staged::widen(ag::Staged<double> by) { low -= by, high += by; }
