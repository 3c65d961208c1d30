// Names of flags and results, in order of the source: did_break, did_break_2, …
#include <algorithm>

#include "convert/context.h"
#include "emit/namer.h"

namespace agc::convert {

using model::Node;
using model::TypeClass;

void convert_names(Context& context) {
  emit::Namer namer(context.source.text(context.function.range));
  std::vector<model::VariableId> continues;
  model::visit_nodes(context.lowered.body, [&](const Node& node) {
    for (const auto& region : node.regions)
      continues.insert(continues.end(), region.declared.begin(), region.declared.end());
  });
  const auto name = [&](model::VariableId id) {
    model::Variable& variable = context.function.variable(id);
    if (!variable.name.empty()) return;
    const bool is_continue = std::find(continues.begin(), continues.end(), id) != continues.end();
    variable.name = namer.fresh(variable.type == TypeClass::Return ? "result"
                                : is_continue                      ? "did_continue"
                                                                   : "did_break");
  };
  model::visit_nodes(context.lowered.body, [&](Node& node) {
    for (const auto id : node.declared) name(id);
    for (const auto& region : node.regions) {
      for (const auto id : region.declared) name(id);
    }
    if (node.form == Node::Form::RangeFor && node.stmt->loop_bindings) node.stmt->loop_item = namer.fresh("item");
  });
}

}  // namespace agc::convert
