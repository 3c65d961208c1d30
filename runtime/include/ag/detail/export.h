#pragma once
/// AG_API marks the exported symbols of the runtime library; all others are hidden.
#define AG_API __attribute__((visibility("default")))
