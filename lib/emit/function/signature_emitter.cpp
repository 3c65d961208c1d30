#include "emit/function/signature_emitter.h"

#include <algorithm>

#include "emit/function/declaration_emitter.h"
#include "emit/number_text.h"
#include "emit/one_line.h"
#include "emit/runtime_names.h"
#include "emit/separation.h"

namespace agc::emit {

void SignatureEmitter::emit() {
  if (function_.is_lambda()) return lambda_signature();
  if (!function_.has_staged_variant() || function_.variant)
    return;  // an instantiation is emitted at the end of the file
  edits_.remove(function_.declaration.exceptions);
  if (function_.staged_method) return staged_method();
  staged_variant();
}

/// Emits the result type of a staged method. The end of the file has the remaining part of the signature.
void SignatureEmitter::staged_method() {
  const bool trails = function_.returned.range.begin >= function_.staged_method.parameters_end;
  if (function_.returned.has_numbers && trails) edits_.replace(function_.returned.range, function_.returned.type);
}

bool SignatureEmitter::changes_result() const { return function_.returned.has_numbers || function_.returned.is_list; }

/// Returns the text after the name of the function.
std::string SignatureEmitter::suffix() const {
  return std::string(function_.staging.keeps_name ? "" : names::kStagedSuffix);
}

void SignatureEmitter::staged_variant() {
  if (changes_result() && source_.text(function_.returned.range) != "auto") {
    edits_.replace(function_.returned.range, function_.returned.type);
  }
  edits_.insert(function_.declaration.name.end, suffix());
  edits_.remove(function_.declaration.constant_keyword);
  for (const model::Parameter& parameter : function_.parameters) {
    context_.declarations().declare(function_.variable(parameter.variable));
    if (parameter.default_object.empty()) continue;
    edits_.insert(parameter.default_object.begin, std::string(names::kToStaged) + "(");
    edits_.insert(parameter.default_object.end, ")");
  }
  const std::string own_symbol = separating_attribute(function_);
  edits_.insert(function_.range.end, " " + own_symbol + context_.lowered().plain_variant, /*entry=*/true);
  for (const model::ForwardDeclaration& declaration : function_.declaration.earlier)
    earlier_declaration(declaration, own_symbol);
}

/// Repeats an earlier declaration for the staged variant, after it.
void SignatureEmitter::earlier_declaration(const model::ForwardDeclaration& declaration,
                                           const std::string& own_symbol) {
  std::vector<Replacement> changes{{{declaration.name.end, declaration.name.end}, suffix()}};
  if (changes_result()) changes.push_back({declaration.return_range, function_.returned.type});
  if (!declaration.exceptions.empty()) changes.push_back({declaration.exceptions, ""});
  if (!declaration.constant_keyword.empty()) changes.push_back({declaration.constant_keyword, ""});
  for (size_t k = 0; k < std::min(declaration.vectors.size(), function_.parameters.size()); ++k) {
    const model::Variable& variable = function_.variable(function_.parameters[k].variable);
    if (variable.growth.may_be_staged() && !declaration.vectors[k].empty())
      changes.push_back({declaration.vectors[k], list_type(variable)});
  }
  for (const model::Promotion& number : declaration.numbers) {
    if (std::ranges::find(changes, number.type_range, &Replacement::range) != changes.end()) continue;
    const bool structure = number.type.find_first_of("<(") != std::string::npos;
    const auto kind = structure ? model::TypeClass::NumberStructure : model::TypeClass::HostNumber;
    changes.push_back({number.type_range, staged_type(number.type, kind) + number.declared_name});
  }
  for (const model::Range& object : declaration.default_objects)
    changes.push_back({object, std::string(names::kToStaged) + "(" + std::string(source_.text(object)) + ")"});
  const std::string text = own_symbol + replaced_text(source_, declaration.range, std::move(changes));
  edits_.insert(declaration.range.end, " " + keeping_line(source_, text, declaration.range.end));
}

/// Emits the signature of a lambda. A lambda has one variant, and its callers and its body determine its numbers.
void SignatureEmitter::lambda_signature() {
  bool symbolic = function_.returns_staged();
  for (const model::Parameter& parameter : function_.parameters) {
    const model::Variable& variable = function_.variable(parameter.variable);
    context_.declarations().declare(variable);
    symbolic |= variable.has_numbers && variable.promotion.may_be_staged();
  }
  if (symbolic)
    edits_.remove(function_.declaration.exceptions);  // otherwise it may become a pointer to a noexcept function
  if (!function_.returns_staged()) return;
  if (!function_.returned.deduced) {
    edits_.replace(function_.returned.range, function_.returned.type);
  } else if (context_.lowered().body.needs_type) {
    edits_.insert(function_.body.range.begin,
                  (function_.closure.parameters_listed ? "-> " : "() -> ") + function_.returned.type + " ");
  }
}

}  // namespace agc::emit
