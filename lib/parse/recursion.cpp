#include "parse/recursion.h"

#include <clang/AST/ASTContext.h>

#include <algorithm>

#include "parse/accessor.h"
#include "parse/conversion_scope.h"
#include "parse/dynamic_class.h"
#include "parse/outside.h"
#include "parse/outside_use.h"
#include "parse/type_class.h"

namespace agc::parse {

bool can_pass_object(const clang::CXXMethodDecl* method, bool in_twin) {
  const bool ordinary =
      !llvm::isa<clang::CXXConstructorDecl, clang::CXXDestructorDecl, clang::CXXConversionDecl>(method);
  if (!ordinary || method->isVirtual() || method->getParent()->isLambda() || is_accessor(method)) return false;
  if (in_twin) return !is_dynamic_class(method->getParent());
  const clang::CXXRecordDecl* record = method->getParent();
  const bool whole = type_class(record->getASTContext().getRecordType(record)) == model::TypeClass::TensorStructure;
  return whole && !record->isPolymorphic() && !works_in_place(method);
}

bool Recursions::calls_itself(const clang::FunctionDecl* definition) {
  visit(definition);
  return recursive_.contains(definition->getCanonicalDecl());
}

const Recursions::Visit& Recursions::visit(const clang::FunctionDecl* definition) {
  const clang::FunctionDecl* function = definition->getCanonicalDecl();
  const auto [place, is_new] = visits_.try_emplace(function);
  Visit& self = place->second;
  if (!is_new) return self;
  self.number = self.lowest = static_cast<int>(visits_.size());
  path_.push_back(function);
  // What is left alone runs on the host.
  const bool left_alone = annotation_of(definition).kind == Annotation::Leave || definition->isTemplated();
  for (const CalledFunction& call :
       left_alone ? std::vector<CalledFunction>() : called_functions(definition, libraries_)) {
    const Visit& callee = visit(call.definition);
    if (callee.open) self.lowest = std::min(self.lowest, callee.lowest);
    if (call.definition->getCanonicalDecl() == function) recursive_.insert(function);
  }
  if (self.lowest < self.number) return self;
  const auto first = std::ranges::find(path_, function);
  for (auto one = first; one != path_.end(); ++one) {
    visits_.at(*one).open = false;
    if (path_.end() - first > 1) recursive_.insert(*one);
  }
  path_.erase(first, path_.end());
  return self;
}

}  // namespace agc::parse
