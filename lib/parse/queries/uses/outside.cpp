#include "parse/queries/uses/outside.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>
#include <clang/Basic/SourceManager.h>
#include <llvm/ADT/SmallPtrSet.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "parse/queries/functions/traced_object.h"
#include "parse/queries/types/held_tensor.h"
#include "parse/queries/types/type_class.h"
#include "parse/session/ast_visitor.h"

namespace agc::parse {
namespace {

constexpr const char* kMark = "ag.keeps_state";

bool is_annotated(const clang::Decl* declaration, llvm::StringRef name) {
  for (const auto* attribute : declaration->specific_attrs<clang::AnnotateAttr>()) {
    if (attribute->getAnnotation() == name) return true;
  }
  return false;
}

/// The class of a variable, or of the elements that it holds, or of the objects that its pointers point to.
struct Held {
  const clang::CXXRecordDecl* record = nullptr;
  bool by_pointer = false;
};
Held held_by(clang::QualType type) {
  Held result;
  for (type = type.getNonReferenceType();;) {
    const auto* array = type->getAsArrayTypeUnsafe();
    clang::QualType element = array ? array->getElementType() : element_of_vector(type);
    if (element.isNull()) {
      element = object_of_pointer(type);
      result.by_pointer = result.by_pointer || !element.isNull();
    }
    if (element.isNull()) break;
    type = element;
  }
  result.record = type->getAsCXXRecordDecl();
  return result;
}

/// Returns the corresponding parameters in the instantiations of the template that declares the parameter.
std::vector<const clang::ParmVarDecl*> instances_of_parameter(const clang::ParmVarDecl* parameter) {
  std::vector<const clang::ParmVarDecl*> instances;
  const auto* function = parameter ? llvm::dyn_cast<clang::FunctionDecl>(parameter->getDeclContext()) : nullptr;
  const auto* described = function ? function->getDescribedFunctionTemplate() : nullptr;
  if (!described || !parameter->getType()->isDependentType()) return instances;
  for (const clang::FunctionDecl* one : described->specializations()) {
    if (one->getNumParams() != function->getNumParams()) return {};  // a pack
    instances.push_back(one->getParamDecl(parameter->getFunctionScopeIndex()));
  }
  return instances;
}

/// Returns the class whose `this` the lambda captures, possibly through enclosing lambdas.
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

  /// Marks derived classes: a pointer may point to an object of a class derived from its static type.
  void mark_derived() {
    for (bool more = true; std::exchange(more, false);) {
      for (const clang::CXXRecordDecl* record : records_) {
        const bool of_pointed = std::ranges::any_of(record->bases(), [&](const clang::CXXBaseSpecifier& base) {
          const clang::CXXRecordDecl* one = base.getType()->getAsCXXRecordDecl();
          return one && one->hasDefinition() && pointed_.contains(one->getDefinition());
        });
        if (!of_pointed || !pointed_.insert(record).second) continue;
        mark(record);
        more = true;
      }
    }
  }

 private:
  bool visit(clang::Decl* node) override {
    const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(node);
    if (record && record->isThisDeclarationADefinition() && !record->isDependentType() && !record->isLambda())
      records_.push_back(record);
    const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(node);
    if (method && !method->isStatic() && is_annotated(method, "ag.function")) mark(method->getParent());
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(node);
    if (variable && variable->hasGlobalStorage()) {
      const Held held = held_by(variable->getType());
      if (held.by_pointer || !variable->getType().isConstQualified()) mark(held);
    }
    if (variable && names_module(variable)) mark(variable->getType()->getPointeeType()->getAsCXXRecordDecl());
    for (const clang::ParmVarDecl* one : instances_of_parameter(llvm::dyn_cast_or_null<clang::ParmVarDecl>(variable))) {
      if (names_module(one)) mark(one->getType()->getPointeeType()->getAsCXXRecordDecl());
    }
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
        mark(held_by(capture.getCapturedVar()->getType()));
      }
    }
  }
  void mark(const Held& held) {
    mark(held.record);
    if (held.by_pointer && held.record && is_keeper(held.record)) pointed_.insert(held.record->getDefinition());
  }
  void mark(const clang::CXXRecordDecl* record) {
    if (!record || !record->hasDefinition() || is_tensor(clang::QualType(record->getTypeForDecl(), 0))) return;
    record = record->getDefinition();
    if (!text_.is_in_user_file(record->getLocation()) || is_keeper(record) || record->isLambda()) return;
    auto* marked = const_cast<clang::CXXRecordDecl*>(record);
    marked->addAttr(clang::AnnotateAttr::CreateImplicit(record->getASTContext(), kMark, nullptr, 0));
    for (const clang::FieldDecl* field : record->fields()) mark(held_by(field->getType()));
    for (const clang::CXXBaseSpecifier& base : record->bases()) mark(base.getType()->getAsCXXRecordDecl());
  }

  const SourceText& text_;
  std::vector<const clang::CXXRecordDecl*> records_;
  llvm::SmallPtrSet<const clang::CXXRecordDecl*, 8> pointed_;
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

void mark_keepers(const SourceText& text) {
  Marker marker(text);
  for (clang::Decl* declaration : text.user_declarations()) marker.traverse(declaration);
  marker.mark_derived();
}

bool is_keeper(const clang::CXXRecordDecl* record) {
  return record && record->hasDefinition() && is_annotated(record->getDefinition(), kMark);
}

bool is_identified(const clang::ValueDecl* declaration) {
  if (has_identity(declaration->getType())) return true;
  const auto instances = instances_of_parameter(llvm::dyn_cast<clang::ParmVarDecl>(declaration));
  return !instances.empty() &&
         std::ranges::all_of(instances, [](const clang::ParmVarDecl* one) { return has_identity(one->getType()); });
}

std::vector<const clang::CXXRecordDecl*> kept_family(const clang::CXXRecordDecl* base, const SourceText& text) {
  struct Family : AstVisitor {
    explicit Family(const clang::CXXRecordDecl* base) : base(base) {}
    bool visit(clang::Decl* node) override {
      const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(node);
      if (record && record->isThisDeclarationADefinition() && is_keeper(record) &&
          (record == base || record->isDerivedFrom(base)))
        found.push_back(record);
      return true;
    }
    const clang::CXXRecordDecl* base;
    std::vector<const clang::CXXRecordDecl*> found;
  } family(base->getDefinition());
  for (clang::Decl* declaration : text.user_declarations()) family.traverse(declaration);
  return family.found;
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
