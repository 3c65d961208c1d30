#include "parse/session/preamble.h"

#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/Version.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/CompilerInvocation.h>
#include <clang/Frontend/FrontendActions.h>
#include <clang/Frontend/MultiplexConsumer.h>
#include <clang/Frontend/Utils.h>
#include <fcntl.h>
#include <llvm/ADT/SmallString.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/SHA1.h>
#include <llvm/Support/VirtualFileSystem.h>
#include <llvm/Support/raw_ostream.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <optional>

#include "parse/session/all_dependencies.h"
#include "parse/session/user_bodies.h"
#include "parse/session/user_files.h"

namespace agc::parse {
namespace {

namespace fs = llvm::sys::fs;

constexpr llvm::StringLiteral kText = "#include <ag/ag.h>\n";

/// The lock of a file, released with the object or the process.
class FileLock {
 public:
  explicit FileLock(const std::string& file) : descriptor_(open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)) {
    locked_ = descriptor_ >= 0 && flock(descriptor_, LOCK_EX | LOCK_NB) == 0;
  }
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;
  ~FileLock() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  explicit operator bool() const { return locked_; }

 private:
  int descriptor_;
  bool locked_ = false;
};

/// Writes the precompiled header. Its functions have as few bodies as those of a file that agc parses.
class WritePreamble final : public clang::GeneratePCHAction {
 protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler,
                                                        llvm::StringRef file) override {
    std::vector<std::unique_ptr<clang::ASTConsumer>> consumers;
    consumers.push_back(GeneratePCHAction::CreateASTConsumer(compiler, file));
    if (!consumers.front()) return nullptr;
    consumers.push_back(std::make_unique<UserBodies>(compiler.getSourceManager()));
    return std::make_unique<clang::MultiplexConsumer>(std::move(consumers));
  }
};

/// True if the flags make Clang read files before the source, which may be the user's.
bool reads_files_first(const std::vector<std::string>& arguments) {
  return llvm::any_of(arguments, [](llvm::StringRef one) {
    return one.starts_with("-include") || one.starts_with("--include") || one.starts_with("-imacros") ||
           one.starts_with("-fmodule") || one == "-Xclang" || one == "-Xpreprocessor" || one.starts_with("-Wp,");
  });
}

/// True if a folder for headers is named relative to the working directory: a precompiled header has absolute names
/// only, with which build systems do not recognize the files.
bool names_relative_folders(const std::vector<std::string>& arguments) {
  bool is_folder = false;
  for (llvm::StringRef one : arguments) {
    const bool joined = one.consume_front("-isystem") || one.consume_front("-iquote") ||
                        one.consume_front("-idirafter") || one.consume_front("-I");
    if ((is_folder || (joined && !one.empty())) && !llvm::sys::path::is_absolute(one)) return true;
    is_folder = joined && one.empty();
  }
  return false;
}

std::string name_of(const std::vector<std::string>& arguments, const std::string& working_directory) {
  llvm::SHA1 hash;
  for (const std::string& one : arguments) {
    hash.update(one);
    hash.update(llvm::StringRef("\0", 1));
  }
  hash.update(working_directory);
  return llvm::toHex(hash.result(), /*LowerCase=*/true).substr(0, 16);
}

/// Returns a line that changes with the file; empty if it cannot be read.
std::string state_of(const std::string& file) {
  fs::file_status status;
  if (fs::status(file, status)) return {};
  return std::to_string(status.getLastModificationTime().time_since_epoch().count()) + " " +
         std::to_string(status.getSize()) + " " + file + "\n";
}

/// Returns the states of this program and of the files.
std::string states_of(const std::vector<std::string>& files) {
  std::string result = clang::getClangFullVersion() + "\n" + state_of(fs::getMainExecutable(nullptr, nullptr));
  for (const std::string& file : files) {
    const std::string state = state_of(file);
    if (state.empty()) return {};
    result += state;
  }
  return result;
}

/// True if the precompiled header was made of the present headers.
bool is_current(const std::string& list) {
  const auto stored = llvm::MemoryBuffer::getFile(list);
  if (!stored) return false;
  llvm::SmallVector<llvm::StringRef, 512> lines;
  (*stored)->getBuffer().split(lines, '\n', -1, /*KeepEmpty=*/false);
  std::vector<std::string> files;
  for (size_t k = 2; k < lines.size(); ++k) files.push_back(lines[k].split(' ').second.split(' ').second.str());
  return !files.empty() && states_of(files) == (*stored)->getBuffer();
}

bool write_text(const std::string& file, llvm::StringRef text) {
  return !llvm::errorToBool(llvm::writeToOutput(file, [&](llvm::raw_ostream& stream) {
    stream << text;
    return llvm::Error::success();
  }));
}

/// Parses the header `source` and writes its precompiled form. Returns the files that were read; none if it failed.
std::vector<std::string> precompile(const std::vector<std::string>& flags, const std::string& working_directory,
                                    const std::string& source, const std::string& output) {
  clang::IgnoringDiagConsumer ignored;
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files(llvm::vfs::createPhysicalFileSystem().release());
  if (!working_directory.empty()) files->setCurrentWorkingDirectory(working_directory);
  std::vector<const char*> arguments;
  for (const std::string& one : flags) arguments.push_back(one.c_str());
  arguments.insert(arguments.end(), {"--", source.c_str()});
  clang::CreateInvocationOptions options;
  options.VFS = files;
  options.Diags =
      clang::CompilerInstance::createDiagnostics(new clang::DiagnosticOptions, &ignored, /*ShouldOwnClient=*/false);
  std::shared_ptr<clang::CompilerInvocation> invocation = clang::createInvocation(arguments, options);
  if (!invocation) return {};
  invocation->getLangOpts().PCHInstantiateTemplates = true;
  invocation->getFrontendOpts().OutputFile = output;
  invocation->getFrontendOpts().SkipFunctionBodies = true;
  invocation->getFrontendOpts().DisableFree = false;
  clang::CompilerInstance compiler;
  compiler.setInvocation(std::move(invocation));
  compiler.createDiagnostics(&ignored, /*ShouldOwnClient=*/false);
  compiler.setFileManager(new clang::FileManager(compiler.getFileSystemOpts(), files));
  const auto dependencies = std::make_shared<AllDependencies>();
  compiler.addDependencyCollector(dependencies);
  WritePreamble action;
  if (!compiler.ExecuteAction(action) || compiler.getDiagnostics().hasErrorOccurred()) return {};
  std::vector<std::string> result;
  for (const std::string& file : dependencies->getDependencies()) {
    llvm::SmallString<256> name(file);
    files->makeAbsolute(name);
    result.push_back(name.str().str());
  }
  return result;
}

}  // namespace

std::string preamble_for(const TransformOptions& options, const DriverArguments& driver) {
  if (options.preamble_folder.empty() || driver.arguments.size() < 3) return {};
  const std::vector<std::string> flags(driver.arguments.begin(),
                                       driver.arguments.end() - 2);  // without -- and the file
  if (reads_files_first(flags) || names_relative_folders(flags)) return {};
  if (fs::create_directories(options.preamble_folder)) return {};
  llvm::SmallString<256> folder(options.preamble_folder);
  if (fs::make_absolute(folder)) return {};
  std::string working_directory = options.working_directory;
  if (working_directory.empty()) {
    llvm::SmallString<256> current;
    if (fs::current_path(current)) return {};
    working_directory = current.str();
  }
  const std::string base = (folder + "/" + name_of(flags, working_directory)).str();
  const std::string source = base + ".h", output = base + ".pch", list = base + ".files";
  if (is_current(list)) return output;
  const FileLock lock(base + ".lock");
  if (!lock) return {};
  if (is_current(list)) return output;
  fs::remove(list);
  if (!write_text(source, kText)) return {};
  const std::vector<std::string> files = precompile(flags, options.working_directory, source, output);
  if (files.empty() || !write_text(list, states_of(files))) return {};
  return output;
}

}  // namespace agc::parse
