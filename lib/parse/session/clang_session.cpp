#include "parse/session/clang_session.h"

#include <clang/AST/ASTContext.h>
#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/CompilerInvocation.h>
#include <clang/Frontend/FrontendAction.h>
#include <clang/Frontend/Utils.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Lex/PreprocessorOptions.h>
#include <clang/Sema/Sema.h>
#include <llvm/ADT/SmallString.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/VirtualFileSystem.h>

#include <algorithm>
#include <map>

#include "parse/session/all_dependencies.h"
#include "parse/session/clang_diagnostics.h"
#include "parse/session/driver_arguments.h"
#include "parse/session/known_namespaces.h"
#include "parse/session/macro_recorder.h"
#include "parse/session/preamble.h"
#include "parse/session/user_bodies.h"
#include "parse/session/user_files.h"

namespace agc::parse {
namespace {

/// Parses a file and keeps its AST, which the session walks afterwards.
class ParseAction final : public clang::ASTFrontendAction {
 public:
  explicit ParseAction(bool keep_macros) : keep_macros_(keep_macros) {}
  std::unique_ptr<MacroRecorder> macros;

 protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler, llvm::StringRef) override {
    if (keep_macros_) macros = std::make_unique<MacroRecorder>(compiler.getPreprocessor());
    return std::make_unique<UserBodies>(compiler.getSourceManager());
  }

 private:
  bool keep_macros_;
};

/// Returns the name of the main file for Clang. A command with its own working directory names files relative to it,
/// but the user names them from the current directory, so the name is made absolute.
std::string name_for_clang(const TransformOptions& options) {
  if (options.working_directory.empty() || llvm::sys::path::is_absolute(options.file)) return options.file;
  llvm::SmallString<256> absolute(options.file);
  return llvm::sys::fs::make_absolute(absolute) ? options.file : absolute.str().str();
}

/// Adds the origin of the flags to errors of Clang's driver, because a message about a flag has no source location.
void explain_flag_errors(std::vector<Diagnostic>& diagnostics) {
  for (Diagnostic& diagnostic : diagnostics) {
    if (diagnostic.severity < Severity::Error || diagnostic.location.line != 0) continue;
    Diagnostic note;
    note.severity = Severity::Note;
    note.message =
        "Clang 19 reads the source with the compiler flags given after --, with --extra-arg or in "
        "compile_commands.json";
    diagnostic.notes.push_back(std::move(note));
    return;
  }
}

}  // namespace

struct Session::State {
  explicit State(FileNames file_names)
      : names(std::move(file_names)), collector(names), compiler(std::make_unique<clang::CompilerInstance>()) {}
  void parse(const TransformOptions& options, const Reading& reading, const std::vector<std::string>& command_line,
             const std::string& preamble);

  FileNames names;
  DiagnosticCollector collector;
  std::shared_ptr<AllDependencies> collected_dependencies = std::make_shared<AllDependencies>();
  std::unique_ptr<clang::CompilerInstance> compiler;
  std::unique_ptr<ParseAction> action;  // owns the AST until EndSourceFile()
  bool begun = false;
  bool complete = false;
  bool explains = false;
  std::vector<std::string> dependencies;
  FileLog log;
  std::unique_ptr<UserFiles> files;
  std::map<const void*, std::shared_ptr<const void>> facts;
};

/// Reads the file with Clang. `preamble` is a precompiled header to read first; empty for none.
void Session::State::parse(const TransformOptions& options, const Reading& reading,
                           const std::vector<std::string>& command_line, const std::string& preamble) {
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> file_system(llvm::vfs::createPhysicalFileSystem().release());
  if (!options.working_directory.empty()) file_system->setCurrentWorkingDirectory(options.working_directory);

  std::vector<const char*> arguments;
  for (const std::string& argument : command_line) arguments.push_back(argument.c_str());
  clang::CreateInvocationOptions invocation_options;
  invocation_options.VFS = file_system;
  invocation_options.Diags =
      clang::CompilerInstance::createDiagnostics(new clang::DiagnosticOptions, &collector, /*ShouldOwnClient=*/false);
  std::shared_ptr<clang::CompilerInvocation> invocation = clang::createInvocation(arguments, invocation_options);
  std::vector<Diagnostic>& diagnostics = collector.diagnostics();
  if (has_errors(diagnostics)) {
    explain_flag_errors(diagnostics);
    return;
  }
  if (!invocation || invocation->getFrontendOpts().Inputs.empty()) {
    Diagnostic diagnostic;
    diagnostic.id = "command-line";
    diagnostic.severity = Severity::Fatal;
    diagnostic.message = "the compiler flags do not describe the compilation of a C++ file";
    diagnostics.push_back(std::move(diagnostic));
    explain_flag_errors(diagnostics);
    return;
  }

  compiler->setInvocation(std::move(invocation));
  compiler->getFrontendOpts().DisableFree = false;
  compiler->getFrontendOpts().SkipFunctionBodies = true;
  if (!preamble.empty()) compiler->getPreprocessorOpts().ImplicitPCHInclude = preamble;
  if (reading.main_text) {
    auto text = llvm::MemoryBuffer::getMemBufferCopy(*reading.main_text, names.parsed);
    compiler->getPreprocessorOpts().addRemappedFile(names.parsed, text.release());
  }
  compiler->createDiagnostics(&collector, /*ShouldOwnClient=*/false);
  compiler->setFileManager(new clang::FileManager(compiler->getFileSystemOpts(), file_system));
  compiler->createSourceManager(compiler->getFileManager());
  compiler->addDependencyCollector(collected_dependencies);
  if (!compiler->createTarget()) return;

  action = std::make_unique<ParseAction>(reading.keep_macros);
  begun = action->BeginSourceFile(*compiler, compiler->getFrontendOpts().Inputs.front());
  if (!begun) return;
  record_files(compiler->getPreprocessor(), log);
  if (llvm::Error error = action->Execute()) llvm::consumeError(std::move(error));
  complete = compiler->hasASTContext() && compiler->hasSema();
  if (complete) {  // types are printed as in the source, also those in unnamed namespaces
    clang::PrintingPolicy policy = compiler->getASTContext().getPrintingPolicy();
    policy.SuppressUnwrittenScope = true;
    compiler->getASTContext().setPrintingPolicy(policy);
  }

  const std::string own = preamble.substr(0, preamble.rfind('.') + 1);
  for (const std::string& file : collected_dependencies->getDependencies()) {
    if (!own.empty() && llvm::StringRef(file).starts_with(own)) continue;
    llvm::SmallString<256> name(file);
    if (file == names.parsed) {
      name = names.shown;
    } else if (!options.working_directory.empty()) {
      file_system->makeAbsolute(name);
    }
    dependencies.push_back(name.str().str());
  }
  const auto main = std::find(dependencies.begin(), dependencies.end(), names.shown);
  if (main != dependencies.end()) std::rotate(dependencies.begin(), main, main + 1);
}

Session::Session(const TransformOptions& options, Reading reading) {
  const auto start = [&] {
    state_ = std::make_unique<State>(FileNames{name_for_clang(options), options.file, options.working_directory});
    state_->explains = options.explain || options.warn_host_effects;
  };
  start();
  DriverArguments driver = driver_arguments(options, state_->names.parsed);
  if (!driver.diagnostics.empty()) {
    state_->collector.diagnostics() = std::move(driver.diagnostics);
    return;
  }
  if (const std::string preamble = preamble_for(options, driver); !preamble.empty()) {
    state_->parse(options, reading, driver.arguments, preamble);
    if (ok() && state_->log.names_ag && !state_->log.adapts_headers) return;
    close();
    start();
  }
  state_->parse(options, reading, driver.arguments, "");
}

void Session::close() {
  if (state_->begun) state_->action->EndSourceFile();
}

Session::~Session() { close(); }

bool Session::ok() const { return state_->complete && !has_errors(state_->collector.diagnostics()); }

bool Session::has_ast() const { return state_->complete; }

clang::ASTContext& Session::ast() const { return state_->compiler->getASTContext(); }

clang::SourceManager& Session::sources() const { return state_->compiler->getSourceManager(); }

clang::Preprocessor& Session::preprocessor() const { return state_->compiler->getPreprocessor(); }

clang::Sema& Session::sema() const { return state_->compiler->getSema(); }

const clang::LangOptions& Session::language() const { return state_->compiler->getLangOpts(); }

const UserFiles& Session::files() const {
  if (!state_->files) state_->files = std::make_unique<UserFiles>(ast(), state_->log, state_->names);
  return *state_->files;
}

std::shared_ptr<const void>& Session::stored_facts(const void* id) const { return state_->facts[id]; }

clang::FileID Session::main_file() const { return sources().getMainFileID(); }

std::string_view Session::main_text() const { return sources().getBufferData(main_file()); }

const MacroRecorder* Session::macros() const { return state_->action ? state_->action->macros.get() : nullptr; }

const std::string& Session::main_name() const { return state_->names.shown; }
bool Session::explains() const { return state_->explains; }

Location Session::location(clang::SourceLocation location) const {
  return to_location(sources(), location, state_->names);
}

Extent Session::extent(clang::SourceRange range) const {
  return to_extent(sources(), language(), clang::CharSourceRange::getTokenRange(range), state_->names);
}

const std::vector<Diagnostic>& Session::diagnostics() const { return state_->collector.diagnostics(); }

const std::vector<std::string>& Session::dependencies() const { return state_->dependencies; }

}  // namespace agc::parse
