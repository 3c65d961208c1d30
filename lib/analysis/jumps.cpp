#include "analysis/jumps.h"

#include <algorithm>

namespace agc::analysis {
namespace {

using model::Stmt;

struct Search {
  bool staged_only = false;
  JumpSet found;

  /// `in_loop` and `in_switch`: the statement is inside a loop or `switch` of the searched statement, which takes its
  /// `break` and `continue`.
  void run(const Stmt& statement, bool staged, bool in_loop, bool in_switch) {
    const bool counts = staged || !staged_only;
    switch (statement.kind) {
      case Stmt::Kind::Break:
        found.breaks = found.breaks || (counts && !in_loop && !in_switch);
        return;
      case Stmt::Kind::Continue:
        found.continues = found.continues || (counts && !in_loop);
        return;
      case Stmt::Kind::Return:
        found.returns = found.returns || counts;
        return;
      default:
        break;
    }
    const bool loop = statement.is_loop();
    const bool inner_staged = staged || statement.staged || statement.has_exits;
    const bool inner_switch = loop ? false : in_switch || statement.kind == Stmt::Kind::Switch;
    for (const Stmt& child : statement.children) run(child, inner_staged, in_loop || loop, inner_switch);
  }
};

/// True if a `break` statement ends `loop` itself.
bool has_own_break(const Stmt& loop) {
  return std::ranges::any_of(loop.children, [](const Stmt& child) { return escaping_jumps(child, false).breaks; });
}

/// The exits of a loop without jumps: exceptions that a tensor decides, and others.
struct Ends {
  bool staged = false;
  bool on_host = false;

  void find(const Stmt& statement, bool decided) {
    staged = staged || statement.staged;
    if (statement.kind == Stmt::Kind::Expression && statement.never_returns && !decided) on_host = true;
    for (const Stmt& child : statement.children) find(child, decided || statement.rewritten());
  }
};

/// True if tracing the loop on the host would not end.
bool is_endless(const Stmt& loop, const JumpSet& jumps) {
  if (!loop.condition_is_true || jumps.breaks || jumps.returns) return false;
  Ends ends;
  for (const Stmt& child : loop.children) ends.find(child, false);
  return ends.staged && !ends.on_host;
}

}  // namespace

JumpSet escaping_jumps(const Stmt& statement, bool staged_only) {
  Search search{staged_only, {}};
  search.run(statement, false, false, false);
  return search.found;
}

bool surely_leaves(const Stmt& statement) {
  switch (statement.kind) {
    case Stmt::Kind::Break:
    case Stmt::Kind::Continue:
    case Stmt::Kind::Return:
      return true;
    case Stmt::Kind::Expression:
      return statement.never_returns;
    case Stmt::Kind::Block:
      return std::ranges::any_of(statement.children, surely_leaves);
    case Stmt::Kind::If:
      return statement.children.size() == 2 && std::ranges::all_of(statement.children, surely_leaves);
    case Stmt::Kind::While:
    case Stmt::Kind::For:
      return statement.condition_is_true && !has_own_break(statement);
    case Stmt::Kind::DoWhile: {
      if (has_own_break(statement)) return false;
      const Stmt& body = statement.children.front();
      return statement.condition_is_true || (surely_leaves(body) && !escaping_jumps(body, false).continues);
    }
    case Stmt::Kind::Switch: {
      const std::vector<Stmt>& body = statement.children.front().children;
      const bool otherwise =
          std::ranges::any_of(body, [](const Stmt& one) { return one.kind == Stmt::Kind::Case && one.value.empty(); });
      // Each arm either leaves or continues with the next arm.
      size_t last = body.size();
      while (last > 0 && body[last - 1].kind != Stmt::Kind::Case) --last;
      return otherwise && !has_own_break(statement) &&
             std::any_of(body.begin() + std::ptrdiff_t(last), body.end(), surely_leaves);
    }
    case Stmt::Kind::Try:
      return std::ranges::all_of(statement.children, surely_leaves);
    default:
      return false;
  }
}

bool surely_jumps(const Stmt& statement) { return surely_leaves(statement) && escaping_jumps(statement, false).any(); }

void find_loop_exits(Stmt& statement) {
  for (Stmt& child : statement.children) find_loop_exits(child);
  const bool choice = statement.kind == Stmt::Kind::Switch;
  if (!statement.is_loop() && !choice) return;
  JumpSet all, staged;
  for (const Stmt& child : statement.children) {
    const JumpSet one = escaping_jumps(child, false), decided = escaping_jumps(child, true);
    all = {all.breaks || one.breaks, all.continues || one.continues, all.returns || one.returns};
    staged = {staged.breaks || decided.breaks, staged.continues || decided.continues,
              staged.returns || decided.returns};
  }
  // No staged jump crosses the labels of an ordinary `switch`. A staged `continue` alone leaves a loop on the host. It
  // makes a later `break` or `return` staged, because that one then depends on a tensor.
  statement.is_endless = is_endless(statement, all);
  statement.has_exits = statement.is_endless || (staged.any() && (choice || all.breaks || all.returns));
}

}  // namespace agc::analysis
