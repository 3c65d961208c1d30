/// Rows of runtime/ops/convolution.cpp and pool.cpp.
#include <ag/literal.h>

#include <array>

#include "kernel/convolution/convolution_library.h"
#include "ops/conformance.h"
#include "ops/define.h"

namespace ag::test {

namespace {

using Operands = const std::vector<Tensor>&;
using ops::Op;

/// A way to call a convolution or a pool: the variants of reference_convolution.py.
struct How {
  const char* name;
  PerAxis strides;
  Padding padding;
  PerAxis dilations;
  int64_t groups;
};

const std::array<How, 6> kConvolutions{{{"valid", 1, Padding::valid, 1, 1},
                                        {"same", {2, 1}, Padding::same, 1, 1},
                                        {"even", 1, Padding::same, 1, 1},
                                        {"explicit", {1, 2}, {{0, 1}, {2, 1}}, {2, 1}, 1},
                                        {"groups", 1, 1, 1, 2},
                                        {"large", 1, 1, 1, 1}}};

struct PoolHow {
  const char* name;
  PerAxis window, strides;
  Padding padding;
};

const std::array<PoolHow, 4> kPools{{{"apart", 2, {}, Padding::valid},
                                     {"strides", {3, 2}, {1, 2}, Padding::valid},
                                     {"same", 3, 2, Padding::same},
                                     {"explicit", {2, 3}, {2, 1}, {{1, 0}, {1, 2}}}}};

std::vector<int64_t> both(const PerAxis& numbers) { return {numbers.rows(), numbers.columns()}; }

void add_windows(ir::Attributes& attributes, const PerAxis& strides, const Padding& padding) {
  attributes.push_back(both(strides));
  attributes.push_back(padding.is_same());
  attributes.push_back(std::vector<int64_t>{padding.top(), padding.bottom(), padding.left(), padding.right()});
}

/// The attributes of a node that gives, or reads, something of that shape.
ir::Attributes attributes(const Shape& shape, const How& how) {
  ir::Attributes all{shape};
  add_windows(all, how.strides, how.padding);
  all.push_back(both(how.dilations));
  all.push_back(how.groups);
  return all;
}

Tensor node(Op op, std::vector<Tensor> operands, ir::Attributes attributes) {
  return ops::call(op, operands, std::move(attributes), SourceLocation::current());
}

/// The cases of a node that is asked for a shape, that of its expected result: as an attribute, and with the first
/// dimension as an operand.
void append_shaped(Row& row, const std::string& name,
                   const std::function<Tensor(std::vector<Tensor>, const Shape&)>& call) {
  for (Case& one : from_references("convolution", name, {})) {
    const Shape shape = one.expected.at(0).shape;
    one.call = test::one([=](Operands x) { return call(x, shape); });
    row.cases.push_back(one);
    Shape open = shape;
    open[0] = unknown;
    one.label += " asked for by a number";
    one.operands.push_back(tensor(shape[0], int64));
    one.call = test::one([=](Operands x) { return call(x, open); });
    row.cases.push_back(std::move(one));
  }
}

Row packed(const char* name) {
  Row row{name};
  // The library is not built everywhere, nor does it have an order of its own for filters on every processor.
  for (const How& how : kConvolutions) {
    for (Case& one : from_references("convolution", std::string("conv2d.") + how.name, {})) {
      const Shape x = one.operands[0].shape(), filter = one.operands[1].shape();
      kernel::Convolution shape{x[0], {x[1], filter[0], 1, 1, 1, 1}, {x[2], filter[1], 1, 1, 1, 1}, x[3], filter[3]};
      shape.rows.count_windows();
      shape.columns.count_windows();
      if (std::string_view(how.name) != "large" || kernel::packed_bytes(shape) == 0) continue;
      one.call = test::one([=](Operands operands) {
        const Tensor order = node(Op::pack_filter, {operands[1]}, attributes(x, how));
        return node(Op::conv2d_packed, {operands[0], order}, attributes(filter, how));
      });
      one.any_shape = one.any_rank = false;
      row.cases.push_back(std::move(one));
    }
  }
  if (row.cases.empty()) row.tested_in = "test/runtime/kernel/convolution_test.cpp";
  return row;
}

}  // namespace

std::vector<Row> cases_convolution() {
  Row conv2d_row{"conv2d"}, to_x{"conv2d_to_x"}, to_filter{"conv2d_to_filter"};
  for (const How& how : kConvolutions) {
    append(conv2d_row, from_references("convolution", std::string("conv2d.") + how.name, one([how](Operands x) {
                                         return conv2d(x[0], x[1], how.strides, how.padding, how.dilations, how.groups);
                                       })));
    append_shaped(to_x, std::string("conv2d_to_x.") + how.name,
                  [how](std::vector<Tensor> operands, const Shape& shape) {
                    return node(Op::conv2d_to_x, std::move(operands), attributes(shape, how));
                  });
    append_shaped(to_filter, std::string("conv2d_to_filter.") + how.name,
                  [how](std::vector<Tensor> operands, const Shape& shape) {
                    return node(Op::conv2d_to_filter, std::move(operands), attributes(shape, how));
                  });
  }
  Row greatest{"max_pool2d"}, places{"max_pool2d_places"}, mean{"avg_pool2d"}, to_mean{"avg_pool2d_to_x"};
  for (const PoolHow& how : kPools) {
    const std::string variant = std::string(".") + how.name;
    ir::Attributes pool{both(how.window)};
    add_windows(pool, how.strides.given() ? how.strides : how.window, how.padding);
    append(greatest, from_references("convolution", "max_pool2d" + variant, one([how](Operands x) {
                                       return max_pool2d(x[0], how.window, how.strides, how.padding);
                                     })));
    append(places, from_references("convolution", "max_pool2d_places" + variant,
                                   one([pool](Operands x) { return node(Op::max_pool2d_places, x, pool); })));
    append(mean, from_references("convolution", "avg_pool2d" + variant, one([how](Operands x) {
                                   return avg_pool2d(x[0], how.window, how.strides, how.padding);
                                 })));
    append_shaped(to_mean, "avg_pool2d_to_x" + variant, [pool](std::vector<Tensor> operands, const Shape& shape) {
      ir::Attributes all{shape};
      all.insert(all.end(), pool.begin(), pool.end());
      return node(Op::avg_pool2d_to_x, std::move(operands), all);
    });
  }
  return {conv2d_row, to_x, to_filter, packed("pack_filter"), packed("conv2d_packed"), greatest, places, mean, to_mean};
}

}  // namespace ag::test
