#pragma once
/// Parameters of windowed operations on images: per-axis numbers and padding.
#include <concepts>
#include <cstdint>

namespace ag {

/// A number for each axis of an image, rows first: 2 for both, or {2, 1}.
class PerAxis {
 public:
  /// Unset: 1, or the default of the operation.
  PerAxis() = default;
  template <std::integral T>
  PerAxis(T both) : PerAxis(static_cast<int64_t>(both), static_cast<int64_t>(both)) {}
  PerAxis(int64_t rows, int64_t columns) : given_(true), rows_(rows), columns_(columns) {}

  bool given() const { return given_; }
  int64_t rows() const { return rows_; }
  int64_t columns() const { return columns_; }

 private:
  bool given_ = false;
  int64_t rows_ = 1;
  int64_t columns_ = 1;
};

/// The virtual padding around an image. `valid` adds none. `same` adds as much as one window per stride needs; of an
/// odd number the extra row or column goes at the end. Otherwise the amounts, rows first:
///
///     conv2d(x, filter, 1, Padding::same)
///     conv2d(x, filter, 1, 1)                    // one on each side
///     conv2d(x, filter, 1, {{0, 1}, {2, 2}})     // a row below, two columns left and right
class Padding {
 public:
  enum Kind : uint8_t { valid, same };

  Padding(Kind kind) : same_(kind == same) {}
  template <std::integral T>
  Padding(T everywhere) : Padding(PerAxis(everywhere), PerAxis(everywhere)) {}
  /// Each pair: the amounts before the first and after the last element of the axis.
  Padding(const PerAxis& rows, const PerAxis& columns)
      : top_(rows.rows()), bottom_(rows.columns()), left_(columns.rows()), right_(columns.columns()) {}

  bool is_same() const { return same_; }
  int64_t top() const { return top_; }
  int64_t bottom() const { return bottom_; }
  int64_t left() const { return left_; }
  int64_t right() const { return right_; }

 private:
  bool same_ = false;
  int64_t top_ = 0, bottom_ = 0, left_ = 0, right_ = 0;
};

}  // namespace ag
