// A staged if becomes ag::if_stmt, or return ag::if_else if both branches return the function's result.
#include <algorithm>

#include "convert/lowering.h"
#include "model/words.h"

namespace agc::convert {

using model::Node;
using model::Region;
using model::Stmt;

Node Lowering::staged_if(Stmt& statement, const Scope& scope) {
  Node node;
  node.form = Node::Form::If;
  node.stmt = &statement;
  for (Stmt& child : statement.children) node.regions.push_back(body(child, inside_lambda(scope), /*lambda=*/true));
  return node;
}

/// True if the rest of the block may follow the statements of the else branch in the same scope.
bool Lowering::takes_rest(const Stmt& statement, Statements rest, const Region& out) const {
  if (rest.empty()) return true;
  const std::string_view text = context_.source.text({rest.front()->range.begin, out.end});
  const auto names_in_rest = [&](const Stmt& declares) {
    return std::ranges::any_of(declares.declared_names,
                               [&](const std::string& name) { return model::contains_word(text, name); });
  };
  if (!statement.trivial_to_extend || names_in_rest(statement)) return false;
  if (statement.children.size() == 1) return true;
  const Stmt& otherwise = statement.children.back();
  if (analysis::surely_jumps(otherwise) || otherwise.kind != Stmt::Kind::Block) return true;
  // The else branch stays a separate block.
  if (!analysis::escaping_jumps(otherwise, /*staged_only=*/false).any()) return true;
  return std::ranges::none_of(otherwise.children, [&](const Stmt& child) {
    return child.kind == Stmt::Kind::Declaration && (!child.trivial_to_extend || names_in_rest(child));
  });
}

void Lowering::if_with_rest(Stmt& statement, Statements rest, Region& out, const Scope& scope) {
  const bool value_end = is_value_end(scope);
  Node node;
  node.form = value_end ? Node::Form::ReturnIf : Node::Form::If;
  node.stmt = &statement;
  const Scope inner = inside_lambda(scope);
  const auto branch = [&](Stmt& child) { return body(child, inner, /*lambda=*/true, /*returns_value=*/value_end); };
  node.regions.push_back(branch(statement.children.front()));
  Stmt* otherwise = statement.children.size() == 2 ? &statement.children.back() : nullptr;
  const bool both = otherwise && analysis::surely_jumps(*otherwise);
  if (both || (otherwise && rest.empty())) {
    node.regions.push_back(branch(*otherwise));
    out.nodes.push_back(std::move(node));
    return;  // if both branches jump, the rest is dead
  }
  if (!otherwise && rest.empty() && !value_end) {
    out.nodes.push_back(std::move(node));
    return;
  }
  Region region;
  region.lambda = true;
  region.returns_value = value_end;
  region.end = out.end;
  std::vector<Stmt*> list;
  if (otherwise) {
    bool plain = otherwise->kind == Stmt::Kind::Block;
    if (plain && !analysis::escaping_jumps(*otherwise, /*staged_only=*/false).any()) {
      for (const Stmt& child : otherwise->children) plain = plain && child.kind != Stmt::Kind::Declaration;
    }
    node.merged_else = plain;
    if (plain) {
      for (Stmt& child : otherwise->children) list.push_back(&child);
    } else {
      list.push_back(otherwise);
    }
  }
  list.insert(list.end(), rest.begin(), rest.end());
  node.rest_in_else = true;
  statements(list, region, inner);
  node.regions.push_back(std::move(region));
  out.nodes.push_back(std::move(node));
}

}  // namespace agc::convert
