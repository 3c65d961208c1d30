#include "parse/queries/functions/signature.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/Stmt.h>
#include <clang/AST/TypeLoc.h>

#include <algorithm>
#include <string_view>

#include "model/words.h"
#include "parse/queries/functions/expressions.h"
#include "parse/queries/types/type_class.h"
#include "parse/session/ast_visitor.h"

namespace agc::parse {
namespace {

/// Looks for a `return` with a value, outside of inner lambdas.
class ValueReturn : public AstVisitor {
 public:
  bool found = false;

 private:
  bool enters(const clang::LambdaExpr*) const override { return false; }
  bool visit(clang::Stmt* node) override {
    const auto* statement = llvm::dyn_cast<clang::ReturnStmt>(node);
    found = found || (statement && statement->getRetValue());
    return !found;
  }
};

/// Returns the range of the written result type, which may be a trailing one.
clang::SourceRange written_result(const clang::FunctionDecl* source) {
  const clang::FunctionDecl* pattern = source->getTemplateInstantiationPattern();
  if (pattern && pattern->isOutOfLine()) source = pattern;  // a method that is defined outside of its class template
  const clang::FunctionTypeLoc type = source->getFunctionTypeLoc();
  if (type && type.getTypePtr()->getAs<clang::FunctionProtoType>() &&
      type.getTypePtr()->castAs<clang::FunctionProtoType>()->hasTrailingReturn()) {
    return type.getReturnLoc().getSourceRange();
  }
  return source->getReturnTypeSourceRange();
}

/// True if the attribute is written on an earlier declaration of the same function.
bool is_inherited(const clang::Attr* attribute) {
  const auto* inheritable = llvm::dyn_cast<clang::InheritableAttr>(attribute);
  return inheritable && inheritable->isInherited();
}

/// Returns the begin of the brackets around an attribute. Clang's location is that of the name inside of them.
model::Offset attribute_begin(const SourceText& text, clang::SourceLocation location) {
  const model::Offset place = text.offset(location);
  if (!text.is_plain(location)) return place;
  for (const std::string_view opening : {"[[", "__attribute__(("}) {
    for (model::Offset at = place; at >= opening.size() && place - at < 200; --at) {
      const std::string_view before = text.text({at - model::Offset(opening.size()), at});
      if (before == opening) return at - model::Offset(opening.size());
      if (before.ends_with(';') || before.ends_with('}') || before.ends_with('\n')) break;
    }
  }
  return place;
}

}  // namespace

model::Range exception_specification(const SourceText& text, const clang::FunctionDecl* function) {
  const clang::FunctionTypeLoc type = function->getFunctionTypeLoc();
  const clang::SourceRange range = type ? type.getExceptionSpecRange() : clang::SourceRange();
  if (!range.isValid() || !text.is_plain(range.getBegin())) return {};
  model::Range result = text.range(range);
  if (text.text({result.begin - 1, result.begin}) == " ") --result.begin;
  return result;
}

void include_beginning(const SourceText& text, const clang::FunctionDecl* source, const clang::FunctionDecl* written,
                       model::Range& range) {
  const auto starts_at = [&](clang::SourceLocation location) {
    range.begin = std::min(range.begin, text.offset(location));
  };
  if (const auto* described = written->getDescribedFunctionTemplate()) starts_at(described->getBeginLoc());
  for (unsigned k = 0; k < source->getNumTemplateParameterLists(); ++k)
    starts_at(source->getTemplateParameterList(k)->getTemplateLoc());
  for (const auto* attribute : source->attrs()) {
    if (!text.is_in_user_file(attribute->getLocation()) || is_inherited(attribute)) continue;
    range.begin = std::min(range.begin, attribute_begin(text, attribute->getLocation()));
  }
}

void describe_result(const Session& session, const SourceText& text, const clang::FunctionDecl* source,
                     model::Function& result) {
  const clang::QualType type = source->getReturnType();
  result.returned.type_class = type_class(type);
  result.returned.is_reference = type->isReferenceType();
  result.declaration.exceptions = exception_specification(text, source);
  if (type->getContainedDeducedType() && (type->isUndeducedType() || type->isDependentType())) {
    ValueReturn search;
    search.traverse(source->getBody());
    if (!search.found) result.returned.type_class = model::TypeClass::Void;
    return;
  }
  const clang::SourceRange written = written_result(source);
  if (written.isValid()) result.returned.range = range_of_result(text, written, type);
  const bool deduced = source->getDeclaredReturnType()->getContainedDeducedType() != nullptr;
  if (written.isValid() && text.is_plain(written.getBegin()) && !deduced) {
    result.returned.type = text.flat_text(result.returned.range);
    // Clang's range of the type does not include a `const` of the pointee.
    clang::QualType pointee = type;
    while (pointee->isPointerType()) pointee = pointee->getPointeeType();
    const bool constant = type->isPointerType() && pointee.isConstQualified() && !pointee->getAs<clang::TypedefType>();
    if (constant && !model::contains_word(result.returned.type, "const"))
      result.returned.type = "const " + result.returned.type;
  } else {
    result.returned.type = text_of_result(source, session.ast().getPrintingPolicy());
  }
}

std::string text_of_result(const clang::FunctionDecl* source, const clang::PrintingPolicy& policy) {
  // Clang may spell a deduced type of the library through internal helpers, so the canonical type is printed.
  const bool deduced = source->getDeclaredReturnType()->getContainedDeducedType() != nullptr;
  const clang::QualType type = source->getReturnType();
  const auto* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  return (deduced && record && is_in_std(record) ? type.getCanonicalType() : type).getAsString(policy);
}

model::Range default_argument(const clang::ParmVarDecl* parameter, const SourceText& text) {
  model::Range range = text.range(parameter->getDefaultArgRange());
  // Clang's range includes the = before a braced list.
  const model::Range first = text.next_token(range.begin);
  if (text.text(first) == "=") range.begin = text.next_token(first.end).begin;
  return range;
}

model::Range default_object(const clang::ParmVarDecl* parameter, const SourceText& text) {
  if (!parameter->hasDefaultArg() || parameter->hasUninstantiatedDefaultArg()) return {};
  if (!is_structure_of_numbers(parameter->getType()) || function_of_numbers(parameter->getType())) return {};
  const model::Range range = default_argument(parameter, text);
  return text.text(range).starts_with('{') ? model::Range{} : range;
}

model::Range range_of_result(const SourceText& text, clang::SourceRange written, clang::QualType type) {
  model::Range range = text.range(written);
  constexpr std::string_view kConst = "const ";
  const bool constant = type->isPointerType() && type->getPointeeType().isConstQualified();
  if (!constant || range.begin < kConst.size()) return range;
  const model::Offset before = range.begin - model::Offset(kConst.size());
  if (text.text({before, range.begin}) == kConst) range.begin = before;
  return range;
}

}  // namespace agc::parse
