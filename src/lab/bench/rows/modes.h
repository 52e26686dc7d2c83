// Declares the modes of `atrous bench` other than timing rows of wavelets. Each one prints its result and returns the
// exit code; throws Error.
#pragma once
#include "cli/options.h"

namespace atrous {

/// The figure of --figure. Throws a usage error for options that it does not take.
int run_figure(const CommandLine& line);
/// --model-cache: hit rates of the rows per level.
int run_model_cache(const CommandLine& line);
/// --against: 1 if a row is slower.
int run_against(const CommandLine& line);
/// --tune: measures the forms, and keeps the fastest for later runs.
int run_tune(const CommandLine& line);
/// --match svgf: the filter of renders, with ratios. An internal error if schedules differ in a bit.
int run_svgf_bench(const CommandLine& line);
/// Runs --match scale: rows read at a stride, per access, as in the tables of Gajjar and Guracar (GTC 2015): factors 2
/// to 16, pixels of four floats in two dimensions and floats in one. Uses the size of --size, otherwise the source's.
/// Throws an internal error if an access differs from the plain order.
int run_scale_bench(const CommandLine& line);

} // namespace atrous
