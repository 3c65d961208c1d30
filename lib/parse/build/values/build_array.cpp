// Subscripts of arrays and vectors, and built-in arrays as a whole. A built-in array is handled like a std::array,
// except that code with a pointer to it cannot be followed.
#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclTemplate.h>

#include <algorithm>

#include "parse/build/function_builder.h"
#include "parse/queries/functions/subscript.h"
#include "parse/queries/functions/type_queries.h"
#include "parse/queries/types/type_class.h"
#include "parse/queries/types/value_class.h"

namespace agc::parse {

using model::Access;
using model::Expr;
using model::Remedy;
using model::Sink;
using Kind = Expr::Kind;

namespace {

constexpr const char* kArray = "an array";

/// True for constant characters: a literal, or a named constant array or std::string.
bool is_character_table(const clang::Expr* container) {
  const clang::Expr* source = container->IgnoreParenImpCasts();
  if (llvm::isa<clang::StringLiteral>(source)) return true;
  const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(source);
  const auto* variable = reference ? llvm::dyn_cast<clang::VarDecl>(reference->getDecl()) : nullptr;
  if (!variable || variable->getType()->isReferenceType()) return false;
  const clang::QualType type = variable->getType();
  const auto* array = llvm::dyn_cast_or_null<clang::ConstantArrayType>(type->getAsArrayTypeUnsafe());
  if (array) return array->getElementType()->isCharType() && array->getElementType().isConstQualified();
  const auto* record = type->getAsCXXRecordDecl();
  return type.isConstQualified() && record && is_in_std(record) && record->getIdentifier() &&
         record->getName() == "basic_string";
}

/// Marks the subscript inside of a container expression: v[n] of v[n][m].
void note_row(Expr& container) {
  Expr* row = &container;
  while (row->kind == Kind::Opaque && row->operands.size() == 1 && row->range == row->operands.front().range)
    row = &row->operands.front();
  const bool plain = container.range == container.outer_range;
  if (row->kind == Kind::Subscript && plain && !row->of_at && row->part.empty()) row->of_row = true;
}

}  // namespace

/// Collects v[n] or v.at(n) of a container of the standard library.
void FunctionBuilder::collect_subscript(const clang::CallExpr* source, const clang::Expr* container,
                                        const clang::Expr* index, Use use, Expressions& out) {
  const bool at = llvm::isa<clang::CXXMemberCallExpr>(source);
  Expressions operands;
  operands.push_back(expression(container, use));
  const bool number = is_stageable_number(index->getType());
  const bool keyed = is_map_of_numbers(container->getType());
  operands.push_back(number ? exit(index, "the subscript of a container") : expression(index, {}));
  if (!number && keyed && operands.back().kind == Kind::Opaque) {
    Expressions key;
    names_possible_list(container) ? collect_value(index, key) : collect_exit(index, "a key", key, Remedy::IndexTensor);
    operands.back().operands = std::move(key);
  }
  operands.back().remedy = Remedy::IndexTensor;
  // A symbolic key promotes a map that may become a list.
  if (number && keyed && !names_possible_list(container)) {  // found by key: no selection among elements
    Expressions key{std::move(operands.back())};
    operands.back() = wrapped(Kind::Opaque, index, std::move(key));
  } else if (number && !at && !keyed) {
    note_row(operands.front());
  }
  Expr result = wrapped(Kind::Subscript, source, std::move(operands));
  result.of_sequence = is_sequence(container->getType());
  result.of_at = at;
  result.may_be_outside = result.of_sequence && number && !at && !is_in_bounds(container, index);
  const bool table = is_character_table(container) || (result.of_sequence && is_table(container));
  const bool held = is_stageable_number(source->getType()) || is_structure_of_numbers(source->getType());
  result.of_table = table && number && held;
  if (result.of_table) result.classes = value_classes_in(source->getType());
  out.push_back(std::move(result));
}

/// Collects v.at(n) of a vector, an array or a map that may become a list. Returns false for other calls.
bool FunctionBuilder::collect_at(const clang::CXXMemberCallExpr* source, Use use, Expressions& out) {
  const clang::CXXMethodDecl* method = source->getMethodDecl();
  const auto* member = llvm::dyn_cast<clang::MemberExpr>(source->getCallee()->IgnoreParens());
  const clang::Expr* object = source->getImplicitObjectArgument();
  const bool map = is_map_of_numbers(object->getType()) && names_possible_list(object);
  if (!member || member->isArrow() || !method->getIdentifier() || method->getName() != "at" ||
      !(map || is_sequence(object->getType())) || !is_stageable_number(source->getArg(0)->getType()))
    return false;
  collect_subscript(source, object, source->getArg(0),
                    {use.access == Access::Read ? Access::Read : Access::Update, Sink::Host}, out);
  return true;
}

/// Collects a[n] of a built-in array. Returns false for other subscripts.
bool FunctionBuilder::collect_array_subscript(const clang::ArraySubscriptExpr* source, Use use, Expressions& out) {
  const clang::Expr* base = subscripted(source)->IgnoreParenImpCasts();
  const bool characters = is_character_table(base) && use.access == Access::Read;
  if (source->isTypeDependent() || !(followed_array(base->getType()) || characters)) return false;
  if (!characters && type_class(base->getType()) == model::TypeClass::Other) return false;
  if (!is_stageable_number(subscript_of(source)->getType())) return false;
  if (subscripted(source)->getBeginLoc() != source->getBeginLoc()) return false;  // written as 2[a]
  const bool written = use.access != Access::Read;
  Expressions operands;
  operands.push_back(
      expression(subscripted(source)->IgnoreImpCasts(), {written ? Access::Update : Access::Read, Sink::Host}));
  note_row(operands.front());
  operands.push_back(exit(subscript_of(source), kArray));
  operands.back().remedy = Remedy::IndexTensor;
  Expr result = wrapped(Kind::Subscript, source, std::move(operands));
  result.of_sequence = true;
  result.may_be_outside = !is_in_bounds(base, subscript_of(source));
  result.of_table = !written && (characters || is_structure_of_numbers(base->getType()));
  if (result.of_table) result.classes = value_classes_in(source->getType());
  out.push_back(std::move(result));
  return true;
}

/// Collects the conversion of an array to a pointer, through which other code may read and write. Returns false for
/// other casts.
bool FunctionBuilder::collect_pointer_to_array(const clang::ImplicitCastExpr* source, Expressions& out) {
  const clang::Expr* array = source->IgnoreImpCasts();
  const clang::QualType pointee = source->getType()->getPointeeType();
  if (pointee.isNull() || !array->isLValue() || !is_structure_of_numbers(array->getType()) ||
      !followed_array(array->getType()))
    return false;
  Expressions found;
  const Access access = pointee.isConstQualified() ? Access::Read : Access::Update;
  collect_whole_array(array, "a pointer to an array", access, found);
  out.push_back(wrapped(Kind::HostCall, array, std::move(found)));
  return true;
}

/// Collects a built-in array whose user needs known numbers.
void FunctionBuilder::collect_whole_array(const clang::Expr* array, std::string consumer, Access access,
                                          Expressions& out) {
  Expressions found;
  collect(array, {access, Sink::Host}, found);
  refuse_live(found);
  need_known(found, consumer);
  out.insert(out.end(), found.begin(), found.end());
}

/// Returns the two sides of a[i] of a named container whose elements are rows of numbers, or null pointers.
static std::pair<const clang::DeclRefExpr*, const clang::Expr*> row_of(const clang::Expr* source) {
  const auto* call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(source->IgnoreParenImpCasts());
  const bool subscript = call && call->getOperator() == clang::OO_Subscript && is_sequence(call->getArg(0)->getType());
  if (!subscript || !is_structure_of_numbers(call->getType()) || !is_sequence(call->getType())) return {};
  return {llvm::dyn_cast<clang::DeclRefExpr>(call->getArg(0)->IgnoreParenImpCasts()), call->getArg(1)};
}

/// Collects std::swap and std::exchange: each variable receives the value of the other.
bool FunctionBuilder::collect_exchange(const clang::CallExpr* source, Expressions& out) {
  const clang::FunctionDecl* callee = source->getDirectCallee();
  if (!callee || !callee->getIdentifier() || !is_in_std(callee)) return false;
  const auto* method = llvm::dyn_cast<clang::CXXMemberCallExpr>(source);  // for a.swap(b)
  if (source->getNumArgs() != (method ? 1 : 2)) return false;
  const clang::Expr* left = method ? method->getImplicitObjectArgument() : source->getArg(0);
  const clang::Expr* right = source->getArg(method ? 0 : 1);
  if (method && (!is_structure_of_numbers(left->getType()) || left->getType()->isPointerType())) return false;
  const bool swap = callee->getName() == "swap";
  if (!swap && (method || callee->getName() != "exchange")) return false;
  // Handles std::swap(a[i], a[k]) of rows, which the graph may select.
  const auto [rows, row] = row_of(left);
  const auto [same, other] = row_of(right);
  const auto* head = llvm::dyn_cast<clang::DeclRefExpr>(source->getCallee()->IgnoreParenImpCasts());
  if (swap && !method && head && rows && same && rows->getDecl() == same->getDecl()) {
    Expressions operands, container;
    operands.push_back(expression(row, {}));
    operands.push_back(expression(other, {}));
    collect(rows, {Access::Update, Sink::Host}, container);
    Expr result = wrapped(Kind::StandardCall, source, {});
    if (container.size() == 1 && container.front().kind == Kind::Reference && !result.in_macro) {
      container.front().operands = operands;
      container.front().repeated = true;
      operands.push_back(std::move(container.front()));
      result.operands = std::move(operands);
      result.name = "swap_rows";
      result.head = {text_.offset(head->getBeginLoc()), text_.token(head->getLocation()).end};
      result.tail = text_.range(rows->getSourceRange());
      out.push_back(std::move(result));
      return true;
    }
  }
  Expressions first, second;
  collect(left, {Access::Update, Sink::Host}, first);
  if (!swap && is_structure_of_numbers(right->getType()))
    collect_value(right, second);
  else
    collect(right, {swap ? Access::Update : Access::Read, Sink::Host}, second);
  refuse_written(nullptr, first);
  refuse_written(nullptr, second);
  if (!swap || method) refer_to_elements(first);
  if (method) refer_to_elements(second);
  const auto refused = [](const Expr& one) { return one.kind == Kind::ExternalCapture; };
  if (std::ranges::any_of(first, refused) || std::ranges::any_of(second, refused)) {
    out.insert(out.end(), first.begin(), first.end());
    out.insert(out.end(), second.begin(), second.end());
    return true;
  }
  const auto give = [swap](Expressions& targets, const Expressions& values) {
    Expr* written = first_written(targets);
    if (!written) return false;
    written->operands = values;
    written->repeated = swap;
    return true;
  };
  const bool given = give(first, second);
  if (swap) {
    Expressions plain;
    collect(left, {}, plain);
    give(second, plain);
  } else if (given) {
    second.clear();
  }
  Expressions operands = std::move(second);
  operands.insert(operands.end(), first.begin(), first.end());
  Expr result = wrapped(Kind::Opaque, source, std::move(operands));
  const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(source->getCallee()->IgnoreParenImpCasts());
  if (swap && name) {  // ag::cxx::swap accepts elements that the graph selects
    result.kind = Kind::StandardCall;
    result.name = "swap";
    result.of_elements = true;
    result.head = {text_.offset(name->getBeginLoc()), text_.token(name->getLocation()).end};
    result.in_macro = result.in_macro || !text_.is_plain(name->getLocation());
  }
  out.push_back(std::move(result));
  return true;
}

/// Collects sizeof n: a symbolic number has a different size.
void FunctionBuilder::collect_size(const clang::UnaryExprOrTypeTraitExpr* source, Expressions& out) {
  if (source->isArgumentType()) return collect_asked(asked_in(source), out);
  if (source->getKind() != clang::UETT_SizeOf) return;
  const clang::Expr* operand = source->getArgumentExpr();
  if (!is_stageable_number(operand->getType()) && !is_structure_of_numbers(operand->getType())) return;
  Expressions sized;
  collect_whole_array(operand, "'sizeof'", Access::Read, sized);
  for (Expr& one : sized) {
    one.remedy = model::Remedy::NameType;
    out.push_back(std::move(one));
  }
}

/// Collects decltype(n) and the like: a symbolic number has a different type.
void FunctionBuilder::collect_asked(const std::vector<const clang::Expr*>& asked, Expressions& out) {
  for (const clang::Expr* one : asked) {
    if (is_stageable_number(one->getType()) || is_structure_of_numbers(one->getType()))
      collect_exit(one, "what asks for its type", out, model::Remedy::NameType);
  }
}

/// True for a named array that is never changed.
bool FunctionBuilder::is_table(const clang::Expr* container) const {
  const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(container->IgnoreParenImpCasts());
  const auto* variable = reference ? llvm::dyn_cast<clang::VarDecl>(reference->getDecl()) : nullptr;
  if (!variable || variable->getType()->isReferenceType() || !variable->getType().isConstQualified()) return false;
  return variable->isConstexpr() || variable->hasGlobalStorage();
}

/// Marks the elements in `list` as targets of a reference. An element that the graph selects cannot be one.
void FunctionBuilder::refer_to_elements(Expressions& list) {
  for (Expr& one : list) {
    one.refers = one.refers || one.kind == Kind::Subscript || one.gives_part || one.borrower != model::kNoVariable;
    refer_to_elements(one.operands);
  }
}

bool is_count_of_elements(const clang::BinaryOperator* source) {
  const auto size_of = [](const clang::Expr* side) {
    const auto* trait = llvm::dyn_cast<clang::UnaryExprOrTypeTraitExpr>(side->IgnoreParenImpCasts());
    const bool counts = trait && !trait->isArgumentType() && trait->getKind() == clang::UETT_SizeOf;
    return counts ? trait->getArgumentExpr()->IgnoreParenImpCasts() : nullptr;
  };
  const clang::Expr *whole = size_of(source->getLHS()), *part = size_of(source->getRHS());
  const clang::ConstantArrayType* array = whole ? followed_array(whole->getType()) : nullptr;
  return array && part && source->getOpcode() == clang::BO_Div &&
         array->getElementType().getCanonicalType() == part->getType().getCanonicalType();
}

}  // namespace agc::parse
