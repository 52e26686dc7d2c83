// The rows that a new space, schedule, order, border, form or synthesis adds: filters and kernels look them
// up and never ask for names.
#pragma once
#include <span>
#include <string>
#include <vector>

namespace atrous {

/// A reversible map of pixel values, applied after upload and undone before download. Kernels know it by its
/// name: space_NAME_enter, space_NAME_leave.
struct Space {
    const char* name;
    int luma, chroma;     ///< planes per group, of RGB images (grey images have luma 1 alone)
    bool uses_light;      ///< enters from scene-linear values; else from the file's own
    bool uses_primaries;  ///< enters from linear sRGB; else from the RGB that the file has
    double default_sigma; ///< of the edge-stopping Gaussian, in units of the space
    double black, grey;   ///< luma of black and of middle grey
};
/// Which pixel a work-item handles and where it stores it.
struct Schedule {
    const char* name;
    bool permutes; ///< each level's writer moves pixels; else taps are dilated
};
/// Where subimages sit in the permuted layout; `layout` is a LayoutOrder of kernels/atrous/layout.h.
struct Order {
    const char* name;
    int layout;
};
/// What a tap outside the image gives; `code` is a Border of kernels/atrous/params.h.
struct BorderRule {
    const char* name;
    int code;
    bool exact; ///< the same result in every schedule
};
/// Weights of the taps of an axis where no edge stops them (the table `tap_h` of kernels/atrous/level.h).
struct TapWeights {
    const char* name;
    const char* macro; ///< of kernels; null: none
    double h[2][3];    ///< of radius 1 and 2, by distance

    double at(int radius, int distance) const { return h[radius - 1][distance < 0 ? -distance : distance]; }
};
/// How kernels are written for a device.
struct Form {
    const char* name;
    bool vectors; ///< explicit vectors of the device's width, rows per work-item; else a pixel per work-item
    bool tiles;   ///< taps come from a tile in local memory
    bool strips;  ///< work-items go down strips in local memory, where weights allow; else as without
    bool rings;   ///< taps come from a ring of rows in local memory, where weights allow; else as without
};
/// When details are added up.
struct Synthesis {
    const char* name;
    bool stores_details; ///< for an upward pass at the end; else a delta is carried along on the way down
    bool gathers_blocks; ///< the upward pass reads runs of each level through local memory
};
/// How planes lie in global memory.
struct Storage {
    const char* name;
    int bytes;  ///< of a sample
    bool exact; ///< the result is that of float within rounding
};
/// How pixels lie in the tile of form `tile`.
struct Element {
    const char* name;
    int bits;   ///< of an element of local memory
    bool whole; ///< an element is a pixel; else a plane of elements per channel
};
/// Which work-item of a tile takes which pixel, and where cells lie.
struct Map {
    const char* name;
    const char* tile;  ///< the map of banks/recommend.h that the downward pass takes
    bool plane_groups; ///< in the stored upward pass groups of work-items take different planes
    const char* what;  ///< for people
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

/// "lab, log, linear or rgb".
std::string choices(const std::vector<std::string>& names);

/// The names of a table's rows, in order.
template <class Row>
std::vector<std::string> names_of(std::span<const Row> rows) {
    std::vector<std::string> names;
    for (const auto& row : rows) names.emplace_back(row.name);
    return names;
}

/// Throws the usage error "OPTION: unknown value 'NAME'; choose ...".
[[noreturn]] void unknown_name(const std::string& option, const std::string& name,
                               const std::vector<std::string>& names);

/// The row called `name`. Throws a usage error that names the option, all rows and `also`, what the option
/// takes besides.
template <class Row>
const Row& find_row(std::span<const Row> rows, const std::string& name, const std::string& option,
                    const std::vector<std::string>& also = {}) {
    for (const auto& row : rows)
        if (name == row.name) return row;
    auto names = names_of(rows);
    names.insert(names.end(), also.begin(), also.end());
    unknown_name(option, name, names);
}

/// The rows called `names`, in that order; errors as above.
template <class Row>
std::vector<const Row*> find_rows(std::span<const Row> rows, const std::vector<std::string>& names,
                                  const std::string& option) {
    std::vector<const Row*> found;
    for (const auto& name : names) found.push_back(&find_row(rows, name, option));
    return found;
}

} // namespace atrous
