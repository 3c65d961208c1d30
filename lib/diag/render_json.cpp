#include <nlohmann/json.hpp>

#include "diag/render.h"

namespace agc {
namespace {

using Json = nlohmann::ordered_json;

Json place(const Location& location) {
  return {{"file", location.file}, {"line", location.line}, {"column", location.column}};
}

Json as_json(const Diagnostic& diagnostic) {
  Json result = {{"id", diagnostic.id},
                 {"severity", severity_name(diagnostic.severity)},
                 {"message", diagnostic.message},
                 {"file", diagnostic.location.file},
                 {"line", diagnostic.location.line},
                 {"column", diagnostic.location.column}};
  result["ranges"] = Json::array();
  for (const Extent& extent : diagnostic.extents) {
    result["ranges"].push_back({{"begin", place(extent.begin)}, {"end", place(extent.end)}});
  }
  result["notes"] = Json::array();
  for (const Diagnostic& note : diagnostic.notes) result["notes"].push_back(as_json(note));
  return result;
}

}  // namespace

std::string render_json(const std::vector<Diagnostic>& diagnostics) {
  Json all = Json::array();
  for (const Diagnostic& diagnostic : diagnostics) all.push_back(as_json(diagnostic));
  // File names may contain bytes that are not UTF-8, which JSON does not allow.
  return all.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace agc
