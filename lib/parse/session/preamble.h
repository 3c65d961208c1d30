#pragma once
/// A precompiled form of <ag/ag.h>, which several runs of agc with the same compiler flags share. Parsing this header
/// and the standard headers that it includes takes most of the time of a conversion.
#include <string>
#include <vector>

#include "agc/transform.h"
#include "parse/session/driver_arguments.h"

namespace agc::parse {

/// Returns the precompiled header for these flags in `options.preamble_folder`, which is created or renewed if it is
/// missing or if one of its headers has changed. Returns an empty string if there is none: the folder is not given, the
/// flags include files of their own, or another process is writing it.
std::string preamble_for(const TransformOptions& options, const DriverArguments& driver);

}  // namespace agc::parse
