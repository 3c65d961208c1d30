#include "parse/outside.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>

#include "parse/ast_visitor.h"
#include "parse/traced_object.h"
#include "parse/type_class.h"

namespace agc::parse {
namespace {

constexpr const char* kMark = "ag.keeps_state";

bool is_annotated(const clang::Decl* declaration, llvm::StringRef name) {
  for (const auto* attribute : declaration->specific_attrs<clang::AnnotateAttr>()) {
    if (attribute->getAnnotation() == name) return true;
  }
  return false;
}

/// Of a variable, or of the elements that it holds.
const clang::CXXRecordDecl* record_of(clang::QualType type) {
  for (type = type.getNonReferenceType();;) {
    const auto* array = type->getAsArrayTypeUnsafe();
    const clang::QualType element = array ? array->getElementType() : element_of_vector(type);
    if (element.isNull()) return type->getAsCXXRecordDecl();
    type = element;
  }
}

/// The class whose `this` the lambda captures, perhaps through other lambdas.
const clang::CXXRecordDecl* class_around(const clang::LambdaExpr* lambda) {
  for (const clang::DeclContext* around = lambda->getLambdaClass()->getParent(); around; around = around->getParent()) {
    const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(around);
    if (record && !record->isLambda()) return record;
  }
  return nullptr;
}

class Marker : public AstVisitor {
 public:
  explicit Marker(const SourceText& text) : text_(text) {}

 private:
  bool visit(clang::Decl* node) override {
    const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(node);
    if (method && !method->isStatic() && is_annotated(method, "ag.function")) mark(method->getParent());
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(node);
    if (variable && variable->hasGlobalStorage() && !variable->getType().isConstQualified())
      mark(record_of(variable->getType()));
    return true;
  }
  bool visit(clang::Stmt* node) override {
    if (const auto* call = llvm::dyn_cast<clang::CallExpr>(node)) {
      const TracedObject object = traced_object(call);
      if (const auto* method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(object.function)) mark(method->getParent());
      if (object.lambda) mark_captured(object.lambda);
    } else if (const auto* lambda = llvm::dyn_cast<clang::LambdaExpr>(node)) {
      if (is_annotated(lambda->getCallOperator(), "ag.function")) mark_captured(lambda);
    }
    return true;
  }

  void mark_captured(const clang::LambdaExpr* lambda) {
    for (const clang::LambdaCapture& capture : lambda->captures()) {
      if (capture.capturesThis()) {
        mark(class_around(lambda));
      } else if (capture.capturesVariable() && follows_capture(lambda, capture.getCapturedVar())) {
        mark(record_of(capture.getCapturedVar()->getType()));
      }
    }
  }
  void mark(const clang::CXXRecordDecl* record) {
    if (!record || !record->hasDefinition() || is_tensor(clang::QualType(record->getTypeForDecl(), 0))) return;
    record = record->getDefinition();
    if (!text_.is_in_user_file(record->getLocation()) || is_keeper(record) || record->isLambda()) return;
    auto* marked = const_cast<clang::CXXRecordDecl*>(record);
    marked->addAttr(clang::AnnotateAttr::CreateImplicit(record->getASTContext(), kMark, nullptr, 0));
    for (const clang::FieldDecl* field : record->fields()) mark(record_of(field->getType()));
    for (const clang::CXXBaseSpecifier& base : record->bases()) mark(base.getType()->getAsCXXRecordDecl());
  }

  const SourceText& text_;
};

class ObjectFinder : public AstVisitor {
 public:
  bool found = false;

 private:
  bool sees_implicit_code() const override { return true; }
  bool visit(clang::Stmt* node) override {
    found = found || llvm::isa<clang::CXXThisExpr>(node);
    return !found;
  }
};

}  // namespace

void mark_keepers(const Session& session, const SourceText& text) {
  Marker marker(text);
  for (clang::Decl* declaration : session.ast().getTranslationUnitDecl()->decls()) {
    if (text.is_in_user_file(declaration->getLocation())) marker.traverse(declaration);
  }
}

bool is_keeper(const clang::CXXRecordDecl* record) {
  return record && record->hasDefinition() && is_annotated(record->getDefinition(), kMark);
}

bool works_in_place(const clang::FunctionDecl* function) {
  const auto* method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(function);
  return method && !method->isStatic() && !llvm::isa<clang::CXXConstructorDecl, clang::CXXDestructorDecl>(method) &&
         is_keeper(method->getParent());
}

bool names_object(const clang::FunctionDecl* function) {
  ObjectFinder finder;
  finder.traverse(function->getBody());
  return finder.found;
}

}  // namespace agc::parse
