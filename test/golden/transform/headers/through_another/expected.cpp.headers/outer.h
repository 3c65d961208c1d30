#include <ag/staging/generated.h>
#line 1 "outer.h"
#pragma once
#include "inner.h"  // nothing else changes here

inline constexpr int kMost = 3;
