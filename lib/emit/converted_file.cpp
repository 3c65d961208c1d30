#include "emit/converted_file.h"

#include "emit/function_emitter.h"
#include "emit/runtime_names.h"

namespace agc::emit {
namespace {

/// As a C++ string literal.
std::string quoted(std::string_view text) {
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

std::string header() { return "#include <" + std::string(names::kHeader) + ">\n"; }

}  // namespace

void emit_function(const model::SourceFile& source, const model::LoweredFunction& lowered, Edits& edits) {
  FunctionEmitter(source, lowered, edits).run();
}

bool is_converted(std::string_view text) { return text.starts_with("#include <ag/generated.h>"); }

std::string converted_file(const model::SourceFile& source, const Edits& edits,
                           const std::vector<model::LoweredFunction>& lowered,
                           const std::vector<ConvertedFunction>& functions) {
  std::string result = header() + "#line 1 " + quoted(source.name()) + "\n";
  result += apply(source, edits.list(), {0, model::Offset(source.text().size())}, /*with_entry=*/true);
  int number = 0;
  for (size_t k = 0; k < lowered.size(); ++k) {
    const model::Function& function = *lowered[k].function;
    if (function.mode != model::Function::Mode::Entry) continue;
    if (!result.ends_with('\n')) result += '\n';
    result += "static const " + std::string(names::kGeneratedCode) + " ag_generated_code_" + std::to_string(++number) +
              "(" + function.outer_reference + ", " + quoted(functions[k].text) + ");\n";
  }
  return result;
}

std::vector<ColumnShift> source_map(const model::SourceFile& source, const std::vector<Edit>& edits) {
  std::vector<ColumnShift> result;
  uint32_t line = 0;
  int64_t shift = 0;  // generated column minus source column, on the current line
  const auto note = [&](uint32_t at, uint32_t column) { result.push_back({at, uint32_t(column + shift), column}); };
  for (const Edit& edit : edits) {
    const Location begin = source.location(edit.range.begin), end = source.location(edit.range.end);
    if (begin.line != line) shift = 0;
    line = begin.line;
    note(line, begin.column);
    const size_t last_break = edit.text.rfind('\n');
    if (last_break == std::string::npos) {
      shift += int64_t(edit.text.size()) - int64_t(edit.range.size());
    } else {
      line = end.line;
      shift = int64_t(edit.text.size() - last_break) - int64_t(end.column);
    }
    note(line, end.column);
  }
  return result;
}

}  // namespace agc::emit
