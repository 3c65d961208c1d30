#include "parse/session/user_files.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/Basic/IdentifierTable.h>
#include <clang/Lex/PPCallbacks.h>
#include <llvm/ADT/SmallString.h>
#include <llvm/Support/Path.h>

#include <algorithm>
#include <array>

namespace agc::parse {
namespace {

/// True for a name that include guards have.
bool is_guard_name(llvm::StringRef name) {
  const llvm::StringRef end = name.rtrim('_');
  return llvm::any_of(std::array{"_H", "_HH", "_HPP", "_HXX", "_INCLUDED"},
                      [&](const char* suffix) { return end.ends_with_insensitive(suffix); });
}

class Recorder final : public clang::PPCallbacks {
 public:
  Recorder(const clang::SourceManager& sources, FileLog& log) : sources_(sources), log_(log) {}

  void FileChanged(clang::SourceLocation location, FileChangeReason reason, clang::SrcMgr::CharacteristicKind kind,
                   clang::FileID) override {
    if (reason != EnterFile || clang::SrcMgr::isSystem(kind)) return;
    log_.entered.push_back(sources_.getFileID(location));
  }

  void InclusionDirective(clang::SourceLocation hash, const clang::Token& keyword, llvm::StringRef written, bool angled,
                          clang::CharSourceRange name, clang::OptionalFileEntryRef file, llvm::StringRef,
                          llvm::StringRef, const clang::Module*, bool, clang::SrcMgr::CharacteristicKind) override {
    const clang::IdentifierInfo* word = keyword.getIdentifierInfo();
    const bool next = word && word->getName() == "include_next";
    if (file) log_.includes.push_back({hash, name, keyword.getLocation(), next, angled, file});
    log_.names_ag = log_.names_ag || (written.starts_with("ag/") && is_users(hash));
  }

  void MacroDefined(const clang::Token& name, const clang::MacroDirective* directive) override {
    const bool guard = name.getIdentifierInfo() == guard_ && directive->getMacroInfo()->tokens_empty();
    if (!guard) note(name.getLocation());
    guard_ = nullptr;
  }
  void MacroUndefined(const clang::Token& name, const clang::MacroDefinition&, const clang::MacroDirective*) override {
    note(name.getLocation());
  }
  void Ifndef(clang::SourceLocation place, const clang::Token& name, const clang::MacroDefinition& known) override {
    const bool guard = !known && name.getIdentifierInfo() && is_guard_name(name.getIdentifierInfo()->getName());
    guard_ = guard ? name.getIdentifierInfo() : nullptr;
    if (!guard) note(place);
  }
  void Ifdef(clang::SourceLocation place, const clang::Token&, const clang::MacroDefinition&) override { note(place); }
  void If(clang::SourceLocation place, clang::SourceRange, ConditionValueKind) override { note(place); }
  void PragmaDirective(clang::SourceLocation place, clang::PragmaIntroducerKind) override {
    llvm::StringRef text(sources_.getCharacterData(place), 64);
    text = text.take_until([](char one) { return one == '\n' || one == '\0'; }).ltrim("# \t");
    const bool once = text.consume_front("pragma") && text.trim() == "once";
    if (!once) note(place);
  }

 private:
  bool is_users(clang::SourceLocation place) const {
    return !sources_.isInSystemHeader(place) && !sources_.isWrittenInBuiltinFile(place) &&
           !sources_.isWrittenInCommandLineFile(place);
  }
  void note(clang::SourceLocation place) {
    if (!log_.names_ag && is_users(place)) log_.adapts_headers = true;
  }

  const clang::SourceManager& sources_;
  FileLog& log_;
  const clang::IdentifierInfo* guard_ = nullptr;  // of an #ifndef, until the next definition
};

/// Returns the folder of <ag/ag.h>. Its files belong to the runtime, however they are included.
clang::OptionalDirectoryEntryRef runtime_folder(const clang::ASTContext& ast) {
  const auto find = [&](const clang::DeclContext* scope, llvm::StringRef name) -> const clang::NamedDecl* {
    const auto found = scope->lookup(&ast.Idents.get(name));
    return found.empty() ? nullptr : found.front();
  };
  const auto* scope = llvm::dyn_cast_or_null<clang::NamespaceDecl>(find(ast.getTranslationUnitDecl(), "ag"));
  const clang::NamedDecl* tensor = scope ? find(scope, "Tensor") : nullptr;
  if (!tensor) return {};
  const clang::SourceManager& sources = ast.getSourceManager();
  const auto file = sources.getFileEntryRefForID(sources.getFileID(sources.getExpansionLoc(tensor->getLocation())));
  return file ? clang::OptionalDirectoryEntryRef(file->getDir()) : clang::OptionalDirectoryEntryRef();
}

/// True if `folder` is `root` or one of the folders in it, at any depth.
bool is_below(clang::FileManager& files, clang::OptionalDirectoryEntryRef folder, clang::DirectoryEntryRef root) {
  while (folder && &folder->getDirEntry() != &root.getDirEntry()) {
    const llvm::StringRef parent = llvm::sys::path::parent_path(folder->getName());
    folder = parent.empty() ? clang::OptionalDirectoryEntryRef() : files.getOptionalDirectoryRef(parent);
  }
  return folder.has_value();
}

}  // namespace

void record_files(clang::Preprocessor& preprocessor, FileLog& log) {
  preprocessor.addPPCallbacks(std::make_unique<Recorder>(preprocessor.getSourceManager(), log));
}

UserFiles::UserFiles(const clang::ASTContext& ast, const FileLog& log, const FileNames& names) {
  const clang::SourceManager& sources = ast.getSourceManager();
  add(sources, sources.getMainFileID(), names.shown);
  const clang::OptionalDirectoryEntryRef runtime = runtime_folder(ast);
  llvm::DenseMap<const clang::FileEntry*, bool> seen;
  for (const clang::FileID id : log.entered) {
    const clang::OptionalFileEntryRef file = sources.getFileEntryRefForID(id);
    if (!file || id == sources.getMainFileID() || !seen.try_emplace(&file->getFileEntry(), true).second) continue;
    if (runtime && is_below(sources.getFileManager(), file->getDir(), *runtime)) continue;
    if (sources.getBufferData(id).starts_with("#include <ag/staging/generated.h>")) continue;  // already converted
    add(sources, id, to_location(sources, sources.getLocForStartOfFile(id), names).file);
  }
  for (const FileLog::Include& include : log.includes) add_inclusion(sources, include);
}

void UserFiles::add(const clang::SourceManager& sources, clang::FileID id, std::string name) {
  const llvm::StringRef text = sources.getBufferData(id);
  const model::Offset begin = files_.empty() ? 0 : files_.back().begin + model::Offset(files_.back().text.size()) + 1;
  index_[id] = unsigned(files_.size());
  files_.push_back({id, std::move(name), {text.data(), text.size()}, begin});
}

void UserFiles::add_inclusion(const clang::SourceManager& sources, const FileLog::Include& include) {
  const auto part_of_file = [&](const clang::FileEntry& file) {
    const auto known = std::ranges::find_if(files_, [&](const UserFile& one) {
      const auto entry = sources.getFileEntryRefForID(one.id);
      return entry && &entry->getFileEntry() == &file;
    });
    return known == files_.end() ? model::Inclusion::kNoPart : size_t(known - files_.begin());
  };
  model::Inclusion result;
  result.to = part_of_file(include.file->getFileEntry());
  const clang::FileID includer = sources.getFileID(include.directive);
  const UserFile* from = find(includer);
  if (!from && result.to == model::Inclusion::kNoPart) return;
  result.angled = include.angled;
  result.is_next = include.is_next;
  // Clang knows the real path only of a file that it has opened, which a file of the precompiled header is not.
  llvm::SmallString<256> path;
  const llvm::StringRef named = include.file->getName();
  if (sources.getFileManager().getVirtualFileSystem().getRealPath(named, path)) path = named;
  sources.getFileManager().makeAbsolutePath(path);
  result.path = path.str().str();
  if (const auto file = sources.getFileEntryRefForID(includer)) result.includer = file->getName().str();
  if (from) {
    result.from = size_t(from - files_.data());
    const clang::SourceLocation first = include.is_next ? include.keyword : include.name.getBegin();
    const auto offset = [&](clang::SourceLocation place) {
      return from->begin + model::Offset(sources.getFileOffset(sources.getExpansionLoc(place)));
    };
    result.name = {offset(first), offset(include.name.getEnd())};
    // A name from a macro ends with the last character of the macro use.
    if (include.name.getEnd().isMacroID() || result.name.end <= result.name.begin) {
      const std::string_view rest = from->text.substr(result.name.begin - from->begin);
      result.name.end = result.name.begin + model::Offset(std::min(rest.find_first_of("\r\n"), rest.size()));
    }
  }
  inclusions_.push_back(std::move(result));
}

const UserFile* UserFiles::find(clang::FileID id) const {
  const auto known = index_.find(id);
  return known == index_.end() ? nullptr : &files_[known->second];
}

const UserFile& UserFiles::at(model::Offset offset) const {
  const auto next = std::ranges::upper_bound(files_, offset, {}, &UserFile::begin);
  return *(next - 1);
}

}  // namespace agc::parse
