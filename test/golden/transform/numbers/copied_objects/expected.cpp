#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

class Mean {
 public:
  Mean() {}
  Mean(const Mean& other) : sum_(other.sum_), count_{other.count_} {}
  Mean& operator=(const Mean& other) {
    if (this == &other) return *this;
    sum_ = other.sum_;
    count_ = other.count_;
    return *this;
  }
  ~Mean() {}
  void add(Tensor x) {
    sum_ = sum_ + x;
    ++count_;
  }
  Tensor value() const { return sum_ / count_; }

 private:
  Tensor sum_ = 0.f;
  int count_ = 0;
 [[maybe_unused]] friend auto ag_fields(Mean& object) { return std::tie(object.sum_, object.count_); } }; struct Mean_staged; [[maybe_unused]] inline Mean_staged ag_staged_class(const Mean*); struct Mean_staged { Tensor sum_ = 0.f; ag::Staged<int> count_ = 0; explicit Mean_staged(ag::Parts) {} Mean_staged(const Mean_staged&) = default; Mean_staged& operator=(const Mean_staged&) = default; Mean_staged(); void add(Tensor x); Tensor value() const; [[maybe_unused]] friend auto ag_fields(Mean_staged& object) { return std::tie(object.sum_, object.count_); } }; inline Mean_staged ag_staged_class(const Mean*) { return Mean_staged(ag::Parts()); }
AG_FUNCTION Tensor f(Tensor x) { return ag::traced<&f>(AG_STATE(x), [](Tensor x) -> Tensor {
  ag::staged_t<Mean> mean, best;
  ag::while_stmt([&] { return x > 0; }, AG_STATE(x, mean, best), [&] {
    mean.add(x);
    ag::if_stmt(x > 2, AG_STATE(best), [&] { best = mean; });
    x = x - 1;
  });
  const ag::staged_t<Mean> last(mean);
  return best.value() + last.value();
}); }
static const ag::GeneratedCode ag_generated_code_input_1(&f, "AG_FUNCTION Tensor f(Tensor x) {\n  ag::staged_t<Mean> mean, best;\n  ag::while_stmt([&] { return x > 0; }, AG_STATE(x, mean, best), [&] {\n    mean.add(x);\n    ag::if_stmt(x > 2, AG_STATE(best), [&] { best = mean; });\n    x = x - 1;\n  });\n  const ag::staged_t<Mean> last(mean);\n  return best.value() + last.value();\n}");
#line 6 "input.cpp"
inline Mean_staged::Mean_staged() {}
#line 15 "input.cpp"
inline void Mean_staged::add(Tensor x) {
  sum_ = sum_ + x;
  ++count_;
}
#line 19 "input.cpp"
inline Tensor Mean_staged::value() const { return sum_ / count_; }
