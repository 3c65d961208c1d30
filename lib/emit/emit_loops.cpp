// Emission of loops: calls of ag::while_stmt, ag::for_stmt and ag::do_stmt, and loops that stay on the host.
#include <algorithm>

#include "analysis/activity.h"
#include "emit/function_emitter.h"
#include "emit/number_text.h"
#include "emit/one_line.h"
#include "emit/runtime_names.h"
#include "model/visit.h"
#include "model/words.h"

namespace agc::emit {

using model::Node;
using model::Region;
using model::Stmt;

namespace {

std::string_view trimmed(std::string_view text) {
  const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return text;
}

/// Returns the text at the start of a body, after its brace.
std::string at_start(const std::string& declared) {
  return declared.empty() ? "" : " " + declared.substr(0, declared.size() - 1);
}

}  // namespace

/// Emits the text after the header of a loop: its state, its stated options and the start of its body. `declared`:
/// declarations at the start of the body.
void FunctionEmitter::open_body(const Node& node, model::Range replaced, const std::string& before,
                                const std::string& parameters, const std::string& declared) {
  const Region& body = node.regions[0];
  const std::string head = before + pack(node.pack);
  const std::string start = at_start(declared + declarations(body.declared));
  const Stmt* options = node.stmt->stated_options();
  if (!options) {
    edits_.replace(replaced, head + "[&]" + parameters + (body.braced() ? "" : " {"));
    edits_.insert(body.braced() ? body.body->range.begin + 1 : replaced.end, start);
    return;
  }
  const model::Range brace{body.body->range.begin, body.body->range.begin + 1};
  const std::string_view between = source_.text({replaced.end, brace.begin});
  const bool joined = between.find_first_not_of(" \t") == std::string_view::npos;
  edits_.replace({replaced.begin, joined ? brace.end : replaced.end}, std::string(trimmed(head)));
  if (!joined) {  // the brace is on another line, which is kept
    const size_t blanks = between.size() - (between.find_last_not_of(" \t") + 1);
    edits_.replace({model::Offset(brace.begin - blanks), brace.end}, "");
  }
  const model::Range argument = options->loop_options;
  const bool braced = source_.text(argument).starts_with("{");
  edits_.replace({options->outer().begin, argument.begin}, std::string(names::kLoopOptions) + (braced ? "" : "("));
  expressions(options->expressions);
  edits_.replace({argument.end, options->range.end}, (braced ? ", [&]" : "), [&]") + parameters + " {" + start);
}

/// Emits the text from `begin` to the condition: `call`, after the declaration in the condition, if any. `at`: the
/// place for an absent condition.
void FunctionEmitter::open_test(const Stmt& loop, model::Offset begin, model::Offset at, const std::string& before,
                                const std::string& call) {
  const std::string test = call + "([&] { return ";
  if (loop.header.declares_condition) {
    const std::string name(source_.text(loop.header.name));
    const bool raised =
        loop.header.variable != model::kNoVariable && function_.variable(loop.header.variable).promotion.raised();
    const std::string type = raised ? staged_type(function_.variable(loop.header.variable)) : loop.header.type;
    edits_.replace({begin, loop.header.name.begin}, before + type + " " + name + "; " + test);
    if (!loop.header.assigns) edits_.insert(loop.header.name.end, " = " + type);
  } else if (loop.has_condition) {
    edits_.replace({begin, loop.condition.outer_range.begin}, before + test);
    if (loop.is_endless) return edits_.replace(loop.condition.outer_range, std::string(names::kAlways));
  } else {
    edits_.replace({begin, at}, before + test + (loop.is_endless ? std::string(names::kAlways) : "true"));
  }
  expression(loop.condition);
}

void FunctionEmitter::while_loop(const Node& node) {
  const Stmt& loop = *node.stmt;
  const bool scope = loop.header.declares_condition;
  open_test(loop, loop.keyword.begin, 0, scope ? "{ " : "", std::string(names::kWhileStmt));
  open_body(node, {loop.right_paren, loop.right_paren + 1}, "; }, ");
  region(node.regions[0]);
  end_body(node.regions[0], scope ? "); }" : ");");
}

void FunctionEmitter::for_loop(const Node& node) {
  const Stmt& loop = *node.stmt;
  const bool scope = loop.declares_in_header();
  const std::string call(loop.step.empty() ? names::kWhileStmt : names::kForStmt);
  if (loop.header.has_initialiser) {
    edits_.replace({loop.keyword.begin, loop.left_paren + 1}, "{ ");
    expressions(loop.initialisers);
    open_test(loop, loop.header.initialiser_end, loop.condition_end, " ", call);
  } else {
    open_test(loop, loop.keyword.begin, loop.condition_end, scope ? "{ " : "", call);
  }
  if (loop.step.empty()) {
    open_body(node, {loop.condition_end, loop.right_paren + 1}, "; }, ");
  } else {
    edits_.replace({loop.condition_end, loop.step_range.begin}, "; }, [&] { ");
    expressions(loop.step);
    open_body(node, {loop.right_paren, loop.right_paren + 1}, "; }, ");
  }
  region(node.regions[0]);
  end_body(node.regions[0], scope ? "); }" : ");");
}

void FunctionEmitter::do_loop(const Node& node) {
  const Stmt& loop = *node.stmt;
  open_body(node, loop.keyword, std::string(names::kDoStmt) + "(");
  region(node.regions[0]);
  end_body(node.regions[0], ",");
  edits_.replace({loop.while_keyword.begin, loop.left_paren + 1}, "[&] { return ");
  expression(loop.condition);
  edits_.replace({loop.right_paren, loop.right_paren + 1}, "; })");
}

void FunctionEmitter::range_for_loop(const Node& node) {
  const Stmt& loop = *node.stmt;
  const Region& body = node.regions[0];
  std::string start = std::string(names::kForStmt) + "(";
  if (loop.range_for.braced_list) start += braced_list_type(loop);
  if (loop.header.has_initialiser) {
    edits_.replace({loop.keyword.begin, loop.left_paren + 1}, "{ ");
    expressions(loop.initialisers);
    edits_.replace({loop.header.initialiser_end, loop.condition.range.begin}, " " + start);
  } else {
    edits_.replace({loop.keyword.begin, loop.condition.range.begin}, start);
  }
  range_value(loop);
  std::string parameter = loop_parameter(loop);
  std::string declared;
  if (loop.range_for.bindings) {
    declared = one_line(source_.text(loop.range_for.declaration)) + " = " + loop.range_for.item + "; ";
  } else if (loop.range_for.variables.size() == 1 && !is_named(loop)) {
    std::vector<Replacement> changes = retyped(loop);
    changes.push_back({loop.range_for.name, ""});
    parameter = replaced_text(source_, loop.range_for.declaration, std::move(changes));
  }
  open_body(node, {loop.right_paren, loop.right_paren + 1}, ", ", "(" + parameter + ")", declared);
  region(body);
  end_body(body, loop.header.has_initialiser ? "); }" : ");");
}

/// Returns the declaration of the loop variable as a parameter; for a structured binding, `const auto& item`.
std::string FunctionEmitter::loop_parameter(const Stmt& loop) const {
  const std::string declaration = replaced_text(source_, loop.range_for.declaration, retyped(loop));
  if (!loop.range_for.bindings) return declaration;
  const size_t bracket = declaration.find('[');
  const std::string type(trimmed(std::string_view(declaration).substr(0, bracket)));
  return type + (type.ends_with('&') ? "" : "&&") + " " + loop.range_for.item;
}

/// Returns the staged types of promoted loop variables.
std::vector<Replacement> FunctionEmitter::retyped(const Stmt& loop) const {
  std::vector<Replacement> result;
  for (const model::VariableId id : loop.range_for.variables) {
    const model::Variable& variable = function_.variable(id);
    const model::Promotion& promotion = variable.promotion;
    if (promotion.raised() && promotion.spelled) result.push_back({promotion.type_range, staged_type(variable)});
  }
  for (const model::Expr& alias : loop.range_for.alias) {
    if (function_.variable(alias.variable).promotion.raised())
      result.push_back({alias.head, staged_type(alias.number_type, alias.type)});
  }
  return result;
}

/// Returns the type to write before a braced list.
std::string FunctionEmitter::braced_list_type(const Stmt& loop) const {
  const bool symbolic = loop.condition.binding_time != model::BindingTime::Host;
  return "std::initializer_list<" +
         (symbolic ? staged_type(loop.range_for.element, loop.range_for.element_type) : loop.range_for.element) + ">";
}

/// Names the type of the braced list of an ordinary loop if only some elements are symbolic: C++ would deduce
/// conflicting types.
void FunctionEmitter::mixed_list(const Stmt& loop) {
  const bool mixed = loop.range_for.braced_list && loop.condition.binding_time != model::BindingTime::Host &&
                     !loop.condition.parts.empty() && !deduces_parts(loop.condition);
  if (mixed) edits_.insert(loop.condition.range.begin, braced_list_type(loop));
}

/// Emits the range. If the loop variable is of a staged class, the elements are converted to it first. The graph counts
/// the iterations of a long range of host numbers.
void FunctionEmitter::range_value(const Stmt& loop) {
  const model::VariableId range = loop.range_for.range;
  const bool plain = range == model::kNoVariable || !function_.variable(range).promotion.raised();
  const bool staged_classes = plain && std::ranges::any_of(loop.range_for.variables, [this](model::VariableId id) {
                                const model::Variable& variable = function_.variable(id);
                                return variable.promotion.raised() && !variable.classes.empty();
                              });
  const bool counted = loop.runs_long && loop.staged && loop.condition.binding_time == model::BindingTime::Host;
  if (!staged_classes && !counted) return expression(loop.condition);
  edits_.insert(loop.condition.outer_range.begin, std::string(names::kToStaged) + "(");
  expression(loop.condition);
  edits_.insert(loop.condition.outer_range.end, ")");
}

/// True if the loop body contains the name of the loop variable. The text is searched, because lambdas in it are
/// functions of their own.
bool FunctionEmitter::is_named(const Stmt& loop) const {
  const std::string_view body = source_.text({loop.right_paren, loop.range.end});
  return model::contains_word(body, source_.text(loop.range_for.name));
}

void FunctionEmitter::guarded_for_loop(const Node& node) {
  const Stmt& loop = *node.stmt;
  const Region& body = node.regions[0];
  expressions(loop.initialisers);
  mixed_list(loop);
  if (loop.condition_is_loose) edits_.insert(loop.condition.outer_range.begin, "(");
  decided(loop.condition);
  std::string more = loop.condition_is_loose ? ")" : "";
  for (const model::VariableId flag : node.flags)
    more += " && !" + std::string(names::kCertain) + "(" + name(flag) + ")";
  edits_.insert(loop.condition.outer_range.end, more);
  expressions(loop.step);
  const std::string guard = std::string(names::kIfStmt) + "(" + unset(node.flags) + ", " + pack(node.pack) + "[&] {" +
                            at_start(declarations(body.declared));
  if (body.braced()) {
    edits_.insert(body.body->range.begin + 1, " " + guard);
    region(body);
    edits_.insert(body.body->range.end - 1, "}); ");
  } else {
    edits_.insert(body.body->range.begin, "{ " + guard + " ");
    region(body);
    edits_.insert(body.body->range.end, " }); }");
  }
}

}  // namespace agc::emit
