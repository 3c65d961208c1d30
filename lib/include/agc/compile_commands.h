#pragma once
/// How a project compiles its files, from the compile_commands.json that build systems write.
#include <optional>
#include <string>
#include <vector>

namespace agc {

struct CompileCommand {
  std::string compiler;                // the program, as written there
  std::vector<std::string> arguments;  // without the program and without the file
  std::string directory;               // relative paths in the arguments start here
};

struct CompileCommandLookup {
  std::optional<CompileCommand> command;
  std::string error;  // why the database cannot be used; empty where it only does not know the file
};

/// The command for `file` in `directory`/compile_commands.json; for a file that is not listed (a header), that of the
/// most similar one. With an empty `directory`, a database in a parent folder of the file is used, and only for files
/// that it lists.
CompileCommandLookup find_compile_command(const std::string& file, const std::string& directory);

}  // namespace agc
