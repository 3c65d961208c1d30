#pragma once
/// A few operations with the shapes of records that graphs meet, so that graphs are tested without the real ones.
#include <algorithm>
#include <random>
#include <string>

#include "graph/graph.h"

namespace toy {

using namespace ag;
using ir::InferContext;

inline void infer_same(InferContext& context) {
  if (context.dtype(0) != context.dtype(1)) context.fail(ErrorKind::type_error, "the dtypes differ");
  context.result(context.dtype(0), ir::join_shapes(context.shape(0), context.shape(1)));
}
inline void infer_less(InferContext& context) {
  context.result(DType::boolean, ir::join_shapes(context.shape(0), context.shape(1)));
}
inline void infer_constant(InferContext& context) {
  const detail::TensorImpl& value = *context.attribute<Tensor>(0).impl();
  context.result(value.dtype, value.shape, value.weak);
}
inline void infer_nothing(InferContext&) {}
inline void infer_pair(InferContext& context) {
  context.result(context.dtype(0), context.shape(0));
  context.result(DType::int64, Shape::unknown_rank());
}
inline void infer_fill(InferContext& context) {
  context.result(context.attribute<DType>(4), context.attribute<Shape>(5));
}

inline const ir::OpBlock kSame{ir::kElementwise, ir::Operands::Arithmetic, &infer_same};
inline const ir::OpBlock kLess{ir::kElementwise, ir::Operands::Arithmetic, &infer_less};
inline const ir::OpBlock kConstant{.infer = &infer_constant, .kind = ir::OpKind::Constant};
inline const ir::OpBlock kPair{0, ir::Operands::AsIs, &infer_pair};
inline const ir::OpBlock kFill{0, ir::Operands::AsIs, &infer_fill};
inline const ir::OpBlock kEffectBlock{ir::kEffect, ir::Operands::AsIs, &infer_nothing};
inline const ir::OpBlock kCond{.traits = ir::kHasBlocks, .kind = ir::OpKind::Cond};
inline const ir::OpBlock kSwitchCase{.traits = ir::kHasBlocks, .kind = ir::OpKind::SwitchCase};
inline const ir::OpBlock kWhileLoop{.traits = ir::kHasBlocks, .kind = ir::OpKind::WhileLoop};

enum Row { Constant, Add, Less, Pair, Fill, Print, Raise, Cond, SwitchCase, WhileLoop };

inline const ir::OpDef kOps[] = {
    {"constant", "control_flow", "", "value:tensor", "", &kConstant},
    {"add", "binary", "a, b", "", "", &kSame},
    {"less", "compare", "a, b", "", "", &kLess},
    {"pair", "sort", "x", "", "", &kPair},
    {"fill", "creation", "",
     "flag:bool, count:int, start:float, label:string, dtype:dtype, shape:shape, axes:ints, steps:floats, "
     "words:strings",
     "", &kFill},
    {"print", "effects", "values...", "format:strings", "", &kEffectBlock},
    {"raise", "effects", "", "exception:opaque", "", &kEffectBlock},
    {"cond", "control_flow", "predicate", "", "", &kCond},
    {"switch_case", "control_flow", "arm", "", "", &kSwitchCase},
    {"while_loop", "control_flow", "initial...", "", "", &kWhileLoop},
};
inline const ir::OpTable kTable{std::span<const ir::OpDef>(kOps)};
inline const ir::OpDef& op(Row row) { return kOps[row]; }

/// A dense tensor of any dtype from numbers.
template <class T>
Tensor make(DType dtype, const Shape& shape, std::initializer_list<T> values) {
  Tensor tensor = detail::allocate(dtype, shape);
  std::byte* out = tensor.impl()->data();
  for (T value : values) {
    detail::TensorImpl& impl = *tensor.impl();
    const Tensor element = detail::scalar_tensor(detail::scalar_of(value), impl.dtype);
    std::copy_n(element.impl()->data(), item_size(impl.dtype), out);
    out += item_size(impl.dtype);
  }
  return tensor;
}

inline SourceLocation at(uint32_t line) { return SourceLocation::named("user.cpp", line); }

/// The type of a constant.
inline ir::TensorType type_of(const Tensor& tensor) {
  return {tensor.impl()->dtype, tensor.impl()->shape, tensor.impl()->weak};
}

inline ir::ValueId constant(ir::Graph& graph, ir::BlockId block, const Tensor& tensor, uint32_t line = 1) {
  const ir::NodeId node = graph.append(block, op(Constant), {}, {tensor}, {type_of(tensor)}, at(line));
  return graph.node(node).results[0];
}
inline ir::ValueId add(ir::Graph& graph, ir::BlockId block, ir::ValueId a, ir::ValueId b, uint32_t line = 1) {
  const ir::TensorType& type = graph.value(a).type;
  const ir::TensorType result{type.dtype, ir::join_shapes(type.shape, graph.value(b).type.shape)};
  return graph.node(graph.append(block, op(Add), {a, b}, {}, {result}, at(line))).results[0];
}
inline ir::ValueId less(ir::Graph& graph, ir::BlockId block, ir::ValueId a, ir::ValueId b, uint32_t line = 1) {
  const Shape shape = ir::join_shapes(graph.value(a).type.shape, graph.value(b).type.shape);
  return graph.node(graph.append(block, op(Less), {a, b}, {}, {{DType::boolean, shape}}, at(line))).results[0];
}

/// while (n < 10) n = n + 1, with a print in the body.
inline ir::Graph counting_loop() {
  ir::Graph graph("count");
  const ir::TensorType number{DType::int32, Shape()};
  const ir::ValueId n = graph.add_argument(graph.body(), number, "n");
  const ir::ValueId ten = constant(graph, graph.body(), make<int64_t>(DType::int32, Shape(), {10}), 2);
  const ir::BlockId test = graph.add_block(graph.body()), body = graph.add_block(graph.body());
  const ir::ValueId in_test = graph.add_argument(test, number, "n");
  graph.block(test).results = {less(graph, test, in_test, ten, 3)};
  const ir::ValueId in_body = graph.add_argument(body, number, "n");
  const ir::ValueId one = constant(graph, body, make<int64_t>(DType::int32, Shape(), {1}), 4);
  graph.append(body, op(Print), {in_body}, {std::vector<std::string>{"n = ", ""}}, {}, at(4));
  graph.block(body).results = {add(graph, body, in_body, one, 4)};
  const ir::NodeId loop = graph.append(graph.body(), op(WhileLoop), {n}, {}, {number}, at(3), {test, body});
  graph.value(graph.node(loop).results[0]).name = "n";
  graph.block(graph.body()).results = graph.node(loop).results;
  return graph;
}

}  // namespace toy
