/// Rows of runtime/ops/shape.cpp, shape_query.cpp and arrange.cpp.
#include <ag/literal.h>

#include "ops/conformance.h"
#include "ops/define.h"

namespace ag::test {

namespace {

using Inputs = std::vector<Tensor>;

/// The cases of `<op>.<variant>` for each variant.
struct ShapeVariant {
  std::string name;
  std::function<Tensor(const Tensor&)> call;
  bool any_rank = true;
};

Row shape_row(const std::string& op, const std::vector<ShapeVariant>& variants) {
  Row row{op, {}};
  for (const ShapeVariant& variant : variants) {
    std::vector<Case> cases = from_references("shape", variant.name.empty() ? op : op + "." + variant.name,
                                              one([call = variant.call](const Inputs& x) { return call(x[0]); }));
    for (Case& one : cases) {
      one.any_rank = variant.any_rank;
      row.cases.push_back(std::move(one));
    }
  }
  return row;
}

const Array kMatrix{float32, {2, 3}, {1, 2, 3, 4, 5, 6}};
const Array kNumber{int64, {}, {3}};

/// Reshaped and repeated to dimensions that operands give.
Case given(const std::string& label, const Array& x, std::function<Tensor(const Inputs&)> call, Array expected) {
  return {label, {make(x), make(kNumber)}, one(std::move(call)), {std::move(expected)}};
}

}  // namespace

std::vector<Row> cases_shape() {
  std::vector<Row> rows{
      shape_row("reshape", {{"4x6", [](const Tensor& x) { return reshape(x, {4, 6}); }},
                            {"flat", [](const Tensor& x) { return reshape(x, {-1}); }},
                            {"2_inferred_2", [](const Tensor& x) { return reshape(x, {2, -1, 2}); }}}),
      shape_row("permute_dims", {{"201", [](const Tensor& x) { return permute_dims(x, {2, 0, -2}); }},
                                 {"transpose", [](const Tensor& x) { return transpose(x); }, false}}),
      shape_row("expand_dims", {{"front", [](const Tensor& x) { return expand_dims(x, 0); }},
                                {"back", [](const Tensor& x) { return expand_dims(x, -1); }},
                                {"middle", [](const Tensor& x) { return expand_dims(x, 2); }}}),
      shape_row("squeeze", {{"front", [](const Tensor& x) { return squeeze(x, 0); }},
                            {"back", [](const Tensor& x) { return squeeze(x, -1); }},
                            {"every", [](const Tensor& x) { return squeeze(x, {0, 2}); }}}),
      shape_row("broadcast_to", {{"2435", [](const Tensor& x) { return broadcast_to(x, {2, 4, 3, 5}); }},
                                 {"23", [](const Tensor& x) { return broadcast_to(x, {2, 3}); }},
                                 {"03", [](const Tensor& x) { return broadcast_to(x, {0, 3}); }}}),
      shape_row("flip", {{"every", [](const Tensor& x) { return flip(x); }, false},
                         {"last", [](const Tensor& x) { return flip(x, -1); }},
                         {"two", [](const Tensor& x) { return flip(x, {2, 0}); }}}),
      shape_row("roll", {{"by0", [](const Tensor& x) { return roll(x, 0, 1); }},
                         {"by1", [](const Tensor& x) { return roll(x, 1, 1); }},
                         {"by-1", [](const Tensor& x) { return roll(x, -1, -2); }},
                         {"by5", [](const Tensor& x) { return roll(x, 5, 1); }},
                         {"by300", [](const Tensor& x) { return roll(x, 300, 1); }}}),
      shape_row("repeat", {{"front", [](const Tensor& x) { return repeat(x, 2, 0); }},
                           {"back", [](const Tensor& x) { return repeat(x, 3, -1); }},
                           {"none", [](const Tensor& x) { return repeat(x, 0, 1); }}}),
      shape_row("tile", {{"same", [](const Tensor& x) { return tile(x, {2, 1, 2}); }},
                         {"fewer", [](const Tensor& x) { return tile(x, {2}); }},
                         {"more", [](const Tensor& x) { return tile(x, {2, 1, 1, 2}); }}}),
      shape_row("pad", {{"zeros", [](const Tensor& x) { return pad(x, {{1, 2}, {0, 0}, {3, 0}}); }},
                        {"sevens", [](const Tensor& x) { return pad(x, {{0, 0}, {1, 1}, {0, 1}}, 7); }}}),
      shape_row("shape", {{"", [](const Tensor& x) { return shape(x); }}}),
      shape_row("identity", {{"", [](const Tensor& x) { return identity(x); }}}),
      {"to_device", {}, "test/runtime/ops/devices_test.cpp"},
      shape_row("stop_gradient", {{"", [](const Tensor& x) { return stop_gradient(x); }}}),
  };
  rows[0].cases.push_back(given("a dimension from an operand", kMatrix,
                                [](const Inputs& x) { return reshape(x[0], {x[1], 2}); },
                                {float32, {3, 2}, kMatrix.values}));
  rows[0].cases.push_back(given("a dimension from an operand, one inferred", kMatrix,
                                [](const Inputs& x) { return reshape(x[0], {x[1], -1}); },
                                {float32, {3, 2}, kMatrix.values}));
  rows[4].cases.push_back(given("a dimension from an operand", {float32, {2, 1}, {1, 2}},
                                [](const Inputs& x) { return broadcast_to(x[0], {2, x[1]}); },
                                {float32, {2, 3}, {1, 1, 1, 2, 2, 2}}));
  // size, rank and the squeezing of every axis decide from what is known whether a node is needed.
  Row dim{"dim", {}};
  dim.cases.push_back({"size", {make(kMatrix)}, one([](const Inputs& x) { return size(x[0]); }), {{int64, {}, {6}}}});
  dim.cases.push_back({"rank", {make(kMatrix)}, one([](const Inputs& x) { return rank(x[0]); }), {{int32, {}, {2}}}});
  rows.push_back(std::move(dim));
  const Array repeated{float32, {2, 2, 3}, {1, 2, 3, 4, 5, 6, 10, 20, 30, 40, 50, 60}};
  const auto sum_to = [&](const char* label, const Shape& shape, const Array& wanted, const Array& of) {
    const auto call = [shape](const Inputs& x) {
      const std::vector<Tensor> dims{x[0]};
      return ops::call(ops::Op::sum_to, dims, {shape}, SourceLocation::current());
    };
    return Case{label, {make(of)}, one(call), {wanted}};
  };
  Row sums{"sum_to", {}};
  sums.cases.push_back(sum_to("leading and inner axes", {2, 1}, {float32, {2, 1}, {66, 165}}, repeated));
  sums.cases.push_back(sum_to("the shape that it has", {2, 2, 3}, repeated, repeated));
  sums.cases.push_back(sum_to("small integers", {3}, {int32, {3}, {5, 7, 9}}, {int8, {2, 3}, {1, 2, 3, 4, 5, 6}}));
  sums.cases.push_back({"an extent that is an operand",
                        {make(repeated), tensor(int64_t{3})},
                        one([](const Inputs& x) {
                          return ops::call(ops::Op::sum_to, std::span<const Tensor>(x), {Shape{unknown}},
                                           SourceLocation::current());
                        }),
                        {{float32, {3}, {55, 77, 99}}}});
  sums.cases.back().relayout = false;
  rows.push_back(std::move(sums));
  return rows;
}

}  // namespace ag::test
