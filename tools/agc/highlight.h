#pragma once
/// C++ in the colours of a terminal.
#include <string>
#include <string_view>

namespace agc::tool {

/// `code` with keywords, literals, comments and names of the runtime coloured; the text between the colours is `code`
/// itself.
std::string highlight(std::string_view code);

}  // namespace agc::tool
