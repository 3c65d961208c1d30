#pragma once
/// The macro uses of the main file while it is read, with the tokens that they expand to. Made before the first token
/// is read, and alive until the last one is. Those of headers are left out: they would be most of the work.
#include <clang/Basic/SourceLocation.h>
#include <clang/Tooling/Syntax/Tokens.h>
#include <llvm/ADT/DenseMap.h>

#include <vector>

namespace clang {
class Preprocessor;
class Token;
}  // namespace clang

namespace agc::parse {

class MacroRecorder {
 public:
  /// A use that is no part of another one.
  struct Expansion {
    clang::SourceRange use;  // from the name to the last token
    std::vector<clang::syntax::Token> tokens;
  };

  explicit MacroRecorder(clang::Preprocessor& preprocessor);
  MacroRecorder(const MacroRecorder&) = delete;
  MacroRecorder& operator=(const MacroRecorder&) = delete;

  /// In the order of the file.
  const std::vector<Expansion>& expansions() const { return expansions_; }

 private:
  class Callbacks;
  void begin(clang::SourceRange use);
  void take(const clang::Token& token);

  clang::Preprocessor& preprocessor_;
  std::vector<Expansion> expansions_;
  llvm::DenseMap<clang::SourceLocation, size_t> begun_;
  clang::SourceLocation end_;  // of the last use
  bool in_main_file_ = false;  // it
};

}  // namespace agc::parse
