#pragma once
/// Text of the converted file: a header, the source with its edits, and the generated texts at its end.
#include <string>
#include <vector>

#include "agc/transform.h"
#include "emit/edits.h"
#include "model/lowered.h"

namespace agc::emit {

/// Adds the edits of one function to `edits`.
void emit_function(const model::SourceFile& source, const model::LoweredFunction& lowered, Edits& edits);

/// Returns `text` as a C++ string literal.
std::string string_literal(std::string_view text);

/// True if the text begins like a converted file.
bool is_converted(std::string_view text);

/// Returns the converted form of one part of the source.
std::string converted_file(const model::SourceFile& source, const Edits& edits, size_t part);

/// True if the converted file registers the text of the function for `to_code()`.
bool has_generated_code(const model::Function& function);

/// Returns the beginning of the definition of an object that registers something about the converted file. Its name
/// contains that of the file, so that a unity build can join converted files: ag_generated_code_model_1.
std::string registration(const model::SourceFile& source, std::string_view type, std::string_view name, int number);

/// Returns the text after the main file, which registers the texts of `functions`.
std::string generated_code(const model::SourceFile& source, const std::vector<model::LoweredFunction>& lowered,
                           const std::vector<ConvertedFunction>& functions);

/// Returns the definitions after the generated code that register staged variants of functions which pointers may hold.
std::string staged_variants(const model::SourceFile& source, const std::vector<model::LoweredFunction>& lowered);

/// Number of lines of the converted file before the first line of the source.
inline constexpr uint32_t kHeaderLines = 2;

/// Returns the mapping from columns of a converted file to those of its source.
std::vector<ColumnShift> source_map(const model::SourceFile& source, const std::vector<Edit>& edits, size_t part);

}  // namespace agc::emit
