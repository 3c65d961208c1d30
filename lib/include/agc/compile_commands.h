#pragma once
/// The compiler invocations of a project, from the compile_commands.json of its build system.
#include <optional>
#include <string>
#include <vector>

namespace agc {

struct CompileCommand {
  std::string compiler;                // the program, as written in the database
  std::vector<std::string> arguments;  // without the program and without the file
  std::string directory;               // base of relative paths in the arguments
};

struct CompileCommandLookup {
  std::optional<CompileCommand> command;
  std::string error;  // why the database cannot be used; empty if it only does not list the file
};

/// Returns the command for `file` in `directory`/compile_commands.json. For a file that is not listed (a header),
/// returns the command of the most similar file. If `directory` is empty, uses a database in a parent folder of the
/// file, and only for files that it lists.
CompileCommandLookup find_compile_command(const std::string& file, const std::string& directory);

}  // namespace agc
