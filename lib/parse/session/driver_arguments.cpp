#include "parse/session/driver_arguments.h"

#include <clang/Basic/Version.h>
#include <dlfcn.h>
#include <llvm/ADT/SmallString.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/Support/Allocator.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/FileUtilities.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/Program.h>
#include <llvm/Support/StringSaver.h>

#include <algorithm>
#include <array>
#include <optional>

namespace agc::parse {
namespace {

constexpr const char* kDefaultStandard = "-std=c++20";

// Flags that name output files: with a separate value, or alone.
constexpr std::array kOutputWithValue = {"-o",        "-MF",     "-MT", "-MQ", "-MJ", "--serialize-diagnostics",
                                         "-dumpbase", "-dumpdir"};
constexpr std::array kOutputAlone = {
    "-c",  "-S",  "-E",          "-M",         "-MM",           "-MD",   "-MMD",    "-MG",
    "-MP", "-MV", "-save-temps", "-emit-llvm", "-fsyntax-only", "-pipe", "-Werror", "-pedantic-errors"};

// Flags of g++ that do not affect how the source is read and that Clang rejects.
constexpr std::array kGccOnlyPrefixes = {"-fconcepts",       "-fmodules-ts",
                                         "-fmodule-mapper=", "-fdeps-",
                                         "-fno-gnu-unique",  "-fgnu-unique",
                                         "-fipa-",           "-fno-ipa-",
                                         "-fdump-",          "-fopt-info",
                                         "-fanalyzer",       "-fimplicit-constexpr",
                                         "-ftrampolines",    "-fabi-compat-version=",
                                         "-fplugin",         "-save-temps=",
                                         "-fvar-tracking",   "-fno-var-tracking"};

bool is_one_of(llvm::StringRef argument, llvm::ArrayRef<const char*> list) {
  return llvm::any_of(list, [&](const char* entry) { return argument == entry; });
}

/// Returns the directory of Clang's own headers (stddef.h, intrinsics): next to the loaded library, or its location at
/// build time.
std::optional<std::string> resource_directory(std::vector<std::string>& tried) {
  const std::string version = CLANG_VERSION_MAJOR_STRING;
  std::vector<std::string> libraries = {AG_LLVM_LIBRARY_DIR};
  Dl_info info;
  if (dladdr(reinterpret_cast<const void*>(&llvm::cl::TokenizeGNUCommandLine), &info) != 0 &&
      info.dli_fname != nullptr) {
    llvm::SmallString<256> real;
    if (!llvm::sys::fs::real_path(info.dli_fname, real)) libraries.push_back(llvm::sys::path::parent_path(real).str());
  }
  libraries.push_back("/usr/lib/llvm-" + version + "/lib");
  libraries.push_back("/usr/lib");
  for (const std::string& library : libraries) {
    std::string directory = library + "/clang/" + version;
    if (llvm::sys::fs::exists(directory + "/include/stddef.h")) return directory;
    if (llvm::find(tried, directory) == tried.end()) tried.push_back(directory);
  }
  return std::nullopt;
}

/// Returns the directory of the headers and libraries of this g++; nothing for other compilers, or if it does not
/// answer.
std::optional<std::string> gcc_install_directory(const std::string& compiler) {
  if (!llvm::sys::path::filename(compiler).contains("g++")) return std::nullopt;
  if (llvm::sys::path::filename(compiler).contains("clang")) return std::nullopt;
  auto program = llvm::sys::findProgramByName(compiler);
  if (!program) return std::nullopt;
  llvm::SmallString<128> answer_file;
  if (llvm::sys::fs::createTemporaryFile("agc", "txt", answer_file)) return std::nullopt;
  llvm::FileRemover remover(answer_file);
  const llvm::StringRef arguments[] = {*program, "-print-libgcc-file-name"};
  if (llvm::sys::ExecuteAndWait(*program, arguments, std::nullopt, {"", answer_file.str(), ""}, 10) != 0)
    return std::nullopt;
  auto answer = llvm::MemoryBuffer::getFile(answer_file);
  if (!answer) return std::nullopt;
  llvm::SmallString<256> directory(llvm::sys::path::parent_path((*answer)->getBuffer().trim()));
  if (!llvm::sys::path::is_absolute(directory)) return std::nullopt;
  return directory.str().str();
}

std::vector<std::string> expanded(const TransformOptions& options) {
  llvm::BumpPtrAllocator allocator;
  llvm::StringSaver saver(allocator);
  llvm::SmallVector<const char*, 64> arguments;
  for (const std::string& argument : options.compile_command) arguments.push_back(saver.save(argument).data());
  llvm::cl::ExpansionContext expansion(allocator, llvm::cl::TokenizeGNUCommandLine);
  if (!options.working_directory.empty()) expansion.setCurrentDir(options.working_directory);
  // An unreadable response file stays an argument, and Clang reports that the file does not exist.
  llvm::consumeError(expansion.expandResponseFiles(arguments));
  return {arguments.begin(), arguments.end()};
}

Diagnostic missing_resource_directory(const std::vector<std::string>& tried) {
  Diagnostic diagnostic;
  diagnostic.id = "clang-headers-missing";
  diagnostic.severity = Severity::Fatal;
  diagnostic.message = "Clang's own headers (stddef.h and others) were not found";
  Diagnostic places;
  places.severity = Severity::Note;
  places.message = "looked in";
  for (const std::string& directory : tried) places.message += " " + directory + "/include";
  Diagnostic remedy;
  remedy.severity = Severity::Note;
  remedy.message = std::string("on Debian and Ubuntu they are in the package libclang-common-") +
                   CLANG_VERSION_MAJOR_STRING + "-dev";
  diagnostic.notes = {places, remedy};
  return diagnostic;
}

}  // namespace

DriverArguments driver_arguments(const TransformOptions& options, const std::string& file) {
  DriverArguments result;
  std::vector<std::string> tried;
  const std::optional<std::string> resources = resource_directory(tried);
  if (!resources) {
    result.diagnostics.push_back(missing_resource_directory(tried));
    return result;
  }

  bool standard = false;
  bool toolchain = false;
  std::vector<std::string> kept;
  const std::vector<std::string> given = expanded(options);
  for (std::size_t i = 0; i < given.size(); ++i) {
    const llvm::StringRef argument = given[i];
    if (is_one_of(argument, kOutputWithValue)) {
      ++i;
      continue;
    }
    if (is_one_of(argument, kOutputAlone)) continue;
    if (llvm::any_of(kGccOnlyPrefixes, [&](const char* prefix) { return argument.starts_with(prefix); })) continue;
    const bool joined_output = argument.starts_with("-o") && argument.size() > 2 && !argument.starts_with("-objc");
    if (joined_output || argument.starts_with("-MF") || argument.starts_with("-MT") || argument.starts_with("-MQ"))
      continue;
    standard |= argument.starts_with("-std=") || argument.starts_with("--std");
    toolchain |= argument.starts_with("--gcc-") || argument.starts_with("--sysroot");
    kept.push_back(given[i]);
  }

  // The name clang++ selects C++. Clang looks for its other files relative to the folder of the program.
  result.arguments = {llvm::sys::path::parent_path(AG_LLVM_LIBRARY_DIR).str() + "/bin/clang++"};
  result.arguments.insert(
      result.arguments.end(),
      {"-fsyntax-only", "-w", "-Qunused-arguments", "-resource-dir=" + *resources,
       // The compiler of the converted file decides whether a narrowing int{x} is an error: g++ only warns.
       "-Wno-c++11-narrowing"});
  // The compiler sees the converted file, so `#if AG_CONVERTED` is evaluated as in that file.
  result.arguments.push_back("-DAG_CONVERTED=1");
  if (!standard) result.arguments.push_back(kDefaultStandard);
  if (const auto gcc = toolchain ? std::nullopt : gcc_install_directory(options.compiler)) {
    result.arguments.push_back("--gcc-install-dir=" + *gcc);
  }
  result.arguments.insert(result.arguments.end(), kept.begin(), kept.end());
  // The language is C++ whatever the suffix of the file.
  const bool language =
      llvm::any_of(kept, [](const std::string& argument) { return llvm::StringRef(argument).starts_with("-x"); });
  if (!language) result.arguments.insert(result.arguments.end(), {"-x", "c++"});
  result.arguments.insert(result.arguments.end(), {"--", file});
  return result;
}

}  // namespace agc::parse
