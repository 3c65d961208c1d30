#include "parse/queries/uses/map_uses.h"

#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "parse/queries/functions/expressions.h"
#include "parse/queries/types/library_value.h"
#include "parse/queries/types/type_class.h"
#include "parse/queries/uses/keyed_places.h"
#include "parse/session/ast_visitor.h"

namespace agc::parse {
namespace {

/// Visits parents before children, so that the uses a parent allows are known at the name of the map.
class MapUses : public AstVisitor {
 public:
  explicit MapUses(const KeyedUses& places) : places_(places) {}

  PromotableMaps take() {
    PromotableMaps result;
    for (const auto& [element, map] : elements_) {
      if (refused_.contains(element)) refused_.insert(map);
    }
    for (const clang::ValueDecl* map : declared_) {
      if (!refused_.contains(map)) result.insert(map);
    }
    return result;
  }

 private:
  bool visit(clang::Decl* node) override {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(node);
    if (variable && variable->hasLocalStorage() && !llvm::isa<clang::ParmVarDecl>(variable) &&
        !variable->getType()->isReferenceType() && !variable->getType().isConstQualified() &&
        is_map_of_numbers(variable->getType()) && starts_known(variable))
      declared_.insert(variable);
    return true;
  }
  /// True if the initial value is empty, a list of elements, or the result of a converted function.
  static bool starts_known(const clang::VarDecl* variable) {
    const clang::Expr* value = variable->getInit();
    if (value && gives_map(value)) return true;
    if (!value || variable->getType()->getContainedDeducedType()) return false;
    const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(value->IgnoreImplicit());
    if (!made || made->getConstructor()->isCopyOrMoveConstructor()) return false;
    return made->getNumArgs() == 0 || llvm::isa<clang::CXXDefaultArgExpr>(made->getArg(0)) ||
           llvm::isa<clang::CXXStdInitializerListExpr>(made->getArg(0)->IgnoreImplicit());
  }

  bool visit(clang::Stmt* node) override {
    if (const auto* loop = llvm::dyn_cast<clang::CXXForRangeStmt>(node)) run(loop);
    if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(node);
        member && !member->isArrow() && llvm::isa<clang::FieldDecl>(member->getMemberDecl()))
      allow(member->getBase());  // kv.second
    if (const auto* call = llvm::dyn_cast<clang::CXXMemberCallExpr>(node)) {
      static constexpr std::array<std::string_view, 7> kMethods{"at",       "size",  "empty", "count",
                                                                "contains", "clear", "erase"};
      const clang::CXXMethodDecl* method = call->getMethodDecl();
      const bool by_key = !call->getNumArgs() || !method || !is_iterator(call->getArg(0)->getType());
      if (places_.calls.contains(call)) allow(call->getImplicitObjectArgument());
      if (method && by_key && method->getIdentifier() &&
          std::ranges::find(kMethods, std::string_view(method->getName())) != kMethods.end())
        allow(call->getImplicitObjectArgument());
    }
    if (const auto* call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(node);
        call && call->getOperator() == clang::OO_Subscript)
      allow(call->getArg(0));
    if (const auto* result = llvm::dyn_cast<clang::ReturnStmt>(node);
        result && result->getRetValue() && is_map_of_numbers(result->getRetValue()->getType()))
      allow(result->getRetValue());
    if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(node);
        name && (name->refersToEnclosingVariableOrCapture() ||
                 !(allowed_.contains(name) || llvm::isa<clang::BindingDecl>(name->getDecl()))))
      refused_.insert(name->getDecl());
    return true;
  }
  /// Accepts for (auto& [k, v] : m) and for (const auto& kv : m).
  void run(const clang::CXXForRangeStmt* loop) {
    const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(as_written(loop->getRangeInit()));
    const clang::VarDecl* variable = loop->getLoopVariable();
    const clang::TypeSourceInfo* written = variable->getTypeSourceInfo();
    if (!name || !written || !written->getType()->getContainedDeducedType()) return;
    allowed_.insert(name);
    const auto* bindings = llvm::dyn_cast<clang::DecompositionDecl>(variable);
    if (!bindings) elements_.push_back({variable, name->getDecl()});
    if (!bindings) return;
    for (const clang::BindingDecl* one : bindings->bindings()) elements_.push_back({one, name->getDecl()});
  }
  static bool is_iterator(clang::QualType type) {
    const auto* record = type.getNonReferenceType()->getAsCXXRecordDecl();
    return record && record->getIdentifier() && record->getName().ends_with("iterator");
  }
  void allow(const clang::Expr* source) {
    if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(as_written(source))) allowed_.insert(name);
  }

  const KeyedUses& places_;
  llvm::SmallPtrSet<const clang::ValueDecl*, 4> declared_;
  std::vector<std::pair<const clang::ValueDecl*, const clang::ValueDecl*>> elements_;  // and their maps
  llvm::SmallPtrSet<const clang::ValueDecl*, 16> refused_;
  llvm::SmallPtrSet<const clang::DeclRefExpr*, 16> allowed_;
};

}  // namespace

bool is_map_of_numbers(clang::QualType type) {
  if (type.isNull() || type->isDependentType()) return false;
  const auto* record =
      llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(type.getNonReferenceType()->getAsCXXRecordDecl());
  if (!record || !is_in_std(record) || (record->getName() != "map" && record->getName() != "unordered_map"))
    return false;
  const auto arguments = record->getTemplateArgs().asArray();
  const auto* memory = arguments.back().getAsType()->getAsCXXRecordDecl();
  const clang::QualType held = arguments[1].getAsType();
  return (is_stageable_number(held) || is_structure_of_numbers(held)) && memory && is_in_std(memory) &&
         memory->getName() == "allocator";
}

bool gives_map_of_numbers(const clang::FunctionDecl* function) {
  return is_map_of_numbers(function->getReturnType()) && !function->getReturnType()->isReferenceType();
}

bool is_key_of_map(const clang::MemberExpr* member) {
  const auto* field = llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl());
  const auto* record =
      llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(field ? field->getParent() : nullptr);
  return record && is_in_std(record) && record->getName() == "pair" && field->getName() == "first" &&
         field->getType().isConstQualified() &&
         (is_stageable_number(record->getTemplateArgs()[1].getAsType()) ||
          is_structure_of_numbers(record->getTemplateArgs()[1].getAsType()));
}

PromotableMaps find_promotable_maps(const clang::Stmt* body, const KeyedUses& places) {
  MapUses uses(places);
  uses.traverse(body);
  return uses.take();
}

}  // namespace agc::parse
