#include "parse/signature.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Stmt.h>
#include <clang/AST/TypeLoc.h>

#include "parse/ast_visitor.h"
#include "parse/type_class.h"

namespace agc::parse {
namespace {

/// Looks for a `return` with a value; those of lambdas inside are theirs.
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

/// Also one that follows the parameters.
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

}  // namespace

void describe_result(const Session& session, const SourceText& text, const clang::FunctionDecl* source,
                     model::Function& result) {
  const clang::QualType type = source->getReturnType();
  result.return_class = type_class(type);
  result.returns_reference = type->isReferenceType();
  if (type->getContainedDeducedType() && (type->isUndeducedType() || type->isDependentType())) {
    ValueReturn search;
    search.traverse(source->getBody());
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
