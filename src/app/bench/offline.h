// What `atrous bench` computes without a device. Each prints and returns the exit code; throws Error.
#pragma once
#include "app/bench/options.h"

namespace atrous {

int run_model_cache(const CommandLine& line);
int run_footprint(const CommandLine& line);
int run_banks_bench(const CommandLine& line);

} // namespace atrous
