// Runs a filter on the samples of an image, whole or region by region, with the same result.
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

/// A region with a plan of its own: the rectangle of the input that it reads, the pixels whose samples no earlier
/// region counted, and a result that is the region's inner rectangle.
struct PlannedRegion {
    Plan plan;
    Rect from, counted; ///< of the input
};

/// Times and findings of a filter.
struct FilterReport {
    RunReport times{};          ///< a pass sums up all regions
    std::uint64_t replaced = 0; ///< samples that were NaN or infinite, once, however many regions see them
    std::uint64_t filled = 0;   ///< replaced before, by fill_areas()
    Regions regions{};
    std::vector<float> found{}; ///< in the image, by PixelFilter::begin

    std::uint64_t all_replaced() const { return replaced + filled; }
};

/// A filter that is about to run on an image.
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
    bool light = false; ///< it is for light: if the host must apply the profile, plans get light
    std::optional<Size>
        to{}; ///< size of the result if it differs from the input's. Regions are then regions of the result

    virtual ~PixelFilter() = default;
    /// The filter's regions of these pixels (one, if they fit) and the plan of one. Throws file errors.
    virtual FilterRegions fit(const Pixels& pixels, const MemoryLimits& limits) const = 0;
    virtual void begin(FilterStart&) const {}
    /// Nothing if all regions have the plan of fit().
    virtual std::optional<PlannedRegion> plan_region(const Pixels& /*input*/, const Region&) const {
        return {};
    }
};

/// A plan of one region, with an input "image", the samples of the region's outer rectangle, and an input "inner", its
/// inner one in the outer one's coordinates (kernels::PixelRect).
struct RegionRun {
    const Plan& plan;
    std::vector<Binding> bindings{}; ///< of the plan's other ports
    Pixels* output = nullptr; ///< where the inner pixels of the output "image" go (null: there is none)
    std::function<void(const Region&)> done = {}; ///< after each region, when its outputs are there
    const PixelFilter* filter = nullptr;          ///< that may have plans of its regions, instead of `plan`
};

/// Runs the plan for all regions of `input`. The times, bytes and pixels of a pass are sums over the regions.
/// `output` must not be the input. Throws an error of kind `interrupted` between regions.
RunReport run_regions(Engine& engine, const Regions& regions, const Pixels& input, const RegionRun& run);

/// Returns the memory limits of plans on the device in bytes. `allowed` lowers them, and 0 means no limit.
MemoryLimits limits_of_device(const DeviceInfo& device, std::uint64_t allowed);

/// Replaces the pixels by the result. If the filter is for light, their profile must not be Transfer::host. Uses
/// regions if the device has too little memory, and smaller regions if it lacks resources that it should have. `fitted`
/// is the result of the filter's fit() for such pixels, if it is known. Throws the errors of fit() and of the device,
/// and an error of kind `interrupted` between regions.
FilterReport filter_samples(Engine& engine, const PixelFilter& filter, Pixels& pixels,
                            const MemoryLimits& limits = {}, std::optional<FilterRegions> fitted = {});

/// Returns count, columns, rows, size, overlap and extra (pixels computed twice, as a share of the image) for logs.
Json regions_json(const Regions& regions);
/// "3x2 of 2168x2245", "1" for a whole image, "0" for none.
std::string regions_text(const Regions& regions);

/// Adds the times of a run to the passes of the same name and level.
void add_times(RunReport& all, const RunReport& one);

/// Copies a rectangle of one image to a place in another one. Reads whole rows from scratch files.
void copy_rect(const Pixels& from, const Rect& rect, Pixels& to, int x, int y);

/// Returns the pixels of the rectangle, with their place in the image (Pixels::left, top). Columns outside the image
/// are taken from the opposite side.
Pixels cut(const Pixels& pixels, const Rect& rect);

/// Bytes of pixels and values, for bindings.
std::span<const std::byte> bytes_of(const Pixels& pixels);
std::span<std::byte> bytes_of(Pixels& pixels);
template <class T>
std::span<std::byte> bytes_of(std::vector<T>& values) {
    return std::as_writable_bytes(std::span(values));
}

} // namespace atrous
