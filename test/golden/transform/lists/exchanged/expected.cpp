#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
#include <utility>
#include <vector>
using ag::Tensor;

AG_FUNCTION ag::List<Tensor> longest_staged(Tensor x) {
  ag::List<Tensor> rows, best{x, x};
  for (int k = 0; k < 4; ++k) {
    ag::if_stmt(x > k, AG_STATE(rows), [&] { rows.push_back(x * k); });
    ag::if_stmt(rows.size() > best.size(), AG_STATE(rows, best), [&] { ag::cxx::swap(best, rows); });
  }
  const ag::List<Tensor> last = std::exchange(best, {});
  return last;
} std::vector<Tensor> longest(Tensor x) { return ag::traced<&longest>(AG_STATE(x), [](Tensor x) { return longest_staged(x); }); }

AG_FUNCTION ag::listed_t<std::vector<Tensor>> lengths_staged(Tensor x) {
  return ag::if_else<ag::listed_t<std::vector<Tensor>>>(x > 2, [&]() -> ag::listed_t<std::vector<Tensor>> { return {x, x}; }, [&] {
  return ag::if_else<ag::listed_t<std::vector<Tensor>>>(x > 1, [&]() -> ag::listed_t<std::vector<Tensor>> { return {}; }, [&]() -> ag::listed_t<std::vector<Tensor>> {
  return {x};
}); }); } std::vector<Tensor> lengths(Tensor x) { return ag::traced<&lengths>(AG_STATE(x), [](Tensor x) { return lengths_staged(x); }); }

ag::List<Tensor> above_staged(const ag::List<Tensor>& rows, Tensor limit) {
  ag::List<Tensor> result;
  ag::for_stmt(rows, AG_STATE(result), [&](const Tensor& row) {
    ag::if_stmt(row > limit, AG_STATE(result), [&] { result.push_back(row); }); });
  return result;
} std::vector<Tensor> above(const std::vector<Tensor>& rows, Tensor limit) { return ag::plain<std::vector<Tensor>>(above_staged(rows, limit)); }
AG_FUNCTION ag::listed_t<std::vector<Tensor>> high_staged(Tensor x) { return above_staged(above_staged(longest_staged(x), x), 1); } std::vector<Tensor> high(Tensor x) { return ag::traced<&high>(AG_STATE(x), [](Tensor x) { return high_staged(x); }); }
static const ag::GeneratedCode ag_generated_code_input_1(&longest, "AG_FUNCTION ag::List<Tensor> longest_staged(Tensor x) {\n  ag::List<Tensor> rows, best{x, x};\n  for (int k = 0; k < 4; ++k) {\n    ag::if_stmt(x > k, AG_STATE(rows), [&] { rows.push_back(x * k); });\n    ag::if_stmt(\n        rows.size() > best.size(), AG_STATE(rows, best), [&] { ag::cxx::swap(best, rows); });\n  }\n  const ag::List<Tensor> last = std::exchange(best, {});\n  return last;\n}");
static const ag::GeneratedCode ag_generated_code_input_2(&lengths, "AG_FUNCTION ag::listed_t<std::vector<Tensor>> lengths_staged(Tensor x) {\n  return ag::if_else<ag::listed_t<std::vector<Tensor>>>(\n      x > 2, [&]() -> ag::listed_t<std::vector<Tensor>> { return {x, x}; }, [&] {\n    return ag::if_else<ag::listed_t<std::vector<Tensor>>>(x > 1,\n        [&]() -> ag::listed_t<std::vector<Tensor>> { return {}; },\n        [&]() -> ag::listed_t<std::vector<Tensor>> {\n      return {x};\n    });\n  });\n}");
static const ag::GeneratedCode ag_generated_code_input_3(&high, "AG_FUNCTION ag::listed_t<std::vector<Tensor>> high_staged(Tensor x) {\n  return above_staged(above_staged(longest_staged(x), x), 1);\n}");
