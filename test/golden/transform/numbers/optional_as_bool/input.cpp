#include <ag/ag.h>

#include <optional>
using ag::Tensor;

AG_FUNCTION int asked(Tensor x) {
  std::optional<int> found;
  if (x > 3) found = 1;
  bool known = bool(found);
  const bool again(found);
  if (found != std::nullopt && std::nullopt == found) return 1;
  return known && static_cast<bool>(found) && again ? 2 : 0;
}
