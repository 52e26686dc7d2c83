// Defines the tables of spaces, schedules, orders, borders, forms and syntheses. Filters and kernels use the rows and
// never compare names.
#pragma once
#include <span>
#include <string>
#include <vector>

namespace atrous {

/// A reversible map of pixel values, applied after upload and reversed before download. Kernels use its name:
/// space_NAME_enter, space_NAME_leave.
struct Space {
    const char* name;
    int luma, chroma;     ///< planes per group of RGB images (grey images have luma 1 only)
    bool uses_light;      ///< enters from scene-linear values, otherwise from the file's values
    bool uses_primaries;  ///< enters from linear sRGB, otherwise from the file's RGB
    double default_sigma; ///< of the edge-stopping Gaussian, in units of the space
    double black, grey;   ///< luma of black and of middle grey
};
/// The pixel of each work-item and the place of its result.
struct Schedule {
    const char* name;
    bool permutes; ///< each level's writer moves pixels, otherwise taps are dilated
};
/// The place of subimages in the permuted layout. `layout` is a LayoutOrder of kernels/atrous/layout.h.
struct Order {
    const char* name;
    int layout;
};
/// The value of a tap outside the image. `code` is a Border of kernels/atrous/params.h.
struct BorderRule {
    const char* name;
    int code;
    bool exact; ///< the same result in every schedule
};
/// Weights of the taps of an axis if no edge stops them (the table `tap_h` of kernels/atrous/level.h).
struct TapWeights {
    const char* name;
    const char* macro; ///< of kernels (null: none)
    double h[2][3];    ///< of radius 1 and 2, by distance

    double at(int radius, int distance) const { return h[radius - 1][distance < 0 ? -distance : distance]; }
};
/// The way in which kernels are written for a device.
struct Form {
    const char* name;
    /// Explicit vectors of the device's width, rows per work-item, otherwise a pixel per work-item
    bool vectors;
    bool tiles;  ///< taps come from a tile in local memory
    bool strips; ///< work-items go down strips in local memory if the weights allow it
    bool rings;  ///< taps come from a ring of rows in local memory if the weights allow it
};
/// When details are added up.
struct Synthesis {
    const char* name;
    /// For an upward pass at the end, otherwise a delta is carried along on the way down
    bool stores_details;
    bool gathers_blocks; ///< the upward pass reads runs of each level through local memory
};
/// The storage of planes in global memory.
struct Storage {
    const char* name;
    int bytes;  ///< of a sample
    bool exact; ///< the result equals float within rounding
};
/// The layout of pixels in the tile of form `tile`.
struct Element {
    const char* name;
    int bits;   ///< of an element of local memory
    bool whole; ///< an element is a pixel, otherwise each channel has a plane of elements
};
/// The pixel of each work-item in a tile, and the place of its cells.
struct Map {
    const char* name;
    const char* tile;  ///< the map of banks/recommend.h that the downward pass takes
    bool plane_groups; ///< in the stored upward pass groups of work-items take different planes
    const char* what;  ///< text for users
};

/// The tables, a row per choice.
std::span<const Space> spaces();
std::span<const Schedule> schedules();
std::span<const Order> orders();
std::span<const BorderRule> borders();
std::span<const TapWeights> tap_weights();
std::span<const Form> forms();
std::span<const Synthesis> syntheses();
std::span<const Storage> storages();
std::span<const Element> elements();
std::span<const Map> maps();

/// "lab, log, linear, ictcp or rgb".
std::string choices(const std::vector<std::string>& names);

/// The names of a table's rows, in order.
template <class Row>
std::vector<std::string> names_of(std::span<const Row> rows) {
    std::vector<std::string> names;
    for (const auto& row : rows) names.emplace_back(row.name);
    return names;
}

/// Throws a usage error, messages::unknown_value, that lists the names.
[[noreturn]] void unknown_name(const std::string& option, const std::string& name,
                               const std::vector<std::string>& names);

/// Returns the row called `name`. Throws a usage error with the option, all rows and `also`, the other values that the
/// option takes.
template <class Row>
const Row& find_row(std::span<const Row> rows, std::string_view name, std::string_view option,
                    std::span<const std::string> also = {}) {
    for (const auto& row : rows)
        if (name == row.name) return row;
    auto names = names_of(rows);
    names.insert(names.end(), also.begin(), also.end());
    unknown_name(std::string(option), std::string(name), names);
}

/// The rows called `names`, in that order, errors as above.
template <class Row>
std::vector<const Row*> find_rows(std::span<const Row> rows, const std::vector<std::string>& names,
                                  const std::string& option) {
    std::vector<const Row*> found;
    for (const auto& name : names) found.push_back(&find_row(rows, name, option));
    return found;
}

} // namespace atrous
