#include "model/print.h"

#include "model/visit.h"

namespace agc::model {
namespace {

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f'; }

/// The end of the comment or literal that begins at `at`; `at` if neither does.
size_t end_of_comment(std::string_view text, size_t at) {
  const std::string_view rest = text.substr(at);
  if (rest.starts_with("//")) return std::min(text.find('\n', at), text.size());
  if (!rest.starts_with("/*")) return at;
  const size_t end = text.find("*/", at + 2);
  return end == std::string_view::npos ? text.size() : end + 2;
}

size_t end_of_literal(std::string_view text, size_t at) {
  const char quote = text[at];
  if (quote != '"' && quote != '\'') return at;
  if (quote == '\'' && at > 0 && std::isalnum(static_cast<unsigned char>(text[at - 1]))) return at;  // 1'000
  for (size_t k = at + 1; k < text.size() && text[k] != '\n'; ++k) {
    if (text[k] == '\\') {
      ++k;
    } else if (text[k] == quote) {
      return k + 1;
    }
  }
  return at;
}

/// At most `limit` bytes, without splitting a UTF-8 character.
std::string cut(std::string text, size_t limit) {
  if (text.size() <= limit) return text;
  while (limit > 0 && (static_cast<unsigned char>(text[limit]) & 0xc0) == 0x80) --limit;
  return text.substr(0, limit) + "…";
}

std::string_view access_name(Access access) {
  switch (access) {
    case Access::Read:
      return "reads";
    case Access::Write:
      return "writes";
    case Access::Update:
      return "updates";
    case Access::Declare:
      return "declares";
  }
  return "";
}

std::string_view form_name(Node::Form form) {
  switch (form) {
    case Node::Form::Kept:
      return "kept";
    case Node::Form::Jump:
      return "jump";
    case Node::Form::If:
      return "if_stmt";
    case Node::Form::ReturnIf:
      return "return if_else";
    case Node::Form::While:
      return "while_stmt";
    case Node::Form::Do:
      return "do_stmt";
    case Node::Form::For:
      return "for_stmt";
    case Node::Form::RangeFor:
      return "for_stmt";
    case Node::Form::GuardedFor:
      return "guarded for";
    case Node::Form::Switch:
      return "switch_stmt";
    case Node::Form::Rest:
      return "rest";
    case Node::Form::ReturnRest:
      return "return rest";
    case Node::Form::ReturnResult:
      return "return result";
    case Node::Form::Unreachable:
      return "unreachable";
    case Node::Form::Dead:
      return "dead";
  }
  return "";
}

class Printer {
 public:
  Printer(const SourceFile& source, const Function& function) : source_(source), function_(function) {}

  void heading() {
    out_ += "function " + function_.qualified_name;
    if (function_.is_entry()) out_ += " (entry)";
    out_ += "\n";
    for (size_t k = 0; k < function_.variables.size(); ++k) {
      const Variable& variable = function_.variables[k];
      out_ += "  variable " + name(VariableId(k));
      if (!variable.type_text.empty()) out_ += ": " + variable.type_text;
      if (variable.promotion.may_be_staged())
        out_ += ", " + std::string(binding_time_name(variable.promotion.binding_time));
      if (variable.growth.may_be_staged()) out_ += ", grows";
      out_ += "\n";
    }
  }

  void statement(const Stmt& statement, int depth) {
    std::string marks;
    if (statement.staged) marks += " staged";
    if (statement.has_exits) marks += statement.is_endless ? " left-by-exception" : " left-by-staged-jump";
    if (statement.kind == Stmt::Kind::Block) {
      for (const Stmt& child : statement.children) this->statement(child, depth);
      return;
    }
    line(depth, statement.range.begin, headline(source_, statement) + (marks.empty() ? "" : "  --" + marks));
    references(statement, depth);
    for (size_t k = 0; k < statement.children.size(); ++k) {
      if (statement.kind == Stmt::Kind::If && k == 1) out_ += margin(depth) + "else\n";
      this->statement(statement.children[k], depth + 1);
    }
  }

  void region(const Region& region, int depth) {
    if (!region.declared.empty()) out_ += margin(depth) + "declares " + names(region.declared) + "\n";
    for (const Node& node : region.nodes) this->node(node, depth);
  }

  std::string take() { return std::move(out_); }

 private:
  void node(const Node& node, int depth) {
    const bool plain_block = node.form == Node::Form::Kept && node.stmt && node.stmt->kind == Stmt::Kind::Block;
    if (plain_block) return region(node.regions.front(), depth);
    std::string text(node.chained ? "else_if" : form_name(node.form));
    if (!node.declared.empty()) text = "declares " + names(node.declared) + "; " + text;
    if (node.form == Node::Form::Jump) {
      if (node.kept) text += " kept";
      if (node.flag != kNoVariable) text += " sets " + name(node.flag);
      if (node.leaves && !node.kept) text += " leaves";
    } else if (!node.flags.empty()) {
      text += " unless " + names(node.flags);
    }
    if (!node.pack.variables.empty()) text += " state(" + names(node.pack.variables) + ")";
    if (!node.pack.exits.empty()) text += " until(" + names(node.pack.exits) + ")";
    if (node.stmt) text += "  `" + headline(source_, *node.stmt) + "`";
    line(depth, node.stmt ? node.stmt->range.begin : node.place, text);
    if (node.stmt) rewritten(*node.stmt, depth + 1);
    for (size_t k = 0; k < node.regions.size(); ++k) {
      const Region& inner = node.regions[k];
      if (k > 0) out_ += margin(depth) + (node.rest_in_else ? "else, with the rest\n" : "else\n");
      region(inner, depth + 1);
    }
  }

  /// Conditions, ?:, && and || that become operators, with their state.
  void rewritten(const Stmt& statement, int depth) {
    visit_own_expressions(statement, [&](const Expr& expression) {
      visit_expressions(expression, [&](const Expr& part) {
        const bool branches = part.kind == Expr::Kind::Logical || part.kind == Expr::Kind::Conditional;
        if (!branches || !part.rewritten) return;
        std::string text = part.kind == Expr::Kind::Conditional ? "if_else" : part.conjunction ? "and_then" : "or_else";
        if (!part.pack.variables.empty()) text += " state(" + names(part.pack.variables) + ")";
        line(depth, part.place, text + "  `" + one_line(source_.text(part.range)) + "`");
      });
    });
  }

  void references(const Stmt& statement, int depth) {
    std::string text;
    visit_own_expressions(statement, [&](const Expr& expression) {
      visit_expressions(expression, [&](const Expr& part) {
        if (part.kind != Expr::Kind::Reference || part.variable == kNoVariable) return;
        text += (text.empty() ? "" : ", ") + std::string(access_name(part.access)) + " " + name(part.variable);
      });
    });
    if (!text.empty()) out_ += margin(depth) + "  " + text + "\n";
  }

  std::string name(VariableId id) const {
    const Variable& variable = function_.variable(id);
    if (!variable.name.empty()) return variable.name;
    return (variable.type == TypeClass::Return ? "result#" : "flag#") + std::to_string(id);
  }
  std::string names(const std::vector<VariableId>& list) const {
    std::string result;
    for (const VariableId id : list) result += (result.empty() ? "" : ", ") + name(id);
    return result;
  }

  static std::string margin(int depth) { return std::string(7 + 2 * size_t(depth), ' '); }
  void line(int depth, Offset place, const std::string& text) {
    std::string number = std::to_string(source_.location(place).line);
    number.insert(0, number.size() < 5 ? 5 - number.size() : 0, ' ');
    out_ += number + margin(depth).substr(5) + text + "\n";
  }

  const SourceFile& source_;
  const Function& function_;
  std::string out_;
};

}  // namespace

std::string one_line(std::string_view text, size_t limit) {
  std::string result;
  for (size_t k = 0; k < text.size();) {
    if (const size_t end = end_of_comment(text, k); end > k) {
      k = end;
      if (!result.empty() && result.back() != ' ') result += ' ';
    } else if (const size_t quoted = end_of_literal(text, k); quoted > k) {
      result += text.substr(k, quoted - k);
      k = quoted;
    } else if (is_space(text[k])) {
      if (!result.empty() && result.back() != ' ') result += ' ';
      ++k;
    } else {
      result += text[k++];
    }
  }
  while (!result.empty() && result.back() == ' ') result.pop_back();
  return cut(std::move(result), limit);
}

std::string headline(const SourceFile& source, const Stmt& statement, size_t limit) {
  if (statement.children.empty() || statement.keyword.empty()) return one_line(source.text(statement.range), limit);
  if (statement.kind == Stmt::Kind::DoWhile) {
    return one_line("do … while (" + std::string(source.text(statement.condition.range)) + ")", limit);
  }
  const Offset end = std::max(statement.children.front().range.begin, statement.keyword.end);
  return one_line(source.text({statement.range.begin, end}), limit);
}

std::string_view binding_time_name(BindingTime binding_time) {
  switch (binding_time) {
    case BindingTime::Host:
      return "host";
    case BindingTime::External:
      return "live";
    case BindingTime::MaybeStaged:
      return "maybe";
    case BindingTime::Staged:
      return "staged";
  }
  return "";
}

std::string print(const SourceFile& source, const Function& function) {
  Printer printer(source, function);
  printer.heading();
  printer.statement(function.body, 0);
  return printer.take();
}

std::string print(const SourceFile& source, const Function& function, const LoweredFunction& lowered) {
  Printer printer(source, function);
  printer.heading();
  printer.region(lowered.body, 0);
  return printer.take();
}

}  // namespace agc::model
