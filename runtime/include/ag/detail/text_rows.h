#pragma once
/// Loops over the rows of texts, and queries of their extents, in converted code.
#include "ag/staging/item.h"
#include "ag/staging/loops.h"
#include "ag/text.h"

namespace ag {

namespace detail {

template <>
struct RowSource<Text> {
  static constexpr bool staged = true;
  static Tensor count(const Text& x, SourceLocation location) { return row_count(x.words(), location); }
  static Text row(const Text& x, const Tensor& number, SourceLocation location) {
    return Text::of_words(row_at(x.words(), number, location));
  }
};

}  // namespace detail

namespace emitted {  // see item.h for the purpose of this namespace

/// words.shape(axis) and words.size(): known if the shape is.
inline Staged<int64_t> dim(const Text& x, int axis, SourceLocation location = SourceLocation::current()) {
  return dim(x.words(), axis, location);
}
inline Staged<bool> is_defined(const Text& x, SourceLocation location = SourceLocation::current()) {
  return is_defined(x.words(), location);
}
inline Staged<int64_t> element_count(const Text& x, SourceLocation location = SourceLocation::current()) {
  return element_count(x.words(), location);
}

}  // namespace emitted
}  // namespace ag
