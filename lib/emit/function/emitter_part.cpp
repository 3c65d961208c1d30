#include "emit/function/emitter_part.h"

#include <algorithm>
#include <utility>

#include "emit/function/expression_emitter.h"
#include "emit/runtime_names.h"

namespace agc::emit {

using model::Expr;
using model::TypeClass;
using model::VariableId;

EmitterPart::EmitterPart(EmissionContext& context)
    : context_(context), source_(context.source()), function_(context.function()), edits_(context.edits()) {}

void EmitterPart::expressions(const std::vector<Expr>& list) {
  for (const Expr& item : list) expression(item);
}

void EmitterPart::expression(const Expr& expression) { context_.expressions().emit(expression); }

void EmitterPart::as_argument(const Expr& expression) {
  if (expression.is_comma) edits_.insert(expression.outer_range.begin, "(");
  this->expression(expression);
  if (expression.is_comma) edits_.insert(expression.outer_range.end, ")");
}

void EmitterPart::enclose(model::Range range, std::string before, const std::vector<Expr>& inside, std::string after) {
  edits_.insert(range.begin, std::move(before));
  expressions(inside);
  edits_.insert(range.end, std::move(after));
}

const std::string& EmitterPart::name(VariableId id) const { return function_.variable(id).name; }

std::string EmitterPart::pack(const model::Pack& pack) const {
  if (pack.empty()) return {};
  const auto name_in_pack = [&](VariableId id) {
    const auto renamed = std::ranges::find(pack.renamed, id, &std::pair<VariableId, std::string>::first);
    return renamed == pack.renamed.end() ? name(id) : renamed->second;
  };
  std::string result, exits;
  for (const VariableId id : pack.variables) result += (result.empty() ? "" : ", ") + name_in_pack(id);
  if (!result.empty()) result = std::string(names::kState) + "(" + result + ")";
  for (const VariableId id : pack.exits) exits += (exits.empty() ? "" : ", ") + name(id);
  if (!exits.empty())
    result += std::string(pack.variables.empty() ? names::kUntil : names::kUntilMember) + "(" + exits + ")";
  return result + ", ";
}

std::string EmitterPart::declarations(const std::vector<VariableId>& list) const {
  std::string result;
  for (const VariableId id : list) {
    if (function_.variable(id).type == TypeClass::Return) {
      result += std::string(names::kReturn) + "<" + function_.returned.type + "> " + name(id) + "; ";
    } else {
      result += std::string(names::kFlag) + " " + name(id) + "; ";
    }
  }
  return result;
}

std::string EmitterPart::declarations_at_start(const std::vector<VariableId>& list) const {
  const std::string declared = declarations(list);
  return declared.empty() ? "" : " " + declared.substr(0, declared.size() - 1);
}

std::string EmitterPart::unset(const std::vector<VariableId>& flags) const {
  const auto is_result = [&](VariableId id) { return function_.variable(id).type == TypeClass::Return; };
  if (flags.size() == 1) {
    return is_result(flags[0]) ? name(flags[0]) + std::string(names::kPending) : "!" + name(flags[0]);
  }
  std::string any;
  for (const VariableId id : flags) {
    any += (any.empty() ? "" : " || ") + name(id) + std::string(is_result(id) ? names::kDone : "");
  }
  return "!(" + any + ")";
}

std::string EmitterPart::lambda(const model::Region& region) const {
  return region.needs_type && !function_.returned.type.empty() ? "[&]() -> " + function_.returned.type : "[&]";
}

}  // namespace agc::emit
