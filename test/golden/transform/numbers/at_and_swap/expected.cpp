#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>

#include <array>
#include <utility>
#include <vector>
using ag::Tensor;

AG_FUNCTION ag::Staged<double> shuffled_staged(Tensor x, Tensor steps) {
  ag::staged_t<std::vector<double>> values{1, 2, 3, 4};
  ag::staged_t<std::array<int, 2>> count{};
  ag::Staged<int> k = ag::item<int>(x);
  values.at(1) = ag::element_at(values, k) + count.at(0);
  ag::while_stmt([&] { return steps > 0; }, AG_STATE(steps, values, count, k), [&] {
    ag::cxx::swap(ag::element(values, k), ag::element(values, 3 - k));
    ag::cxx::swap(ag::element(values, 0), ag::element(values, k));
    std::swap(count[0], count[1]);
    ++ag::element_at(count, k % 2);
    k = (k + 1) % 4;
    steps -= 1;
  });
  return values[0] + 10 * ag::element_at(values, k) + count[1];
} double shuffled(Tensor x, Tensor steps) { return ag::traced<&shuffled>(AG_STATE(x, steps), [](Tensor x, Tensor steps) { return shuffled_staged(x, steps); }); }
static const ag::GeneratedCode ag_generated_code_input_1(&shuffled, "AG_FUNCTION ag::Staged<double> shuffled_staged(Tensor x, Tensor steps) {\n  ag::staged_t<std::vector<double>> values{1, 2, 3, 4};\n  ag::staged_t<std::array<int, 2>> count{};\n  ag::Staged<int> k = ag::item<int>(x);\n  values.at(1) = ag::element_at(values, k) + count.at(0);\n  ag::while_stmt([&] { return steps > 0; }, AG_STATE(steps, values, count, k), [&] {\n    ag::cxx::swap(ag::element(values, k), ag::element(values, 3 - k));\n    ag::cxx::swap(ag::element(values, 0), ag::element(values, k));\n    std::swap(count[0], count[1]);\n    ++ag::element_at(count, k % 2);\n    k = (k + 1) % 4;\n    steps -= 1;\n  });\n  return values[0] + 10 * ag::element_at(values, k) + count[1];\n}");
