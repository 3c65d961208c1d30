// Numbers in the signature: the body moves to the staged variant, whose name ends in _staged. The function
// with the user's signature calls it.
#include <algorithm>

#include "convert/context.h"
#include "emit/number_text.h"
#include "emit/one_line.h"
#include "emit/runtime_names.h"
#include "model/visit.h"

namespace agc::convert {
namespace {

namespace names = emit::names;

/// The declaration up to the body, without annotations, which belong to the staged variant. `result` is the result type
/// for a function with a deduced type that its own body names.
std::string signature(const model::SourceFile& source, const model::Function& function, const std::string& result) {
  std::vector<emit::Replacement> changes;
  const bool names_itself = function.is_entry() && function.returns_value();
  const std::string_view written = source.text(function.returned.range);
  if (names_itself && (written == "auto" || written.starts_with("decltype")))
    changes.push_back({function.returned.range, result});
  std::string text = emit::replaced_text(source, {function.range.begin, function.body.range.begin}, std::move(changes));
  size_t begin = 0;
  for (;;) {
    while (text.compare(begin, 2, "[[") == 0 && text.find("]] ", begin) != std::string::npos)
      begin = text.find("]] ", begin) + 3;
    if (text.compare(begin, 3, "AG_") != 0) return text;
    size_t end = text.find_first_of(" (", begin);
    if (end == std::string::npos) return text;
    if (text[end] == '(') {
      int depth = 0;
      do {
        depth += text[end] == '(' ? 1 : text[end] == ')' ? -1 : 0;
      } while (++end < text.size() && depth > 0);
    }
    text.erase(begin, text.find_first_not_of(' ', end) - begin);
  }
}

/// The staged result type; references are kept.
std::string staged_result(const model::Function& function) {
  std::string type = function.returned.type;
  std::string reference;
  while (!type.empty() && (type.back() == '&' || type.back() == ' ')) {
    if (type.back() == '&') reference += '&';
    type.pop_back();
  }
  if (function.returned.type_class == model::TypeClass::Other && emit::is_text(type))
    return std::string(names::kStagedText);
  const bool constant = type.starts_with("const ");
  if (constant) type.erase(0, 6);
  if (function.staged_method.chooses_part)
    return constant ? emit::staged_type(type, function.returned.type_class)
                    : std::string(names::kPlace) + "<" + type + ">";
  return (constant ? "const " : "") + emit::staged_type(type, function.returned.type_class) + reference;
}

/// The list that the function returns by name.
const model::Variable* returned_list(const model::Function& function) {
  const model::Variable* result = nullptr;
  model::visit_statements(function.body, [&](const model::Stmt& statement) {
    if (statement.kind != model::Stmt::Kind::Return || statement.expressions.size() != 1) return;
    const model::Expr* value = &statement.expressions.front();
    while (value->kind != model::Expr::Kind::Reference && value->operands.size() == 1) value = &value->operands.front();
    if (value->kind != model::Expr::Kind::Reference || value->range != statement.value) return;
    const model::Variable& variable = function.variable(value->variable);
    if (variable.growth.may_be_staged()) result = &variable;
  });
  return result;
}

/// The result type if the body returns a list, or a structure with one; the user's signature has the vector.
std::string listed_result(const model::Function& function, const std::string& type) {
  const model::Variable* list = returned_list(function);
  const bool whole = list && type.find("optional") == std::string::npos;
  return whole ? emit::list_type(*list) : std::string(names::kListedType) + "<" + type + ">";
}

}  // namespace

void convert_variants(Context& context) {
  model::Function& function = context.function;
  const bool one_variant = function.is_traced_method() || (function.is_lambda() && function.returns_staged());
  if (one_variant && function.returned.has_numbers && !function.returned.type.empty())
    function.returned.type = emit::staged_type(function.returned.type, function.returned.type_class);
  const bool list = function.returned.is_list && !function.is_lambda();
  if (!function.has_staged_variant()) {
    if (list) function.returned.type = listed_result(function, function.returned.type);
    return;
  }
  const std::string plain_type = function.returned.type;
  if (function.returned.has_numbers || function.staged_method.chooses_part)
    function.returned.type = staged_result(function);
  if (list) function.returned.type = listed_result(function, plain_type);
  if (function.staged_method || (function.variant && !function.is_entry()))
    return;  // the user's method or template is the plain variant
  const bool changes_result = function.returned.has_numbers || function.returned.is_list;

  const bool entry = function.is_entry();
  // A number passed by reference may be symbolic after the call.
  const bool hands_back = std::ranges::any_of(function.parameters, [&](const model::Parameter& parameter) {
    const model::Variable& variable = function.variable(parameter.variable);
    return parameter.writable_reference && (variable.has_numbers || variable.growth.may_be_staged());
  });
  std::string parameters, arguments, state, written;
  const auto is_output = [&](const model::Parameter& parameter) {  // int* n in place of a reference
    const model::Variable& variable = function.variable(parameter.variable);
    return parameter.writable_reference && variable.has_numbers && variable.name.starts_with('*');
  };
  for (const model::Parameter& parameter : function.parameters) {
    const model::Variable& variable = function.variable(parameter.variable);
    const bool list = variable.growth.may_be_staged();
    const std::string plain =
        function.variant && variable.has_numbers ? emit::plain_parameter(function, parameter) : parameter.text;
    written += (written.empty() ? "" : ", ") + plain;
    const bool inout = !entry && parameter.writable_reference && (variable.has_numbers || list);
    arguments += arguments.empty() ? "" : ", ";
    if (parameter.unnamed) {  // the body does not use it
      arguments += variable.has_numbers ? emit::staged_type(variable) + "()" : "{}";
      continue;
    }
    const std::string separator = parameters.empty() ? "" : ", ";
    if (is_output(parameter)) {
      const std::string name = variable.name.substr(1);
      parameters += separator + parameter.attributes + emit::staged_type(variable) + "& " + name;
      arguments += entry ? "&" + name : std::string(names::kInout) + "(" + name + ")";
      state += separator + variable.name;
      continue;
    }
    parameters += separator + parameter.attributes +
                  (hands_back ? emit::staged_parameter(context.source, function, parameter) : plain);
    state += separator + variable.name;
    // Plain numbers convert to symbolic ones implicitly, but structures of numbers do not. An overloaded function needs
    // the conversion to select the right overload.
    const bool explicitly =
        !(entry && hands_back) && variable.has_numbers &&
        (variable.type != model::TypeClass::HostNumber || function.staging.overloaded || function.variant);
    const std::string_view wrapper = inout        ? (list ? names::kInoutList : names::kInout)
                                     : explicitly ? names::kToStaged
                                                  : std::string_view();

    // Tensor* y is passed on as a pointer.
    const std::string name = variable.name.substr(variable.name.starts_with('*') ? 1 : 0);
    arguments += !wrapper.empty()  ? std::string(wrapper) + "(" + name + ")"
                 : parameter.moves ? "std::move(" + name + ")"
                                   : name;
  }
  const std::string suffix(function.staging.keeps_name ? "" : names::kStagedSuffix);
  const std::string call = (function.variant ? function.variant.name : function.name) + suffix + "(" + arguments + ")";
  const std::string result = function.returns_value() ? "return " : "";
  std::string body;
  if (entry) {
    body = result + std::string(names::kTraced) + "<" + function.entry.reference + ">(";
    if (!function.entry.options.empty()) body += std::string(names::kOptions) + "(" + function.entry.options + "), ";
    body += std::string(names::kState) + "(" + state + "), [](" + parameters + ") { " + result + call + "; })";
  } else {
    body = result;
    body += changes_result ? std::string(names::kPlain) + "<" + plain_type + ">(" + call + ")" : call;
  }
  if (function.variant) {
    context.lowered.plain_variant = plain_type + " " + function.variant.specialised + "(" + written + ")";
    context.lowered.plain_body = " { " + body + "; }";
    return;
  }
  const bool in_second = function.kept_body.use == model::KeptBody::Use::InSecondFunction;
  if (in_second)
    body = function.kept_body.text;
  else if (!function.kept_body.text.empty() && entry)
    body = "{ " + emit::unless_overlap(function) + body + "; }";
  else if (!function.kept_body.text.empty())
    body = "{ if (" + std::string(names::kIsTracing) + "()) return " + body.substr(result.size()) + "; " +
           function.kept_body.text + " }";
  else
    body = "{ " + body + "; }";
  const std::string variant = (function.staging.internal_linkage ? "[[maybe_unused]] " : "") +
                              signature(context.source, function, plain_type) + " " + body;
  context.lowered.plain_variant = emit::keeping_line(context.source, variant, function.range.end);
}

}  // namespace agc::convert
