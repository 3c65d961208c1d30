#include "emit/function/loop_emitter.h"

#include "emit/function/condition_emitter.h"
#include "emit/function/range_loop_emitter.h"
#include "emit/function/statement_emitter.h"
#include "emit/number_text.h"
#include "emit/runtime_names.h"

namespace agc::emit {

using model::Node;
using model::Region;
using model::Stmt;

std::string_view trimmed(std::string_view text) {
  const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return text;
}

void LoopEmitter::open_body(const Node& node, model::Range replaced, const std::string& before,
                            const std::string& parameters, const std::string& declared) {
  const Region& body = node.regions[0];
  const std::string head = before + pack(node.pack);
  const std::string all = declared + declarations(body.declared);
  const std::string start = all.empty() ? "" : " " + all.substr(0, all.size() - 1);
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

void LoopEmitter::body(const Region& body, const std::string& after) {
  context_.statements().region(body);
  edits_.insert(body.body->range.end, (body.braced() ? "" : " }") + after);
}

/// Emits the text from `begin` to the condition: `call`, after the declaration in the condition, if any. `at`: the
/// place for an absent condition.
void LoopEmitter::open_test(const Stmt& loop, model::Offset begin, model::Offset at, const std::string& before,
                            const std::string& call) {
  const std::string test = call + "([&] { return ";
  if (loop.header.declares_condition) {
    const std::string name(source_.text(loop.header.name));
    const bool promoted = loop.header.variable != model::kNoVariable &&
                          function_.variable(loop.header.variable).promotion.may_be_staged();
    const std::string type = promoted ? staged_type(function_.variable(loop.header.variable)) : loop.header.type;
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

void LoopEmitter::while_loop(const Node& node) {
  const Stmt& loop = *node.stmt;
  const bool scope = loop.header.declares_condition;
  open_test(loop, loop.keyword.begin, 0, scope ? "{ " : "", std::string(names::kWhileStmt));
  open_body(node, {loop.right_paren, loop.right_paren + 1}, "; }, ");
  body(node.regions[0], scope ? "); }" : ");");
}

void LoopEmitter::for_loop(const Node& node) {
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
  body(node.regions[0], scope ? "); }" : ");");
}

void LoopEmitter::do_loop(const Node& node) {
  const Stmt& loop = *node.stmt;
  open_body(node, loop.keyword, std::string(names::kDoStmt) + "(");
  body(node.regions[0], ",");
  edits_.replace({loop.while_keyword.begin, loop.left_paren + 1}, "[&] { return ");
  expression(loop.condition);
  edits_.replace({loop.right_paren, loop.right_paren + 1}, "; })");
}

void LoopEmitter::guarded_for_loop(const Node& node) {
  const Stmt& loop = *node.stmt;
  const Region& body = node.regions[0];
  expressions(loop.initialisers);
  context_.range_loops().mixed_list(loop);
  if (loop.condition_is_loose) edits_.insert(loop.condition.outer_range.begin, "(");
  context_.conditions().decided(loop.condition);
  std::string more = loop.condition_is_loose ? ")" : "";
  for (const model::VariableId flag : node.flags)
    more += " && !" + std::string(names::kCertain) + "(" + name(flag) + ")";
  edits_.insert(loop.condition.outer_range.end, more);
  expressions(loop.step);
  const std::string guard = std::string(names::kIfStmt) + "(" + unset(node.flags) + ", " + pack(node.pack) + "[&] {" +
                            declarations_at_start(body.declared);
  if (body.braced()) {
    edits_.insert(body.body->range.begin + 1, " " + guard);
    context_.statements().region(body);
    edits_.insert(body.body->range.end - 1, "}); ");
  } else {
    edits_.insert(body.body->range.begin, "{ " + guard + " ");
    context_.statements().region(body);
    edits_.insert(body.body->range.end, " }); }");
  }
}

}  // namespace agc::emit
