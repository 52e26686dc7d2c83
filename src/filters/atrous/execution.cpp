// Resolves execution settings for a device.
#include "filters/atrous/execution.h"
#include "banks/devices.h"
#include "base/error.h"
#include "base/text.h"
#include "filters/atrous/messages.h"
#include <algorithm>
#include <string_view>

namespace atrous {

void check_range(const std::string& option, double value, const Range& range) {
    if (!(value >= range.least && value <= range.most))
        throw usage_error(messages::setting_range, option, decimal(value), decimal(range.least),
                          decimal(range.most));
}

bool is_exact(const Execution& how, const BorderRule& border) { return border.exact && how.storage->exact; }

void check_group(const Execution& how, const DeviceTraits& device) {
    if (!how.form->vectors && !how.form->rings && std::size_t(how.group.pixels()) > device.largest_group)
        throw usage_error(messages::group_size, execution_option(&Execution::group), to_string(how.group),
                          how.group.pixels(), device.largest_group);
}

void check_plane_groups(const Execution& how, bool has_upward_pass) {
    if (has_upward_pass || !how.map || !how.map->plane_groups) return;
    const std::string map = execution_option(&Execution::map);
    throw usage_error(messages::map_planes, map, how.map->name, how.map->tile,
                      execution_option(&Execution::synthesis), map, how.map->tile);
}

const Form& form_of(const DeviceTraits& device) {
    return *std::ranges::find_if(forms(), [&](const Form& form) {
        return form.vectors == device.is_cpu && !form.tiles && !form.strips && !form.rings;
    });
}

namespace {

/// A form that was measured or predicted to be the fastest. The first row that fits is taken.
struct BestForm {
    std::string_view filter; ///< the name of its folder
    std::string_view vendor; ///< part of its name (empty: any whose banks are known)
    int capability;          ///< compute capability from which on the row holds
    std::int64_t pixels;     ///< size of the image from which on it holds
    std::string_view form;   ///< name of its row in forms()
    const char* source;      ///< device, date, commit, milliseconds of all levels
};
// Of EAW, the measurements are of border drop before borders cost cells instead of taps. The predictions, for any border,
// are these times by waves of work-groups, cells per level, and instructions of work-items at the ends of runs.
constexpr BestForm best_forms[] = {
    {"eaw", "NVIDIA", 80, 1'000'000, "ring",
     "H200, 2026-11-26, e62cbc95: 6016x4032 ring 3.21, tile 3.68, direct 7.69; 1920x1080 0.36, 0.37, 0.72. "
     "Predicted, not measured: 3.5, 4.1, 7.6; 0.43, 0.46, 0.75; 1200x900 0.23, 0.22, 0.37"},
    {"eaw", "NVIDIA", 80, 0, "tile",
     "the same at 2e736b5a: 752x504 ring 0.135, tile 0.121, direct 0.16. Predicted, not measured, six levels: "
     "0.12, 0.09, 0.14; 1024x768 0.20, 0.18, 0.28"},
    {"eaw", "", 0, 0, "tile", "not measured: local memory without conflicts serves the taps"},
    {"svgf", "NVIDIA", 80, 0, "tile", "the same: 1920x1080, five levels with models tile 1.41, direct 1.95"},
    {"svgf", "", 0, 0, "tile", "not measured"},
};

bool fits(const BestForm& row, const FormNeeds& needs, const DeviceTraits& device) {
    const bool vendor = row.vendor.empty() ? knows_local_memory(device.vendor, device.name)
                                           : device.vendor.find(row.vendor) != std::string::npos;
    return row.filter == needs.filter && vendor && device.compute_capability >= row.capability &&
           needs.size.pixels() >= row.pixels;
}

struct Exponential {
    std::string_view vendor; ///< part of its name, as drivers report it
    const char* macro;
    double error; ///< relative, at most
    double
        gain; ///< time of a level, or instructions of one, over the same with the polynomial: luma and chroma, radius 2
    const char* source;
};
// Intel has no row: its documents state no error of native_exp2, so its GPUs compute the polynomial.
constexpr Exponential exponentials[] = {
    {"NVIDIA", "EXP2_PTX", 2.4e-7, 0.66, "PTX ISA, ex2.approx.ftz.f32: 2^-22; H100, 24 megapixels"},
    {"Advanced Micro Devices", "EXP2_NATIVE", 1.2e-7, 0.64,
     "AMD's GCN3 to RDNA3 ISA, V_EXP_F32: 1 ulp; instructions of form ring, clang 14, gfx900, not measured on a GPU"},
};
constexpr double of_polynomial = 2.5e-7;
static_assert(std::ranges::all_of(exponentials, [](const auto& row) {
    return row.error <= of_polynomial && row.gain < 1;
}));

} // namespace

bool is_wrong(std::string_view filter, std::string_view form, const DeviceTraits& device) {
    return std::ranges::count(device.wrong_forms, std::string(filter) + "/" + std::string(form)) > 0;
}

void check_right(std::string_view filter, const Form& form, const DeviceTraits& device) {
    if (is_wrong(filter, form.name, device))
        throw Error(Exit::no_device, message(messages::form_wrong, execution_option(&Execution::form),
                                             form.name, device.name));
}

const Form* tuned_form(const FormNeeds& needs, const DeviceTraits& device) {
    const TunedForm* row = nullptr;
    for (const TunedForm& its : device.tuned_forms)
        if (its.filter == needs.filter && its.border == needs.border && its.pixels <= needs.size.pixels() &&
            (!row || its.pixels > row->pixels))
            row = &its;
    if (!row || is_wrong(row->filter, row->form, device)) return nullptr;
    const auto form = std::ranges::find_if(
        forms(), [&](const Form& its) { return its.name == row->form && its.vectors == device.is_cpu; });
    return form == forms().end() ? nullptr : &*form;
}

const Form& best_form(const FormNeeds& needs, const DeviceTraits& device) {
    const auto* row = std::ranges::find_if(best_forms, [&](const BestForm& its) {
        return fits(its, needs, device) && !is_wrong(needs.filter, its.form, device);
    });
    if (device.is_cpu || row == std::end(best_forms))
        return is_wrong(needs.filter, form_of(device).name, device) ? forms().front() : form_of(device);
    return *std::ranges::find(forms(), row->form, &Form::name);
}

const Synthesis& synthesis_that(bool stores_details, bool gathers_blocks) {
    return *std::ranges::find_if(syntheses(), [&](const Synthesis& synthesis) {
        return synthesis.stores_details == stores_details && synthesis.gathers_blocks == gathers_blocks;
    });
}

const char* exact_exp2(const DeviceTraits& device) {
    if (device.is_cpu) return nullptr;
    const auto row = std::ranges::find_if(exponentials, [&](const Exponential& its) {
        return device.vendor.find(its.vendor) != std::string::npos;
    });
    return row == std::end(exponentials) ? nullptr : row->macro;
}

const char* pairs_of_halves(const DeviceTraits& device) {
    constexpr int since = 80; // PTX ISA 7.0, cvt.rn.f16x2.f32 and min, max.f16x2: sm_80 or higher
    return !device.is_cpu && device.compute_capability >= since ? "HALVES_PTX" : nullptr;
}

} // namespace atrous
