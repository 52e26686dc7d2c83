// The table of what these options need.
#include "app/cli/execution_needs.h"
#include "base/error.h"
#include <algorithm>

namespace atrous {
namespace {

bool permutes(const Execution& how) { return how.schedule->permutes; }
bool has_groups(const Execution& how) { return !how.form || !(how.form->vectors || how.form->strips); }
bool may_tile(const Execution& how) { return !how.form || how.form->tiles; }

struct Need {
    const char* option;
    bool (*means_something)(const Execution&);
    const char* needs;
};
constexpr Need needs[] = {
    {"order", permutes, "--schedule permuted"}, {"group", has_groups, "--form direct or tile"},
    {"map", may_tile, "--form tile"},           {"element", may_tile, "--form tile"},
    {"banks", may_tile, "--form tile"},         {"bank-bits", may_tile, "--form tile"},
    {"subgroup", may_tile, "--form tile"}};

} // namespace

void check_execution(const CommandLine& line, std::span<const Execution> executions) {
    for (const Need& need : needs)
        if (line.value(need.option, "auto") != "auto" &&
            std::ranges::none_of(executions, need.means_something))
            throw usage_error(std::string("--") + need.option + " has no effect without " + need.needs);
}

} // namespace atrous
