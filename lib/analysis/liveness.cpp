#include "analysis/liveness.h"

#include "analysis/activity.h"
#include "model/visit.h"

namespace agc::analysis {
namespace {

using model::Access;
using model::Expr;
using model::Node;
using model::Region;
using model::Stmt;
using model::VariableSet;

/// Variables live at the targets that control can reach from inside a statement, besides the following statement.
struct Exits {
  VariableSet lambda;      // the end of the innermost lambda
  VariableSet loop_break;  // ordinary break and continue
  VariableSet loop_continue;
  VariableSet* cases = nullptr;  // the labels of the innermost switch
};

class Liveness {
 public:
  explicit Liveness(model::LoweredFunction& lowered) : lowered_(lowered) {
    const auto& variables = lowered.function->variables;
    for (size_t k = 0; k < variables.size(); ++k) {
      if (variables[k].outlives_function) function_end_.insert(model::VariableId(k));
    }
  }

  void run() {
    Exits exits;
    exits.lambda = function_end_;
    region(lowered_.body, function_end_, exits);
  }

 private:
  VariableSet expression(Expr& expression, VariableSet live) {
    expression.live_after = live;
    switch (expression.kind) {
      case Expr::Kind::Reference:
        if (expression.access == Access::Read || expression.access == Access::Update) {
          live.insert(expression.variable);
        } else {
          live.erase(expression.variable);
        }
        live = expressions(expression.operands, std::move(live));
        break;
      case Expr::Kind::Logical: {
        const VariableSet second = this->expression(expression.operands[1], live);
        live = this->expression(expression.operands[0], live | second);
        break;
      }
      case Expr::Kind::Conditional: {
        VariableSet second = this->expression(expression.operands[2], live);
        if (grows(live, written(expression.operands[1]) & second))
          second = this->expression(expression.operands[2], live);
        const VariableSet first = this->expression(expression.operands[1], live);
        live = this->expression(expression.operands[0], first | second);
        break;
      }
      default:
        for (auto operand = expression.operands.rbegin(); operand != expression.operands.rend(); ++operand) {
          live = this->expression(*operand, std::move(live));
        }
    }
    expression.live_before = live;
    return live;
  }

  VariableSet expressions(std::vector<Expr>& list, VariableSet live) {
    for (auto item = list.rbegin(); item != list.rend(); ++item) live = expression(*item, std::move(live));
    return live;
  }

  VariableSet region(Region& region, VariableSet live, const Exits& exits) {
    for (auto item = region.nodes.rbegin(); item != region.nodes.rend(); ++item)
      live = node(*item, std::move(live), exits);
    remove(live, region.declared);
    region.live_before = live;
    return live;
  }

  VariableSet node(Node& node, VariableSet after, const Exits& exits) {
    VariableSet live = transfer(node, std::move(after), exits);
    remove(live, node.declared);
    return live;
  }

  VariableSet transfer(Node& node, VariableSet after, const Exits& exits) {
    switch (node.form) {
      case Node::Form::Jump:
        return jump(node, exits);
      case Node::Form::If:
      case Node::Form::ReturnIf:
        return branch(node, std::move(after));
      case Node::Form::While:
      case Node::Form::Do:
      case Node::Form::For:
      case Node::Form::RangeFor:
      case Node::Form::GuardedFor:
        return loop(node, std::move(after));
      case Node::Form::Switch:
        return choice(node, after);
      case Node::Form::Rest:
      case Node::Form::ReturnRest: {
        node.live_after = node.form == Node::Form::Rest ? after : function_end_;
        Exits inner;
        inner.lambda = node.live_after;
        VariableSet live = region(node.regions[0], node.live_after, inner) | node.live_after;
        add(live, node.flags);
        return live;
      }
      case Node::Form::ReturnResult: {
        VariableSet live = function_end_;
        add(live, node.flags);
        return live;
      }
      case Node::Form::Unreachable:
        return function_end_;
      case Node::Form::Dead:
        region(node.regions[0], after, exits);
        return after;
      case Node::Form::Kept:
        break;
    }
    return kept(node, std::move(after), exits);
  }

  VariableSet jump(Node& node, const Exits& exits) {
    Stmt& statement = *node.stmt;
    if (!node.kept) {
      VariableSet live = exits.lambda;
      if (node.flag != model::kNoVariable) live.erase(node.flag);
      return expressions(statement.expressions, std::move(live));
    }
    if (statement.kind == Stmt::Kind::Break) return exits.loop_break;
    if (statement.kind == Stmt::Kind::Continue) return exits.loop_continue;
    return expressions(statement.expressions, function_end_);
  }

  /// A variable that the first branch writes and the second branch reads is part of the state, so that the second
  /// branch is traced with the earlier value. Both branches then have to leave a usable value in it, even if it is
  /// dead.
  VariableSet branch(Node& node, VariableSet after) {
    VariableSet end = node.form == Node::Form::ReturnIf ? function_end_ : std::move(after);
    VariableSet live = end;
    Exits inner;
    if (node.regions.size() == 2) {
      Region& second = node.regions[1];
      bool again = true;
      while (again) {
        inner.lambda = end;
        live = region(second, end, inner);
        again = grows(end, written(node.regions[0]) & second.live_before);
        // A chain of `else if` has one state.
        if (second.nodes.size() == 1 && second.nodes[0].chained)
          again = grows(end, second.nodes[0].live_after) || again;
      }
    }
    inner.lambda = end;
    live |= region(node.regions[0], end, inner);
    node.live_after = std::move(end);
    return expressions(node.stmt->initialisers, expression(node.stmt->condition, std::move(live)));
  }

  /// Handles ag::switch_stmt. An arm that falls through continues with the next arm. A variable that an earlier arm
  /// writes and a later arm reads is part of the state.
  VariableSet choice(Node& node, VariableSet after) {
    VariableSet any;
    bool again = true;
    while (again) {
      any = after;
      VariableSet next = after;
      for (size_t k = node.regions.size(); k-- > 0;) {
        Exits inner;
        inner.lambda = after;
        if (node.arms[k].falls_through) {
          inner.lambda |= next;
          add(inner.lambda, node.flags);  // the flag that decides if the next arm runs
        }
        next = region(node.regions[k], inner.lambda, inner);
        remove(next, node.flags);
        any |= next;
      }
      VariableSet before, needed;
      for (size_t k = 0; k < node.regions.size(); ++k) {
        const VariableSet changed = written(node.regions[k]);
        // An arm is traced after the arm that falls through into it, and then by itself.
        if (k > 0 && node.arms[k - 1].falls_through) before |= changed;
        needed |= before & node.regions[k].live_before;
        before |= changed;
      }
      remove(needed, node.flags);
      again = grows(after, needed);
    }
    node.live_after = std::move(after);
    return expressions(node.stmt->initialisers, expression(node.stmt->condition, std::move(any)));
  }

  /// Handles ag::while_stmt, ag::for_stmt, ag::do_stmt and the guarded `for`. The exit flags are unset at the start of
  /// a body.
  VariableSet loop(Node& node, const VariableSet& after) {
    using Form = Node::Form;
    Stmt& statement = *node.stmt;
    const bool tests_first = node.form == Form::While || node.form == Form::For || node.form == Form::GuardedFor;
    // Holds the variables live at the loop test. A visit starts from the result of the visit before it, which an outer
    // loop can only have enlarged, so the work does not double with each binding time of nesting.
    VariableSet& head = node.live_head;
    VariableSet handed;  // passed from the test to the body through the state
    for (;;) {
      node.live_after = head | after | handed;
      add(node.live_after, node.flags);
      VariableSet body_end = node.live_after;
      if (node.form == Form::For || node.form == Form::GuardedFor) body_end |= expressions(statement.step, body_end);
      if (node.form == Form::Do) body_end |= expression(statement.condition, body_end);
      if (node.form == Form::GuardedFor) node.live_after = body_end;
      Exits inner;
      inner.lambda = body_end;
      VariableSet next = region(node.regions[0], body_end, inner);
      const bool hands_more = tests_first && grows(handed, written(statement.condition) & node.regions[0].live_before);
      remove(next, statement.range_for.variables);
      if (node.form == Form::GuardedFor) {
        next |= body_end;  // the guard can skip the body
      } else {
        remove(next, node.flags);
      }
      if (node.form == Form::RangeFor || (tests_first && !statement.condition_is_true)) next |= after;
      if (tests_first) next = expression(statement.condition, std::move(next));
      if (next == head && !hands_more) break;
      head = std::move(next);
    }
    VariableSet before = node.form == Form::RangeFor ? expression(statement.condition, head) : head;
    // A loop-carried variable needs an initial value, even if the first iteration replaces it.
    VariableSet state = written(node.regions[0]);
    if (node.form != Form::RangeFor) state |= written(statement.condition);
    for (const Expr& step : statement.step) state |= written(step);
    remove(state, statement.range_for.variables);
    before |= state & node.live_after;
    before = expressions(statement.initialisers, std::move(before));
    remove(before, node.flags);
    return before;
  }

  VariableSet kept(Node& node, VariableSet after, const Exits& exits) {
    node.live_after = after;
    Stmt& statement = *node.stmt;
    switch (statement.kind) {
      case Stmt::Kind::Block:
        return region(node.regions[0], std::move(after), exits);
      case Stmt::Kind::If: {
        VariableSet live = node.regions.size() == 2 ? region(node.regions[1], after, exits) : after;
        live |= region(node.regions[0], after, exits);
        if (statement.has_condition) live = expression(statement.condition, std::move(live));
        return expressions(statement.initialisers, std::move(live));
      }
      case Stmt::Kind::While:
      case Stmt::Kind::For:
      case Stmt::Kind::RangeFor:
      case Stmt::Kind::DoWhile:
        return kept_loop(node, after, exits);
      case Stmt::Kind::Switch: {
        VariableSet cases = after;
        Exits inner = exits;
        inner.loop_break = after;
        inner.cases = &cases;
        VariableSet live = after;
        for (auto item = node.regions.rbegin(); item != node.regions.rend(); ++item)
          live = region(*item, std::move(live), inner);
        return expressions(statement.initialisers, expression(statement.condition, cases | live));
      }
      case Stmt::Kind::Case:
        if (exits.cases) *exits.cases |= after;
        return after;
      case Stmt::Kind::Goto:
        for (size_t k = 0; k < lowered_.function->variables.size(); ++k) after.insert(model::VariableId(k));
        return after;
      case Stmt::Kind::Try: {
        VariableSet handlers;
        for (size_t k = 1; k < node.regions.size(); ++k) handlers |= region(node.regions[k], after, exits);
        return region(node.regions[0], after | handlers, exits) | handlers;
      }
      default:
        return expressions(statement.expressions, std::move(after));
    }
  }

  VariableSet kept_loop(Node& node, const VariableSet& after, const Exits& exits) {
    Stmt& statement = *node.stmt;
    const bool tests_last = statement.kind == Stmt::Kind::DoWhile;
    VariableSet& head = node.live_head;
    for (;;) {
      VariableSet body_end = head;
      if (tests_last) body_end = expression(statement.condition, head | after);
      if (statement.kind == Stmt::Kind::For) body_end = expressions(statement.step, std::move(body_end));
      Exits inner = exits;
      inner.loop_break = after;
      inner.loop_continue = body_end;
      inner.cases = nullptr;
      VariableSet next = region(node.regions[0], body_end, inner);
      remove(next, statement.range_for.variables);
      if (!tests_last && !statement.condition_is_true) next |= after;
      const bool has_test =
          statement.has_condition && (statement.kind == Stmt::Kind::While || statement.kind == Stmt::Kind::For);
      if (has_test) next = expression(statement.condition, std::move(next));
      if (next == head) break;
      head = std::move(next);
    }
    VariableSet before = statement.kind == Stmt::Kind::RangeFor ? expression(statement.condition, head) : head;
    return expressions(statement.initialisers, std::move(before));
  }

  /// Adds `more` to `set`. Returns true if `set` grew.
  static bool grows(VariableSet& set, const VariableSet& more) {
    VariableSet all = set | more;
    if (all == set) return false;
    set = std::move(all);
    return true;
  }
  template <class List>
  static void remove(VariableSet& live, const List& variables) {
    for (const auto variable : variables) live.erase(variable);
  }
  template <class List>
  static void add(VariableSet& live, const List& variables) {
    for (const auto variable : variables) live.insert(variable);
  }

  model::LoweredFunction& lowered_;
  VariableSet function_end_;
};

}  // namespace

void find_liveness(model::LoweredFunction& lowered) { Liveness(lowered).run(); }

}  // namespace agc::analysis
