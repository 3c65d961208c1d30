#pragma once
/// AG_API marks the exported symbols of the runtime library; all others are hidden.
#define AG_API __attribute__((visibility("default")))

/// AG_DELETED deletes a function and says why, where the compiler can print a reason (C++26; Clang 19 in every mode).
#if defined(__cpp_deleted_function)
#define AG_DELETED(reason) = delete (reason)
#else
#define AG_DELETED(reason) = delete
#endif
