#pragma once
/// One run of Clang over one file. The AST, the source manager and the preprocessor live as long as the session.
///
/// Clang's warnings are off, because the compiler of the converted file reports them. Its errors and those of the
/// converter are values (`diagnostics()`): nothing is printed, and no input makes the session throw.
#include <clang/Basic/SourceLocation.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "agc/transform.h"
#include "diag/diagnostic.h"

namespace clang {
class ASTContext;
class LangOptions;
class Preprocessor;
class Sema;
class SourceManager;
}  // namespace clang

namespace agc::parse {

class MacroRecorder;
class UserFiles;

/// Options for reading the main file that the user does not set.
struct Reading {
  const std::string* main_text = nullptr;  // read in place of the content of the main file
  bool keep_macros = false;                // for `macros()`
};

/// Parses `options.file` in its constructor. Use:
///
///     Session session(options);
///     if (!session.ok()) return session.diagnostics();
///     visit(session.ast().getTranslationUnitDecl());
class Session {
 public:
  explicit Session(const TransformOptions& options, Reading reading = {});
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// True if the file was parsed to its end without an error. Otherwise only `diagnostics()`, `has_ast()` and
  /// `dependencies()` may be called.
  bool ok() const;

  /// True if there is an AST, possibly of a file with errors.
  bool has_ast() const;

  clang::ASTContext& ast() const;
  clang::SourceManager& sources() const;
  clang::Preprocessor& preprocessor() const;
  clang::Sema& sema() const;
  const clang::LangOptions& language() const;

  /// The main file and those of its headers that belong to the user.
  const UserFiles& files() const;

  /// Returns the facts about these files that `Facts(session)` computes, on the first call.
  template <typename Facts>
  const Facts& facts() const {
    std::shared_ptr<const void>& stored = stored_facts(&kFactsId<Facts>);
    if (!stored) stored = std::make_shared<const Facts>(*this);
    return *static_cast<const Facts*>(stored.get());
  }

  /// The main file itself, byte for byte as on disk.
  clang::FileID main_file() const;
  std::string_view main_text() const;

  /// The macro uses of the main file; null if they were not recorded.
  const MacroRecorder* macros() const;

  /// The main file as the user named it.
  const std::string& main_name() const;

  /// True if explanations, or warnings about effects, are requested.
  bool explains() const;

  /// Returns the position in the user's file; for code from a macro, that of the use of the macro. The main file has
  /// the name that the user gave.
  Location location(clang::SourceLocation location) const;

  /// Returns the characters of a token range (as in `expr->getSourceRange()`), up to the end of its last token.
  Extent extent(clang::SourceRange range) const;

  /// Clang's errors, and errors in the compile command.
  const std::vector<Diagnostic>& diagnostics() const;

  /// All files that were read, the main file first.
  const std::vector<std::string>& dependencies() const;

 private:
  struct State;
  void close();
  /// The address identifies the type of the facts.
  template <typename Facts>
  static inline constexpr char kFactsId = 0;
  std::shared_ptr<const void>& stored_facts(const void* id) const;
  std::unique_ptr<State> state_;
};

}  // namespace agc::parse
