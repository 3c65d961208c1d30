#include "parse/queries/uses/list_results.h"

#include <clang/AST/Expr.h>
#include <clang/AST/ExprCXX.h>

#include <algorithm>
#include <vector>

#include "parse/queries/functions/callee.h"
#include "parse/queries/functions/expressions.h"
#include "parse/queries/types/list_type.h"
#include "parse/queries/types/type_class.h"
#include "parse/queries/uses/list_places.h"
#include "parse/session/ast_visitor.h"

namespace agc::parse {
namespace {

/// Collects the values that a function returns, and the calls that resize a variable, in source order.
class ReturnedLists : public AstVisitor {
 public:
  struct Value {
    const clang::Expr* value;
    size_t resizings;  // number of resizing calls before it
  };
  std::vector<Value> values;
  std::vector<const clang::Decl*> resized;

 private:
  bool enters(const clang::LambdaExpr*) const override { return false; }
  bool visit(clang::Stmt* node) override {
    const auto* statement = llvm::dyn_cast<clang::ReturnStmt>(node);
    if (statement && statement->getRetValue()) values.push_back({statement->getRetValue(), resized.size()});
    const auto* call = llvm::dyn_cast<clang::CXXMemberCallExpr>(node);
    const auto* name =
        call ? llvm::dyn_cast<clang::DeclRefExpr>(as_written(call->getImplicitObjectArgument())) : nullptr;
    if (name && call->getMethodDecl() && resize_of(call->getMethodDecl()->getNameAsString()) != Resize::No)
      resized.push_back(name->getDecl());
    return true;
  }
};

constexpr int kUnknown = -1;  // may equal that of another returned vector, as far as the text shows
constexpr int kGrows = -2;    // of a variable to which elements are added
constexpr int kAbsent = -3;   // no value

bool is_vector(clang::QualType type) {
  const auto list = list_type(type);
  return list && !list->adapts && !is_keyed(*list) && !list->written;
}

bool is_nullopt(clang::QualType type) {
  const auto* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  return record && is_in_std(record) && record->getIdentifier() && record->getName() == "nullopt_t";
}

/// ReturnedLists the variable that the value names or is moved from; null for other values.
const clang::DeclRefExpr* named_or_moved_variable(const clang::Expr* value) {
  const clang::Expr* source = as_written(value);
  if (const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(source); made && made->getNumArgs() == 1)
    source = as_written(made->getArg(0));
  if (const auto* call = llvm::dyn_cast<clang::CallExpr>(source);
      call && call->getNumArgs() == 1 && call->getDirectCallee() && is_in_std(call->getDirectCallee()) &&
      is_named(call->getDirectCallee(), "move"))
    source = as_written(call->getArg(0));
  return llvm::dyn_cast<clang::DeclRefExpr>(source);
}

/// True if one variable is returned twice, with a change of its length between.
bool changes_between(const ReturnedLists& found, const ListUses& uses) {
  std::vector<std::pair<const clang::Decl*, size_t>> earlier;
  for (const ReturnedLists::Value& one : found.values) {
    const clang::DeclRefExpr* name = named_or_moved_variable(one.value);
    if (!name || !is_vector(name->getType()) || uses.refused.contains(name->getDecl())) continue;
    for (const auto& [variable, resizings] : earlier) {
      if (variable == name->getDecl() &&
          std::ranges::count(found.resized.begin() + std::ptrdiff_t(resizings),
                             found.resized.begin() + std::ptrdiff_t(one.resizings), variable) > 0)
        return true;
    }
    earlier.push_back({name->getDecl(), one.resizings});
  }
  return false;
}

/// ReturnedLists the length of a vector that its value shows, or one of the constants above.
int length_of(const clang::Expr* value, const ListUses& uses) {
  const clang::Expr* source = as_written(value);
  for (;;) {
    if (const auto* cast = llvm::dyn_cast<clang::CXXFunctionalCastExpr>(source)) {
      source = as_written(cast->getSubExpr());
      continue;
    }
    if (const auto* list = llvm::dyn_cast<clang::CXXStdInitializerListExpr>(source)) {
      source = list->getSubExpr()->IgnoreImplicit();
      break;
    }
    const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(source);
    if (made && made->getNumArgs() == 0) return 0;
    if (!made || made->getNumArgs() < 1) break;
    const clang::Expr* first = made->getArg(0);
    if (const auto* list = llvm::dyn_cast<clang::CXXStdInitializerListExpr>(first->IgnoreImplicitAsWritten()))
      first = list->getSubExpr();
    if (const auto* braced = llvm::dyn_cast<clang::InitListExpr>(first->IgnoreImplicit()))
      return static_cast<int>(braced->getNumInits());
    if (!made->getConstructor()->isCopyOrMoveConstructor()) return kUnknown;
    source = as_written(first);
  }
  if (const auto* braced = llvm::dyn_cast<clang::InitListExpr>(source)) return static_cast<int>(braced->getNumInits());
  const clang::DeclRefExpr* name = named_or_moved_variable(source);
  return name && uses.grown.contains(name->getDecl()) ? kGrows : kUnknown;
}

/// ReturnedLists the same for an optional vector, or a structure in an optional.
int length_of_optional(const clang::Expr* value, const ListUses& uses) {
  const clang::Expr* source = as_written(value);
  if (is_nullopt(source->getType())) return kAbsent;
  const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(source);
  if (made && made->getNumArgs() == 0) return kAbsent;
  if (made && made->getNumArgs() >= 1 && is_nullopt(as_written(made->getArg(0))->getType())) return kAbsent;
  return is_vector(source->getType()) ? length_of(value, uses) : kUnknown;
}

}  // namespace

bool returned_lengths_differ(const clang::Stmt* body, clang::QualType result, const ListUses& uses) {
  if (result->isDependentType() || !holds_list(result)) return false;
  const bool optional = is_optional(result);
  if (!optional && !is_vector(result)) return false;
  ReturnedLists finder;
  finder.traverse(body);
  if (changes_between(finder, uses)) return true;
  std::vector<int> lengths;
  for (const ReturnedLists::Value& one : finder.values)
    lengths.push_back(optional ? length_of_optional(one.value, uses) : length_of(one.value, uses));
  const auto said = std::ranges::find_if(lengths, [](int one) { return one >= 0 || one == kAbsent; });
  if (said == lengths.end()) return false;
  const bool absent = std::ranges::find(lengths, kAbsent) != lengths.end();
  return std::ranges::any_of(lengths, [&](int one) { return one != *said && (absent || one >= 0 || one == kGrows); });
}

}  // namespace agc::parse
