#include "parse/queries/uses/consumer.h"

#include <clang/AST/Decl.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/Expr.h>
#include <clang/AST/ExprCXX.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "parse/queries/types/tensor_part.h"
#include "parse/queries/types/type_class.h"
#include "parse/session/source_text.h"

namespace agc::parse {
namespace {

/// True for functions that format numbers as text.
bool makes_text(const clang::FunctionDecl* callee) {
  static constexpr std::array<std::string_view, 16> kNames{
      "format",  "format_to", "format_to_n", "fprintf", "fputc",    "print",     "println",    "printf",
      "putchar", "puts",      "snprintf",    "sprintf", "to_chars", "to_string", "to_wstring", "vformat"};
  if (callee->getIdentifier() && std::ranges::find(kNames, std::string_view(callee->getName())) != kNames.end())
    return true;
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(callee);
  const auto* record = method ? method->getParent() : nullptr;
  const bool shifts = callee->getOverloadedOperator() == clang::OO_LessLess;
  const bool text = record && record->getIdentifier() &&
                    (record->getName() == "basic_string" || record->getName() == "basic_ostream");
  return text || shifts;
}

/// True for an algorithm on a range, whose arguments are iterators or the container itself.
bool is_algorithm(const clang::FunctionDecl* callee) {
  const clang::FunctionDecl* pattern = callee->getTemplateInstantiationPattern();
  return pattern && !llvm::isa<clang::CXXMethodDecl>(callee) && callee->getNumParams() >= 2 &&
         callee->getParamDecl(0)->getType()->isRecordType();
}

}  // namespace

bool takes_symbolic_number(const clang::FunctionDecl* callee, unsigned index) {
  if (makes_tensor(callee, index)) return true;
  if (!callee || !callee->getIdentifier() || !is_in_ag(callee) || llvm::isa<clang::CXXMethodDecl>(callee)) return false;
  const llvm::StringRef name = callee->getName();
  return (index == 1 && (name == "roll" || name == "repeat" || name == "one_hot")) || (index == 0 && name == "eye");
}

Consumer describe_taker(const clang::FunctionDecl* callee, const clang::Expr* argument, const SourceText& text) {
  using model::Remedy;
  if (!callee || !callee->getIdentifier()) {
    // Algorithms such as std::ranges::sort are function objects.
    const auto* object = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(callee);
    const auto* record = object && is_in_std(object) ? object->getParent() : nullptr;
    if (record && record->getIdentifier() && record->getName().ends_with("_fn"))
      return {"an algorithm of std::ranges", Remedy::WriteLoop};
    const bool written = callee && !text.is_in_user_file(callee->getLocation()) && makes_text(callee);
    return {"this call", written ? Remedy::PrintValue : Remedy::Convert};
  }
  const std::string name = "'" + callee->getNameAsString() + "'";
  if (text.is_in_user_file(callee->getLocation())) {
    if (callee->getPrimaryTemplate()) return {"the template " + name, Remedy::WriteFunction};
    if (callee->isCXXInstanceMember()) return {name, Remedy::PassTensors};
    return {name, Remedy::Convert};
  }
  if (is_in_ag(callee)) return {name, Remedy::ChooseAmong};
  if (makes_text(callee)) return {name, Remedy::PrintValue};
  const bool container = is_structure_of_numbers(argument->getType());
  if (is_in_std(callee) && (container || is_algorithm(callee))) return {name, Remedy::WriteLoop};
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(callee);
  if (method && is_in_std(method)) return {name, Remedy::MakeTensor};
  return {name, Remedy::CallHost};
}

const clang::InitListExpr* list_of_numbers(const clang::Expr* argument) {
  const auto* list = llvm::dyn_cast<clang::CXXStdInitializerListExpr>(argument->IgnoreImplicit());
  const auto* elements = list ? llvm::dyn_cast<clang::InitListExpr>(list->getSubExpr()->IgnoreImplicit()) : nullptr;
  const bool numbers = elements && elements->getNumInits() > 0 && is_stageable_number(elements->getInit(0)->getType());
  return numbers ? elements : nullptr;
}

}  // namespace agc::parse
