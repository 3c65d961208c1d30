#pragma once
#include "parts/inner.h"  // nothing else changes here

inline constexpr int kMost = 3;
