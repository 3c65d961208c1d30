#include "exec/debugging.h"

#include <cstdlib>
#include <iostream>
#include <mutex>
#include <string_view>

#include "program/walk.h"

namespace ag::exec {

bool wants_lines() {
  const char* text = std::getenv("AG_DEBUG");
  const std::string_view wanted = text ? text : "";
  if (wanted.empty() || wanted == "off") return false;
  if (wanted == "on") return true;
  static std::once_flag once;
  std::call_once(once, [&] {
    std::cerr << "ag: note: compiled code has no lines of its source: AG_DEBUG is '" << wanted
              << "'; it is on or off\n";
  });
  return false;
}

std::string lines_text(const codegen::Program& program) {
  std::string text = "lines of " + program.name + "\n";
  std::string_view file;
  const auto add = [&](const codegen::Statement& statement) {
    const SourceLocation& place = statement.location;
    if (place.file_name() != file) {
      file = place.file_name();
      text += "\n" + std::string(file) + "\n";
    }
    text += std::to_string(place.line()) + ":" + std::to_string(place.column()) + " ";
  };
  codegen::for_each_body(program, [&](const codegen::Block& body) { codegen::for_each(body, add); });
  return text + "\n";
}

}  // namespace ag::exec
