#include "emit/eager.h"

#include "emit/converted_file.h"
#include "emit/runtime_names.h"

namespace agc::emit {

void emit_eager(const model::SourceFile& source, const EagerText& text, Edits& edits) {
  const model::Function& function = *text.function;
  const model::Range body = function.body.range;
  if (!function.declaration.constant_keyword.empty() || body.empty() || source.text()[body.begin] != '{') return;
  edits.insert(body.begin + 1, " const " + std::string(names::kEagerScope) + " runs_eagerly(" +
                                   string_literal(text.reason) + ", " + std::to_string(text.line) + ");");
}

std::string eager_code(const model::SourceFile& source, const std::vector<EagerText>& texts) {
  std::string result;
  int number = 0;
  for (const EagerText& text : texts) {
    const model::Function& function = *text.function;
    if (!has_generated_code(function)) continue;
    const Location place = source.location(function.name_place);
    result += registration(source, names::kEagerFunction, "ag_eager_function", ++number) + "(" +
              function.entry.outer_reference + ", " + string_literal(text.reason) + ", " + string_literal(place.file) +
              ", " + std::to_string(text.line) + ");\n";
  }
  return result;
}

}  // namespace agc::emit
