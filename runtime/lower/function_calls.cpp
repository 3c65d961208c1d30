/// Lowers calls of graphs that are functions of the program, and graphs as such functions.
///
/// Programs that profit: recursive functions of numbers and small arrays: recurrences such as Fibonacci numbers,
/// traversals of trees, flood fill.
#include <algorithm>

#include "base/check.h"
#include "lower/lowering.h"
#include "lower/nest_strides.h"
#include "program_passes/buffers.h"
#include "program_passes/masked_loops/tile_masked_loops.h"

namespace ag::codegen {

namespace {

using Kind = StatementKind;

}  // namespace

/// Returns an array with row-major elements, as callees require. A view is copied.
ArrayId Lowering::array_to_give(ir::ValueId value, SourceLocation location) {
  if (!view_of(value)) return boxed(value, location);
  return copy_of(value, location);
}

ArrayId Lowering::copy_of(ir::ValueId value, SourceLocation location) {
  const Shape& shape = type(value).shape;
  const ArrayId array = add_array(type(value));
  add(Kind::Allocate, location).array = array;
  copy_elements(source(value, location), shape, {array, 0, row_major(shape)}, location);
  return array;
}

void Lowering::lower_call(ir::NodeId id) {
  const ir::Node& node = graph_.node(id);
  const int32_t site = add_site(node);
  std::vector<Register> numbers, results;
  std::vector<ArrayId> inputs, outputs;
  for (ir::ValueId operand : node.operands) {
    if (is_number(type(operand)))
      numbers.push_back(number(operand));
    else
      inputs.push_back(array_to_give(operand, node.location));
  }
  for (ir::ValueId result : node.results) {
    if (is_number(type(result))) {
      results.push_back(state(result).reg = add_register(type(result).dtype));
    } else {
      outputs.push_back(state(result).array = add_array(type(result)));
      add(Kind::Allocate, node.location).array = outputs.back();
    }
  }
  Site& about = program_.sites[static_cast<size_t>(site)];
  about.inputs = std::move(inputs);
  about.outputs = std::move(outputs);
  about.callee = options_.callee_of(node);
  Statement& call = add(Kind::Call, node.location);
  call.site = site;
  call.bits = static_cast<uint64_t>(called_.of(graph_, node));
  call.operands = std::move(numbers);
  call.results = std::move(results);
}

/// Returns a program with this graph as its only function, before specialize_native_callee.
Program Lowering::run_function(const SourceLocation& location) {
  Function& function = program_.functions.emplace_back();
  function.name = graph_.name();
  function.location = location;
  function.loop = 0;
  program_.loops.push_back({location, false});
  const ir::Block& body = graph_.block(graph_.body());
  inside(program_.body, [&] {
    for (ir::ValueId argument : body.arguments) {
      if (is_number(type(argument)))
        program_.functions[0].numbers.push_back(state(argument).reg = add_register(type(argument).dtype));
      else
        program_.inputs.push_back(state(argument).array = add_array(type(argument)));
    }
    lower_block(graph_.body());
    for (ir::ValueId result : body.results) {
      if (is_number(type(result))) {
        program_.functions[0].results.push_back(number(result));
        continue;
      }
      // Copy results that are arguments, constants, views, or equal to another result.
      const ir::NodeId producer = graph_.value(result).producer;
      const bool made = producer != ir::kNone && analysis_.class_of(producer) != NodeClass::Constant &&
                        graph_.value(result).block == graph_.body() && !view_of(result);
      const ArrayId array = made ? boxed(result, location) : kNone;
      const auto is = [&](const std::vector<ArrayId>& list) { return std::ranges::find(list, array) != list.end(); };
      program_.results.push_back(made && !is(program_.inputs) && !is(program_.results) ? array
                                                                                       : copy_of(result, location));
    }
  });
  return std::move(program_);
}

}  // namespace ag::codegen
