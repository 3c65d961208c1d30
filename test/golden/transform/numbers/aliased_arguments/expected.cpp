#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

double level = 1;
int calls = 0;

AG_CONVERT ag::Staged<double> risen_staged(const ag::Staged<double>& before, Tensor x) {
  ag::if_stmt(x > 0, [&] { ag::ref(level) += 1; });
  return before;
} double risen(const double& before, Tensor x) { if (ag::is_tracing()) return ag::plain<double>(risen_staged(before, x)); { if (x > 0) level += 1; return before; } }
AG_CONVERT void grow_staged(const ag::Staged<double>& step, ag::Staged<double>& size, Tensor x) {
  ag::if_stmt(x > 0, AG_STATE(size), [&] { size += step; });
} void grow(const double& step, double& size, Tensor x) { if (ag::is_tracing()) return grow_staged(step, ag::inout(size), x); { if (x > 0) size += step; } }
AG_CONVERT ag::Staged<double> of_another_type_staged(const ag::Staged<double>& step, Tensor x) {
  ag::if_stmt(x > 0, [&] { ag::ref(calls) += 1; });
  return step;
} double of_another_type(const double& step, Tensor x) { return ag::plain<double>(of_another_type_staged(step, x)); }
AG_FUNCTION Tensor only_read_staged(Tensor x, const ag::Staged<double>& step) { return x * step + ag::external(level); } Tensor only_read(Tensor x, const double& step) { return ag::traced<&only_read>(AG_STATE(x, step), [](Tensor x, const double& step) { return only_read_staged(x, step); }); }
AG_FUNCTION Tensor used(Tensor x) { return ag::traced<&used>(AG_STATE(x), [](Tensor x) -> Tensor { return x + of_another_type_staged(ag::item<double>(x), x) + risen_staged(2, x); }); }
AG_FUNCTION ag::Staged<double> grown_staged(const ag::Staged<double>& step, ag::Staged<double>& size, Tensor x) {
  size += step;
  ag::if_stmt(x > 0, AG_STATE(size), [&] { size += step; });
  return step;
} double grown(const double& step, double& size, Tensor x) { if (ag::overlap(step, size)) { size += step; if (x > 0) size += step; return step; } else return ag::traced<&grown>(AG_STATE(step, size, x), [](const ag::Staged<double>& step, ag::Staged<double>& size, Tensor x) { return grown_staged(step, size, x); }); }
struct Total {
  double sum = 1;
  AG_FUNCTION void add(const double& step, Tensor x) { if (ag::overlap(step, *this)) { if (x > 0) sum += step; } else ag::traced<&Total::add>(*this, AG_STATE(step, x), [this](const double& step, Tensor x) {
    ag::if_stmt(x > 0, [&] { ag::ref(sum) += step; });
  }); }
};
struct Totals {
  double sum = 0;
} totals;
AG_FUNCTION Tensor accumulated_staged(Tensor x, const ag::Staged<double>& step) {
  ag::ref(level) += step;
  ag::ref(totals.sum) += step;
  return x * step + ag::external(level) + ag::external(totals.sum);
} Tensor accumulated(Tensor x, const double& step) { if (ag::overlap(step, level) || ag::overlap(step, totals)) { level += step; totals.sum += step; return x * step + level + totals.sum; } else return ag::traced<&accumulated>(AG_STATE(x, step), [](Tensor x, const double& step) { return accumulated_staged(x, step); }); }
struct Model {
  float rate = 1;
  ag::Variable state{ag::tensor(0.5)};
  AG_FUNCTION Tensor reads(Tensor x, const float& step) { return ag::traced<&Model::reads>(*this, AG_STATE(x, step), [this](Tensor x, const float& step) -> Tensor { return state + x * step * ag::external(rate); }); }
};
struct Counted {
  float rate = 1;
  ag::Variable state{ag::tensor(0.5)};
  AG_FUNCTION Tensor writes(Tensor x, const float& step) { if (ag::overlap(step, *this)) { rate += step; return state + x * step; } else return ag::traced<&Counted::writes>(*this, AG_STATE(x, step), [this](Tensor x, const float& step) -> Tensor {
    ag::ref(rate) += step;
    return state + x * step;
  }); }
};
static const ag::GeneratedCode ag_generated_code_input_1(&only_read, "AG_FUNCTION Tensor only_read_staged(Tensor x, const ag::Staged<double>& step) {\n  return x * step + ag::external(level);\n}");
static const ag::GeneratedCode ag_generated_code_input_2(&used, "AG_FUNCTION Tensor used(Tensor x) {\n  return x + of_another_type_staged(ag::item<double>(x), x) + risen_staged(2, x);\n}");
static const ag::GeneratedCode ag_generated_code_input_3(&grown, "AG_FUNCTION ag::Staged<double> grown_staged(\n    const ag::Staged<double>& step, ag::Staged<double>& size, Tensor x) {\n  size += step;\n  ag::if_stmt(x > 0, AG_STATE(size), [&] { size += step; });\n  return step;\n}");
static const ag::GeneratedCode ag_generated_code_input_4(&Total::add, "AG_FUNCTION void add(const double& step, Tensor x) {\n  ag::if_stmt(x > 0, [&] { ag::ref(sum) += step; });\n}");
static const ag::GeneratedCode ag_generated_code_input_5(&accumulated, "AG_FUNCTION Tensor accumulated_staged(Tensor x, const ag::Staged<double>& step) {\n  ag::ref(level) += step;\n  ag::ref(totals.sum) += step;\n  return x * step + ag::external(level) + ag::external(totals.sum);\n}");
static const ag::GeneratedCode ag_generated_code_input_6(&Model::reads, "AG_FUNCTION Tensor reads(Tensor x, const float& step) {\n  return state + x * step * ag::external(rate);\n}");
static const ag::GeneratedCode ag_generated_code_input_7(&Counted::writes, "AG_FUNCTION Tensor writes(Tensor x, const float& step) {\n  ag::ref(rate) += step;\n  return state + x * step;\n}");
