#pragma once
/// Classes with constant references to tensors whose objects are confined: each is a local variable that is bound to
/// variables of its function, and is used through its members alone. No object is copied, passed, returned or
/// captured, so a reference refers to one variable, which outlives the object.
#include "parse/session/source_text.h"

namespace agc::parse {

/// Marks these classes, for `is_confined` (value_class.h).
void mark_confined_classes(const SourceText& text);

}  // namespace agc::parse
