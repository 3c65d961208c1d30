#include "parse/queries/specialize/instantiations.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclTemplate.h>

#include <algorithm>

#include "parse/queries/functions/expressions.h"
#include "parse/queries/types/type_class.h"
#include "parse/session/ast_visitor.h"
#include "parse/session/clang_session.h"
#include "parse/session/source_text.h"

namespace agc::parse {

using model::TypeClass;

void Instantiations::Types::add(clang::QualType type) {
  type = type.getNonReferenceType().getUnqualifiedType().getCanonicalType();
  if (first.isNull()) first = type;
  several = several || first != type;
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

/// Visits the bodies of instantiations.
class Instantiations::Collector : public AstVisitor {
 public:
  explicit Collector(Instantiations& result) : result_(result) {}

  static Place place(const clang::Expr* expression) {
    return {expression->getBeginLoc().getRawEncoding(), expression->getEndLoc().getRawEncoding()};
  }

 private:
  bool sees_instantiations() const override { return true; }
  void enter(clang::Decl* declaration) override { inside_ += is_instantiation(declaration); }
  void leave(clang::Decl* declaration) override { inside_ -= is_instantiation(declaration); }
  static bool is_instantiation(const clang::Decl* declaration) {
    const auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
    return function && function->isTemplateInstantiation();
  }

  bool visit(clang::Decl* node) override {
    const auto* declaration = llvm::dyn_cast<clang::ValueDecl>(node);
    if (declaration && !declaration->getType()->isDependentType())
      result_.declarations_[declaration->getLocation().getRawEncoding()].add(declaration->getType());
    return true;
  }
  bool visit(clang::Stmt* node) override {
    const auto* expression = llvm::dyn_cast<clang::Expr>(node);
    if (!expression) return true;
    add(expression);
    // The bodies of a generic lambda are reachable only as specializations of its call operator.
    const auto* lambda = llvm::dyn_cast<clang::LambdaExpr>(expression);
    if (const clang::FunctionTemplateDecl* generic = lambda ? lambda->getDependentCallOperator() : nullptr) {
      for (const clang::FunctionDecl* body : generic->specializations()) traverse(body);
    } else if (lambda && inside_ > 0) {
      const clang::QualType result = lambda->getCallOperator()->getReturnType();
      if (!result->isDependentType()) result_.results_[place(lambda)].add(result);
    }
    return true;
  }
  /// True for an implicit call of a conversion operator, which has the position of its object: in int(t), the position
  /// of t.
  static bool is_conversion_of_object(const clang::Expr* expression) {
    const auto* call = llvm::dyn_cast<clang::CXXMemberCallExpr>(expression);
    if (!call || !llvm::isa_and_present<clang::CXXConversionDecl>(call->getMethodDecl())) return false;
    return place(call) == place(call->getImplicitObjectArgument());
  }
  void add(const clang::Expr* expression) {
    if (inside_ == 0 || expression->isTypeDependent()) return;
    // The callee of f(x), the operator of the object f, has the same position as f.
    const bool called = expression->getType()->isFunctionType() ||
                        expression->getType()->isSpecificPlaceholderType(clang::BuiltinType::BoundMember);
    if (!called && !is_conversion_of_object(expression) && as_written(expression) == expression)
      result_.expressions_[place(expression)].add(expression->getType());
    const clang::FunctionDecl* callee = nullptr;
    if (const auto* call = llvm::dyn_cast<clang::CallExpr>(expression)) callee = call->getDirectCallee();
    if (const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(expression)) callee = made->getConstructor();
    if (!callee || llvm::isa<clang::CXXConversionDecl>(callee)) return;
    auto& known = result_.callees_[place(expression)];
    if (!llvm::is_contained(known, callee)) known.push_back(callee);
  }

  Instantiations& result_;
  int inside_ = 0;
};

Instantiations::Instantiations(const Session& session) {
  Collector collector(*this);
  for (clang::Decl* declaration : SourceText(session).user_declarations()) collector.traverse(declaration);
}

namespace {

std::vector<Instance::Argument> arguments_of(const clang::TemplateParameterList& parameters,
                                             const clang::TemplateArgumentList& values,
                                             const clang::PrintingPolicy& policy) {
  std::vector<Instance::Argument> result;
  for (unsigned k = 0; k < std::min(parameters.size(), values.size()); ++k) {
    const std::string name = parameters.getParam(k)->getNameAsString();
    // `auto` parameters have no name that the text could use, and a pack stands for several arguments.
    if (name.empty() || name.find(':') != std::string::npos || parameters.getParam(k)->isParameterPack()) continue;
    std::string value;
    llvm::raw_string_ostream stream(value);
    values.get(k).print(policy, stream, /*IncludeType=*/false);
    result.push_back({name, stream.str()});
  }
  return result;
}

}  // namespace

std::vector<Instance> instances_of(const clang::FunctionDecl* function) {
  std::vector<Instance> result;
  const clang::PrintingPolicy& policy = function->getASTContext().getPrintingPolicy();
  const auto printed = [&](const clang::NamedDecl* declaration) {
    std::string name;
    llvm::raw_string_ostream stream(name);
    declaration->getNameForDiagnostic(stream, policy, /*Qualified=*/true);
    return stream.str();
  };
  if (const clang::FunctionTemplateDecl* described = function->getDescribedFunctionTemplate()) {
    for (const clang::FunctionDecl* one : described->specializations()) {
      if (!one->isTemplateInstantiation() || !one->getTemplateSpecializationArgs()) continue;
      result.push_back({printed(one), arguments_of(*described->getTemplateParameters(),
                                                   *one->getTemplateSpecializationArgs(), policy)});
    }
  } else if (const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(function)) {
    const clang::ClassTemplateDecl* around = method->getParent()->getDescribedClassTemplate();
    if (!around) return result;
    for (const clang::ClassTemplateSpecializationDecl* one : around->specializations()) {
      if (one->isExplicitSpecialization()) continue;
      result.push_back({printed(one) + "::" + method->getNameAsString(),
                        arguments_of(*around->getTemplateParameters(), one->getTemplateArgs(), policy)});
    }
  }
  std::ranges::sort(result, {}, &Instance::name);
  return result;
}

TypeClass Instantiations::type_of(const clang::Expr* source) const {
  const auto known = expressions_.find(Collector::place(source));
  return known == expressions_.end() ? TypeClass::Dependent : known->second.joined();
}

TypeClass Instantiations::type_of(const clang::ValueDecl* declaration) const {
  const auto known = declarations_.find(declaration->getLocation().getRawEncoding());
  return known == declarations_.end() ? TypeClass::Dependent : known->second.joined();
}

TypeClass Instantiations::result_of(const clang::LambdaExpr* source) const {
  const auto known = results_.find(Collector::place(source));
  return known == results_.end() ? TypeClass::Dependent : known->second.joined();
}

clang::QualType Instantiations::only_type_of(const clang::ValueDecl* declaration) const {
  const auto known = declarations_.find(declaration->getLocation().getRawEncoding());
  return known == declarations_.end() || known->second.several ? clang::QualType() : known->second.first;
}

bool Instantiations::can_be_number(const clang::ValueDecl* declaration) const {
  const auto known = declarations_.find(declaration->getLocation().getRawEncoding());
  return known != declarations_.end() && known->second.number;
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
