// Calls the library as its users do, and runs the program for comparison.
#pragma once
#include "base/message.h"
#include "capi/atrous.h"
#include "support/app_run.h"
#include <doctest/doctest.h>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace atrous::test {

struct Release {
    void operator()(AtrousDevice* device) const { atrousReleaseDevice(device); }
    void operator()(AtrousFilter* filter) const { atrousReleaseFilter(filter); }
};
using Device = std::unique_ptr<AtrousDevice, Release>;
using Filter = std::unique_ptr<AtrousFilter, Release>;

/// The device of all tests, or null if there is none.
AtrousDevice* api_device();
Filter api_filter(const char* name);

/// The text of the last error, which must have this code.
std::string error_of(AtrousError code);
/// Checks that a call was refused with a text that has all parts.
void refused(AtrousError got, std::initializer_list<Message> parts, AtrousError code = ATROUS_ERROR_INVALID);
/// Checks that a call was not refused.
void done(AtrousError got);

/// The format of pixels.
AtrousFormat format_of(const Pixels& pixels);
AtrousError set_image(AtrousFilter* filter, const char* name, Pixels& pixels);

using Options = std::vector<std::pair<const char*, const char*>>;
/// The command line of options, whose values have no blanks.
std::string typed(const Options& options);
/// Returns the library's result for these pixels.
Pixels filtered(const char* name, const Options& options, const Pixels& pixels);

bool same_samples(const Pixels& a, const Pixels& b);

} // namespace atrous::test
