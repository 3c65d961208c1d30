#include "emit/function/switch_emitter.h"

#include "emit/function/statement_emitter.h"
#include "emit/runtime_names.h"

namespace agc::emit {

using model::Arm;
using model::Node;
using model::Offset;
using model::Region;
using model::Stmt;

void SwitchEmitter::emit(const Node& node) {
  const Stmt& choice = *node.stmt;
  const Stmt& body = choice.children.front();
  const bool scope = choice.declares_in_header() || !node.name.empty();
  const std::string closers = scope ? "); }" : ");";
  if (node.arms.empty()) return without_arms(choice);
  std::string state = ", " + pack(node.pack);
  state.pop_back();
  open(node, state);
  for (size_t k = 0; k < node.arms.size(); ++k) arm(node.arms[k], node.regions[k], k + 1 == node.arms.size());
  if (body.braces) {
    edits_.replace({body.range.end - 1, body.range.end}, closers);
  } else {
    edits_.insert(body.range.end, closers);
  }
}

/// Emits the text from `switch (` to the first label. Declarations in the header are moved out of the call, into a
/// block around it.
void SwitchEmitter::open(const Node& node, const std::string& state) {
  const Stmt& choice = *node.stmt;
  const Stmt& body = choice.children.front();
  const bool braced = body.braces;
  const Offset begin_body = braced ? body.range.begin + 1 : choice.right_paren + 1;
  const std::string call = std::string(names::kSwitchStmt) + "(";
  std::string value;
  if (choice.declares_in_header()) {
    edits_.replace({choice.keyword.begin, choice.left_paren + 1}, "{ ");
    expressions(choice.initialisers);
  }
  if (choice.header.declares_condition) {
    value = source_.text(choice.header.name);
  } else {
    const Offset from = choice.header.has_initialiser ? choice.header.initialiser_end : choice.keyword.begin;
    std::string start = choice.header.has_initialiser ? " " : "";
    if (!node.name.empty()) {
      start += std::string(choice.header.has_initialiser ? "" : "{ ") + "const auto " + node.name + " = ";
      value = node.name;
    } else {
      start += call;
    }
    edits_.replace({from, choice.condition.outer_range.begin}, start);
    as_argument(choice.condition);
  }
  if (value.empty()) {
    edits_.replace({choice.right_paren, begin_body}, state);
    return;
  }
  edits_.replace({choice.right_paren, begin_body}, ";" + (node.name.empty() ? " " + call + value + state : ""));
  if (!node.name.empty()) {
    edits_.insert(node.arms.front().labels.front()->range.begin, call + value + state + " ");
  }
}

void SwitchEmitter::arm(const Arm& arm, const Region& region, bool last) {
  open_arm(arm, region);
  context_.statements().region(region);
  const std::string end =
      std::string(")") + (arm.falls_through ? std::string(names::kFallsThrough) : "") + (last ? "" : ",");
  if (arm.block_end) edits_.remove(arm.block_end->outer());
  if (!region.braced()) {
    if (arm.end) {
      edits_.replace(arm.end->outer(), "}" + end);
    } else {
      edits_.insert(region.end, " }" + end);
    }
  } else {
    edits_.insert(region.body->range.end, end);
    if (arm.end) edits_.remove(arm.end->outer());
  }
}

/// Rewrites `case 1: case 2:` to `ag::when({1, 2}, [&] {`, and labels with a default to `ag::otherwise([&] {`.
void SwitchEmitter::open_arm(const Arm& arm, const Region& region) {
  const std::string declared = declarations_at_start(region.declared);
  const std::string open = region.braced() ? "" : " {" + declared;
  const Stmt *first = arm.labels.front(), *last = arm.labels.back();
  bool otherwise = false;
  for (const Stmt* label : arm.labels) otherwise = otherwise || label->value.empty();
  if (otherwise) {
    edits_.replace({first->range.begin, last->range.end}, std::string(names::kOtherwise) + "([&]" + open);
  } else {
    const bool several = arm.labels.size() > 1;
    std::string text = std::string(names::kWhen) + (several ? "({" : "(");
    Offset from = first->range.begin;
    for (const Stmt* label : arm.labels) {
      edits_.replace({from, label->value.begin}, text);
      from = label->value.end;
      const bool same_line = source_.text({from, last->range.end}).find('\n') == std::string_view::npos;
      text = same_line ? ", " : ",";
    }
    edits_.replace({from, last->range.end}, std::string(several ? "}" : "") + ", [&]" + open);
  }
  if (!declared.empty() && region.braced()) edits_.insert(region.body->range.begin + 1, declared);
}

/// Emits a `switch` without arms, of which only the value is evaluated.
void SwitchEmitter::without_arms(const Stmt& choice) {
  const bool scope = choice.declares_in_header();
  if (scope) {
    edits_.replace({choice.keyword.begin, choice.left_paren + 1}, "{ ");
    expressions(choice.initialisers);
  }
  if (choice.header.declares_condition) {
    edits_.replace({choice.right_paren, choice.right_paren + 1}, ";");
  } else {
    const Offset from = choice.header.has_initialiser ? choice.header.initialiser_end : choice.keyword.begin;
    edits_.replace({from, choice.condition.outer_range.begin}, std::string(scope ? " " : "") + "static_cast<void>(");
    expression(choice.condition);
    edits_.replace({choice.right_paren, choice.right_paren + 1}, ");");
  }
  if (scope) edits_.insert(choice.children.front().range.end, " }");
}

}  // namespace agc::emit
