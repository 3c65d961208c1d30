#pragma once
/// The name of a class as the source writes it.
#include <string>
#include <typeinfo>

namespace ag {

std::string class_name(const std::type_info& type);

}  // namespace ag
