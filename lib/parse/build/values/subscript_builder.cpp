#include "parse/build/values/subscript_builder.h"

#include "parse/build/values/expression_list.h"
#include "parse/build/values/list_builder.h"
#include "parse/queries/functions/expressions.h"
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

void SubscriptBuilder::collect_subscript(const clang::CallExpr* source, const clang::Expr* container,
                                         const clang::Expr* index, Use use, Expressions& out) {
  const bool at = llvm::isa<clang::CXXMemberCallExpr>(source);
  Expressions operands;
  operands.push_back(expression(container, use));
  const bool number = is_stageable_number(index->getType());
  const bool keyed = is_map_of_numbers(container->getType());
  operands.push_back(number ? exit(index, "the subscript of a container") : expression(index, {}));
  if (!number && keyed && operands.back().kind == Kind::Opaque) {
    Expressions key;
    context_.lists().names_possible_list(container) ? collect_value(index, key)
                                                    : collect_exit(index, "a key", key, Remedy::IndexTensor);
    operands.back().operands = std::move(key);
  }
  operands.back().remedy = Remedy::IndexTensor;
  // A symbolic key promotes a map that may become a list.
  if (number && keyed &&
      !context_.lists().names_possible_list(container)) {  // found by key: no selection among elements
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

bool SubscriptBuilder::collect_at(const clang::CXXMemberCallExpr* source, Use use, Expressions& out) {
  const clang::CXXMethodDecl* method = source->getMethodDecl();
  const auto* member = llvm::dyn_cast<clang::MemberExpr>(source->getCallee()->IgnoreParens());
  const clang::Expr* object = source->getImplicitObjectArgument();
  const bool map = is_map_of_numbers(object->getType()) && context_.lists().names_possible_list(object);
  if (!member || member->isArrow() || !method->getIdentifier() || method->getName() != "at" ||
      !(map || is_sequence(object->getType())) || !is_stageable_number(source->getArg(0)->getType()))
    return false;
  collect_subscript(source, object, source->getArg(0),
                    {use.access == Access::Read ? Access::Read : Access::Update, Sink::Host}, out);
  return true;
}

bool SubscriptBuilder::collect_array_subscript(const clang::ArraySubscriptExpr* source, Use use, Expressions& out) {
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

bool SubscriptBuilder::collect_pointer_to_array(const clang::ImplicitCastExpr* source, Expressions& out) {
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

void SubscriptBuilder::collect_whole_array(const clang::Expr* array, std::string consumer, Access access,
                                           Expressions& out) {
  Expressions found;
  collect(array, {access, Sink::Host}, found);
  refuse_live(found);
  need_known(found, consumer);
  out.insert(out.end(), found.begin(), found.end());
}

void SubscriptBuilder::collect_size(const clang::UnaryExprOrTypeTraitExpr* source, Expressions& out) {
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

void SubscriptBuilder::collect_asked(const std::vector<const clang::Expr*>& asked, Expressions& out) {
  for (const clang::Expr* one : asked) {
    if (is_stageable_number(one->getType()) || is_structure_of_numbers(one->getType()))
      collect_exit(one, "what asks for its type", out, model::Remedy::NameType);
  }
}

/// True for a named array that is never changed.
bool is_table(const clang::Expr* container) {
  const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(container->IgnoreParenImpCasts());
  const auto* variable = reference ? llvm::dyn_cast<clang::VarDecl>(reference->getDecl()) : nullptr;
  if (!variable || variable->getType()->isReferenceType() || !variable->getType().isConstQualified()) return false;
  return variable->isConstexpr() || variable->hasGlobalStorage();
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
