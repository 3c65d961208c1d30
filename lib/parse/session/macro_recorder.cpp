#include "parse/session/macro_recorder.h"

#include <clang/Basic/SourceManager.h>
#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Preprocessor.h>

namespace agc::parse {

class MacroRecorder::Callbacks final : public clang::PPCallbacks {
 public:
  explicit Callbacks(MacroRecorder& recorder) : recorder_(recorder) {}
  void MacroExpands(const clang::Token&, const clang::MacroDefinition&, clang::SourceRange use,
                    const clang::MacroArgs*) override {
    recorder_.begin(use);
  }

 private:
  MacroRecorder& recorder_;
};

MacroRecorder::MacroRecorder(clang::Preprocessor& preprocessor) : preprocessor_(preprocessor) {
  preprocessor.addPPCallbacks(std::make_unique<Callbacks>(*this));
  preprocessor.setTokenWatcher([this](const clang::Token& token) { take(token); });
}

/// A use in the body or in an argument of another macro ends in a macro, or inside of the enclosing use. One that
/// begins in a macro and ends in the file extends the enclosing use: `#define A 1 + B` before `A(2)`.
void MacroRecorder::begin(clang::SourceRange use) {
  const clang::SourceManager& sources = preprocessor_.getSourceManager();
  if (!use.getEnd().isFileID()) return;
  if (end_.isValid() && !sources.isBeforeInTranslationUnit(end_, use.getEnd())) return;
  end_ = use.getEnd();
  const clang::SourceLocation begin = sources.getExpansionLoc(use.getBegin());
  in_main_file_ = sources.isInFileID(begin, sources.getMainFileID());
  if (!in_main_file_) return;
  const auto [known, is_new] = begun_.try_emplace(begin, expansions_.size());
  if (is_new) expansions_.emplace_back();
  expansions_[known->second].use = {begin, end_};
}

void MacroRecorder::take(const clang::Token& token) {
  if (!in_main_file_ || !token.getLocation().isMacroID() || token.isAnnotation()) return;
  const auto known = begun_.find(preprocessor_.getSourceManager().getExpansionLoc(token.getLocation()));
  if (known != begun_.end()) expansions_[known->second].tokens.emplace_back(token);
}

}  // namespace agc::parse
