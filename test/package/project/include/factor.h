#pragma once
// What the test edits: a header that only one of the two sources includes.
inline constexpr int kFactor = 3;
