// Provides files for the tests of `compare`, with samples that the test chooses.
#pragma once
#include "base/json.h"
#include "base/message.h"
#include "support/app_run.h"
#include "support/files/exr_file.h"
#include "support/json_at.h"
#include <vector>

namespace compare_test {

using namespace atrous;

using test::exr_of;
using test::Sampler;

inline const std::vector<std::string> rgb{"R", "G", "B"};

constexpr Size small{20, 12};
/// Value of at(..).number() for null.
constexpr double none = -1e9;

/// A sampler with the same value everywhere.
inline Sampler constant(float value) {
    return [=](int, int, const std::string&) { return value; };
}
/// An image with slopes in all channels.
inline float slopes(int x, int y, const std::string& channel) {
    return 0.1F + 0.01F * float(x) + 0.02F * float(y) + 0.1F * float(channel.back() % 4);
}

/// Runs `atrous compare ARGUMENTS` in the folder, in this process.
Ran run(const Folder& folder, const std::string& arguments);
/// The JSON of `compare --json ARGUMENTS`, which must end with this code.
Json compared(const Folder& folder, const std::string& arguments, int code = 0);

/// Checks that it fails with this code, prints all parts on standard error, and nothing on standard output.
void check_refused(const Ran& ran, int code, std::initializer_list<Message> parts);

} // namespace compare_test
