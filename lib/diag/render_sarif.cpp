#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "diag/catalogue.h"
#include "diag/render.h"

namespace agc {
namespace {

using Json = nlohmann::ordered_json;

/// A path as a URI: bytes that a URI does not allow become %XX.
std::string uri(const std::string& path) {
  std::string result = path.starts_with("/") ? "file://" : "";
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = std::isalnum(byte) != 0 || std::string_view("/._-~+").find(c) != std::string_view::npos;
    if (plain) {
      result += c;
    } else {
      char code[4];
      std::snprintf(code, sizeof code, "%%%02X", byte);
      result += code;
    }
  }
  return result;
}

std::string_view level(Severity severity) {
  switch (severity) {
    case Severity::Note:
    case Severity::Remark:
      return "note";
    case Severity::Warning:
      return "warning";
    case Severity::Error:
    case Severity::Fatal:
      return "error";
  }
  return "error";
}

class Renderer {
 public:
  explicit Renderer(SourceLines& sources) : sources_(sources) {}

  Json run(const std::vector<Diagnostic>& diagnostics, std::string_view version) {
    Json results = Json::array();
    for (const Diagnostic& diagnostic : diagnostics) results.push_back(result(diagnostic));
    Json driver = {{"name", "agc"}, {"semanticVersion", version}, {"rules", std::move(rules_)}};
    return {
        {"tool", {{"driver", std::move(driver)}}}, {"columnKind", "utf16CodeUnits"}, {"results", std::move(results)}};
  }

 private:
  Json result(const Diagnostic& diagnostic) {
    std::string text = diagnostic.message;
    Json related = Json::array();
    for (const Diagnostic& note : diagnostic.notes) {
      const bool elsewhere = note.location.line != 0 && (note.location.line != diagnostic.location.line ||
                                                         note.location.column != diagnostic.location.column);
      if (!elsewhere) {
        text += "\n" + note.message;
        continue;
      }
      Json place = location(note);
      place["message"] = {{"text", note.message}};
      related.push_back(std::move(place));
    }
    Json one = {{"ruleId", diagnostic.id},
                {"ruleIndex", rule(diagnostic.id)},
                {"level", level(diagnostic.severity)},
                {"message", {{"text", text}}}};
    one["locations"] = Json::array();
    if (!diagnostic.location.file.empty()) one["locations"].push_back(location(diagnostic));
    if (!related.empty()) one["relatedLocations"] = std::move(related);
    return one;
  }

  Json location(const Diagnostic& diagnostic) {
    const Location& place = diagnostic.location;
    Json physical = {{"artifactLocation", {{"uri", uri(place.file)}}}};
    if (place.line != 0) {
      Json region = {{"startLine", place.line}, {"startColumn", column(place)}};
      const auto extent = std::ranges::find_if(diagnostic.extents, [&](const Extent& one) {
        return one.begin.line == place.line && one.begin.column == place.column;
      });
      if (extent != diagnostic.extents.end()) {
        region["endLine"] = extent->end.line;
        region["endColumn"] = column(extent->end);
      }
      physical["region"] = std::move(region);
    }
    return {{"physicalLocation", std::move(physical)}};
  }

  /// The column in UTF-16 code units, from 1.
  uint32_t column(const Location& place) {
    const std::optional<std::string_view> line = sources_.line(place.file, place.line);
    if (!line || place.column == 0) return std::max(place.column, 1u);
    uint32_t units = 1;
    for (const char c : line->substr(0, place.column - 1)) {
      const auto byte = static_cast<unsigned char>(c);
      if ((byte & 0xc0) == 0x80) continue;
      units += byte >= 0xf0 ? 2 : 1;
    }
    return units;
  }

  size_t rule(const std::string& id) {
    const auto known = std::ranges::find_if(rules_, [&](const Json& one) { return one["id"] == id; });
    if (known != rules_.end()) return size_t(known - rules_.begin());
    Json one = {{"id", id}};
    const auto entry = std::ranges::find(catalogue(), id, &CatalogueEntry::name);
    if (entry != catalogue().end()) {
      one["shortDescription"] = {{"text", entry->message}};
      if (!entry->remedy.empty()) one["help"] = {{"text", entry->remedy}};
    }
    rules_.push_back(std::move(one));
    return rules_.size() - 1;
  }

  SourceLines& sources_;
  Json rules_ = Json::array();
};

}  // namespace

std::string render_sarif(const std::vector<Diagnostic>& diagnostics, SourceLines& sources, std::string_view version) {
  Json log = {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"}, {"version", "2.1.0"}};
  log["runs"] = Json::array({Renderer(sources).run(diagnostics, version)});
  return log.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace agc
