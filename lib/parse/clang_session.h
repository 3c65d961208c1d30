#pragma once
/// One run of Clang over one file: the tree, the source manager and the preprocessor stay alive as long as the session.
///
/// Clang's warnings are switched off: whoever compiles the converted file gives them, once. Its errors and our own
/// messages are values (`diagnostics()`); nothing is printed and nothing is thrown, whatever the file contains.
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

class Instantiations;
class ListedFields;
class MacroRecorder;
class UserFiles;

/// What a session reads besides what the user asked for.
struct Reading {
  const std::string* main_text = nullptr;  // instead of what the main file contains
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

  /// Parsed to the end and without an error. Where it is false, `diagnostics()` says why, and only those, `has_ast()`
  /// and `dependencies()` are to be used.
  bool ok() const;

  /// There is a tree, though perhaps with errors in it.
  bool has_ast() const;

  clang::ASTContext& ast() const;
  clang::SourceManager& sources() const;
  clang::Preprocessor& preprocessor() const;
  clang::Sema& sema() const;
  const clang::LangOptions& language() const;

  /// The main file and the headers that are the user's.
  const UserFiles& files() const;

  /// What is known of the templates of these files; found when it is first asked for.
  const Instantiations& instantiations() const;

  /// The vectors in classes of these files that are lists in the twins of the classes; found when they are first asked
  /// for.
  const ListedFields& listed_fields() const;

  /// The converted file itself, byte for byte as it is on disk.
  clang::FileID main_file() const;
  std::string_view main_text() const;

  /// The macro uses of the main file; null where they were not kept.
  const MacroRecorder* macros() const;

  /// The main file as the user named it.
  const std::string& main_name() const;

  /// Somebody asks for explanations, or for warnings about effects.
  bool explains() const;

  /// The place in the user's file: for macro-produced code where the macro is used. Names the main file as the user
  /// did.
  Location location(clang::SourceLocation location) const;

  /// The characters of a token range (as in `expr->getSourceRange()`): up to the end of its last token.
  Extent extent(clang::SourceRange range) const;

  /// Clang's errors, and what is wrong with the command itself.
  const std::vector<Diagnostic>& diagnostics() const;

  /// Every file that was read, the main file first.
  const std::vector<std::string>& dependencies() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace agc::parse
