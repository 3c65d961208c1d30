#include "agc/compile_commands.h"

#include <clang/Tooling/CompilationDatabase.h>
#include <clang/Tooling/JSONCompilationDatabase.h>
#include <llvm/ADT/SmallString.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Path.h>

#include <memory>

namespace agc {
namespace {

constexpr const char* kDatabaseName = "compile_commands.json";

std::string absolute(llvm::StringRef path) {
  llvm::SmallString<256> result(path);
  llvm::sys::fs::make_absolute(result);
  llvm::sys::path::remove_dots(result, /*remove_dot_dot=*/true);
  return result.str().str();
}

CompileCommand without_file(const clang::tooling::CompileCommand& command) {
  CompileCommand result;
  result.directory = absolute(command.Directory);
  if (!command.CommandLine.empty()) result.compiler = command.CommandLine.front();
  for (std::size_t i = 1; i < command.CommandLine.size(); ++i) {
    const std::string& argument = command.CommandLine[i];
    if (argument == command.Filename || argument == "--" || llvm::StringRef(argument).starts_with("--driver-mode="))
      continue;
    result.arguments.push_back(argument);
  }
  return result;
}

CompileCommandLookup first_command(const clang::tooling::CompilationDatabase& database, const std::string& file) {
  const std::vector<clang::tooling::CompileCommand> commands = database.getCompileCommands(absolute(file));
  if (commands.empty()) return {};
  return {without_file(commands.front()), ""};
}

std::string database_above(const std::string& file) {
  for (llvm::StringRef folder = llvm::sys::path::parent_path(file); !folder.empty();
       folder = llvm::sys::path::parent_path(folder)) {
    llvm::SmallString<256> candidate(folder);
    llvm::sys::path::append(candidate, kDatabaseName);
    if (llvm::sys::fs::exists(candidate)) return candidate.str().str();
  }
  return "";
}

}  // namespace

CompileCommandLookup find_compile_command(const std::string& file, const std::string& directory) {
  std::string error;
  if (!directory.empty()) {
    const auto database = clang::tooling::CompilationDatabase::loadFromDirectory(directory, error);
    if (!database) {
      while (!error.empty() && error.back() == '\n') error.pop_back();
      return {std::nullopt, "cannot use '" + directory + "/" + kDatabaseName + "': " + error};
    }
    return first_command(*database, file);
  }
  const std::string found = database_above(absolute(file));
  if (found.empty()) return {};
  // Nobody asked for this database, so one that is broken or does not list the file is as good as none.
  const auto database = clang::tooling::JSONCompilationDatabase::loadFromFile(
      found, error, clang::tooling::JSONCommandLineSyntax::AutoDetect);
  return database ? first_command(*database, file) : CompileCommandLookup{};
}

}  // namespace agc
