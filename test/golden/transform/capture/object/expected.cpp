#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
#include <array>
using ag::Tensor;

struct Options {
  bool twice = false;
  std::array<float, 3> steps{1, 2, 3};
};

class Counter {
 public:
  AG_FUNCTION Tensor add(Tensor x) { return ag::traced<&Counter::add>(*this, AG_STATE(x), [this](Tensor x) -> Tensor {
    ++ag::ref(n_);
    if (ag::force(ag::external(options_.twice))) x = x * 2;
    ag::if_stmt(x > limit(), [&] { ag::ref(sum_) = ag::external(sum_) + x * ag::external(this->rate_) * ag::external(options_.steps[1]); });
    return ag::external(sum_) + deeper(x);
  }); }
  AG_FUNCTION Tensor peek(Tensor x, int k) const { return ag::traced<&Counter::peek>(*this, AG_STATE(x, k), [this](Tensor x, int k) -> Tensor {
    ++ag::ref(looks_);
    return x * k + ag::external(sum_);
  }); }
  AG_FUNCTION Tensor operator()(Tensor x) { return ag::traced<&Counter::operator()>(*this, AG_STATE(x), [this](Tensor x) -> Tensor { return x + ag::external(n_); }); }
  AG_FUNCTION static Tensor doubled(Tensor x) { return ag::traced<&Counter::doubled>(AG_STATE(x), [](Tensor x) -> Tensor { return x * 2; }); }

 private:
  double limit() const { return ag::host(ag::external(rate_) * 4); }
  Tensor deeper(Tensor x) const;

  int n_ = 0;
  mutable int looks_ = 0;
  const double rate_ = 1;
  Tensor sum_ = 0.0;
  Options options_;
};

Tensor Counter::deeper(Tensor x) const { return x * ag::external(rate_) - ag::external(n_); }
static const ag::GeneratedCode ag_generated_code_input_1(&Counter::add, "AG_FUNCTION Tensor add(Tensor x) {\n  ++ag::ref(n_);\n  if (ag::force(ag::external(options_.twice))) x = x * 2;\n  ag::if_stmt(x > limit(), [&] {\n    ag::ref(sum_) =\n        ag::external(sum_) + x * ag::external(this->rate_) * ag::external(options_.steps[1]);\n  });\n  return ag::external(sum_) + deeper(x);\n}");
static const ag::GeneratedCode ag_generated_code_input_2(&Counter::peek, "AG_FUNCTION Tensor peek(Tensor x, int k) const {\n  ++ag::ref(looks_);\n  return x * k + ag::external(sum_);\n}");
static const ag::GeneratedCode ag_generated_code_input_3(&Counter::operator(), "AG_FUNCTION Tensor operator()(Tensor x) {\n  return x + ag::external(n_);\n}");
static const ag::GeneratedCode ag_generated_code_input_4(&Counter::doubled, "AG_FUNCTION static Tensor doubled(Tensor x) {\n  return x * 2;\n}");
