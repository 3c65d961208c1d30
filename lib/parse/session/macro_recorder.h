#pragma once
/// Records the macro uses of the main file and their tokens during preprocessing. Constructed before the first token is
/// read, and alive until the last one is. Uses in headers are left out, because recording them would take most of the
/// time.
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
  /// A macro use that is not a part of another one.
  struct Expansion {
    clang::SourceRange use;  // from the name to the last token
    std::vector<clang::syntax::Token> tokens;
  };

  explicit MacroRecorder(clang::Preprocessor& preprocessor);
  MacroRecorder(const MacroRecorder&) = delete;
  MacroRecorder& operator=(const MacroRecorder&) = delete;

  /// The expansions in the order of the file.
  const std::vector<Expansion>& expansions() const { return expansions_; }

 private:
  class Callbacks;
  void begin(clang::SourceRange use);
  void take(const clang::Token& token);

  clang::Preprocessor& preprocessor_;
  std::vector<Expansion> expansions_;
  llvm::DenseMap<clang::SourceLocation, size_t> begun_;
  clang::SourceLocation end_;  // of the last use
  bool in_main_file_ = false;  // whether the last use is in the main file
};

}  // namespace agc::parse
