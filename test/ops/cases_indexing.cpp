/// Rows of runtime/ops/index.cpp, mask.cpp, gather.cpp and scatter.cpp.
#include "ops/conformance.h"

namespace ag::test {

namespace {

using Inputs = std::vector<Tensor>;

struct Variant {
  std::string name;
  std::function<Tensor(const Inputs&)> call;
};

/// The cases of `<op>.<variant>` for each variant.
Row row(const std::string& op, const std::vector<Variant>& variants, bool any_rank = true, bool broadcast = true) {
  Row row{op, {}};
  for (const Variant& variant : variants) {
    std::vector<Case> cases =
        from_references("indexing", variant.name.empty() ? op : op + "." + variant.name, one(variant.call));
    for (Case& one : cases) {
      one.any_rank = any_rank;
      one.broadcast = broadcast;
      row.cases.push_back(std::move(one));
    }
  }
  return row;
}

Tensor updated(Tensor x, std::initializer_list<Index> indices, const Tensor& value) {
  return index_update(x, {indices.begin(), indices.size()}, value);
}

/// Subscripts with integers and bounds that operands give.
std::vector<Case> dynamic_cases() {
  const Tensor x = make({int32, {4, 2}, {0, 1, 10, 11, 20, 21, 30, 31}});
  const Tensor i = make({int64, {}, {-2}}), j = make({int32, {}, {3}});
  return {
      {"an index from an operand", {x, i}, one([](const Inputs& x) { return x[0][x[1]]; }), {{int32, {2}, {20, 21}}}},
      {"two of them", {x, i, j}, one([](const Inputs& x) { return x[0](x[2], x[1]); }), {{int32, {}, {30}}}},
      {"bounds from operands",
       {x, i, j},
       one([](const Inputs& x) { return x[0](slice(x[1], x[2]), 1); }),
       {{int32, {1}, {21}}}},
      {"a bound from an operand, clamped",
       {x, j},
       one([](const Inputs& x) { return x[0](slice(100, x[1], -1), slice(std::nullopt, x[1])); }),
       {{int32, {0, 2}, {}}}},
  };
}

}  // namespace

std::vector<Row> cases_indexing() {
  std::vector<Row> rows{
      row("index", {{"row", [](const Inputs& x) { return x[0][1]; }},
                    {"number", [](const Inputs& x) { return x[0](-1, 2, 3); }},
                    {"all_1", [](const Inputs& x) { return x[0](all, 1); }},
                    {"ellipsis_1", [](const Inputs& x) { return x[0](ellipsis, 1); }},
                    {"slices", [](const Inputs& x) { return x[0](0, slice(1, 3), slice({}, {}, 2)); }},
                    {"backwards", [](const Inputs& x) { return x[0](all, slice({}, {}, -1), slice(-1, -4, -2)); }},
                    {"newaxis", [](const Inputs& x) { return x[0](all, newaxis, slice(2, 100), ellipsis, newaxis); }},
                    {"empty", [](const Inputs& x) { return x[0](slice(5), slice({}, 0)); }}}),
      row("index_update",
          {{"column", [](const Inputs& x) { return updated(x[0], {all, slice({}, {}), 1}, x[1]); }},
           {"slices", [](const Inputs& x) { return updated(x[0], {0, slice(1, 3), slice({}, {}, -2)}, x[1]); }}}),
      // A mask of unknown rank is refused, and a mask that is repeated selects another number of elements.
      row("boolean_mask",
          {{"axis0", [](const Inputs& x) { return boolean_mask(x[0], x[1]); }},
           {"axis1", [](const Inputs& x) { return x[0](all, x[1]); }}},
          false),
      row("mask_update",
          {{"axis0", [](const Inputs& x) { return updated(x[0], {x[1]}, x[2]); }},
           {"axis1", [](const Inputs& x) { return updated(x[0], {all, x[1]}, x[2]); }}},
          false, false),
      row("take", {{"axis0", [](const Inputs& x) { return take(x[0], x[1]); }},
                   {"axis1", [](const Inputs& x) { return take(x[0], x[1], 1); }},
                   {"axis-1", [](const Inputs& x) { return take(x[0], x[1], -1); }}}),
      row("take_update", {{"axis1", [](const Inputs& x) { return updated(x[0], {all, x[1]}, x[2]); }}}, false),
      row("take_along_axis", {{"axis0", [](const Inputs& x) { return take_along_axis(x[0], x[1], 0); }},
                              {"axis-1", [](const Inputs& x) { return take_along_axis(x[0], x[1]); }}}),
      row("gather_nd", {{"", [](const Inputs& x) { return gather_nd(x[0], x[1]); }}}),
      row("scatter_nd", {{"234", [](const Inputs& x) { return scatter_nd(x[0], x[1], {2, 3, 4}); }}}),
      row("scatter_add", {{"", [](const Inputs& x) { return scatter_add(x[0], x[1], x[2]); }}}),
      row("scatter_sub", {{"", [](const Inputs& x) { return scatter_sub(x[0], x[1], x[2]); }}}),
      row("scatter_update", {{"", [](const Inputs& x) { return scatter_update(x[0], x[1], x[2]); }}}),
      row("one_hot", {{"bool", [](const Inputs& x) { return one_hot(x[0], 3, boolean); }},
                      {"float16", [](const Inputs& x) { return one_hot(x[0], 3, float16); }},
                      {"float32", [](const Inputs& x) { return one_hot(x[0], 3); }},
                      {"int64", [](const Inputs& x) { return one_hot(x[0], 3, int64); }}}),
      row("segment_sum", {{"4", [](const Inputs& x) { return segment_sum(x[0], x[1], 4); }}}),
      row("nonzero", {{"", [](const Inputs& x) { return nonzero(x[0]); }}}),
  };
  for (Case& one : dynamic_cases()) {
    one.any_rank = false;  // an index of unknown rank may be rows as well
    rows[0].cases.push_back(std::move(one));
  }
  rows[8].cases.push_back({"a dimension from an operand",
                           {make({int64, {2, 1}, {1, 1}}), make({float32, {2}, {3, 4}}), make({int64, {}, {3}})},
                           one([](const Inputs& x) { return scatter_nd(x[0], x[1], {x[2]}); }),
                           {{float32, {3}, {0, 7, 0}}}});
  return rows;
}

}  // namespace ag::test
