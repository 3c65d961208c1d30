#pragma once
/// Marks what the runtime library exports; everything else is hidden.
#define AG_API __attribute__((visibility("default")))
