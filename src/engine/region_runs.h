// A filter on the samples of a picture, whole or one region after the other; the result is that of the whole.
#pragma once
#include "base/json.h"
#include "filters/atrous/regions.h"
#include "graph/regions.h"
#include "image/pixels.h"
#include "opencl/engine.h"
#include <functional>
#include <optional>
#include <string>

namespace atrous {

/// How a region is computed that has a plan of its own: from a rectangle of the input, of which those pixels count whose
/// samples no region before it had; its result is all that the region's inner rectangle is.
struct PlannedRegion {
    Plan plan;
    Rect from, counted; ///< of the input
};

/// What a filter took, and what it found.
struct FilterReport {
    RunReport times{};          ///< of a pass those of all regions together
    std::uint64_t replaced = 0; ///< samples that were NaN or infinite; once, however many regions see them
    std::uint64_t filled = 0;   ///< those before, by fill_areas()
    Regions regions{};
    std::vector<float> found{}; ///< in the picture, by PixelFilter::begin

    std::uint64_t all_replaced() const { return replaced + filled; }
};

/// A filter that is about to run on a picture.
struct FilterStart {
    Engine& engine;
    const Pixels& input;
    const FilterRegions& fitted;
    FilterReport& report;            ///< stays where it is until the filter has run
    std::optional<Plan> plan{};      ///< instead of the one of `fitted`
    std::vector<Binding> bindings{}; ///< of the plan's ports other than "image", "inner" and "replaced"
};

/// A filter whose plans have inputs "image" and, for regions, "inner" (see RegionRun), and outputs "image" and "replaced", a
/// count of 32 bits.
class PixelFilter {
  public:
    bool light = false; ///< it is for light: where the host must apply the profile, plans get that
    std::optional<Size>
        to{}; ///< size of the result, if that is another one; regions are then those of the result

    virtual ~PixelFilter() = default;
    /// The filter's regions of these pixels (one, where they fit) and the plan of one. Throws file errors.
    virtual FilterRegions fit(const Pixels& pixels, const MemoryLimits& limits) const = 0;
    virtual void begin(FilterStart&) const {}
    /// Nothing where all regions have the plan of fit().
    virtual std::optional<PlannedRegion> plan_region(const Pixels& /*input*/, const Region&) const {
        return {};
    }
};

/// A plan of one region, with an input "image", the samples of the region's outer rectangle, and an input "inner", its
/// inner one in the outer one's coordinates (kernels::PixelRect).
struct RegionRun {
    const Plan& plan;
    std::vector<Binding> bindings{}; ///< of the plan's other ports
    Pixels* output = nullptr;        ///< where the inner pixels of the output "image" go; null: there is none
    std::function<void(const Region&)> done = {}; ///< after each region, when its outputs are there
    const PixelFilter* filter = nullptr;          ///< that may have plans of its regions, instead of `plan`
};

/// Runs the plan for all regions of `input`; times, bytes and pixels of a pass are those of all regions together.
/// `output` must not be the input. Throws an error of kind `interrupted` between regions when it is.
RunReport run_regions(Engine& engine, const Regions& regions, const Pixels& input, const RegionRun& run);

/// What a device has for plans, of which a user may allow less, in bytes; 0: all.
MemoryLimits limits_of_device(const DeviceInfo& device, std::uint64_t allowed);

/// The result replaces the pixels, whose profile is none of Transfer::host where the filter is for light. In regions where the
/// device has too little memory, and in smaller ones where it lacks resources that it should have. `fitted`: what the filter's
/// fit() gave for such pixels, if that is known. Throws the errors of fit(), those of the device, and one of kind `interrupted`
/// between regions when it is.
FilterReport filter_samples(Engine& engine, const PixelFilter& filter, Pixels& pixels,
                            const MemoryLimits& limits = {}, std::optional<FilterRegions> fitted = {});

/// count, columns, rows, size, overlap, extra (share of pixels computed beyond those of the image), for logs.
Json regions_json(const Regions& regions);
/// "3x2 of 2168x2245", "1" of a whole image, "0" of none.
std::string regions_text(const Regions& regions);

/// Adds a run's times to those of the same pass and level.
void add_times(RunReport& all, const RunReport& one);

/// Copies a rectangle of one picture to a place in another one. Of scratch files whole rows come into memory.
void copy_rect(const Pixels& from, const Rect& rect, Pixels& to, int x, int y);

/// A picture of these pixels; it knows where they lie (Pixels::left, top). Columns beyond a side are those of the other one.
Pixels cut(const Pixels& pixels, const Rect& rect);

/// Bytes of pixels and values, for bindings.
std::span<const std::byte> bytes_of(const Pixels& pixels);
std::span<std::byte> bytes_of(Pixels& pixels);
template <class T>
std::span<std::byte> bytes_of(std::vector<T>& values) {
    return std::as_writable_bytes(std::span(values));
}

} // namespace atrous
