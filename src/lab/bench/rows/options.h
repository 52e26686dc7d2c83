// Reads the options of `atrous bench` into one struct.
#pragma once
#include "base/size.h"
#include "cli/options.h"
#include "filters/eaw/settings.h"

namespace atrous {

/// The values of each axis of the rows; empty = its default (with --match: all values).
struct BenchAxes {
    std::vector<const Schedule*> schedules{};
    std::vector<const Order*> orders{};
    std::vector<const Form*> forms{};
    std::vector<const Map*> maps{};
    std::vector<const Element*> elements{};
    std::vector<const Synthesis*> syntheses{};
    std::vector<const BorderRule*> borders{};
    std::vector<const Storage*> storages{};
    std::vector<Size> groups{};
    bool any() const;
};

struct BenchOptions {
    Size size;
    EawSettings settings; ///< shared by all rows: levels, banks; axes have their defaults
    BenchAxes axes;
    int repeats = 5;
    std::string match; ///< patterns of row names, separated by commas. Empty = the default rows
    std::string device;
    bool list = false; ///< only print the names of the rows
    /// Repeat until the medians' noise is below this share of them; 0 = the requested number
    double noise = 0;
    bool cold = false; ///< empty the caches before each run
    bool yes = false;  ///< a run may take longer than ten minutes
};

/// Throws a usage error for unknown names, sizes and numbers out of range.
BenchOptions bench_options(const CommandLine& line);

} // namespace atrous
