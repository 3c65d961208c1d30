#include "lower/graph_lowering.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "lower/bounded/extent_registers.h"
#include "lower/fusion.h"
#include "lower/large_arrays.h"
#include "lower/lowered_values.h"
#include "lower/node_builder.h"
#include "lower/node_lowerings.h"

namespace ag::codegen {

namespace {

using Kind = StatementKind;

}  // namespace

Program GraphLowering::run() {
  builder_.inside(program_.body, [&] {
    const ir::Block& body = graph_.block(graph_.body());
    for (ir::ValueId argument : body.arguments) {
      const ArrayId array = builder_.add_array(analysis_.type(argument));
      program_.inputs.push_back(array);
      values().state(argument).array = array;
    }
    for (ir::ValueId argument : body.arguments) {
      const SourceLocation location =
          body.nodes.empty() ? SourceLocation::current() : graph_.node(body.nodes.front()).location;
      if (is_number(analysis_.type(argument))) {
        Statement& load = builder_.add(Kind::Load, location);
        load.array = values().state(argument).array;
        values().state(argument).reg = load.result = builder_.add_register(analysis_.type(argument).dtype);
      } else if (analysis_.is_loaded(argument)) {
        builder_.add(Kind::MakeContiguous, location).array = values().state(argument).array;
      }
    }
    lower_block(graph_.body());
    for (ir::ValueId result : body.results) {
      const SourceLocation location =
          builder_.block().empty() ? SourceLocation::current() : builder_.block().back().location;
      const bool is_copy = values().view_of(result) && !analysis_.is_bounded(result) &&
                           values().state(result).array == kNone && is_copied(analysis_.type(result)) &&
                           !values().may_be_stored_as(result) && !values().is_reordered(result);
      program_.results.push_back(is_copy ? values().copy_of(result, location) : values().boxed(result, location));
    }
  });
  add_releases(program_);
  return std::move(program_);
}

void GraphLowering::lower_block(ir::BlockId block) {
  for (ir::NodeId node : graph_.block(block).nodes) {
    if (analysis_.is_live(node)) lower_node(node);
  }
  fusion().flush_all();
}

void GraphLowering::lower_node(ir::NodeId id) {
  if (context_.is_absorbed(id)) return;
  const ir::Node& node = graph_.node(id);
  if (!node.blocks.empty() || node.op->has(ir::kEffect)) fusion().flush_all();
  switch (analysis_.class_of(id)) {
    case NodeClass::Constant:
      return lower_constant(node);
    case NodeClass::Undefined:
      return lower_undefined(node);
    case NodeClass::Cond:
      return lower_branches(context_, id, Kind::If);
    case NodeClass::Switch:
      return lower_branches(context_, id, Kind::Switch);
    case NodeClass::While:
      return lower_while(context_, id);
    case NodeClass::Scalar:
      return lower_scalar(id);
    case NodeClass::Uniform:
      return lower_uniform(id);
    case NodeClass::Apply:
      return lower_apply(node);
    case NodeClass::View:
      return lower_view(context_, id);
    case NodeClass::Slice:
      return lower_slice(context_, id);
    case NodeClass::SliceAssign:
      return lower_slice_assign(context_, id);
    case NodeClass::Copy:
      return lower_copied_view(context_, id);
    case NodeClass::Elementwise:
    case NodeClass::Reduction:
    case NodeClass::SmallMatmul:
    case NodeClass::Gather:
    case NodeClass::SteppedSlice:
    case NodeClass::OneHot:
    case NodeClass::Scan:
      return fusion().join(id);
    case NodeClass::Sort:
      return lower_sort(context_, id);
    case NodeClass::Concat:
      return lower_concat(context_, id);
    case NodeClass::Compress:
      return lower_compress(context_, id);
    case NodeClass::RowProduct:
      return lower_row_product(context_, id);
    case NodeClass::Extent:
      return extents().lower_extent(node);
    case NodeClass::Scatter:
      return lower_scatter(context_, id);
    case NodeClass::Segments:
      return lower_segment_sum(context_, id);
    case NodeClass::Product:
      return lower_small_matmul(context_, id);
    case NodeClass::Convolution:
      return lower_convolution(context_, id);
    case NodeClass::Inverse:
      return lower_small_solve(context_, id);
    case NodeClass::Cholesky:
      return lower_cholesky(context_, id);
    case NodeClass::Call:
      return lower_call(context_, id);
    case NodeClass::Kernel:
      return lower_kernel(id);
  }
}

/// Lowers a constant. A rank-0 constant is a register, and is boxed only if a kernel or the caller takes it.
void GraphLowering::lower_constant(const ir::Node& node) {
  const ir::ValueId result = node.results[0];
  const Tensor value = detail::make_contiguous(std::get<Tensor>(node.attributes[0]));
  if (is_number(analysis_.type(result))) {
    uint64_t bits = 0;
    std::memcpy(&bits, value.impl()->data(), item_size(value.dtype()));
    values().state(result).reg = builder_.constant(value.dtype(), bits, node.location);
  } else {
    values().state(result).array = values().add_constant(result, value);
  }
}

/// Lowers an undefined value to zeros, as the kernel does, so that all runs are equal.
void GraphLowering::lower_undefined(const ir::Node& node) {
  const ir::ValueId result = node.results[0];
  const ir::TensorType& of = analysis_.type(result);
  const Register zero = builder_.constant(of.dtype, 0, node.location);
  if (is_number(of)) {
    values().state(result).reg = zero;
    return;
  }
  const ArrayId array = values().state(result).array = builder_.add_array(of);
  builder_.fill(array, zero, node.location);
}

void GraphLowering::lower_scalar(ir::NodeId id) {
  const ir::Node& node = graph_.node(id);
  if (analysis_.has_checks(id)) fusion().flush_checks();
  std::vector<Register> operands;
  for (ir::ValueId operand : node.operands) operands.push_back(values().number(operand));
  values().state(node.results[0]).reg = NodeBuilder(context_, node).run(operands);
}

void GraphLowering::lower_uniform(ir::NodeId id) {
  const ir::Node& node = graph_.node(id);
  if (!node.op->has(ir::kView)) return lower_scalar(id);
  values().state(node.results[0]).reg = values().number(node.operands[0]);
}

void GraphLowering::lower_apply(const ir::Node& node) {
  std::vector<Register> operands;
  for (ir::ValueId operand : node.operands) operands.push_back(values().number(operand));
  const int32_t site = context_.add_site(node);
  Statement& statement = builder_.add(Kind::Apply, node.location);
  statement.operands = std::move(operands);
  statement.site = site;
  values().state(node.results[0]).reg = statement.result = builder_.add_register(analysis_.type(node.results[0]).dtype);
}

void GraphLowering::lower_kernel(ir::NodeId id) {
  const ir::Node& node = graph_.node(id);
  // A guard on a number calls the kernel only if the condition fails.
  const bool guard = node.op->has(ir::kGuard) && is_number(analysis_.type(node.operands[0]));
  bool fills = false;
  auto call = [&] {
    std::vector<ArrayId> inputs;
    for (ir::ValueId operand : node.operands) inputs.push_back(values().boxed(operand, node.location));
    Site site;
    site.op = node.op;
    site.attributes = node.attributes;
    site.location = node.location;
    site.overwrites_first = node.op->has(ir::kOverwritesFirst) && analysis_.consumes(id, node.operands[0]) &&
                            std::ranges::count(inputs, inputs[0]) == 1;
    if (site.overwrites_first) {
      fusion().flush_readers(inputs[0]);
      values().free_views(node.operands[0], inputs, node.location);
    }
    for (ir::ValueId result : node.results) {
      // An overwritten operand keeps its array name, so that branches and loops see a single array.
      const bool same =
          site.overwrites_first && node.results.size() == 1 && values().same_array(node.operands[0], result);
      site.outputs.push_back(values().state(result).array =
                                 same ? inputs[0] : builder_.add_array(analysis_.type(result)));
    }
    site.inputs = std::move(inputs);
    const auto has_known_shape = [&](ir::ValueId value) { return graph_.value(value).type.shape.known(); };
    site.fills_results = fills = !site.overwrites_first && node.op->block->kernel && !node.op->has(ir::kView) &&
                                 !node.op->has(ir::kDynamicShape) &&
                                 std::ranges::all_of(node.operands, has_known_shape) &&
                                 std::ranges::all_of(node.results, has_known_shape);
    builder_.call_kernel(std::move(site), node.location);
  };
  if (guard) {
    Register condition = values().number(node.operands[0]);
    if (analysis_.type(node.operands[0]).dtype != DType::boolean) {
      condition = builder_.let(Primitive::Convert, DType::boolean, {condition}, node.location);
    }
    std::vector<Block> blocks(2);
    builder_.inside(blocks[1], call);
    Statement& statement = builder_.add(Kind::If, node.location);
    statement.operands = {condition};
    statement.blocks = std::move(blocks);
    return;
  }
  call();
  for (ir::ValueId result : node.results) {
    if (is_number(analysis_.type(result))) {
      Statement& load = builder_.add(Kind::Load, node.location);
      load.array = values().state(result).array;
      values().state(result).reg = load.result = builder_.add_register(analysis_.type(result).dtype);
    } else if (analysis_.is_loaded(result) && !fills) {
      builder_.add(Kind::MakeContiguous, node.location).array = values().state(result).array;
    }
  }
}

/// Returns a program with this graph as its only function, before specialize_native_callee.
Program GraphLowering::run_function(const SourceLocation& location) {
  Function& function = program_.functions.emplace_back();
  function.name = graph_.name();
  function.location = location;
  function.loop = 0;
  program_.loops.push_back({location, false});
  const ir::Block& body = graph_.block(graph_.body());
  builder_.inside(program_.body, [&] {
    for (ir::ValueId argument : body.arguments) {
      if (is_number(analysis_.type(argument)))
        program_.functions[0].numbers.push_back(values().state(argument).reg =
                                                    builder_.add_register(analysis_.type(argument).dtype));
      else
        program_.inputs.push_back(values().state(argument).array = builder_.add_array(analysis_.type(argument)));
    }
    lower_block(graph_.body());
    for (ir::ValueId result : body.results) {
      if (is_number(analysis_.type(result))) {
        program_.functions[0].results.push_back(values().number(result));
        continue;
      }
      // Copy results that are arguments, constants, views, or equal to another result.
      const ir::NodeId producer = graph_.value(result).producer;
      const bool made = producer != ir::kNone && analysis_.class_of(producer) != NodeClass::Constant &&
                        graph_.value(result).block == graph_.body() && !values().view_of(result);
      const ArrayId array = made ? values().boxed(result, location) : kNone;
      const auto is = [&](const std::vector<ArrayId>& list) { return std::ranges::find(list, array) != list.end(); };
      program_.results.push_back(
          made && !is(program_.inputs) && !is(program_.results) ? array : values().copy_of(result, location));
    }
  });
  return std::move(program_);
}

}  // namespace ag::codegen
