// Calls of constructors.
#include "parse/build/calls/call_builder.h"
#include "parse/build/values/algorithm_builder.h"
#include "parse/build/values/number_builder.h"
#include "parse/build/values/structure_builder.h"
#include "parse/queries/functions/algorithm_call.h"
#include "parse/queries/functions/callee.h"
#include "parse/queries/functions/expressions.h"
#include "parse/queries/specialize/staged_method.h"
#include "parse/queries/types/braced_list.h"
#include "parse/queries/types/held_tensor.h"
#include "parse/queries/types/tensor_part.h"
#include "parse/queries/types/type_class.h"
#include "parse/queries/types/value_class.h"
#include "parse/queries/uses/iterated.h"
#include "parse/queries/uses/map_uses.h"

namespace agc::parse {

using model::Access;
using model::Expr;
using model::Sink;

namespace {

/// Returns the remedy for an object of the library that would have to hold a symbolic number.
model::Remedy remedy_for_object(clang::QualType type) {
  if (reach(type) != Reach::Nothing) return model::Remedy::NameVariable;
  const bool sized = is_structure_of_numbers(type) || type_class(type) == model::TypeClass::TensorStructure;
  return sized ? model::Remedy::MakeTensor : model::Remedy::KeepNumbers;
}

}  // namespace

void StructureBuilder::collect_construct(const clang::CXXConstructExpr* source, Expressions& out) {
  const clang::CXXConstructorDecl* constructor = source->getConstructor();
  const clang::FunctionDecl* in_staged_class = nullptr;
  if (is_value_class(constructor->getParent())) in_staged_class = method_of_staged_class(constructor, text_);
  if (in_staged_class && asks_tensors(in_staged_class)) {
    Expressions operands;
    collect_construct_arguments(source, operands);
    Expr made = wrapped(Expr::Kind::Call, source, std::move(operands));
    made.called.of_staged_class = true;
    made.name = constructor->getNameAsString();
    made.callee = model::FunctionId::staged_method(in_staged_class);
    context_.callees().staged_methods.insert(in_staged_class);
    const auto* temporary = llvm::dyn_cast<clang::CXXTemporaryObjectExpr>(source);
    if (!temporary) return out.push_back(std::move(made));
    const clang::TypeLoc type = temporary->getTypeSourceInfo()->getTypeLoc();
    return collect_spelled(source, type.getSourceRange(), {std::move(made)}, out);
  }
  context_.calls().note_callee(constructor);
  if (const auto* temporary = llvm::dyn_cast<clang::CXXTemporaryObjectExpr>(source);
      temporary && is_structure_of_numbers(source->getType())) {
    Expressions operands;
    collect_construct_arguments(source, operands);
    const clang::TypeLoc type = temporary->getTypeSourceInfo()->getTypeLoc();
    return collect_spelled(source, type.getSourceRange(), std::move(operands), out);
  }
  // Among maps, only variables and results may hold symbolic numbers.
  if (llvm::isa<clang::CXXTemporaryObjectExpr>(source) && is_map_of_numbers(source->getType())) {
    Expressions operands;
    collect_construct_arguments(source, operands);
    Expr known = wrapped(Expr::Kind::Exit, source, {wrapped(Expr::Kind::Opaque, source, std::move(operands))});
    known.name = std::string(text_.text(known.range));
    known.detail = "'" + constructor->getParent()->getNameAsString() + "'";
    known.remedy = model::Remedy::NameMap;
    return out.push_back(std::move(known));
  }
  collect_construct_arguments(source, out);
}

void StructureBuilder::collect_construct_arguments(const clang::CXXConstructExpr* source, Expressions& out) {
  const clang::CXXConstructorDecl* constructor = source->getConstructor();
  // A copy of an object with identity denotes that object, not its value.
  const bool shares = constructor->isCopyOrMoveConstructor() && has_identity(source->getType());
  const Sink sink = is_in_ag(constructor) && !shares ? Sink::Tensor : Sink::Host;
  for (unsigned k = 0; k < source->getNumArgs(); ++k) {
    const clang::Expr* argument = source->getArg(k);
    if (is_structure_of_numbers(source->getType()) && collect_listed(argument, out)) continue;
    if (is_in_std(constructor) && is_structure_of_numbers(source->getType()) && container_of(argument)) {
      Expressions range;  // of std::vector<double> w(v.begin(), v.end())
      context_.algorithms().collect_iterator(argument, Access::Read, range);
      choose_row(container_of(argument), range);
      out.insert(out.end(), range.begin(), range.end());
      continue;
    }
    std::vector<const clang::Expr*> listed;
    if (is_list_of_numbers(argument->getType()) && !is_map_of_numbers(source->getType()) &&
        collect_braced(argument, text_, listed)) {
      const model::Remedy remedy =
          is_in_std(constructor) ? remedy_for_object(source->getType()) : model::Remedy::ChooseAmong;
      for (const clang::Expr* one : listed) collect_exit(one, "'" + constructor->getNameAsString() + "'", out, remedy);
      continue;
    }
    const bool looks = is_in_std(constructor) && reach(source->getType()) == Reach::Reads;  // span of const
    const bool writes = !looks && may_change_argument(constructor, k);
    if (is_stageable_number(argument->getType()) && !takes_staged(source, k)) {
      const std::string consumer = constructor->getNameAsString();
      const model::Remedy remedy =
          is_in_std(constructor) ? remedy_for_object(source->getType()) : model::Remedy::Convert;
      writes ? context_.numbers().collect_changed_number(argument, consumer, out)
             : collect_exit(argument, "'" + consumer + "'", out, remedy);
      continue;
    }
    // For ag::Axes of a vector: only shapes may be symbolic.
    const llvm::StringRef of = is_in_ag(constructor) ? constructor->getParent()->getName() : llvm::StringRef();
    const bool sequence = is_sequence(argument->getType()) && is_structure_of_numbers(argument->getType());
    if (is_stageable_number(argument->getType()) && (is_tensor(source->getType()) || makes_tensor(source, k))) {
      Expr tensor = wrapped(Expr::Kind::Opaque, argument, {});  // the resulting tensor holds no number
      tensor.type = model::TypeClass::Tensor;
      collect(argument, {writes ? Access::Update : Access::Read, sink}, tensor.operands);
      out.push_back(std::move(tensor));
    } else if (!writes && is_structure_of_numbers(argument->getType()) && takes_staged(source, k)) {
      collect_value(argument, out);
    } else if (of.empty() && (!writes || !argument->isLValue()) && is_structure_of_numbers(argument->getType()) &&
               !is_structure_of_numbers(source->getType())) {
      const model::Remedy remedy =
          is_in_std(constructor) ? remedy_for_object(source->getType()) : model::Remedy::Convert;
      collect_exit(argument, "'" + constructor->getNameAsString() + "'", out, remedy);
    } else if (sequence && !of.empty() && of != "ShapeArg") {
      collect_exit(argument, "'" + of.str() + "'", out, model::Remedy::ChooseAmong);
    } else {
      collect(argument, {writes ? Access::Update : Access::Read, sink}, out);
    }
  }
}

}  // namespace agc::parse
