#include "base/call_conditions.h"

namespace ag::detail {

constinit std::atomic<uint8_t> call_conditions{kObservationUnread | kDefaultDeviceUnread};

}  // namespace ag::detail
