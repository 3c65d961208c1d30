#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>

#include <map>
#include <string>
#include <utility>
#include <vector>
using ag::Tensor;

class Mean {
 public:
  Mean(Tensor sum, Tensor count) : sum_(sum), count_(count) {}
  Tensor value() const { return sum_ / count_; }

 private:
  Tensor sum_, count_;
 public: explicit Mean(ag::Parts) {} [[maybe_unused]] friend auto ag_fields(Mean& object) { return std::tie(object.sum_, object.count_); } };

AG_FUNCTION std::pair<Tensor, Tensor> counted(Tensor x) { return ag::traced<&counted>(AG_STATE(x), [](Tensor x) -> std::pair<Tensor, Tensor> {
  ag::Staged<int> n = 0;
  std::pair<Tensor, Tensor> last{x, n};
  ag::for_stmt([&] { return x > 1; }, [&] { ++n; }, AG_STATE(x, n, last), [&] {
    x = x / 2;
    last = {x, n};
  });
  const Mean mean(x, n);
  std::vector<std::pair<Tensor, Tensor>> pairs;
  pairs.emplace_back(mean.value(), n);
  std::map<std::string, Tensor> named{{"n", n}};
  named.emplace("twice", 2 * n);
  return ag::if_else<std::pair<Tensor, Tensor>>(n > 3, [&] { return last; }, [&]() -> std::pair<Tensor, Tensor> {
  return {x, n};
}); }); }
static const ag::GeneratedCode ag_generated_code_input_1(&counted, "AG_FUNCTION std::pair<Tensor, Tensor> counted(Tensor x) {\n  ag::Staged<int> n = 0;\n  std::pair<Tensor, Tensor> last{x, n};\n  ag::for_stmt([&] { return x > 1; }, [&] { ++n; }, AG_STATE(x, n, last), [&] {\n    x = x / 2;\n    last = {x, n};\n  });\n  const Mean mean(x, n);\n  std::vector<std::pair<Tensor, Tensor>> pairs;\n  pairs.emplace_back(mean.value(), n);\n  std::map<std::string, Tensor> named{{\"n\", n}};\n  named.emplace(\"twice\", 2 * n);\n  return ag::if_else<std::pair<Tensor, Tensor>>(\n      n > 3, [&] { return last; }, [&]() -> std::pair<Tensor, Tensor> {\n    return {x, n};\n  });\n}");
