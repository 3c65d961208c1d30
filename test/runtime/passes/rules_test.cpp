/// Each algebraic rule is tried on numbers: what the rule replaces, run by the interpreter, has the bits of what the
/// rule puts there, for every dtype that the rule names.
#include "passes/rules.h"

#include <cmath>
#include <cstring>
#include <random>

#include "exec/run_op.h"
#include "passes/manager.h"
#include "support/catch.h"
#include "tensor/convert.h"

namespace ag::test {

namespace rules_test {
namespace {

using ops::Op;
using passes::Side;

constexpr size_t kCount = 4096;

/// Special numbers, small ones, and any bits. All of them for dtypes of 16 bits and less.
Tensor samples(DType dtype, unsigned seed) {
  std::mt19937_64 random(seed);
  const size_t item = item_size(dtype);
  const size_t count = item == 2 ? 65536 : kCount;
  Tensor tensor = detail::allocate(dtype, {static_cast<int64_t>(count)});
  const double special[] = {0.0,       -0.0, 1.0,    -1.0,  2.0,  0.5,  -1.5, INFINITY,
                            -INFINITY, NAN,  1e-310, 1e-40, 3e38, -128, 127};
  for (size_t k = 0; k < count; ++k) {
    std::byte* element = tensor.impl()->data() + k * item;
    const uint64_t bits = item <= 2 && seed == 0 ? k : random();
    if (dtype == DType::boolean)
      *element = static_cast<std::byte>(bits & 1);
    else if (k < std::size(special) * 4 && is_floating(dtype))
      detail::store_scalar(element, dtype, detail::scalar_of(special[k / 4]));
    else if (k < 64)
      detail::store_scalar(element, dtype, detail::scalar_of(static_cast<int64_t>(k) - 32));
    else
      std::memcpy(element, &bits, item);
  }
  return tensor;
}

Tensor run(Op op, const std::vector<Tensor>& operands) {
  std::vector<detail::TensorImpl*> inputs;
  for (const Tensor& operand : operands) inputs.push_back(operand.impl());
  return exec::run_op(ops::def(op), inputs, {}, SourceLocation::current());
}

bool is_nan(DType dtype, const std::byte* element) {
  return detail::visit_dtype(dtype, [&]<class T>(T value) {
    std::memcpy(&value, element, sizeof(T));
    if constexpr (std::is_floating_point_v<T>)
      return std::isnan(value);
    else if constexpr (detail::is_half<T>)
      return std::isnan(static_cast<float>(value));
    else
      return false;
  });
}

bool same_bits(const Tensor& a, const Tensor& b) {
  const detail::TensorImpl &x = *a.impl(), &y = *b.impl();
  if (x.dtype != y.dtype || x.shape != y.shape) return false;
  const size_t item = item_size(x.dtype);
  for (size_t k = 0; k < static_cast<size_t>(x.shape.element_count()); ++k) {
    const std::byte *one = x.data() + k * item, *other = y.data() + k * item;
    if (std::memcmp(one, other, item) != 0 && !(is_nan(x.dtype, one) && is_nan(x.dtype, other))) return false;
  }
  return true;
}

Tensor number(double value, DType dtype) {
  return detail::scalar_tensor(
      is_floating(dtype) ? detail::scalar_of(value) : detail::scalar_of(static_cast<int64_t>(value)), dtype);
}

/// Calls `check` for each dtype of a set for which the operation is defined.
template <class Check>
void for_each_dtype(uint8_t types, Op op, const Check& check) {
  for (size_t k = 0; k < kDTypeCount; ++k) {
    const auto dtype = static_cast<DType>(k);
    if (!(passes::types_of(dtype) & types) || !ops::def(op).block->loops[k]) continue;
    INFO(ops::def(op).name << " of " << name(dtype));
    check(dtype);
  }
}

}  // namespace

TEST_CASE("a neutral number changes no bit of the other operand") {
  for (const passes::NeutralRule& rule : passes::neutral_rules()) {
    for_each_dtype(rule.types, rule.op, [&](DType dtype) {
      const Tensor x = samples(dtype, 0), value = number(rule.value, dtype);
      CHECK(same_bits(run(rule.op, {x, value}), x));
      if (rule.side == Side::Both) CHECK(same_bits(run(rule.op, {value, x}), x));
    });
  }
}

TEST_CASE("an absorbing number leaves nothing of the other operand") {
  for (const passes::AbsorbingRule& rule : passes::absorbing_rules()) {
    for_each_dtype(rule.types, rule.op, [&](DType dtype) {
      const Tensor x = samples(dtype, 0), value = number(rule.value, dtype);
      Tensor all = detail::allocate(dtype, x.impl()->shape);
      for (int64_t k = 0; k < x.impl()->shape.element_count(); ++k) {
        std::memcpy(all.impl()->data() + k * static_cast<int64_t>(item_size(dtype)), value.impl()->data(),
                    item_size(dtype));
      }
      CHECK(same_bits(run(rule.op, {x, value}), all));
      CHECK(same_bits(run(rule.op, {value, x}), all));
    });
  }
}

TEST_CASE("two operations of one operand are what their rule says") {
  for (const passes::UnaryRule& rule : passes::unary_rules()) {
    for_each_dtype(rule.types, rule.inner, [&](DType dtype) {
      const Tensor x = samples(dtype, 0);
      const Tensor simple = rule.result == Op::identity ? x : run(rule.result, {x});
      CHECK(same_bits(run(rule.outer, {run(rule.inner, {x})}), simple));
    });
  }
}

TEST_CASE("a comparison that is negated is another comparison") {
  for (const passes::NotRule& rule : passes::not_rules()) {
    for_each_dtype(rule.types, rule.inner, [&](DType dtype) {
      const Tensor a = samples(dtype, 1), b = samples(dtype, 2);
      for (const Tensor& other : {a, b, number(0.0, dtype)}) {
        CHECK(same_bits(run(Op::logical_not, {run(rule.inner, {a, other})}), run(rule.result, {a, other})));
      }
    });
  }
}

TEST_CASE("signs meet as their rule says") {
  for (const passes::SignRule& rule : passes::sign_rules()) {
    for_each_dtype(rule.types, rule.inner, [&](DType dtype) {
      const Tensor x = samples(dtype, 1), y = samples(dtype, 2);
      for (const Tensor& other : {y, x, number(0.0, dtype), number(-0.0, dtype)}) {
        const Tensor simple = run(rule.result, {x, other});
        CHECK(same_bits(run(rule.outer, {x, run(rule.inner, {other})}), simple));
        if (rule.side == Side::Both) CHECK(same_bits(run(rule.outer, {run(rule.inner, {other}), x}), simple));
      }
    });
  }
}

TEST_CASE("casts that a pass leaves out change no bit") {
  // Of every chain from -> middle -> to, the pass has to give what the chain gives.
  for (size_t from = 0; from < kDTypeCount; ++from) {
    for (size_t middle = 0; middle < kDTypeCount; ++middle) {
      for (size_t to = 0; to < kDTypeCount; ++to) {
        const auto a = static_cast<DType>(from), b = static_cast<DType>(middle), c = static_cast<DType>(to);
        ir::Graph graph;
        const ir::ValueId x = graph.add_argument(graph.body(), {a, {4}});
        auto cast = [&](ir::ValueId value, DType dtype) {
          const ir::NodeId node = graph.append(graph.body(), ops::def(Op::astype), {value}, {dtype}, {{dtype, {4}}},
                                               SourceLocation::current());
          return graph.node(node).results[0];
        };
        graph.block(graph.body()).results = {cast(cast(x, b), c)};
        ir::PassOptions options;
        options.selection = "views,dce";
        passes::optimize(graph, options);
        if (ir::count_nodes(graph) == 2) continue;
        INFO(name(a) << " -> " << name(b) << " -> " << name(c));
        const Tensor values = samples(a, 0);
        const auto convert = [](const Tensor& tensor, DType dtype) {
          Tensor result = detail::allocate(dtype, tensor.impl()->shape);
          detail::convert_elements(*result.impl(), *tensor.impl());
          return result;
        };
        CHECK(same_bits(convert(convert(values, b), c), convert(values, c)));
      }
    }
  }
}

}  // namespace rules_test

}  // namespace ag::test
