#include "emit/converted_file.h"

#include <cctype>

#include "emit/function/function_emitter.h"
#include "emit/runtime_names.h"

namespace agc::emit {
namespace {

std::string header() { return "#include <" + std::string(names::kHeader) + ">\n"; }

}  // namespace

std::string string_literal(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    switch (c) {
      case '\n':
        result += "\\n";
        break;
      case '\t':
        result += "\\t";
        break;
      case '\r':
        break;
      case '"':
      case '\\':
        result += '\\';
        [[fallthrough]];
      default:
        result += c;
    }
  }
  return result + "\"";
}

void emit_function(const model::SourceFile& source, const model::LoweredFunction& lowered, Edits& edits) {
  FunctionEmitter(source, lowered, edits).run();
}

bool is_converted(std::string_view text) { return text.starts_with("#include <ag/staging/generated.h>"); }

std::string converted_file(const model::SourceFile& source, const Edits& edits, size_t part) {
  const model::SourceFile::Part& file = source.parts()[part];
  return header() + "#line 1 " + string_literal(file.name) + "\n" +
         apply(source, edits.list(), file.range, /*with_entry=*/true);
}

bool has_generated_code(const model::Function& function) {
  return function.is_entry() && !function.entry.outer_reference.empty();
}

std::string registration(const model::SourceFile& source, std::string_view type, std::string_view name, int number) {
  std::string_view stem = source.name();
  stem.remove_prefix(stem.find_last_of('/') + 1);
  stem = stem.substr(0, stem.find_last_of('.'));
  std::string result = "static const " + std::string(type) + " " + std::string(name) + "_";
  for (const char c : stem) result += std::isalnum(static_cast<unsigned char>(c)) && c > 0 ? c : '_';
  return result + "_" + std::to_string(number);
}

std::string generated_code(const model::SourceFile& source, const std::vector<model::LoweredFunction>& lowered,
                           const std::vector<ConvertedFunction>& functions) {
  std::string result;
  int number = 0;
  for (size_t k = 0; k < lowered.size(); ++k) {
    const model::Function& function = *lowered[k].function;
    if (!has_generated_code(function)) continue;
    result += registration(source, names::kGeneratedCode, "ag_generated_code", ++number) + "(" +
              function.entry.outer_reference + ", " + string_literal(functions[k].text) + ");\n";
  }
  return result;
}

std::string staged_variants(const model::SourceFile& source, const std::vector<model::LoweredFunction>& lowered) {
  std::string result;
  int number = 0;
  for (const model::LoweredFunction& one : lowered) {
    const model::Function& function = *one.function;
    if (function.pointee.reference.empty() || !function.has_staged_variant()) continue;
    result += registration(source, names::kStagedVariant, "ag_staged_variant", ++number) + "(" +
              function.pointee.reference + ", " + function.pointee.staged_reference + ");\n";
  }
  return result;
}

}  // namespace agc::emit
