/// Lowers calls of graphs that are functions of the program.
///
/// Programs that profit: recursive functions of numbers and small arrays: recurrences such as Fibonacci numbers,
/// traversals of trees, flood fill.
#include "lower/lowered_values.h"
#include "lower/node_lowerings.h"

namespace ag::codegen {

namespace {

using Kind = StatementKind;

class CallLowering : LoweringPart {
 public:
  explicit CallLowering(LoweringContext& context) : LoweringPart(context) {}

  void lower(ir::NodeId id);

 private:
  ArrayId array_to_give(ir::ValueId value, SourceLocation location);
};

}  // namespace

/// Returns an array with row-major elements, as callees require. A view is copied.
ArrayId CallLowering::array_to_give(ir::ValueId value, SourceLocation location) {
  if (!values().view_of(value)) return values().boxed(value, location);
  return values().copy_of(value, location);
}

void CallLowering::lower(ir::NodeId id) {
  const ir::Node& node = graph_.node(id);
  const int32_t site = context_.add_site(node);
  std::vector<Register> numbers, results;
  std::vector<ArrayId> inputs, outputs;
  for (ir::ValueId operand : node.operands) {
    if (is_number(analysis_.type(operand)))
      numbers.push_back(values().number(operand));
    else
      inputs.push_back(array_to_give(operand, node.location));
  }
  for (ir::ValueId result : node.results) {
    if (is_number(analysis_.type(result))) {
      results.push_back(values().state(result).reg = builder_.add_register(analysis_.type(result).dtype));
    } else {
      outputs.push_back(values().state(result).array = builder_.add_array(analysis_.type(result)));
      builder_.add(Kind::Allocate, node.location).array = outputs.back();
    }
  }
  Site& about = program_.sites[static_cast<size_t>(site)];
  about.inputs = std::move(inputs);
  about.outputs = std::move(outputs);
  about.callee = options_.callee_of(node);
  Statement& call = builder_.add(Kind::Call, node.location);
  call.site = site;
  call.bits = static_cast<uint64_t>(context_.called().of(graph_, node));
  call.operands = std::move(numbers);
  call.results = std::move(results);
}

void lower_call(LoweringContext& context, ir::NodeId id) { CallLowering(context).lower(id); }

}  // namespace ag::codegen
