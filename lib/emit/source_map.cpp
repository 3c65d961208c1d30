// Mapping from columns of the converted file to columns of the source.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "agc/transform.h"
#include "emit/converted_file.h"

namespace agc {

std::string render_source_map(const TransformResult& result, const std::string& source, const std::string& generated) {
  using Json = nlohmann::ordered_json;
  Json segments = Json::array();
  for (const ColumnShift& shift : result.source_map) {
    segments.push_back({{"line", shift.line},
                        {"column", shift.column},
                        {"generated_line", shift.line + emit::kHeaderLines},
                        {"generated_column", shift.generated_column}});
  }
  const auto lines = result.text ? std::count(result.text->begin(), result.text->end(), '\n') : 0;
  Json map = {{"version", 1},
              {"source", source},
              {"generated", generated},
              {"first_line", emit::kHeaderLines + 1},
              {"generated_lines", lines},
              {"segments", std::move(segments)}};
  return map.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace agc

namespace agc::emit {

std::vector<ColumnShift> source_map(const model::SourceFile& source, const std::vector<Edit>& edits, size_t part) {
  std::vector<ColumnShift> result;
  uint32_t line = 0;
  int64_t shift = 0;  // generated column minus source column, on the current line
  const auto note = [&](uint32_t at, uint32_t column) { result.push_back({at, uint32_t(column + shift), column}); };
  for (const Edit& edit : edits) {
    if (source.part_of(edit.range.begin) != part) continue;
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
