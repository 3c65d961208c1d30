#pragma once
/// Dumps of the stages from a traced function to machine code, selected by AG_DUMP.
#include <iosfwd>
#include <mutex>
#include <string>

namespace ag::ir {

enum class Stage : uint8_t { Traced, Passes, Optimized, Dot, Plan, Machine, ProgramPasses, Program, Llvm, Asm };

/// True if AG_DUMP, a comma-separated list of words, names the stage. Throws ag::Error invalid_argument for an unknown
/// word.
bool dumps(Stage stage);
/// True if AG_DUMP names a stage of code generation.
bool dumps_code();

/// Writes the text of a stage to the dump stream, after a title line.
void dump(Stage stage, const std::string& name, const std::string& text);

/// The stream for dumps: standard error, or the file AG_DUMP_FILE, opened for appending. Several threads trace and
/// compile, so a writer must hold the mutex.
std::ostream& dump_stream();
std::mutex& dump_mutex();

}  // namespace ag::ir
