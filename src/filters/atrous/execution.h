// Defines the execution of a filter, as table rows and numbers, the same for every à-trous filter. The
// filter's own settings define the result.
#pragma once
#include "base/size.h"
#include "filters/atrous/fact.h"
#include "graph/plan.h"
#include "graph/tables.h"
#include <string>
#include <string_view>

namespace atrous {

namespace execution_range {
constexpr Range banks{1, 1024};
constexpr Range bank_bits{8, 128};
constexpr Range subgroup{1, 1024};
} // namespace execution_range

/// None of these changes a result, except storage. In requests, null and 0 mean auto. Resolved settings have
/// all rows but `map` and `element`, which form tile chooses by the work-group.
struct Execution {
    const Schedule* schedule = &schedules()[0];
    const Order* order = &orders()[0]; ///< where subimages sit in the permuted layout
    const Form* form = nullptr;
    const Synthesis* synthesis = nullptr;
    const Storage* storage = &storages()[0];
    const Map* map = nullptr;         ///< form tile: the pixel of each work-item
    const Element* element = nullptr; ///< form tile: layout of pixels in local memory
    Size group{};  ///< work-items per work-group (form ring: work-items in a row, and rows that they go down)
    int banks = 0; ///< of local memory (auto: from the device table)
    int bank_bits = 0; ///< the same
    int subgroup = 0;  ///< work-items that run in step (auto: from the device table)

    bool operator==(const Execution&) const = default;
};

inline constexpr std::tuple execution_facts{
    TableFact{"storage", &Execution::storage, storages,
              "Store planes on the device as float or half (half the memory, approximate: 11 bits)"},
    TableFact{"schedule", &Execution::schedule, schedules,
              "permuted: every level moves pixels so that the next level's taps are neighbours; dilated: "
              "the plain algorithm"},
    TableFact{"order", &Execution::order, orders, "Where the permuted schedule puts pixels"},
    TableFact{
        "form", &Execution::form, forms,
        "How kernels are written: direct (one pixel per work-item), tile (for GPUs: taps from local memory, four "
        "pixels per work-item), ring (for GPUs: down columns with a ring of rows in local memory, weights of "
        "pairs computed once), vector (for CPUs), strip (the same, down strips that compute each weight once: "
        "faster with AVX2, not with AVX-512), auto (the fastest that was measured)"},
    TableFact{"synthesis", &Execution::synthesis, syntheses,
              "fused (details are added while they are made), stored (kept, and added at the end), "
              "gather (the same, read in contiguous runs), auto (fused; with --denoise bayes stored, on "
              "GPUs gather)"},
    Fact{
        "group", &Execution::group, Range{}, "WxH|auto",
        "Work-items per work-group of the forms direct and tile; form ring: work-items side by side, and rows "
        "that these go down"},
    TableFact{"map", &Execution::map, maps,
              "Form tile: which work-item takes which pixel; auto asks the bank analyser (atrous banks "
              "tile). planes is blocks but for the upward pass of synthesis stored, where groups of "
              "work-items take different planes"},
    TableFact{"element", &Execution::element, elements,
              "Form tile: an element of local memory holds samples of a plane (planar) or a pixel (pixel)"},
    Fact{"banks", &Execution::banks, execution_range::banks, "N|auto",
         "Form tile: banks of local memory, {range}; auto: the device's, if known"},
    Fact{"bank-bits", &Execution::bank_bits, execution_range::bank_bits, "N|auto",
         "Form tile: width of a bank, {range} bits"},
    Fact{"subgroup", &Execution::subgroup, execution_range::subgroup, "N|auto",
         "Form tile: work-items that run in step, {range}"}};

/// "group", for messages: a part of --execution, and an option of `bench`.
template <class T>
std::string execution_option(T Execution::*member) {
    return name_of(execution_facts, member);
}

/// True if every schedule gives the result of the plain algorithm in single precision, within rounding.
bool is_exact(const Execution& how, const BorderRule& border);

/// Throws a usage error for a work-group that is larger than the device allows, if the form has work-groups.
void check_group(const Execution& how, const DeviceTraits& device);

/// Throws a usage error for a map that differs from another one only in the upward pass of stored details, if
/// there is none.
void check_plane_groups(const Execution& how, bool has_upward_pass);

/// The plain form of a device: a pixel per work-item on GPUs, vectors on CPUs.
const Form& form_of(const DeviceTraits& device);

/// The criteria of the fastest form, in addition to the device.
struct FormNeeds {
    std::string_view filter; ///< the name of its folder
    Size size;
    std::string_view border; ///< name of its row in borders()
};
/// Returns the form that `atrous bench --tune` found to be faster on the device than best_form(). Null if
/// there is none, or if it is unknown, was found wrong or is for other devices.
const Form* tuned_form(const FormNeeds& needs, const DeviceTraits& device);
/// Returns the fastest form by a measured row. On GPUs without measurements, returns tiles if the filter has
/// a row for them and the bank analyser has the local memory, otherwise the plain form. Forms that are wrong
/// on the device are left out; the last one is `direct`.
const Form& best_form(const FormNeeds& needs, const DeviceTraits& device);

/// True if a check found that the filter's form computes wrong results on this device.
bool is_wrong(std::string_view filter, std::string_view form, const DeviceTraits& device);
/// Throws an error (no_device) if it did: the form was requested, or none is right.
void check_right(std::string_view filter, const Form& form, const DeviceTraits& device);

/// The synthesis with these properties.
const Synthesis& synthesis_that(bool stores_details, bool gathers_blocks);

/// Returns the macro of kernels/atrous/exponent.h for the device's own 2^t if its relative error is at most the
/// polynomial's for t from -126 to 0, otherwise null.
const char* exact_exp2(const DeviceTraits& device);

/// The macro of kernels/eaw/columns.h for the device's own instructions that make two halves of two values,
/// null if there are none.
const char* pairs_of_halves(const DeviceTraits& device);

} // namespace atrous
