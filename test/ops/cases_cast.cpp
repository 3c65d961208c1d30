/// Rows of runtime/ops/cast.cpp.
#include "ops/conformance.h"
#include "tensor/convert.h"
#include "tensor/impl.h"

namespace ag::test {

namespace {

/// Every dtype to every other. Numbers that all dtypes hold keep their value, except for boolean.
Row astype_row() {
  Row row{"astype", {}};
  for (int from = 0; from < kDTypeCount; ++from) {
    for (int to = 0; to < kDTypeCount; ++to) {
      const DType a = static_cast<DType>(from), b = static_cast<DType>(to);
      const bool boolean = a == DType::boolean || b == DType::boolean;
      const std::vector<double> in{0, 1, 2, 100}, out = boolean ? std::vector<double>{0, 1, 1, 1} : in;
      row.cases.push_back({std::string(name(a)) + " to " + std::string(name(b)),
                           {make({a, {2, 2}, in})},
                           one([b](const std::vector<Tensor>& x) { return astype(x[0], b); }),
                           {{b, {2, 2}, out}}});
    }
  }
  const auto convert = [&](const char* label, const Array& from, const Array& to) {
    const DType dtype = to.dtype;
    row.cases.push_back(
        {label, {make(from)}, one([dtype](const std::vector<Tensor>& x) { return astype(x[0], dtype); }), {to}});
  };
  convert("fractions truncate", {float32, {4}, {1.9, -1.9, 0.5, -0.5}}, {int32, {4}, {1, -1, 0, 0}});
  convert("beyond the range saturates", {float64, {4}, {300, -300, kInf, kNan}}, {int8, {4}, {127, -128, 127, 0}});
  convert("to unsigned saturates", {float32, {3}, {-5, 300, -kInf}}, {uint8, {3}, {0, 255, 0}});
  convert("integers wrap around", {int32, {3}, {300, -1, 128}}, {int8, {3}, {44, -1, -128}});
  convert("what is not zero is true", {float64, {4}, {0.5, -0.0, kNan, 1e-300}}, {boolean, {4}, {1, 0, 1, 1}});
  convert("rounded to even", {float64, {2}, {2049, 2051}}, {float16, {2}, {2048, 2052}});
  convert("overflow", {float32, {2}, {65520, -1e30}}, {float16, {2}, {kInf, -kInf}});
  convert("empty", {int64, {0, 3}, {}}, {float32, {0, 3}, {}});
  convert("rank 0", {int64, {}, {-7}}, {bfloat16, {}, {-7}});
  return row;
}

Row bitcast_row() {
  Row row{"bitcast", {}};
  const auto cast = [&](const Array& from, const Array& to) {
    const DType dtype = to.dtype;
    row.cases.push_back({std::string(name(from.dtype)) + " as " + std::string(name(dtype)),
                         {make(from)},
                         one([dtype](const std::vector<Tensor>& x) { return bitcast(x[0], dtype); }),
                         {to}});
  };
  cast({float32, {2}, {1, -2}}, {int32, {2}, {0x3f800000, -0x40000000}});
  cast({int32, {2}, {0x3f800000, -0x40000000}}, {float32, {2}, {1, -2}});
  cast({float64, {2, 1}, {1, 0}}, {uint64, {2, 1}, {4607182418800017408.0, 0}});
  cast({float16, {3}, {1, -1, 0}}, {uint16, {3}, {0x3c00, 0xbc00, 0}});
  cast({bfloat16, {}, {1}}, {int16, {}, {0x3f80}});
  cast({boolean, {2}, {1, 0}}, {uint8, {2}, {1, 0}});
  cast({int8, {2}, {-1, 5}}, {uint8, {2}, {255, 5}});
  return row;
}

}  // namespace

std::vector<Row> cases_cast() {
  return {astype_row(),
          bitcast_row(),
          {"astype_weak", {}, "test/runtime/ops/promote_test.cpp"},
          {"number_as", {}, "test/runtime/staging/number_state_test.cpp"}};
}

}  // namespace ag::test
