#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

struct Cell {
  struct Inner {
    int a = 1;
    double b = 2;
  } in, spare{3, 4}; struct Inner_staged { ag::Staged<int> a = 1; ag::Staged<double> b = 2; }; friend Inner_staged ag_staged_class(const Inner*) { return {}; }
  void bump() {
    auto& inner = in;
    inner.a += 1;
    const double& old = in.b;
    in.b = old + 1;
  }
}; struct Cell_staged; [[maybe_unused]] inline Cell_staged ag_staged_class(const Cell*); struct Cell_staged { using Inner = Cell::Inner; ag::staged_t<Cell::Inner> in; ag::staged_t<Cell::Inner> spare {3, 4}; void bump(); }; inline Cell_staged ag_staged_class(const Cell*) { return {}; }

AG_FUNCTION ag::Staged<double> f_staged(Tensor x) {
  ag::staged_t<Cell> cell;
  ag::if_stmt(x > 0, AG_STATE(cell), [&] { cell.bump(); });
  ag::if_stmt(x > 1, AG_STATE(cell), [&] { cell.in.a = 10; });
  const ag::staged_t<Cell::Inner> inner = cell.in;
  return inner.a + inner.b + cell.spare.b;
} double f(Tensor x) { return ag::traced<&f>(AG_STATE(x), [](Tensor x) { return f_staged(x); }); }
static const ag::GeneratedCode ag_generated_code_input_1(&f, "AG_FUNCTION ag::Staged<double> f_staged(Tensor x) {\n  ag::staged_t<Cell> cell;\n  ag::if_stmt(x > 0, AG_STATE(cell), [&] { cell.bump(); });\n  ag::if_stmt(x > 1, AG_STATE(cell), [&] { cell.in.a = 10; });\n  const ag::staged_t<Cell::Inner> inner = cell.in;\n  return inner.a + inner.b + cell.spare.b;\n}");
#line 9 "input.cpp"
inline void Cell_staged::bump() {
  auto& inner = in;
  inner.a += 1;
  const ag::Staged<double>& old = in.b;
  in.b = old + 1;
}
