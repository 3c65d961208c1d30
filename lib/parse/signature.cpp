#include "parse/signature.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/AST/TypeLoc.h>

#include "parse/type_class.h"

namespace agc::parse {
namespace {

/// Looks for a `return` with a value; those of lambdas inside are theirs.
class ValueReturn : public clang::RecursiveASTVisitor<ValueReturn> {
 public:
  bool found = false;
  bool TraverseLambdaExpr(clang::LambdaExpr*) { return true; }
  bool VisitReturnStmt(clang::ReturnStmt* statement) {
    found = found || statement->getRetValue() != nullptr;
    return !found;
  }
};

/// Also one that follows the parameters.
clang::SourceRange written_result(const clang::FunctionDecl* source) {
  const clang::FunctionTypeLoc type = source->getFunctionTypeLoc();
  if (type && type.getTypePtr()->getAs<clang::FunctionProtoType>() &&
      type.getTypePtr()->castAs<clang::FunctionProtoType>()->hasTrailingReturn()) {
    return type.getReturnLoc().getSourceRange();
  }
  return source->getReturnTypeSourceRange();
}

}  // namespace

void describe_result(const Session& session, const SourceText& text, const clang::FunctionDecl* source,
                     model::Function& result) {
  const clang::QualType type = source->getReturnType();
  result.return_class = type_class(type);
  result.returns_reference = type->isReferenceType();
  if (type->getContainedDeducedType() && (type->isUndeducedType() || type->isDependentType())) {
    ValueReturn search;
    search.TraverseStmt(source->getBody());
    if (!search.found) result.return_class = model::TypeClass::Void;
    return;
  }
  const clang::SourceRange written = written_result(source);
  if (written.isValid()) result.return_range = text.range(written);
  const bool deduced = source->getDeclaredReturnType()->getContainedDeducedType() != nullptr;
  if (written.isValid() && text.is_plain(written.getBegin()) && !deduced) {
    result.return_type = text.flat_text(text.range(written));
  } else {
    result.return_type = type.getAsString(session.ast().getPrintingPolicy());
  }
}

}  // namespace agc::parse
