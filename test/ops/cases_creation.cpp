/// Rows of runtime/ops/creation.cpp.
#include "ops/conformance.h"

namespace ag::test {

namespace {

Row triangle(const std::string& name, Tensor (*function)(const TensorArg&, int64_t)) {
  Row row{name, {}};
  for (int64_t k : {-5, -1, 0, 2, 7}) {
    const auto cases = from_references("creation", name + ".k" + std::to_string(k),
                                       one([function, k](const std::vector<Tensor>& x) { return function(x[0], k); }));
    row.cases.insert(row.cases.end(), cases.begin(), cases.end());
  }
  return row;
}

/// A case without operands.
Case made(const std::string& label, std::function<Tensor()> make_it, Array expected) {
  return {label,
          {},
          one([make_it = std::move(make_it)](const std::vector<Tensor>&) { return make_it(); }),
          {std::move(expected)}};
}

Row full_row() {
  Row row{"full", {}};
  for (int i = 0; i < kDTypeCount; ++i) {
    const DType dtype = static_cast<DType>(i);
    row.cases.push_back(made("ones " + std::string(name(dtype)), [dtype] { return ones({2, 3}, dtype); },
                             {dtype, {2, 3}, {1, 1, 1, 1, 1, 1}}));
    row.cases.push_back(
        made("zeros " + std::string(name(dtype)), [dtype] { return zeros({2}, dtype); }, {dtype, {2}, {0, 0}}));
  }
  row.cases.push_back(made("rank 0", [] { return full(Shape{}, -2.5, float64); }, {float64, {}, {-2.5}}));
  row.cases.push_back(made("empty", [] { return full({0, 4}, 7); }, {int32, {0, 4}, {}}));
  row.cases.push_back(made("dtype of the number", [] { return full({2}, 0.5); }, {float32, {2}, {0.5, 0.5}}));
  const Tensor n = make({int64, {}, {3}});
  row.cases.push_back({"value and dimension from operands",
                       {make({float64, {}, {1.5}}), n},
                       one([](const std::vector<Tensor>& x) { return full({2, x[1]}, x[0]); }),
                       {{float64, {2, 3}, {1.5, 1.5, 1.5, 1.5, 1.5, 1.5}}}});
  row.cases.push_back({"zeros_like, ones_like, full_like",
                       {make({int16, {1, 2}, {5, 6}})},
                       [](const std::vector<Tensor>& x) {
                         return std::vector<Tensor>{zeros_like(x[0]), ones_like(x[0]), full_like(x[0], 7)};
                       },
                       {{int16, {1, 2}, {0, 0}}, {int16, {1, 2}, {1, 1}}, {int16, {1, 2}, {7, 7}}}});
  return row;
}

Row arange_row() {
  Row row{"arange", {}};
  row.cases = {
      made("stop", [] { return arange(4); }, {int32, {4}, {0, 1, 2, 3}}),
      made("start, stop", [] { return arange(int64_t{2}, int64_t{5}); }, {int64, {3}, {2, 3, 4}}),
      made("step", [] { return arange(0, 7, 3); }, {int32, {3}, {0, 3, 6}}),
      made("backwards", [] { return arange(5, 0, -2); }, {int32, {3}, {5, 3, 1}}),
      made("nothing", [] { return arange(5, 0); }, {int32, {0}, {}}),
      made("floating", [] { return arange(0, 1, 0.25); }, {float32, {4}, {0, 0.25, 0.5, 0.75}}),
      made("tenths", [] { return arange(0.0, 1.0, 0.1); },
           {float32, {10}, {0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9}}),
  };
  const auto call = one([](const std::vector<Tensor>& x) { return arange(x[0], x[1], x[2]); });
  const auto three = [](DType dtype, double a, double b, double c) {
    return std::vector<Tensor>{make({dtype, {}, {a}}), make({dtype, {}, {b}}), make({dtype, {}, {c}})};
  };
  row.cases.push_back({"operands int64", three(int64, 3, -4, -3), call, {{int64, {3}, {3, 0, -3}}}});
  row.cases.push_back({"operands float64", three(float64, 0, 1, 0.3), call, {{float64, {4}, {0, 0.3, 0.6, 0.9}}}});
  row.cases.push_back({"operands uint8", three(uint8, 250, 255, 2), call, {{uint8, {3}, {250, 252, 254}}}});
  row.cases.push_back({"operands float16", three(float16, 0, 3, 1), call, {{float16, {3}, {0, 1, 2}}}});
  return row;
}

}  // namespace

std::vector<Row> cases_creation() {
  Row eye_row{"eye",
              {made("2", [] { return eye(2); }, {float32, {2, 2}, {1, 0, 0, 1}}),
               made("3 int8", [] { return eye(3, int8); }, {int8, {3, 3}, {1, 0, 0, 0, 1, 0, 0, 0, 1}}),
               made("boolean", [] { return eye(1, boolean); }, {boolean, {1, 1}, {1}}),
               made("bfloat16", [] { return eye(1, bfloat16); }, {bfloat16, {1, 1}, {1}}),
               made("empty", [] { return eye(0, float64); }, {float64, {0, 0}, {}})}};
  Row linspace_row{"linspace",
                   {made("5", [] { return linspace(0, 1, 5); }, {float32, {5}, {0, 0.25, 0.5, 0.75, 1}}),
                    made("backwards", [] { return linspace(3, -3, 3, float64); }, {float64, {3}, {3, 0, -3}}),
                    made("one", [] { return linspace(2, 9, 1, float16); }, {float16, {1}, {2}}),
                    made("none", [] { return linspace(2, 9, 0); }, {float32, {0}, {}})}};
  return {full_row(), eye_row, arange_row(), linspace_row, triangle("tril", &tril), triangle("triu", &triu)};
}

}  // namespace ag::test
