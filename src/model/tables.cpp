// The rows of every table of choices.
#include "model/tables.h"
#include "base/error.h"
#include "layout.h"
#include "params.h"
#include <array>

namespace atrous {
namespace {

using namespace kernels;

// clang-format off
constexpr std::array space_rows = {
    //     name      luma chroma light  sigma  unit
    Space{"lab",     1,   2,     true,  12.0,  "L* units"},
    Space{"log",     1,   2,     true,   0.6,  "stops"},
    Space{"linear",  1,   2,     true,   0.15, "linear units"},
    Space{"rgb",     3,   0,     false,  0.15, "file values, 1 = white of integers"},
};
constexpr std::array schedule_rows = {
    Schedule{"permuted", true},
    Schedule{"dilated",  false},
};
constexpr std::array order_rows = {
    Order{"split",        LAYOUT_SPLIT},
    Order{"ascending",    LAYOUT_ASCENDING},
    Order{"subdivision",  LAYOUT_SUBDIVISION},
    Order{"kaleidoscope", LAYOUT_KALEIDOSCOPE},
};
constexpr std::array border_rows = {
    BorderRule{"drop",   BORDER_DROP,   true},
    BorderRule{"clamp",  BORDER_CLAMP,  true},
    BorderRule{"mirror", BORDER_MIRROR, false},
};
constexpr std::array form_rows = {
    Form{"direct", false},
    Form{"vector", true},
};
constexpr std::array synthesis_rows = {
    Synthesis{"fused",  false},
    Synthesis{"stored", true},
};
// clang-format on

} // namespace

std::span<const Space> spaces() { return space_rows; }
std::span<const Schedule> schedules() { return schedule_rows; }
std::span<const Order> orders() { return order_rows; }
std::span<const BorderRule> borders() { return border_rows; }
std::span<const Form> forms() { return form_rows; }
std::span<const Synthesis> syntheses() { return synthesis_rows; }

std::string choices(const std::vector<std::string>& names) {
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i)
        text += (i == 0 ? "" : i + 1 == names.size() ? " or " : ", ") + names[i];
    return text;
}

void unknown_name(const std::string& option, const std::string& name, const std::vector<std::string>& names) {
    throw usage_error(option + ": unknown value '" + name + "'; choose " + choices(names));
}

} // namespace atrous
