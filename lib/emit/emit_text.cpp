// Small pieces of generated text.
#include <algorithm>

#include "emit/function_emitter.h"
#include "emit/runtime_names.h"

namespace agc::emit {

using model::TypeClass;
using model::VariableId;

std::string FunctionEmitter::name(VariableId id) const { return function_.variable(id).name; }

std::string FunctionEmitter::names(const std::vector<VariableId>& list) const {
  std::string result;
  for (const VariableId id : list) result += (result.empty() ? "" : ", ") + name(id);
  return result;
}

std::string FunctionEmitter::pack(const model::Pack& pack) const {
  if (pack.empty()) return {};
  std::string result;
  const auto name_in_pack = [&](VariableId id) {
    const auto renamed = std::ranges::find(pack.renamed, id, &std::pair<VariableId, std::string>::first);
    return renamed == pack.renamed.end() ? name(id) : renamed->second;
  };
  for (const VariableId id : pack.variables) result += (result.empty() ? "" : ", ") + name_in_pack(id);
  if (!result.empty()) result = std::string(names::kState) + "(" + result + ")";
  if (!pack.exits.empty()) {
    result += pack.variables.empty() ? names::kUntil : names::kUntilMember;
    result += "(" + names(pack.exits) + ")";
  }
  return result + ", ";
}

std::string FunctionEmitter::declarations(const std::vector<VariableId>& list) const {
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

std::string FunctionEmitter::unset(const std::vector<VariableId>& flags) const {
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

std::string FunctionEmitter::lambda(const model::Region& region) const {
  return region.needs_type && !function_.returned.type.empty() ? "[&]() -> " + function_.returned.type : "[&]";
}

}  // namespace agc::emit
