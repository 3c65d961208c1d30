#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
#include <utility>
#include <vector>
using ag::Tensor;

Tensor total_staged(const ag::List<Tensor>& rows) {
  Tensor sum = 0.0;
  ag::for_stmt(rows, AG_STATE(sum), [&](const Tensor& row) { sum = sum + row; });
  return sum;
} Tensor total(const std::vector<Tensor>& rows) { return total_staged(rows); }

void halve_staged(Tensor x, ag::List<Tensor>& out) {
  ag::while_stmt([&] { return x > 1; }, AG_STATE(x, out), [&] {
    out.push_back(x);
    x = x / 2;
  });
} void halve(Tensor x, std::vector<Tensor>& out) { halve_staged(x, ag::inout_list(out)); }

AG_CONVERT Tensor passed(Tensor x) {
  ag::List<Tensor> rows;
  halve_staged(x, rows);
  rows.insert(rows.begin(), x);
  ag::List<Tensor> copy = rows;
  ag::for_stmt(copy, AG_STATE(copy), [&](auto& row) { row = row + 1; });
  return total_staged(rows) + total_staged(copy);
}

AG_FUNCTION ag::listed_t<std::pair<std::vector<double>, int>> returned_staged(Tensor x) {
  ag::List<ag::Staged<double>> values;
  ag::Staged<int> skipped = 0;
  ag::for_stmt(x, AG_STATE(values, skipped), [&](Tensor e) {
    ag::if_stmt(e > 0, AG_STATE(values, skipped), [&] {
      values.push_back(ag::item<double>(e)); },
    [&] {
      ++skipped; });
  });
  return {values, skipped};
} std::pair<std::vector<double>, int> returned(Tensor x) { return ag::traced<&returned>(AG_STATE(x), [](Tensor x) { return returned_staged(x); }); }
static const ag::GeneratedCode ag_generated_code_input_1(&returned, "AG_FUNCTION ag::listed_t<std::pair<std::vector<double>, int>> returned_staged(Tensor x) {\n  ag::List<ag::Staged<double>> values;\n  ag::Staged<int> skipped = 0;\n  ag::for_stmt(x, AG_STATE(values, skipped), [&](Tensor e) {\n    ag::if_stmt(e > 0, AG_STATE(values, skipped), [&] {\n      values.push_back(ag::item<double>(e));\n    },\n        [&] {\n      ++skipped;\n    });\n  });\n  return {values, skipped};\n}");
