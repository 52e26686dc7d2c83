// Holds the rows of every table of choices.
#include "graph/tables.h"
#include "atrous/layout.h"
#include "atrous/params.h"
#include "base/error.h"
#include "graph/messages.h"
#include <array>

namespace atrous {
namespace {

using namespace kernels;

// clang-format off
constexpr std::array space_rows = {
    // log and linear keep the file's primaries: in narrower ones, saturated colours would be negative.
    //     name      luma chroma light  primaries sigma black grey
    Space{"lab",     1,   2,     true,  true,     30.0,   0, 50.0},   // L* units
    Space{"log",     1,   2,     true,  false,     1.5, -10, -2.466}, // stops
    Space{"linear",  1,   2,     true,  false,     0.3,   0, 0.18},   // of scene-linear 1
    Space{"ictcp",   1,   2,     true,  true,      0.17,  0, 0.411},  // of PQ's 1, 10000 cd/m2
    Space{"rgb",     3,   0,     false, false,     0.3,   0, 0.5},    // of the file's own 1 (white of integers)
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
    BorderRule{"drop",    BORDER_DROP,    true},
    BorderRule{"clamp",   BORDER_CLAMP,   true},
    BorderRule{"mirror",  BORDER_MIRROR,  false},
    BorderRule{"reflect", BORDER_REFLECT, true},
};
constexpr std::array tap_weight_rows = {
    TapWeights{"b3",  nullptr, {{0.5, 0.25, 0}, {0.375, 0.25, 0.0625}}}, // radius 1: 1 2 1, of the linear B-spline
    TapWeights{"box", "BOX",   {{1.0 / 3, 1.0 / 3, 0}, {0.2, 0.2, 0.2}}},
};
constexpr std::array form_rows = {
    Form{"direct", false, false, false, false},
    Form{"tile",   false, true,  false, false},
    Form{"vector", true,  false, false, false},
    Form{"strip",  true,  false, true,  false},
    Form{"ring",   false, false, false, true},
};
constexpr std::array synthesis_rows = {
    Synthesis{"fused",  false, false},
    Synthesis{"stored", true,  false},
    Synthesis{"gather", true,  true},
};
constexpr std::array storage_rows = {
    Storage{"float", 4, true},
    Storage{"half",  2, false},
};
constexpr std::array element_rows = {
    Element{"planar", 32,  false},
    Element{"pixel",  128, true},
};
constexpr std::array map_rows = {
    Map{"rows",        "rows",        false, "work-items row by row"},
    Map{"transposed",  "transposed",  false, "work-items column by column"},
    Map{"padded",      "padded",      false, "row by row, rows of the tile padded until they are free of conflicts"},
    Map{"bank",        "bank",        false, "bank pattern tiles (schedule paper, section 3.5)"},
    Map{"rotated",     "rotated",     false, "bank pattern tiles, turned so that only a work-item's number decides its bank"},
    Map{"padded-bank", "padded-bank", false, "bank pattern tiles of a padded tile, where the plain ones do not cover the work-group"},
    Map{"wide",        "wide",        false, "bank pattern tiles reshaped to be wider (its supplementary, section 3)"},
    Map{"blocks",      "blocks",      false, "4x4 blocks of 2x2 squares (toma's remapping)"},
    Map{"planes",      "blocks",      true,  "blocks; in the stored upward pass groups of work-items take different planes, four rows apart"},
};
// clang-format on

} // namespace

std::span<const Space> spaces() { return space_rows; }
std::span<const Schedule> schedules() { return schedule_rows; }
std::span<const Order> orders() { return order_rows; }
std::span<const BorderRule> borders() { return border_rows; }
std::span<const TapWeights> tap_weights() { return tap_weight_rows; }
std::span<const Form> forms() { return form_rows; }
std::span<const Synthesis> syntheses() { return synthesis_rows; }
std::span<const Storage> storages() { return storage_rows; }
std::span<const Element> elements() { return element_rows; }
std::span<const Map> maps() { return map_rows; }

std::string choices(const std::vector<std::string>& names) {
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i)
        text += (i == 0 ? "" : i + 1 == names.size() ? " or " : ", ") + names[i];
    return text;
}

void unknown_name(const std::string& option, const std::string& name, const std::vector<std::string>& names) {
    throw usage_error(messages::unknown_value, option, name, choices(names));
}

} // namespace atrous
