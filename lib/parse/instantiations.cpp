#include "parse/instantiations.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Basic/SourceManager.h>

#include "parse/clang_session.h"
#include "parse/function_builder.h"
#include "parse/type_class.h"

namespace agc::parse {

using model::TypeClass;

void Instantiations::Types::add(clang::QualType type) {
  switch (type_class(type)) {
    case TypeClass::Tensor:
      tensor = true;
      break;
    case TypeClass::TensorStructure:
      structure = true;
      break;
    case TypeClass::HostNumber:
      number = true;
      break;
    default:
      other = true;
  }
}

TypeClass Instantiations::Types::joined() const {
  if (tensor + structure + number + other != 1) {
    return tensor || structure || !other ? TypeClass::Dependent : TypeClass::Other;
  }
  return tensor      ? TypeClass::Tensor
         : structure ? TypeClass::TensorStructure
         : number    ? TypeClass::HostNumber
                     : TypeClass::Other;
}

/// Walks through the bodies of instantiations.
class Instantiations::Collector : public clang::RecursiveASTVisitor<Collector> {
 public:
  explicit Collector(Instantiations& result) : result_(result) {}

  bool shouldVisitTemplateInstantiations() const { return true; }

  bool TraverseDecl(clang::Decl* declaration) {
    const auto* function = llvm::dyn_cast_or_null<clang::FunctionDecl>(declaration);
    const bool enters = function && function->isTemplateInstantiation();
    inside_ += enters;
    const bool result = RecursiveASTVisitor::TraverseDecl(declaration);
    inside_ -= enters;
    return result;
  }
  // Nobody but its calls leads to the bodies of a generic lambda.
  bool VisitLambdaExpr(clang::LambdaExpr* lambda) {
    if (const clang::FunctionTemplateDecl* generic = lambda->getDependentCallOperator()) {
      for (clang::FunctionDecl* body : generic->specializations()) TraverseDecl(body);
    }
    return true;
  }
  bool VisitValueDecl(clang::ValueDecl* declaration) {
    if (!declaration->getType()->isDependentType())
      result_.declarations_[declaration->getLocation().getRawEncoding()].add(declaration->getType());
    return true;
  }
  bool VisitExpr(clang::Expr* expression) {
    if (inside_ == 0 || expression->isTypeDependent()) return true;
    if (as_written(expression) == expression) result_.expressions_[place(expression)].add(expression->getType());
    const clang::FunctionDecl* callee = nullptr;
    if (const auto* call = llvm::dyn_cast<clang::CallExpr>(expression)) callee = call->getDirectCallee();
    if (const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(expression)) callee = made->getConstructor();
    if (!callee || llvm::isa<clang::CXXConversionDecl>(callee)) return true;
    auto& known = result_.callees_[place(expression)];
    if (!llvm::is_contained(known, callee)) known.push_back(callee);
    return true;
  }

  static Place place(const clang::Expr* expression) {
    return {expression->getBeginLoc().getRawEncoding(), expression->getEndLoc().getRawEncoding()};
  }

 private:
  Instantiations& result_;
  int inside_ = 0;
};

Instantiations::Instantiations(const Session& session) {
  Collector collector(*this);
  const clang::SourceManager& sources = session.sources();
  for (clang::Decl* declaration : session.ast().getTranslationUnitDecl()->decls()) {
    if (sources.isInMainFile(sources.getExpansionLoc(declaration->getLocation()))) collector.TraverseDecl(declaration);
  }
}

TypeClass Instantiations::type_of(const clang::Expr* source) const {
  const auto known = expressions_.find(Collector::place(source));
  return known == expressions_.end() ? TypeClass::Dependent : known->second.joined();
}

TypeClass Instantiations::type_of(const clang::ValueDecl* declaration) const {
  const auto known = declarations_.find(declaration->getLocation().getRawEncoding());
  return known == declarations_.end() ? TypeClass::Dependent : known->second.joined();
}

bool Instantiations::can_be_tensor(const clang::Expr* source) const {
  const auto known = expressions_.find(Collector::place(source));
  return known == expressions_.end() || known->second.tensor;
}

llvm::ArrayRef<const clang::FunctionDecl*> Instantiations::callees_of(const clang::Expr* call) const {
  const auto known = callees_.find(Collector::place(call));
  if (known == callees_.end()) return {};
  return known->second;
}

}  // namespace agc::parse
