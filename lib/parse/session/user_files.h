#pragma once
/// The files that belong to the user: the main file, and the included headers that belong neither to the system nor to
/// ag. Their texts are concatenated, as in model::SourceFile, so that a position in any of them is one offset.
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Preprocessor.h>
#include <llvm/ADT/DenseMap.h>

#include <string>
#include <vector>

#include "model/inclusion.h"
#include "model/source.h"
#include "parse/session/clang_diagnostics.h"

namespace clang {
class ASTContext;
}

namespace agc::parse {

/// The files and inclusions that the preprocessor enters.
struct FileLog {
  struct Include {
    clang::SourceLocation directive;  // the `#`
    clang::CharSourceRange name;
    clang::SourceLocation keyword;
    bool is_next = false;  // #include_next
    bool angled = false;
    clang::OptionalFileEntryRef file;
  };
  std::vector<clang::FileID> entered;  // in this order
  std::vector<Include> includes;
  bool names_ag = false;        // a user's file includes a header of ag
  bool adapts_headers = false;  // ... after directives that may change the meaning of that header
};

/// Fills `log`, which has to outlive the preprocessor.
void record_files(clang::Preprocessor& preprocessor, FileLog& log);

struct UserFile {
  clang::FileID id;
  std::string name;       // as messages show it
  std::string_view text;  // ends with a zero byte that is not part of it
  model::Offset begin = 0;
};

class UserFiles {
 public:
  UserFiles(const clang::ASTContext& ast, const FileLog& log, const FileNames& names);

  /// Returns the file that contains a location; null if it is not the user's. Of a file that is read several times,
  /// only the first reading counts as the user's.
  const UserFile* find(clang::FileID id) const;
  /// Returns the file that contains an offset.
  const UserFile& at(model::Offset offset) const;

  const std::vector<UserFile>& list() const { return files_; }
  const std::vector<model::Inclusion>& inclusions() const { return inclusions_; }

 private:
  void add(const clang::SourceManager& sources, clang::FileID id, std::string name);
  void add_inclusion(const clang::SourceManager& sources, const FileLog::Include& include);

  std::vector<UserFile> files_;
  llvm::DenseMap<clang::FileID, unsigned> index_;
  std::vector<model::Inclusion> inclusions_;
};

}  // namespace agc::parse
