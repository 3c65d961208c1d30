#include "agc/compile_commands.h"

#include <clang/Tooling/CompilationDatabase.h>
#include <clang/Tooling/JSONCompilationDatabase.h>
#include <llvm/ADT/SmallString.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/JSON.h>
#include <llvm/Support/MemoryBuffer.h>
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

/// True if the argument is the file itself. The database has its absolute path, but the command may have a relative
/// one.
bool is_file(const std::string& argument, const clang::tooling::CompileCommand& command) {
  if (argument == command.Filename) return true;
  if (argument.empty() || argument.front() == '-') return false;
  const auto from_directory = [&](const std::string& path) {
    llvm::SmallString<256> result(path);
    llvm::sys::fs::make_absolute(command.Directory, result);
    return absolute(result);
  };
  return from_directory(argument) == from_directory(command.Filename);
}

CompileCommand without_file(const clang::tooling::CompileCommand& command) {
  CompileCommand result;
  result.directory = absolute(command.Directory);
  if (!command.CommandLine.empty()) result.compiler = command.CommandLine.front();
  for (std::size_t i = 1; i < command.CommandLine.size(); ++i) {
    const std::string& argument = command.CommandLine[i];
    if (is_file(argument, command) || argument == "--" || llvm::StringRef(argument).starts_with("--driver-mode="))
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

/// Returns the reason why the file is not valid JSON; empty if it is. Clang's own reader prints the reason and does not
/// return it.
std::string json_error(const std::string& path) {
  const auto text = llvm::MemoryBuffer::getFile(path);
  if (!text) return text.getError().message();
  llvm::Expected<llvm::json::Value> value = llvm::json::parse((*text)->getBuffer());
  return value ? "" : llvm::toString(value.takeError());
}

}  // namespace

CompileCommandLookup find_compile_command(const std::string& file, const std::string& directory) {
  const bool asked_for = !directory.empty();
  std::string path = asked_for ? directory + "/" + kDatabaseName : database_above(absolute(file));
  if (path.empty()) return {};
  if (!llvm::sys::fs::exists(path)) return {std::nullopt, "there is no '" + path + "'"};

  std::string error = json_error(path);
  if (!error.empty()) {
    return asked_for ? CompileCommandLookup{std::nullopt, "'" + path + "' cannot be used: " + error}
                     : CompileCommandLookup{};
  }
  std::unique_ptr<clang::tooling::CompilationDatabase> database = clang::tooling::JSONCompilationDatabase::loadFromFile(
      path, error, clang::tooling::JSONCommandLineSyntax::AutoDetect);
  // A database that was not requested explicitly is ignored if it is invalid or does not list the file.
  if (!asked_for) return database ? first_command(*database, file) : CompileCommandLookup{};
  if (!database) return {std::nullopt, "'" + path + "' cannot be used: " + llvm::StringRef(error).trim().str()};
  database = clang::tooling::inferMissingCompileCommands(std::move(database));
  return first_command(*database, file);
}

}  // namespace agc
