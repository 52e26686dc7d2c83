// `atrous bench --match packed`.
#pragma once
#include "cli/options.h"

namespace atrous {

/// Times the levels of `denoise` with guides in planes and packed in words, in the device's plain form and in form tile, where
/// words are decoded once, when a tile is filled (schedule paper, section 4.2). Throws an internal error where packing changes
/// the result by more than it may.
int run_packed_bench(const CommandLine& line);

} // namespace atrous
