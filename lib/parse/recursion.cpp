#include "parse/recursion.h"

#include <algorithm>

#include "parse/conversion_scope.h"
#include "parse/outside_use.h"

namespace agc::parse {

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
