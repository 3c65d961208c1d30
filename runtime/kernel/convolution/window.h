#pragma once
/// Windows along an axis of an image, for convolutions and pools: their positions, and their parts that lie inside of
/// the image.
#include <algorithm>
#include <cstdint>

namespace ag::kernel {

/// One axis of an image, and the windows along it.
struct WindowAxis {
  int64_t length = 0;    // of the image
  int64_t taps = 1;      // elements of a window
  int64_t stride = 1;    // from one window to the next
  int64_t dilation = 1;  // from one tap to the next
  int64_t before = 0;    // padding
  int64_t after = 0;
  int64_t count = 0;  // windows

  bool operator==(const WindowAxis&) const = default;

  /// The distance from the first tap to the last one, plus 1.
  int64_t extent() const { return (taps - 1) * dilation + 1; }
  /// The position of a tap of a window; it may be outside of the image.
  int64_t place(int64_t window, int64_t tap) const { return window * stride - before + tap * dilation; }
  bool holds(int64_t at) const { return at >= 0 && at < length; }

  /// Sets the padding that makes ceil(length / stride) windows. If it is odd, the extra element is after the image.
  void pad_to_same() {
    count = (length + stride - 1) / stride;
    const int64_t all = std::max<int64_t>((count - 1) * stride + extent() - length, 0);
    before = all / 2;
    after = all - before;
  }
  /// Sets the number of windows for the current padding; 0 if none fits.
  void count_windows() {
    const int64_t room = length + before + after - extent();
    count = room < 0 ? 0 : room / stride + 1;
  }
};

/// The taps of a window that lie in the image, from `first` to `last` (not included).
struct TapRange {
  int64_t first, last;
};

/// Returns the taps of a window that lie in the image. A negative dilation goes from the last tap to the first.
inline TapRange taps_inside(const WindowAxis& axis, int64_t window) {
  const int64_t step = axis.dilation < 0 ? -axis.dilation : axis.dilation;
  const int64_t start = axis.place(window, axis.dilation < 0 ? axis.taps - 1 : 0);
  const int64_t first = start < 0 ? (-start + step - 1) / step : 0;
  const int64_t room = axis.length - start;  // taps at a distance less than that are inside
  const int64_t last = room <= 0 ? 0 : std::min(axis.taps, (room + step - 1) / step);
  const TapRange inside{std::min(first, last), last};
  return axis.dilation < 0 ? TapRange{axis.taps - inside.last, axis.taps - inside.first} : inside;
}

/// Returns the windows whose taps all lie in the image, from `first` to `last` (not included).
inline TapRange whole_windows(const WindowAxis& axis) {
  const int64_t low = std::min<int64_t>((axis.taps - 1) * axis.dilation, 0) - axis.before;  // of window 0
  const int64_t high = std::max<int64_t>((axis.taps - 1) * axis.dilation, 0) - axis.before;
  const int64_t first = low >= 0 ? 0 : (-low + axis.stride - 1) / axis.stride, room = axis.length - 1 - high;
  const int64_t last = room < 0 ? 0 : std::min(axis.count, room / axis.stride + 1);
  return {std::min(first, last), last};
}

}  // namespace ag::kernel
