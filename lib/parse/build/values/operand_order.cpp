// Order of evaluation of the operands of one operator. Operators of symbolic numbers are functions with reference
// parameters, and compilers evaluate their arguments in any order (g++: the last first). Compilers implement built-in
// operators so that they read the value of the first operand before that of the second.
#include <clang/AST/ASTContext.h>
#include <llvm/ADT/SmallPtrSet.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>

#include "model/visit.h"
#include "parse/build/values/expression_builder.h"
#include "parse/build/values/subscript_builder.h"
#include "parse/build/variables/reference_builder.h"
#include "parse/queries/functions/callee.h"
#include "parse/queries/functions/expressions.h"
#include "parse/queries/types/held_tensor.h"
#include "parse/queries/types/type_class.h"
#include "parse/queries/uses/outside.h"
#include "parse/session/ast_visitor.h"

namespace agc::parse {
namespace {

using model::Access;
using model::Expr;
using Kind = Expr::Kind;

/// Finds effects of an expression on variables that outlive a call, and on output, including effects in the functions
/// that it calls. Excludes changes through reference parameters: the model has these as effects of the call.
class OutsideEffects : public AstVisitor {
 public:
  explicit OutsideEffects(const clang::Expr* source) { traverse(source); }
  bool reads = false, writes = false;

 private:
  bool visit(clang::Stmt* node) override {
    if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(node)) {
      reads = reads || is_outside(name);
    } else if (const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(node)) {
      writes = writes || (binary->isAssignmentOp() && is_outside(binary->getLHS()));
    } else if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(node)) {
      writes = writes || (unary->isIncrementDecrementOp() && is_outside(unary->getSubExpr()));
    } else if (const auto* call = llvm::dyn_cast<clang::CallExpr>(node)) {
      follow(call);
    }
    return !writes;
  }

  void follow(const clang::CallExpr* call) {
    const clang::FunctionDecl* callee = call->getDirectCallee();
    if (!callee) return;
    const MethodCall method(call);
    const llvm::ArrayRef<const clang::Expr*> arguments =
        method ? method.arguments : llvm::ArrayRef<const clang::Expr*>(call->getArgs(), call->getNumArgs());
    for (unsigned k = 0; k < arguments.size(); ++k)
      writes = writes || (may_change_argument(callee, k) && is_outside(arguments[k]));
    if (method) writes = writes || changes(method);
    writes = writes || is_output(callee);
    const clang::FunctionDecl* definition = nullptr;
    const bool of_library = is_in_std(callee) || is_in_ag(callee);
    if (of_library || !callee->hasBody(definition) || !seen_.insert(definition).second) return;
    traverse(definition->getBody());
  }

  /// True if the call changes an object that outlives it, or one that a call returns a reference to.
  static bool changes(const MethodCall& call) {
    if (!may_change_object(call.method)) return false;
    const bool has_state = has_identity(call.object->getType()) && is_in_ag(call.method);
    return has_state || call.method->isVirtual() || is_outside(call.object);
  }

  static bool is_output(const clang::FunctionDecl* callee) {
    const auto is_stream = [](clang::QualType type) {
      const auto* record = type.getNonReferenceType()->getAsCXXRecordDecl();
      return record && record->getIdentifier() && is_in_std(record) && record->getName() == "basic_ostream";
    };
    if (callee->getNumParams() > 0 && is_stream(callee->getParamDecl(0)->getType())) return true;
    if (const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(callee); method && method->getParent())
      return is_stream(callee->getASTContext().getRecordType(method->getParent()));
    if (!callee->getIdentifier()) return false;
    const llvm::StringRef name = callee->getName();
    const bool prints = name == "print" && is_in_ag(callee);
    return prints || name == "printf" || name == "puts" || name == "putchar" || name == "fprintf" || name == "fputs";
  }

  /// True for a variable that outlives the call, a part of one, and the target of a pointer.
  static bool is_outside(const clang::Expr* source) {
    for (;;) {
      source = as_written(source);
      if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(source)) {
        if (llvm::isa<clang::VarDecl>(member->getMemberDecl())) return true;
        const bool of_object = is_this(member->getBase()->IgnoreParenImpCasts());
        if (of_object) return is_keeper(member->getBase()->getType()->getPointeeCXXRecordDecl());
        if (member->isArrow()) return true;
        source = member->getBase();
      } else if (const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(source)) {
        source = element->getBase()->IgnoreImpCasts();
        if (source->getType()->isPointerType()) return true;
      } else if (const auto* call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(source);
                 call && call->getNumArgs() > 0 && call->getOperator() == clang::OO_Subscript) {
        source = call->getArg(0);
      } else {
        break;
      }
    }
    const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(source);
    const auto* variable = name ? llvm::dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
    if (!variable) return false;
    return variable->hasGlobalStorage() && !variable->isConstexpr() && !variable->getType().isConstQualified();
  }

  llvm::SmallPtrSet<const clang::FunctionDecl*, 8> seen_;
};

/// True if an expression may change anything: it assigns, increments, decrements, or calls a function other than those
/// of the standard library that return an element.
class MayChange : public AstVisitor {
 public:
  explicit MayChange(const clang::Expr* source) { traverse(source); }
  bool found = false;

 private:
  bool visit(clang::Stmt* node) override {
    if (const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(node)) {
      found = found || binary->isAssignmentOp();
    } else if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(node)) {
      found = found || unary->isIncrementDecrementOp();
    } else if (const auto* call = llvm::dyn_cast<clang::CallExpr>(node)) {
      found = found || !is_accessor(call);
    }
    return !found;
  }

  static bool is_accessor(const clang::CallExpr* call) {
    const clang::FunctionDecl* callee = call->getDirectCallee();
    const auto* method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(callee);
    const auto* on = llvm::dyn_cast<clang::CXXOperatorCallExpr>(call);
    if (method && method->isConst() && on &&
        (on->getOperator() == clang::OO_Star || on->getOperator() == clang::OO_Arrow))
      return true;  // also for iterators
    if (!callee || !is_in_std(callee)) return false;
    if (on) return on->getOperator() == clang::OO_Subscript;
    static constexpr std::array<std::string_view, 9> kAccessors{"at",    "back",   "begin", "data", "end",
                                                                "front", "rbegin", "rend",  "top"};
    return callee->getIdentifier() &&
           std::ranges::find(kAccessors, std::string_view(callee->getName())) != kAccessors.end();
  }
};

/// The variables of the function that an operand uses, and those that it changes.
struct Effects {
  model::VariableSet used, changed;
  Effects(const clang::Expr* source, const std::vector<Expr>& operand) {
    const bool may_change = MayChange(source).found;
    for (const Expr& part : operand) {
      model::visit_expressions(part, [&](const Expr& one) {
        if (one.kind != Kind::Reference || one.variable == model::kNoVariable) return;
        used.insert(one.variable);
        if (may_change && one.access != Access::Read) changed.insert(one.variable);
      });
    }
  }
};

bool meet(const model::VariableSet& changed, const model::VariableSet& used) {
  return !(changed & used).members().empty();
}

/// True for n of n + f(), where f changes n: compilers exchange such operands and read n last, and so does the operator
/// of symbolic numbers.
bool is_read_last(const clang::BinaryOperator* source) {
  const auto* read = llvm::dyn_cast<clang::ImplicitCastExpr>(source->getLHS()->IgnoreParens());
  const bool named = read && read->getCastKind() == clang::CK_LValueToRValue &&
                     llvm::isa<clang::DeclRefExpr>(read->getSubExpr()->IgnoreParens());
  const auto operation = source->getOpcode();
  const bool exchanged =
      operation == clang::BO_Add || operation == clang::BO_Mul || source->isBitwiseOp() || source->isComparisonOp();
  return named && exchanged;
}

/// True if the result depends on the order of evaluation of the operands.
bool order_shows(const clang::BinaryOperator* source, const std::vector<Expr>& left, const std::vector<Expr>& right) {
  const clang::Expr *first = source->getLHS(), *second = source->getRHS();
  if (!is_stageable_number(first->getType()) || !is_stageable_number(second->getType())) return false;
  const bool read_last = is_read_last(source);
  const Effects here(first, left), there(second, right);
  if (meet(here.changed, there.used) || (!read_last && meet(there.changed, here.used))) return true;
  const OutsideEffects before(first);
  if (!before.reads && !before.writes) return false;
  const OutsideEffects after(second);
  return (before.writes && (after.reads || after.writes)) || (!read_last && before.reads && after.writes);
}

/// Returns the variable or element of which the expression is the value, or null if the expression computes a value.
const clang::Expr* named_value(const clang::Expr* source) {
  const auto* read = llvm::dyn_cast<clang::ImplicitCastExpr>(source->IgnoreParens());
  return read && read->getCastKind() == clang::CK_LValueToRValue ? read->getSubExpr() : nullptr;
}

}  // namespace

/// Collects the operands of an operator that is neither logical nor an assignment.
void ExpressionBuilder::collect_operands(const clang::BinaryOperator* source, Use use, Expressions& out) {
  const bool comma = source->getOpcode() == clang::BO_Comma;
  const auto side = [&](const clang::Expr* operand, Use how, Expressions& found) {
    const bool moves_pointer = source->getType()->isPointerType() && operand->getType()->isIntegerType();
    moves_pointer ? collect_exit(operand, "a pointer", found, model::Remedy::WriteLoop) : collect(operand, how, found);
  };
  Expressions left, right;
  side(source->getLHS(), {}, left);
  if (context_.subscripts().may_divide_by_zero(source))
    right.push_back(context_.subscripts().divisor(source->getRHS()));
  else
    side(source->getRHS(), comma ? use : Use{}, right);
  if (!comma && order_shows(source, left, right)) {
    const clang::Expr* named = named_value(source->getLHS());
    Expr ordered = wrapped(Kind::Opaque, source,
                           {wrapped(Kind::Opaque, source->getLHS(), std::move(left)),
                            wrapped(Kind::Opaque, source->getRHS(), std::move(right))});
    ordered.in_order = true;
    if (named)
      ordered.number_type =
          named->getType().getCanonicalType().getUnqualifiedType().getAsString(session_.ast().getPrintingPolicy());
    return out.push_back(std::move(ordered));
  }
  std::ranges::move(left, std::back_inserter(out));
  std::ranges::move(right, std::back_inserter(out));
}

/// Handles a[n++] = n: the value of n is read first.
void ExpressionBuilder::copy_changed(const clang::Expr* target, const clang::Expr* value, const Expressions& found,
                                     Expressions& out) {
  const clang::Expr* named = named_value(value);
  if (!named || !is_stageable_number(named->getType())) return;
  const auto variable_of = [&](const clang::Expr* source) {
    bool whole = true;
    const model::VariableId own = context_.references().root_member(source, whole);
    const clang::ValueDecl* variable = own == model::kNoVariable ? root_of(source, whole) : nullptr;
    return variable ? context_.references().reference_to(variable).variable : own;
  };
  const model::VariableId read = variable_of(named);
  if (read == model::kNoVariable) return;
  int writes = variable_of(target) == read ? -1 : 0;  // the assignment itself
  for (const Expr& part : found) {
    model::visit_expressions(part, [&](const Expr& one) {
      if (one.kind == Kind::Reference && one.variable == read && one.access != Access::Read) ++writes;
    });
  }
  if (writes <= 0) return;
  Expr copy = wrapped(Kind::Opaque, value, std::move(out));
  copy.copied = true;
  copy.number_type =
      named->getType().getCanonicalType().getUnqualifiedType().getAsString(session_.ast().getPrintingPolicy());
  out.clear();
  out.push_back(std::move(copy));
}

}  // namespace agc::parse
