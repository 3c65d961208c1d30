#pragma once
/// The converted file: header, source with edits, and the generated texts at its end.
#include <string>
#include <vector>

#include "agc/transform.h"
#include "emit/edits.h"
#include "model/lowered.h"

namespace agc::emit {

/// The edits of one function.
void emit_function(const model::SourceFile& source, const model::LoweredFunction& lowered, Edits& edits);

/// As a C++ string literal.
std::string quoted(std::string_view text);

/// Starts like a file that was converted before.
bool is_converted(std::string_view text);

/// The converted form of one part of the source.
std::string converted_file(const model::SourceFile& source, const Edits& edits, size_t part);

/// Does the converted file have the text of the function, for `to_code()`?
bool has_generated_code(const model::Function& function);

/// What follows the main file: these texts, which `functions` have already.
std::string generated_code(const std::vector<model::LoweredFunction>& lowered,
                           const std::vector<ConvertedFunction>& functions);

/// Returns the definitions after the generated code that register staged variants of functions which pointers may hold.
std::string staged_variants(const std::vector<model::LoweredFunction>& lowered);

/// Lines of the converted file in front of the first line of the source.
inline constexpr uint32_t kHeaderLines = 2;

/// How columns of a converted file map to those of its source.
std::vector<ColumnShift> source_map(const model::SourceFile& source, const std::vector<Edit>& edits, size_t part);

}  // namespace agc::emit
