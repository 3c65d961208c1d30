#include "parse/queries/types/memberwise.h"

#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>
#include <llvm/ADT/SmallPtrSet.h>

#include <algorithm>
#include <vector>

#include "parse/queries/functions/expressions.h"

namespace agc::parse {
namespace {

using Fields = llvm::SmallPtrSet<const clang::FieldDecl*, 8>;

/// Returns the field of a or this->a; if `other` is given, that of other.a.
const clang::FieldDecl* field_of(const clang::Expr* source, const clang::ParmVarDecl* other) {
  const auto* member = llvm::dyn_cast<clang::MemberExpr>(as_written(source));
  if (!member) return nullptr;
  const auto* object = llvm::dyn_cast<clang::DeclRefExpr>(as_written(member->getBase()));
  const bool fits = other ? object && object->getDecl() == other : is_this(member->getBase());
  return fits ? llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl()) : nullptr;
}

/// Returns the field of `other` that the value copies without a change; null for other values.
const clang::FieldDecl* copied_field(const clang::Expr* value, const clang::ParmVarDecl* other) {
  value = as_written(value);
  if (const auto* list = llvm::dyn_cast<clang::InitListExpr>(value); list && list->getNumInits() == 1)
    value = as_written(list->getInit(0));
  if (const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(value)) {
    if (!made->getConstructor()->isCopyConstructor() || made->getNumArgs() != 1) return nullptr;
    value = made->getArg(0);
  }
  return field_of(value, other);
}

/// True for a = other.a.
bool assigns_field(const clang::Stmt* source, const clang::ParmVarDecl* other, Fields& done) {
  const auto* expression = llvm::dyn_cast<clang::Expr>(source);
  if (!expression) return false;
  const clang::Stmt* written = as_written(expression);
  const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(written);
  const auto* call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(written);
  const bool assigns = binary ? binary->getOpcode() == clang::BO_Assign
                              : call && call->getOperator() == clang::OO_Equal && call->getNumArgs() == 2;
  if (!assigns) return false;
  const auto* operation = call ? llvm::dyn_cast_or_null<clang::CXXMethodDecl>(call->getDirectCallee()) : nullptr;
  if (call && !(operation && operation->isCopyAssignmentOperator())) return false;
  const clang::FieldDecl* to = field_of(binary ? binary->getLHS() : call->getArg(0), nullptr);
  const clang::FieldDecl* from = field_of(binary ? binary->getRHS() : call->getArg(1), other);
  return to && to == from && done.insert(to).second;
}

bool is_address_of(const clang::Expr* source, const clang::ParmVarDecl* other) {
  const auto* address = llvm::dyn_cast<clang::UnaryOperator>(as_written(source));
  const auto* named = address && address->getOpcode() == clang::UO_AddrOf
                          ? llvm::dyn_cast<clang::DeclRefExpr>(as_written(address->getSubExpr()))
                          : nullptr;
  return named && named->getDecl() == other;
}

bool gives_this(const clang::Stmt* source) {
  const auto* result = llvm::dyn_cast<clang::ReturnStmt>(source);
  const auto* star = result && result->getRetValue()
                         ? llvm::dyn_cast<clang::UnaryOperator>(as_written(result->getRetValue()))
                         : nullptr;
  return star && is_this(star);
}

std::vector<const clang::Stmt*> statements_of(const clang::Stmt* body) {
  const auto* block = llvm::dyn_cast_or_null<clang::CompoundStmt>(body);
  if (!block) return {body};
  return {block->body_begin(), block->body_end()};
}

/// Returns the comparison of a self-assignment test: if (this == &other) return *this, or if (this != &other) { … }.
const clang::BinaryOperator* asks_for_itself(const clang::Stmt* source, const clang::ParmVarDecl* other) {
  const auto* choice = llvm::dyn_cast<clang::IfStmt>(source);
  if (!choice || choice->getElse() || choice->getInit() || choice->getConditionVariable()) return nullptr;
  const auto* test = llvm::dyn_cast<clang::BinaryOperator>(as_written(choice->getCond()));
  if (!test || !test->isEqualityOp()) return nullptr;
  const auto compares = [&](const clang::Expr* a, const clang::Expr* b) {
    return llvm::isa<clang::CXXThisExpr>(as_written(a)) && is_address_of(b, other);
  };
  return compares(test->getLHS(), test->getRHS()) || compares(test->getRHS(), test->getLHS()) ? test : nullptr;
}

bool assigns_members(const clang::CXXMethodDecl* method, Fields& done) {
  const clang::ParmVarDecl* other = method->getParamDecl(0);
  std::vector<const clang::Stmt*> list = statements_of(method->getBody());
  if (list.empty() || !gives_this(list.back())) return false;
  list.pop_back();
  if (const clang::BinaryOperator* test = list.empty() ? nullptr : asks_for_itself(list.front(), other)) {
    const std::vector<const clang::Stmt*> inside = statements_of(llvm::cast<clang::IfStmt>(list.front())->getThen());
    const bool leaves = inside.size() == 1 && gives_this(inside.front());
    if (test->getOpcode() == clang::BO_EQ) {
      if (!leaves) return false;
      list.erase(list.begin());
    } else {
      if (list.size() != 1) return false;
      list = inside;
    }
  }
  return std::ranges::all_of(list, [&](const clang::Stmt* one) { return assigns_field(one, other, done); });
}

bool copies_members(const clang::CXXConstructorDecl* constructor, Fields& done) {
  const clang::ParmVarDecl* other = constructor->getParamDecl(0);
  for (const clang::CXXCtorInitializer* one : constructor->inits()) {
    if (!one->isMemberInitializer()) return false;
    if (!one->isWritten()) continue;
    if (copied_field(one->getInit(), other) != one->getMember() || !done.insert(one->getMember()).second) return false;
  }
  return std::ranges::all_of(statements_of(constructor->getBody()),
                             [&](const clang::Stmt* one) { return assigns_field(one, other, done); });
}

/// True for a copy constructor, a copy assignment or a destructor.
bool is_copying(const clang::CXXMethodDecl* method) {
  const auto* constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(method);
  return method->isCopyAssignmentOperator() || llvm::isa<clang::CXXDestructorDecl>(method) ||
         (constructor && constructor->isCopyConstructor());
}

/// True if the method has one parameter, a constant reference.
bool takes_another(const clang::CXXMethodDecl* method) {
  return method->getNumParams() == 1 && method->getParamDecl(0)->getType()->isLValueReferenceType() &&
         method->getParamDecl(0)->getType()->getPointeeType().isConstQualified();
}

}  // namespace

bool acts_as_default(const clang::CXXMethodDecl* method) {
  const clang::CXXRecordDecl* record = method->getParent();
  const clang::FunctionDecl* definition = nullptr;
  if (!is_copying(method) || record->getNumBases() > 0 || !method->hasBody(definition)) return false;
  if (!llvm::isa_and_nonnull<clang::CompoundStmt>(definition->getBody())) return false;
  method = llvm::cast<clang::CXXMethodDecl>(definition);
  if (llvm::isa<clang::CXXDestructorDecl>(method)) return statements_of(method->getBody()).empty();
  if (!takes_another(method)) return false;
  Fields done;
  const auto* constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(method);
  if (!(constructor ? copies_members(constructor, done) : assigns_members(method, done))) return false;
  return std::ranges::all_of(record->fields(), [&](const clang::FieldDecl* field) { return done.contains(field); });
}

bool copies_itself(const clang::CXXRecordDecl* record) {
  return std::ranges::any_of(record->methods(), [](const clang::CXXMethodDecl* method) {
    return is_copying(method) && method->isUserProvided();
  });
}

}  // namespace agc::parse
