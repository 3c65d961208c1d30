#pragma once
/// One instantiation of a converted template: its text with the arguments in place of the parameters.
#include <string>

#include "agc/transform.h"

namespace agc::tool {

/// `function.text` as the compiler sees it for `instance`.
std::string instance_text(const ConvertedFunction& function, const Instance& instance);

}  // namespace agc::tool
