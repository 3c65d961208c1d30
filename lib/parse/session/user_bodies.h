#pragma once
/// The bodies of functions that agc reads.
#include <clang/AST/ASTConsumer.h>
#include <clang/AST/DeclBase.h>
#include <clang/Basic/SourceManager.h>

#include "parse/session/known_namespaces.h"

namespace agc::parse {

/// Skips the bodies of functions in system headers and in headers of ag, which are never read. This saves much of the
/// parsing time.
class UserBodies final : public clang::ASTConsumer {
 public:
  explicit UserBodies(const clang::SourceManager& sources) : sources_(sources) {}
  bool shouldSkipFunctionBody(clang::Decl* declaration) override {
    const clang::SourceLocation place = sources_.getExpansionLoc(declaration->getLocation());
    if (sources_.isInMainFile(place)) return false;
    return sources_.isInSystemHeader(place) || is_in_ag(declaration);
  }

 private:
  const clang::SourceManager& sources_;
};

}  // namespace agc::parse
