// Names the flags and results in source order: did_break, did_break_2, …
#include <algorithm>

#include "convert/context.h"
#include "emit/namer.h"

namespace agc::convert {

using model::Node;
using model::TypeClass;

void convert_names(Context& context) {
  emit::Namer namer(context.source.text(context.function.range));
  const auto name = [&](model::VariableId id) {
    model::Variable& variable = context.function.variable(id);
    if (!variable.name.empty()) return;
    variable.name = namer.fresh(variable.type_text);
  };
  model::visit_nodes(context.lowered.body, [&](Node& node) {
    for (const auto id : node.declared) name(id);
    for (const auto& region : node.regions) {
      for (const auto id : region.declared) name(id);
    }
    if (node.form == Node::Form::Switch && !node.arms.empty()) {
      const model::Stmt& first = node.stmt->children.front().children.front();
      if (first.kind != model::Stmt::Kind::Case) node.name = namer.fresh("value");
    }
    if (node.form == Node::Form::RangeFor && node.stmt->range_for.bindings)
      node.stmt->range_for.item = namer.fresh("item");
  });
}

}  // namespace agc::convert
