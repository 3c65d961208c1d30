// A staged switch, or one that a staged jump leaves, becomes ag::switch_stmt with a lambda for each arm: the statements
// from one label, or several consecutive labels, up to the next.
#include "convert/lowering.h"

namespace agc::convert {

using model::Arm;
using model::Node;
using model::Region;
using model::Stmt;
using model::TypeClass;

namespace {

struct ArmStatements {
  Arm arm;
  std::vector<Stmt*> list;
};

bool is_case(const Stmt& statement) { return statement.kind == Stmt::Kind::Case; }

/// Splits a switch into arms; statements before the first label belong to none.
std::vector<ArmStatements> split(Stmt& body) {
  std::vector<ArmStatements> arms;
  bool label_before = false;
  for (Stmt& statement : body.children) {
    if (is_case(statement)) {
      if (!label_before) arms.emplace_back();
      arms.back().arm.labels.push_back(&statement);
    } else if (!arms.empty()) {
      arms.back().list.push_back(&statement);
    }
    label_before = is_case(statement);
  }
  for (size_t k = 0; k < arms.size(); ++k) {
    auto& [arm, list] = arms[k];
    bool leaves = false;
    for (const Stmt* statement : list) leaves = leaves || analysis::surely_leaves(*statement);
    arm.falls_through = !leaves && k + 1 < arms.size();
    const auto drop_last = [&](const Stmt* last, const Stmt*& dropped) {
      const bool marker = last->kind == Stmt::Kind::Null && !last->attributes.empty();  // [[fallthrough]];
      if (last->kind == Stmt::Kind::Break || marker) dropped = last;
      return dropped != nullptr;
    };
    if (!list.empty() && drop_last(list.back(), arm.end)) list.pop_back();
    if (list.size() != 1 || list.front()->kind != Stmt::Kind::Block) continue;
    // A single block: its braces become those of the lambda.
    arm.block = list.front();
    std::vector<Stmt*> inner;
    for (Stmt& statement : list.front()->children) inner.push_back(&statement);
    list = std::move(inner);
    if (!list.empty() && drop_last(list.back(), arm.block_end)) list.pop_back();
  }
  return arms;
}

}  // namespace

/// True if an arm falls through to the next one.
bool Lowering::falls_through(Stmt& statement) const {
  for (const ArmStatements& one : split(statement.children.front())) {
    if (one.arm.falls_through) return true;
  }
  return false;
}

Node Lowering::switch_choice(Stmt& statement, const Scope& scope) {
  if (!statement.rewritten()) return kept(statement, scope);
  Node node;
  node.form = Node::Form::Switch;
  node.stmt = &statement;
  const bool shared = falls_through(statement);
  Target common;
  analysis::JumpSet falling;
  for (auto& [arm, list] : split(statement.children.front())) {
    Target own;
    Scope inner = scope;
    inner.arm_end = true;
    if (arm.falls_through) set_inside(inner);
    inner = inside_lambda(inner);
    inner.breaks = shared ? &common : &own;
    Region region;
    region.lambda = true;
    region.body = arm.block;
    if (arm.block) {
      region.end = arm.block->range.end - 1;
    } else {
      region.end = list.empty() ? arm.labels.back()->range.end : list.back()->range.end;
    }
    statements(list, region, inner);
    if (own.flag != model::kNoVariable) region.declared.push_back(own.flag);
    for (const Stmt* one : list) {
      const analysis::JumpSet jumps = analysis::escaping_jumps(*one, /*staged_only=*/false);
      if (!arm.falls_through) continue;
      falling.continues = falling.continues || jumps.continues;
      falling.returns = falling.returns || jumps.returns;
    }
    node.regions.push_back(std::move(region));
    node.arms.push_back(std::move(arm));
  }
  // A flag that an arm sets prevents later arms from running.
  if (common.flag != model::kNoVariable) {
    node.declared.push_back(common.flag);
    node.flags.push_back(common.flag);
  }
  if (falling.continues && scope.continues->flag != model::kNoVariable) node.flags.push_back(scope.continues->flag);
  if (falling.returns && scope.result != model::kNoVariable) node.flags.push_back(scope.result);
  return node;
}

}  // namespace agc::convert
