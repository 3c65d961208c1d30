// An else that holds nothing but an if is written as ag::else_if: one call and one pack for the whole chain.
#include "convert/context.h"

namespace agc::convert {

void convert_else_if(Context& context) {
  using model::Node;
  model::visit_nodes(context.lowered.body, [&](Node& node) {
    const bool branch = node.form == Node::Form::If || node.form == Node::Form::ReturnIf;
    if (!branch || node.regions.size() != 2 || node.stmt->children.size() != 2) return;
    const auto& nodes = node.regions[1].nodes;
    if (nodes.size() != 1 || nodes[0].form != node.form || nodes[0].stmt != &node.stmt->children[1]) return;
    // A chain needs the name of the type that it gives.
    if (node.form == Node::Form::ReturnIf && context.function.return_type.empty()) return;
    if (!nodes[0].declared.empty() || nodes[0].stmt->declares_in_header()) return;
    node.regions[1].nodes[0].chained = true;
  });
}

}  // namespace agc::convert
