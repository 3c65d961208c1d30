#pragma once
/// What a traced function becomes on its way to machine code, shown where AG_DUMP asks for it.
#include <iosfwd>
#include <mutex>
#include <string>

namespace ag::ir {

enum class Stage : uint8_t { Traced, Passes, Optimized, Dot, Plan, Program, Llvm, Asm };

/// Whether AG_DUMP names the stage: words with commas between them. Throws ag::Error invalid_argument for a word that
/// is none.
bool dumps(Stage stage);
/// Whether it names one that shows how code is generated.
bool dumps_code();

/// Shows it, with a line above that says what it is.
void dump(Stage stage, const std::string& name, const std::string& text);

/// Where it is shown: standard error, or what is behind the end of the file AG_DUMP_FILE. Several threads trace and
/// compile: whoever writes holds the mutex.
std::ostream& dump_stream();
std::mutex& dump_mutex();

}  // namespace ag::ir
