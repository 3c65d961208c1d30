// An else that contains only an if is written as ag::else_if: one call and one state pack for the whole chain.
#include "convert/context.h"

namespace agc::convert {

void convert_else_if(Context& context) {
  using model::Node;
  model::visit_nodes(context.lowered.body, [&](Node& node) {
    const bool branch = node.form == Node::Form::If || node.form == Node::Form::ReturnIf;
    if (!branch || node.regions.size() != 2 || node.stmt->children.size() != 2) return;
    const auto& nodes = node.regions[1].nodes;
    if (nodes.size() != 1 || nodes[0].form != node.form || nodes[0].stmt != &node.stmt->children[1]) return;
    // The chain needs the name of its result type.
    if (node.form == Node::Form::ReturnIf && context.function.returned.type.empty()) return;
    if (!nodes[0].declared.empty() || nodes[0].stmt->declares_in_header()) return;
    node.regions[1].nodes[0].chained = true;
  });
}

}  // namespace agc::convert
