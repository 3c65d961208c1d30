#pragma once
// Precompiled: no source includes it.
#include <cstdio>

inline constexpr int kStart = 27;
