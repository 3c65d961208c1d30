#include "explain/statements.h"

#include <algorithm>
#include <map>

#include "emit/runtime_names.h"
#include "explain/reasons.h"
#include "model/choice.h"
#include "model/print.h"
#include "model/visit.h"

namespace agc::explain {
namespace {

using model::Access;
using model::BindingTime;
using model::Expr;
using model::Node;
using model::Stmt;
using model::VariableId;
using model::VariableSet;
namespace names = emit::names;

/// The user's variables that a piece of source reads, writes or declares.
struct Touched {
  VariableSet read, written, declared;

  void add(const Expr& expression) {
    model::visit_expressions(expression, [this](const Expr& part) {
      if (part.kind != Expr::Kind::Reference || part.variable == model::kNoVariable) return;
      if (part.access == Access::Declare) declared.insert(part.variable);
      if (part.access == Access::Read || part.access == Access::Update) read.insert(part.variable);
      if (part.access == Access::Write || part.access == Access::Update) written.insert(part.variable);
    });
  }
  void add(const Stmt& statement) {
    model::visit_statements(statement, [this](const Stmt& inner) {
      for (const VariableId variable : inner.range_for.variables) declared.insert(variable);
      model::visit_own_expressions(inner, [this](const Expr& expression) { add(expression); });
    });
  }
};

class Builder {
 public:
  Builder(const model::SourceFile& source, const model::Function& function, const model::LoweredFunction* lowered)
      : source_(source), function_(function), reasons_(source, function) {
    if (!lowered) return;
    model::visit_nodes(lowered->body, [this](const Node& node) {
      if (node.stmt) nodes_[node.stmt] = &node;
    });
  }

  void add(const Stmt& statement, std::vector<ExplainedStatement>& out) {
    const Node* node = node_of(statement);
    const bool jump = statement.is_jump() && node && !node->kept;
    const bool chooses = statement.kind == Stmt::Kind::If || statement.kind == Stmt::Kind::Switch;
    if (!jump && !chooses && !statement.is_loop()) {
      expressions(statement, out);
      for (const Stmt& child : statement.children) add(child, out);
      return;
    }
    ExplainedStatement result;
    result.kind = explain::kind_of(statement);
    result.text = model::headline(source_, statement);
    result.extent = source_.extent(jump ? statement.range : heading(statement));
    if (jump) {
      describe_jump(*node, result);
    } else {
      describe(statement, node, result);
    }
    expressions(statement, result.inner);
    for (const Stmt& child : statement.children) add(child, result.inner);
    out.push_back(std::move(result));
  }

 private:
  const Node* node_of(const Stmt& statement) const {
    const auto found = nodes_.find(&statement);
    return found == nodes_.end() ? nullptr : found->second;
  }

  /// The statement without nested statements.
  static model::Range heading(const Stmt& statement) {
    if (statement.right_paren > statement.range.begin) return {statement.range.begin, statement.right_paren + 1};
    return statement.keyword.empty() ? statement.range : statement.keyword;
  }

  void describe_jump(const Node& node, ExplainedStatement& result) const {
    result.staging = Staging::Staged;
    if (node.flag != model::kNoVariable) {
      result.becomes = name(node.flag);
      result.decided_by = {};
    } else {
      result.becomes = "the end of its branch";
    }
  }

  void describe(const Stmt& statement, const Node* node, ExplainedStatement& result) const {
    const bool guarded = node && node->form == Node::Form::GuardedFor;
    if (statement.staged) {
      result.staging = statement.range_for.of_tensor || statement.condition.binding_time != BindingTime::MaybeStaged
                           ? Staging::Staged
                           : Staging::Either;
      result.decided_by = reasons_.of(statement.condition);
    } else if (statement.is_loop() && statement.has_exits) {
      result.staging = guarded ? Staging::Host : Staging::Either;
      result.decided_by = reasons_.of_exit(statement);
    }
    result.becomes = operator_of(statement, node);
    result.host_runs = host_runs(statement, result.staging, guarded);
    if (result.staging == Staging::Host && !guarded) return;
    Touched touched;
    touched.add(statement);
    describe_state(touched, node ? &node->pack : nullptr, result);
  }

  void describe_state(const Touched& touched, const model::Pack* pack, ExplainedStatement& result) const {
    VariableSet carried;
    if (pack) {
      for (const VariableId id : pack->variables) carried.insert(id);
      for (const VariableId id : pack->exits) result.ended_by.push_back(name(id));
    }
    result.carried = list(carried);
    VariableSet local = touched.declared;
    local -= carried;
    result.local = list(local);
    VariableSet read = touched.read;
    read -= touched.written;
    read -= touched.declared;
    read -= carried;
    result.read = list(read);
  }

  /// Adds ?:, && and || that become operators. Those in a staged condition are added only if they change variables,
  /// since the condition itself is explained already.
  void expressions(const Stmt& statement, std::vector<ExplainedStatement>& out) const {
    model::visit_own_expressions(statement, [&](const Expr& expression) {
      const bool condition = &expression == &statement.condition && statement.staged;
      model::visit_expressions(expression, [&](const Expr& part) {
        const bool chooses =
            part.kind == Expr::Kind::Conditional && part.operands.front().staged && !model::chosen_on_host(part);
        const bool connects = part.kind == Expr::Kind::Logical && part.staged;
        if (!chooses && !(connects && (!condition || !part.pack.empty()))) return;
        ExplainedStatement result = begun(kind_of(part), part.range);
        const Expr& decides = part.operands.front();
        result.staging =
            (chooses ? decides : part).binding_time == BindingTime::MaybeStaged ? Staging::Either : Staging::Staged;
        result.decided_by = reasons_.of(chooses ? decides : part);
        result.becomes = operator_of(part);
        result.host_runs = chooses ? "each side once while tracing" : "the right side once while tracing";
        Touched touched;
        touched.add(part);
        describe_state(touched, &part.pack, result);
        out.push_back(std::move(result));
      });
    });
  }

  ExplainedStatement begun(std::string kind, model::Range range) const {
    ExplainedStatement result;
    result.kind = std::move(kind);
    result.text = model::one_line(source_.text(range));
    result.extent = source_.extent(range);
    return result;
  }

  static std::string kind_of(const Expr& part) {
    if (part.kind == Expr::Kind::Conditional) return std::string("?:");
    return std::string(part.conjunction ? "&&" : "||");
  }

  static std::string operator_of(const Expr& part) {
    if (part.kind == Expr::Kind::Conditional) return std::string(names::kIfElse);
    return std::string(part.conjunction ? names::kAndThen : names::kOrElse);
  }

  static std::string operator_of(const Stmt& statement, const Node* node) {
    if (!node || node->form == Node::Form::Kept) return {};
    switch (statement.kind) {
      case Stmt::Kind::If: {
        if (node->chained) return std::string(names::kElseIf);
        const bool value = node->form == Node::Form::ReturnIf;
        return value ? "return " + std::string(names::kIfElse) : std::string(names::kIfStmt);
      }
      case Stmt::Kind::While:
        return std::string(names::kWhileStmt);
      case Stmt::Kind::DoWhile:
        return std::string(names::kDoStmt);
      case Stmt::Kind::RangeFor:
        return std::string(names::kForStmt);
      case Stmt::Kind::For:
        if (node->form == Node::Form::GuardedFor) return "a loop whose rounds are guarded";
        return std::string(statement.step.empty() ? names::kWhileStmt : names::kForStmt);
      case Stmt::Kind::Switch:
        return std::string(names::kSwitchStmt);
      default:
        return {};
    }
  }

  static std::string host_runs(const Stmt& statement, Staging staging, bool guarded) {
    if (guarded) return "every round while tracing, until it is certain that the loop was left";
    const bool loop = statement.is_loop();
    if (staging == Staging::Host) return loop ? "every round while tracing: the loop is unrolled" : "";
    std::string runs = !loop                                    ? "each branch once while tracing"
                       : statement.kind == Stmt::Kind::RangeFor ? "the body once while tracing"
                       : statement.kind == Stmt::Kind::DoWhile  ? "body and test once while tracing"
                                                                : "the test twice and the body once while tracing";
    if (staging == Staging::Staged) return runs;
    return "as written while its value is known, otherwise " + runs;
  }

  std::string name(VariableId id) const { return function_.variable(id).name; }

  /// The user's variables in the set.
  std::vector<ExplainedVariable> list(const VariableSet& set) const {
    std::vector<ExplainedVariable> result;
    for (const VariableId id : set.members()) {
      const model::Variable& variable = function_.variable(id);
      if (!variable.name.empty()) result.push_back({variable.name, variable.type_text});
    }
    return result;
  }

  const model::SourceFile& source_;
  const model::Function& function_;
  Reasons reasons_;
  std::map<const Stmt*, const Node*> nodes_;
};

}  // namespace

std::string kind_of(const Stmt& statement) {
  switch (statement.kind) {
    case Stmt::Kind::If:
      return statement.is_constexpr ? "if constexpr" : "if";
    case Stmt::Kind::While:
      return "while";
    case Stmt::Kind::For:
    case Stmt::Kind::RangeFor:
      return "for";
    case Stmt::Kind::DoWhile:
      return "do";
    case Stmt::Kind::Switch:
      return "switch";
    case Stmt::Kind::Break:
      return "break";
    case Stmt::Kind::Continue:
      return "continue";
    case Stmt::Kind::Return:
      return "return";
    default:
      return "statement";
  }
}

std::vector<ExplainedStatement> statements(const model::SourceFile& source, const model::Function& function,
                                           const model::LoweredFunction* lowered) {
  std::vector<ExplainedStatement> result;
  Builder(source, function, lowered).add(function.body, result);
  return result;
}

}  // namespace agc::explain
