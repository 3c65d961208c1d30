#ifndef AG_TEST_E2E_SHARED_LIMITS_H
#define AG_TEST_E2E_SHARED_LIMITS_H
/// Has nothing to convert: the copy of the header above it includes it from where it is.
inline constexpr int kMost = 100;
#endif
