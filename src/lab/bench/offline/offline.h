// What `atrous bench` computes without a device. Each prints and returns the exit code; throws Error.
#pragma once
#include "lab/bench/rows/options.h"
#include <utility>

namespace atrous {

int run_model_cache(const CommandLine& line);
int run_footprint(const CommandLine& line);
/// Returns 1 where a row is slower.
int run_against(const CommandLine& line);
/// The output pixel that --centre asks for. Throws a usage error for one that is not in the image.
std::pair<int, int> footprint_centre(const CommandLine& line, Size size);

} // namespace atrous
