// Reads the options of `atrous bench` into one struct.
#pragma once
#include "base/size.h"
#include "cli/options.h"
#include "cli/setting_rows.h"
#include "filters/eaw/settings.h"
#include <map>

namespace atrous {

/// An axis of the rows: a setting with a value for each of them, which has an option of the same name.
struct BenchAxis {
    const char* option;
    bool of_tiles = false;    ///< only for form tile
    bool of_permuted = false; ///< only for permuted schedules
};
constexpr BenchAxis bench_axes[] = {{"schedule"},      {"order", false, true}, {"form"},   {"map", true},
                                    {"element", true}, {"synthesis"},          {"border"}, {"storage"},
                                    {"group"}};

using AxisValues = std::vector<Change<EawSettings>>;
/// Returns these values of an axis. Throws a usage error for an unknown one.
AxisValues axis_values(const std::string& option, const std::vector<std::string>& names);

struct BenchOptions {
    Size size;
    EawSettings settings; ///< shared by all rows: levels, banks; axes have their defaults
    std::map<std::string, AxisValues>
        axes{}; ///< given values by option. Others: the default (with --match: all)
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
