// `atrous bench --match scale`.
#pragma once
#include "lab/bench/rows/options.h"

namespace atrous {

/// Times rows read at a stride, per access, and prints the tables of Gajjar and Guracar (GTC 2015): factors 2 to 16, pixels of
/// four floats in two dimensions and floats in one. With --size the pictures have it, else the source's.
/// Throws an internal error if an access gives another result than the order that is plain.
int run_scale_bench(const CommandLine& line);

} // namespace atrous
