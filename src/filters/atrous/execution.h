// How a filter is computed, in rows of the tables and numbers, the same for every à-trous filter. What is computed
// belongs to the filter's own settings.
#pragma once
#include "base/size.h"
#include "model/device_traits.h"
#include "model/tables.h"
#include <string>

namespace atrous {

/// What a setting may be, both ends included.
struct Range {
    double least, most;
};
/// Throws a usage error for a value out of range, or none; `option`: with its dashes.
void check_range(const std::string& option, double value, const Range& range);

namespace execution_range {
constexpr Range banks{1, 1024};
constexpr Range bank_bits{8, 128};
constexpr Range subgroup{1, 1024};
} // namespace execution_range

/// None of these changes a result, but for storage. As asked, null and 0 mean auto; what a filter resolves has all
/// rows but `map` and `element`, which form tile chooses by the work-group.
struct Execution {
    const Schedule* schedule = &schedules()[0];
    const Order* order = &orders()[0]; ///< where subimages sit in the permuted layout
    const Form* form = nullptr;
    const Synthesis* synthesis = nullptr;
    const Storage* storage = &storages()[0];
    const Map* map = nullptr;         ///< form tile: which work-item takes which pixel
    const Element* element = nullptr; ///< form tile: how pixels lie in local memory
    Size group{};                     ///< forms direct and tile: work-items per work-group
    int banks = 0;                    ///< of local memory; auto: what the device table says
    int bank_bits = 0;                ///< the same
    int subgroup = 0;                 ///< work-items that run in step; the same

    bool operator==(const Execution&) const = default;
};

/// Whether every schedule gives the same result, within rounding, as the plain algorithm in single precision.
bool is_exact(const Execution& how, const BorderRule& border);

/// Throws a usage error for a work-group that is larger than the device allows, where the form has work-groups.
void check_group(const Execution& how, const DeviceTraits& device);

/// Throws a usage error for a map that differs from another one only in the upward pass of stored details, where there is
/// none.
void check_plane_groups(const Execution& how, bool has_upward_pass);

/// The form that a device is best at.
const Form& form_of(const DeviceTraits& device);

/// The synthesis with these properties.
const Synthesis& synthesis_that(bool stores_details, bool gathers_blocks);

} // namespace atrous
