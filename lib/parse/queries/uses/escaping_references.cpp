#include "parse/queries/uses/escaping_references.h"

#include <clang/AST/DeclTemplate.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "parse/queries/functions/callee.h"
#include "parse/queries/types/text_variable.h"
#include "parse/queries/types/type_class.h"
#include "parse/session/ast_visitor.h"

namespace agc::parse {
namespace {

/// True for library classes that own their contents. They refer to other objects only through their template arguments.
bool owns_what_it_holds(const clang::CXXRecordDecl* record) {
  static constexpr std::array<std::string_view, 26> kNames{"vector",
                                                           "array",
                                                           "deque",
                                                           "list",
                                                           "forward_list",
                                                           "map",
                                                           "multimap",
                                                           "set",
                                                           "multiset",
                                                           "pair",
                                                           "unordered_map",
                                                           "unordered_multimap",
                                                           "tuple",
                                                           "unordered_set",
                                                           "optional",
                                                           "variant",
                                                           "unordered_multiset",
                                                           "queue",
                                                           "basic_string",
                                                           "stack",
                                                           "valarray",
                                                           "any",
                                                           "priority_queue",
                                                           "atomic",
                                                           "complex",
                                                           "initializer_list"};
  return is_in_std(record) && record->getIdentifier() &&
         std::ranges::find(kNames, std::string_view(record->getName())) != kNames.end();
}

Reach reach_of_pointee(clang::QualType pointee) {
  if (pointee->isFunctionType()) return Reach::Nothing;
  return pointee.isConstQualified() ? Reach::Reads : Reach::Writes;
}

Reach reach(clang::QualType type, llvm::SmallPtrSet<const clang::CXXRecordDecl*, 8>& seen);

Reach reach_of_arguments(llvm::ArrayRef<clang::TemplateArgument> arguments,
                         llvm::SmallPtrSet<const clang::CXXRecordDecl*, 8>& seen) {
  Reach result = Reach::Nothing;
  for (const clang::TemplateArgument& one : arguments) {
    if (one.getKind() == clang::TemplateArgument::Type) {
      result = std::max(result, reach(one.getAsType(), seen));
    } else if (one.getKind() == clang::TemplateArgument::Pack) {
      result = std::max(result, reach_of_arguments(one.pack_elements(), seen));
    }
  }
  return result;
}

Reach reach(clang::QualType type, llvm::SmallPtrSet<const clang::CXXRecordDecl*, 8>& seen) {
  if (type.isNull() || type->isDependentType()) return Reach::Nothing;
  if (type->isReferenceType() || type->isAnyPointerType()) return reach_of_pointee(type->getPointeeType());
  const auto* record = type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition()) return Reach::Nothing;
  record = record->getDefinition();
  if (!seen.insert(record).second) return Reach::Nothing;
  const auto* instance = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(record);
  if (owns_what_it_holds(record))
    return instance ? reach_of_arguments(instance->getTemplateArgs().asArray(), seen) : Reach::Nothing;
  Reach result = Reach::Nothing;
  for (const clang::CXXBaseSpecifier& base : record->bases()) result = std::max(result, reach(base.getType(), seen));
  for (const clang::FieldDecl* field : record->fields()) {
    // The pointers of ag are handles: they are values, or are tracked by their own types.
    if (is_in_ag(record) && !field->getType()->isReferenceType()) continue;
    result = std::max(result, reach(field->getType(), seen));
  }
  return result;
}

/// True for a number that a library function only compares with, as std::find does. The result does not refer to it.
bool is_compared_with(const clang::FunctionDecl* callee, const clang::ParmVarDecl* parameter, clang::QualType result) {
  const clang::QualType type = parameter->getType();
  if (!is_in_std(callee) || !type->isLValueReferenceType() || !type->getPointeeType().isConstQualified()) return false;
  if (!type->getPointeeType()->isArithmeticType() || !is_position(result)) return false;
  return !result->isPointerType();
}

class ReferenceFinder {
 public:
  std::vector<KeptReference> found;

  void look(const clang::Expr* value) {
    if (!value) return;
    value = value->IgnoreParens();
    const clang::QualType type = value->getType();
    const bool begins = value->isGLValue() && part_.isNull();
    if (begins) part_ = type;
    look_into(value, type);
    if (begins) part_ = {};
  }

 private:
  void look_into(const clang::Expr* value, clang::QualType type) {
    if (has_changing_call(type) && !llvm::isa<clang::LambdaExpr>(value))
      found.push_back({.place = value->getSourceRange(), .part = type, .changes_itself = true});
    if (value->isPRValue() && agc::parse::reach(type) == Reach::Nothing && !type->isArrayType()) return;
    if (const auto* named = llvm::dyn_cast<clang::DeclRefExpr>(value)) return look_at(named);
    if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(value)) return look_at(member);
    if (const auto* lambda = llvm::dyn_cast<clang::LambdaExpr>(value)) return look_at(lambda);
    if (const auto* call = llvm::dyn_cast<clang::CallExpr>(value)) return look_at(call);
    if (const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(value)) {
      return look_at_arguments(made->getConstructor(), {made->getArgs(), made->getNumArgs()}, type);
    }
    if (const auto* chosen = llvm::dyn_cast<clang::AbstractConditionalOperator>(value)) {
      look(chosen->getTrueExpr());
      return look(chosen->getFalseExpr());
    }
    if (const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(value)) {
      if (binary->getOpcode() != clang::BO_Comma) look(binary->getLHS());
      if (!binary->isAssignmentOp()) look(binary->getRHS());
      return;
    }
    if (const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(value)) return look(element->getBase());
    if (const auto* given = llvm::dyn_cast<clang::CXXDefaultArgExpr>(value)) return look(given->getExpr());
    const bool passes = llvm::isa<clang::CastExpr, clang::FullExpr, clang::MaterializeTemporaryExpr,
                                  clang::InitListExpr, clang::CXXBindTemporaryExpr, clang::CXXStdInitializerListExpr,
                                  clang::UnaryOperator, clang::SubstNonTypeTemplateParmExpr>(value);
    if (!passes) return;
    for (const clang::Stmt* child : value->children()) look(llvm::dyn_cast_or_null<clang::Expr>(child));
  }

  void look_at(const clang::DeclRefExpr* named) {
    const clang::ValueDecl* variable = named->getDecl();
    const auto* whole = llvm::dyn_cast<clang::VarDecl>(variable);
    const bool never_changes =
        whole && (is_view(whole->getType()) || (is_text_type(whole->getType()) && !whole->getType()->isPointerType() &&
                                                whole->getType().isConstQualified()));
    if (never_changes && is_followed_text(whole)) return;  // a view of it is a text by itself
    if (whole ? whole->hasLocalStorage() : llvm::isa<clang::BindingDecl>(variable))
      found.push_back({.variable = variable, .place = named->getSourceRange(), .part = part_});
  }
  void look_at(const clang::MemberExpr* member) {
    const clang::Expr* object = member->getBase()->IgnoreParenImpCasts();
    if (llvm::isa<clang::CXXThisExpr>(object)) {
      if (llvm::isa<clang::FieldDecl>(member->getMemberDecl()))
        found.push_back({.member = member, .place = member->getSourceRange(), .part = part_});
      return;
    }
    look(member->getBase());
  }
  void look_at(const clang::LambdaExpr* lambda) {
    found.push_back({.lambda = lambda, .place = lambda->getSourceRange(), .part = part_});
    auto made = lambda->capture_init_begin();
    for (const clang::LambdaCapture& capture : lambda->captures()) {
      const clang::Expr* value = *made++;
      if (!capture.capturesVariable() || capture.getCaptureKind() != clang::LCK_ByRef ||
          lambda->isInitCapture(&capture)) {
        look(value);
        continue;
      }
      const clang::ValueDecl* variable = capture.getCapturedVar();
      found.push_back(
          {.variable = variable, .place = capture.getLocation(), .part = variable->getType(), .captured = true});
    }
  }
  void look_at(const clang::CallExpr* call) {
    const clang::FunctionDecl* callee = call->getDirectCallee();
    const MethodCall method(call);
    if (method) {
      look(method.object);
      // The result is a part of the object, or refers to one.
      if (is_in_std(method.method) && !llvm::isa<clang::CXXOperatorCallExpr>(call)) return;
    } else if (!callee) {
      look(call->getCallee());
    }
    look_at_arguments(callee, method.arguments, call->getType());
  }
  void look_at_arguments(const clang::FunctionDecl* callee, llvm::ArrayRef<const clang::Expr*> arguments,
                         clang::QualType result) {
    for (unsigned k = 0; k < arguments.size(); ++k) {
      const bool known = callee && k < callee->getNumParams();
      if (!known || !is_compared_with(callee, callee->getParamDecl(k), result)) look(arguments[k]);
    }
  }

  clang::QualType part_;  // type of the outermost named object
};

}  // namespace

Reach reach(clang::QualType type) {
  llvm::SmallPtrSet<const clang::CXXRecordDecl*, 8> seen;
  return reach(type, seen);
}

bool is_position(clang::QualType type) {
  if (type->isAnyPointerType()) return true;
  const auto* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition() || is_in_ag(record)) return false;
  // A class that declares an iterator_category is an iterator.
  const clang::IdentifierInfo& name = record->getASTContext().Idents.get("iterator_category");
  return is_in_std(record) && !record->lookup(&name).empty();
}

std::vector<KeptReference> references_in(const clang::Expr* value) {
  ReferenceFinder finder;
  finder.look(value);
  return std::move(finder.found);
}

class KeptReferencesFinder : public AstVisitor {
 public:
  explicit KeptReferencesFinder(EscapingReferences& result) : result_(result) {}

 private:
  bool sees_implicit_code() const override { return true; }  // visits the variable of `for (auto& e : v)`

  bool visit(clang::Decl* node) override {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(node);
    if (!variable || !variable->getInit() || !variable->hasLocalStorage()) return true;
    if (reach(variable->getType()) == Reach::Nothing && !is_closure(variable->getType())) return true;
    give(variable, variable->getInit());
    if (const auto* bindings = llvm::dyn_cast<clang::DecompositionDecl>(variable)) {
      for (const clang::BindingDecl* binding : bindings->bindings()) give(binding, variable->getInit());
    }
    return true;
  }
  bool visit(clang::Stmt* node) override {
    if (const auto* call = llvm::dyn_cast<clang::CallExpr>(node)) {
      if (const MethodCall method(call); method) give_object(method);
    } else if (const auto* assigned = llvm::dyn_cast<clang::BinaryOperator>(node)) {
      if (assigned->getOpcode() == clang::BO_Assign) give_to_target(assigned->getLHS(), assigned->getRHS());
    }
    return true;
  }

  static bool is_closure(clang::QualType type) {
    const auto* record = type.getNonReferenceType()->getAsCXXRecordDecl();
    return record && record->isLambda();
  }
  static bool is_same_class(clang::QualType a, clang::QualType b) {
    const auto* record = a.getNonReferenceType()->getAsCXXRecordDecl();
    return record && record == b.getNonReferenceType()->getAsCXXRecordDecl();
  }
  /// A method that may change its object may keep its arguments.
  void give_object(const MethodCall& call) {
    if (call.method->isConst()) return;
    for (const clang::Expr* argument : call.arguments) give_to_target(call.object, argument);
  }
  void give_to_target(const clang::Expr* target, const clang::Expr* value) {
    const clang::QualType type = target->getType();
    const clang::QualType object = type->isPointerType() ? type->getPointeeType() : type;
    if (reach(type) == Reach::Nothing && reach(object) == Reach::Nothing) return;
    for (const KeptReference& one : references_in(target)) {
      // Numbers store values alone, as in std::tie(n, m) = t.
      const bool keeps =
          one.variable && (reach(one.variable->getType()) != Reach::Nothing || is_closure(one.variable->getType()));
      if (keeps) give(one.variable, value);
    }
  }
  void give(const clang::ValueDecl* variable, const clang::Expr* value) {
    std::vector<KeptReference>& given = result_.given_[variable];
    for (KeptReference& one : references_in(value)) {
      const bool itself = one.changes_itself && is_same_class(one.part, variable->getType());
      if (one.variable != variable && !itself) given.push_back(one);
    }
  }

  EscapingReferences& result_;
};

EscapingReferences::EscapingReferences(const clang::Stmt* body) { KeptReferencesFinder(*this).traverse(body); }

const std::vector<KeptReference>& EscapingReferences::given_to(const clang::ValueDecl* variable) const {
  static const std::vector<KeptReference> none;
  const auto found = given_.find(variable);
  return found == given_.end() ? none : found->second;
}

std::vector<KeptReference> EscapingReferences::reached_from(const clang::ValueDecl* variable) const {
  std::vector<KeptReference> result;
  std::vector<const clang::ValueDecl*> open{variable};
  llvm::SmallPtrSet<const void*, 8> seen{variable};
  while (!open.empty()) {
    const clang::ValueDecl* next = open.back();
    open.pop_back();
    for (const KeptReference& one : given_to(next)) {
      const void* identity = one.variable ? static_cast<const void*>(one.variable)
                             : one.member ? static_cast<const void*>(one.member->getMemberDecl())
                             : one.lambda ? static_cast<const void*>(one.lambda)
                                          : &one;
      if (!seen.insert(identity).second) continue;
      if (!one.variable || !one.variable->isImplicit()) result.push_back(one);
      if (one.variable) open.push_back(one.variable);
    }
  }
  return result;
}

}  // namespace agc::parse
