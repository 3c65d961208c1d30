#include "parse/queries/functions/conversion_scope.h"

#include <clang/AST/Attr.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>

#include <algorithm>

#include "parse/queries/functions/expressions.h"
#include "parse/queries/functions/number_template.h"
#include "parse/queries/types/held_tensor.h"
#include "parse/queries/types/memberwise.h"
#include "parse/queries/types/type_class.h"
#include "parse/queries/types/value_class.h"
#include "parse/queries/uses/output.h"
#include "parse/queries/uses/outside.h"
#include "parse/queries/uses/outside_use.h"
#include "parse/session/ast_visitor.h"

namespace agc::parse {
namespace {

bool has_tensor_members(const clang::CXXRecordDecl* record) {
  if (!record->hasDefinition()) return false;
  const auto of_base = [](const clang::CXXBaseSpecifier& base) {
    const auto* parent = base.getType()->getAsCXXRecordDecl();
    return parent && has_tensor_members(parent);
  };
  return std::ranges::any_of(record->bases(), of_base) ||
         std::ranges::any_of(record->fields(), [](const auto* field) { return contains_tensor(field->getType()); });
}

/// Finds control flow that depends on a tensor, and reads of numbers from tensors.
class TensorQuestionFinder : public AstVisitor {
 public:
  bool found = false;

 private:
  bool visit(clang::Stmt* node) override {
    if (const auto* call = llvm::dyn_cast<clang::CXXMemberCallExpr>(node))
      found = found || is_truth_of_tensor(call) || takes_number(call);
    if (const auto* loop = llvm::dyn_cast<clang::CXXForRangeStmt>(node))
      found = found || runs_over_tensors(loop->getRangeInit()->getType());
    return !found;
  }
  static bool is_truth_of_tensor(const clang::CXXMemberCallExpr* call) {
    const clang::Expr* object = call->getImplicitObjectArgument();
    const bool implicit = object && object->getSourceRange() == call->getSourceRange();
    return implicit && llvm::isa_and_nonnull<clang::CXXConversionDecl>(call->getMethodDecl()) &&
           reads_as_tensor(object->getType());
  }
  /// True for x.item<T>(), where x is a tensor or an ag::Variable.
  static bool takes_number(const clang::CXXMemberCallExpr* call) {
    const clang::CXXMethodDecl* method = call->getMethodDecl();
    const clang::Expr* object = call->getImplicitObjectArgument();
    return method && method->getIdentifier() && method->getName() == "item" && object &&
           reads_as_tensor(object->getType());
  }
};

/// True if `body` contains control flow that depends on a tensor, or reads numbers from tensors.
bool asks_tensors(const clang::Stmt* body) {
  TensorQuestionFinder finder;
  finder.traverse(body);
  return finder.found;
}

class OutputFinder : public AstVisitor {
 public:
  bool found = false;

 private:
  bool visit(clang::Stmt* node) override {
    const auto* expression = llvm::dyn_cast<clang::Expr>(node);
    found = found || (expression && output_of(expression));
    return !found;
  }
};

/// True if the body writes to std::cout or a similar stream. Such output runs with the graph.
bool writes_output(const clang::FunctionDecl* definition) {
  if (!definition->hasBody()) return false;
  OutputFinder finder;
  finder.traverse(definition->getBody());
  return finder.found;
}

}  // namespace

bool has_annotation(const clang::FunctionDecl* function, llvm::StringRef name) {
  for (const clang::FunctionDecl* one : function->redecls()) {
    for (const auto* attribute : one->specific_attrs<clang::AnnotateAttr>()) {
      if (attribute->getAnnotation() == name) return true;
    }
  }
  return false;
}

Annotation annotation_of(const clang::Decl* declaration) {
  Annotation result;
  for (const auto* attribute : declaration->specific_attrs<clang::AnnotateAttr>()) {
    const llvm::StringRef name = attribute->getAnnotation();
    if (name == "ag.do_not_convert") {
      result.kind = Annotation::Leave;
    } else if (name == "ag.function") {
      result.kind = Annotation::Function;
      if (attribute->args_size() > 0) {
        const auto* text = llvm::dyn_cast<clang::StringLiteral>((*attribute->args_begin())->IgnoreParenImpCasts());
        const auto* constant = llvm::dyn_cast<clang::ConstantExpr>(*attribute->args_begin());
        if (!text && constant)
          text = llvm::dyn_cast<clang::StringLiteral>(constant->getSubExpr()->IgnoreParenImpCasts());
        if (text) result.options = text->getString().str();
      }
    } else if (name == "ag.convert" && result.kind == Annotation::None) {
      result.kind = Annotation::Convert;
    } else {
      continue;
    }
  }
  return result;
}

bool handles_tensors(const clang::FunctionDecl* function) {
  if (contains_tensor(function->getReturnType())) return true;
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(function);
  if (method && !method->isStatic() && has_tensor_members(method->getParent())) return true;
  if (function->hasBody() && asks_tensors(function->getBody())) return true;
  return std::ranges::any_of(function->parameters(),
                             [](const auto* parameter) { return contains_tensor(parameter->getType()); });
}

bool converts_callee(const clang::FunctionDecl* definition) {
  const Annotation::Kind kind = annotation_of(definition).kind;
  if (kind == Annotation::Leave) return false;
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(definition);
  if (method && is_value_class(method->getParent()) && acts_as_default(method)) return false;
  // A method or a template is converted only if it is known to involve tensors, external variables, or output.
  const bool plain = !definition->isTemplateInstantiation() && !method;
  const bool numbers = number_template(definition) && has_numbers_in_signature(definition);
  return plain || numbers || handles_tensors(definition) || works_in_place(definition) || used_outside(definition) ||
         writes_output(definition);
}

}  // namespace agc::parse
