#include "parse/queries/types/selected_strings.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>
#include <clang/Basic/SourceManager.h>

#include "parse/queries/functions/expressions.h"
#include "parse/queries/types/text_variable.h"
#include "parse/queries/types/type_class.h"
#include "parse/session/ast_visitor.h"
#include "parse/session/clang_session.h"
#include "parse/session/source_text.h"

namespace agc::parse {
namespace {

/// True for a reference to a text, or a view of one.
bool refers_to_text(clang::QualType type) { return type->isReferenceType() ? is_text_type(type) : is_view(type); }

bool is_writable_reference(clang::QualType type) {
  return (type->isLValueReferenceType() || type->isPointerType()) && !type->getPointeeType().isConstQualified();
}

/// Collects the string members that references, views and pointers name.
class References : public AstVisitor {
 public:
  explicit References(llvm::SmallPtrSet<const clang::FieldDecl*, 8>& referred) : referred_(referred) {}

 private:
  bool sees_instantiations() const override { return true; }

  bool visit(clang::Decl* node) override {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(node);
    if (variable && variable->getInit() && !llvm::isa<clang::ParmVarDecl>(variable) &&
        refers_to_text(variable->getType()))
      refer(variable->getInit());
    if (const auto* constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(node)) {
      for (const clang::CXXCtorInitializer* one : constructor->inits()) {
        if (one->isAnyMemberInitializer() && refers_to_text(one->getAnyMember()->getType())) refer(one->getInit());
      }
    }
    return true;
  }
  bool visit(clang::Stmt* node) override {
    if (const auto* address = llvm::dyn_cast<clang::UnaryOperator>(node)) {
      if (address->getOpcode() == clang::UO_AddrOf) refer(address->getSubExpr());
    } else if (const auto* list = llvm::dyn_cast<clang::InitListExpr>(node)) {
      members_of(list);
    } else if (const auto* call = llvm::dyn_cast<clang::CallExpr>(node)) {
      arguments_of(call);
    } else if (const auto* construct = llvm::dyn_cast<clang::CXXConstructExpr>(node)) {
      given(construct->getConstructor(), {construct->getArgs(), construct->getNumArgs()}, false);
    }
    return true;
  }

  /// Visits the members of an aggregate that are references or views.
  void members_of(const clang::InitListExpr* list) {
    const auto* record = list->getType()->getAsCXXRecordDecl();
    if (!record || !record->hasDefinition() || !list->isSemanticForm()) return;
    const unsigned bases = record->getDefinition()->getNumBases();
    for (const clang::FieldDecl* field : record->getDefinition()->fields()) {
      const unsigned at = bases + field->getFieldIndex();
      if (at < list->getNumInits() && refers_to_text(field->getType())) refer(list->getInit(at));
    }
  }

  void arguments_of(const clang::CallExpr* call) {
    const clang::FunctionDecl* callee = call->getDirectCallee();
    if (!callee) return;
    const auto* operation = llvm::dyn_cast<clang::CXXOperatorCallExpr>(call);
    const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(callee);
    llvm::ArrayRef<const clang::Expr*> arguments(call->getArgs(), call->getNumArgs());
    const bool has_object = operation && method && !method->isStatic();
    // An assignment to a view.
    if (has_object && operation->getOperator() == clang::OO_Equal && is_view(arguments[0]->getType()))
      refer(arguments[1]);
    if (has_object) arguments = arguments.drop_front();
    given(callee, arguments, operation && operation->getOperator() == clang::OO_Call);
  }

  /// Visits arguments. A function of the user may change the object while it refers to the text. A called object may be
  /// such a function.
  void given(const clang::FunctionDecl* callee, llvm::ArrayRef<const clang::Expr*> arguments, bool calls_object) {
    const bool of_user = calls_object || !(is_in_std(callee) || is_in_ag(callee));
    const unsigned count = std::min<unsigned>(callee->getNumParams(), arguments.size());
    for (unsigned k = 0; k < count; ++k) {
      const clang::QualType type = callee->getParamDecl(k)->getType();
      if (type->isDependentType() || !refers_to_text(type)) continue;
      if (of_user || is_writable_reference(type)) refer(arguments[k]);
    }
  }

  /// Records the string members of which the expression is or returns a reference.
  void refer(const clang::Expr* source) {
    const clang::Expr* written = as_written(source);
    if (const clang::Expr* converted = text_of_conversion(source)) return refer(converted);
    if (const clang::Expr* constructed = text_of_construction(written)) return refer(constructed);
    if (const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(written)) {
      refer(choice->getTrueExpr());
      return refer(choice->getFalseExpr());
    }
    if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(written)) {
      if (const auto* field = llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl())) add(field);
    } else if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(written)) {
      if (const auto* field = llvm::dyn_cast<clang::FieldDecl>(name->getDecl())) add(field);  // &Item::name
    } else if (const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(written)) {
      refer(element->getBase());
    } else if (const auto* call = llvm::dyn_cast<clang::CallExpr>(written)) {
      returned_by(call);
    }
  }
  /// Records all strings of the classes that a call may return a reference to.
  void returned_by(const clang::CallExpr* call) {
    if (!call->isGLValue() && !is_view(call->getType())) return;
    if (const auto* method = llvm::dyn_cast<clang::CXXMemberCallExpr>(call)) strings_of(method->getObjectType());
    for (const clang::Expr* argument : call->arguments()) {
      strings_of(argument->getType());
      refer(argument);
    }
  }
  void strings_of(clang::QualType type) {
    const auto* record = type.getNonReferenceType()->getAsCXXRecordDecl();
    if (!record || !record->hasDefinition() || is_in_std(record) || is_in_ag(record)) return;
    for (const clang::FieldDecl* field : record->getDefinition()->fields()) add(field);
  }
  void add(const clang::FieldDecl* field) { referred_.insert(field->getCanonicalDecl()); }

  llvm::SmallPtrSet<const clang::FieldDecl*, 8>& referred_;
};

}  // namespace

SelectedStrings::SelectedStrings(const Session& session) {
  References references(referred_);
  for (clang::Decl* declaration : SourceText(session).user_declarations()) references.traverse(declaration);
}

bool SelectedStrings::contains(const clang::FieldDecl* field) const {
  const clang::QualType type = field->getType();
  const clang::ConstantArrayType* array = followed_array(type);
  const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(field->getParent());
  const bool of_template = !record || llvm::isa<clang::ClassTemplateSpecializationDecl>(record) ||
                           record->isDependentType() || record->getMemberSpecializationInfo();
  return !of_template && is_string(array ? array->getElementType() : type) &&
         record->getASTContext().getSourceManager().isInMainFile(record->getLocation()) &&
         !referred_.contains(field->getCanonicalDecl());
}

}  // namespace agc::parse
