#include "lower/lowering_context.h"

#include "lower/bounded/extent_registers.h"
#include "lower/fusion.h"
#include "lower/graph_lowering.h"
#include "lower/lowered_values.h"
#include "lower/slice_places.h"

namespace ag::codegen {

LoweringContext::LoweringContext(const ir::Graph& graph, const LowerOptions& options, const CalledGraphs& called)
    : graph_(graph),
      options_(options),
      called_(called),
      analysis_(graph, options.fuse, called),
      builder_(program_, options.fast ? Rounding::Contract : Rounding::Each),
      values_(std::make_unique<LoweredValues>(*this)),
      fusion_(std::make_unique<Fusion>(*this)),
      extents_(std::make_unique<ExtentRegisters>(*this)),
      slice_places_(std::make_unique<SlicePlaces>(*this)),
      lowering_(std::make_unique<GraphLowering>(*this)) {
  program_.name = graph.name();
  builder_.add_state(*values_);
  builder_.add_state(*extents_);
}

LoweringContext::~LoweringContext() = default;

int32_t LoweringContext::add_site(const ir::Node& node) {
  Site& site = program_.sites.emplace_back();
  site.op = node.op;
  site.attributes = node.attributes;
  site.location = node.location;
  for (ir::ValueId operand : node.operands) {
    site.operand_types.push_back({analysis_.type(operand).dtype, graph_.value(operand).type.shape});
  }
  return static_cast<int32_t>(program_.sites.size() - 1);
}

}  // namespace ag::codegen
