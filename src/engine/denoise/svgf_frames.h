// Runs the SVGF filter on the device, frame by frame. Samples of a frame's roles go in, and a prepared frame
// stays on the device. A window of prepared frames goes in, and the filtered image comes out. Plans are built
// once, because the frames of a shot have the same shape. Hides ports, planes of roles, and the keys of
// plans.
#pragma once
#include "filters/atrous/regions.h"
#include "filters/svgf/plan.h"
#include "opencl/device.h"
#include "opencl/engine.h"
#include "svgf/params.h"
#include <array>
#include <deque>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace atrous {

/// Device memory in bytes: a prepared frame, preparing and filtering in addition to the window's frames, and with a
/// history the data kept for the next frame.
struct SvgfMemory {
    std::uint64_t frame, runs;
};

/// For one thread at a time.
class SvgfPlans {
  public:
    DeviceTraits device;
    explicit SvgfPlans(const DeviceTraits& of) : device(of) {}

    /// As the functions of these names in filters/svgf build them, valid until the next call.
    const Plan& prepare_plan(const SvgfResolved& settings, Size size, const SvgfRoles& roles);
    const Plan& filter_plan(const SvgfResolved& settings, Size size, const SvgfRoles& roles,
                            const SvgfWindow& window);
    const Plan& pilot_plan(const SvgfResolved& settings, Size size, const SvgfRoles& roles,
                           const SvgfWindow& window);
    const Plan& invert_plan(const SvgfResolved& settings, Size size, const SvgfRoles& roles,
                            const SvgfInversion& how);
    const Plan& recursive_plan(const SvgfResolved& settings, Size size, const SvgfRoles& roles,
                               bool has_before);
    SvgfMemory memory(const SvgfResolved& settings, Size size, const SvgfRoles& roles);

  private:
    struct Key {
        SvgfSettings settings;
        Size size;
        SvgfRoles roles;
        int before,
            after; ///< -1: of preparation; -2: of finding vectors, `after` is which; -3: of a
                   ///< history, `after` is whether there is one; -4 and less: of a pilot
        bool operator==(const Key&) const = default;
    };
    struct Known {
        Key key;
        Plan plan;
    };
    template <class Build>
    const Plan& known(const Key& key, const Build& build);

    std::deque<Known> plans_;
};

/// Samples of a frame's roles: planes of floats, width by height, rows from the top, one plane after the other. Empty:
/// the role is missing. Samples that are not finite are replaced, or count as sky or as no motion.
struct RenderPlanes {
    Size size{};
    std::vector<float> beauty{};           ///< 3 planes, linear, with alpha, premultiplied
    std::vector<float> albedo{}, normal{}; ///< 3 each (normals of any length, none = sky)
    std::vector<float> depth{};            ///< 1 (not finite, <= 0 or >= 1e9 = sky)
    std::vector<float> previous{},
        next{}; ///< 2 each: where a pixel is in that frame minus where it is here, x right, y down
    std::vector<float> emission{}; ///< 3, part of the beauty that is not filtered with it
    std::vector<float> variance{}; ///< 3, of the pixels' mean (of a sample: divide by their number)
    std::vector<float> lights{};   ///< 3 of each light AOV, all like the beauty, without emission
    std::vector<float> coverage{}; ///< 1, below 0: light without surface or sky, see find_coverage()
    std::vector<float> pilot{};    ///< 3, another denoiser's beauty, as the beauty is stored
    int unlit = 0;                 ///< see SvgfRoles

    std::size_t pixels() const { return std::size_t(size.pixels()); }
};
/// The planes of all roles after `change`, which gives them this size.
RenderPlanes map_planes(const RenderPlanes& planes, Size size,
                        const std::function<std::vector<float>(const std::vector<float>&)>& change);

/// Returns the layers filtered in addition to the beauty: "2 lights, emission".
std::string layers_text(const SvgfRoles& roles);

/// The roles that are there. Throws an internal error for planes of another size.
SvgfRoles roles_of(const RenderPlanes& planes);

/// Device, plans and limits that all frames of a run share.
struct SvgfDevice {
    Engine& engine;
    SvgfPlans plans;
    bool counts = true; ///< false: runs are no part of the work, see Engine::run_uncounted()
    std::optional<std::pair<SvgfSettings, SvgfRoles>> checked{}; ///< whose kernels were found right last
    explicit SvgfDevice(Engine& of) : engine(of), plans(traits_of(of.device())) {}
    RunReport run(const Plan& plan, std::span<const Binding> bindings) const {
        return counts ? engine.run(plan, bindings) : engine.run_uncounted(plan, bindings);
    }
};

/// A frame on the device.
struct SvgfFrame {
    Size size;
    SvgfRoles roles;
    DeviceArray planes;
    std::vector<std::byte> stored{}; ///< replaces `planes`, on the host, if a window does not fit the device
    int motion = 0; ///< at least the largest way that vectors lead within the image, in x or y
    bool previous = false, next = false; ///< which vectors it has: its own, or found from a neighbour's
    bool found = false; ///< its vectors to the previous frame replace that frame's vectors to this one
    std::uint32_t replaced = 0; ///< samples of the beauty that were not finite
    RunReport report{};
};
struct SvgfPicture {
    std::vector<float> planes; ///< 3 of the beauty, 3 of each light, 3 of the emission if there is one
    std::array<std::uint32_t, 8> counts{}; ///< pixels whose count of frames is below 1.5, 2.5, ..
    Regions regions{};                     ///< that it was computed in, none for a whole image
    RunReport report{};

    /// The part of the pixels that no neighbour helped: count below 1.5.
    double unmatched_fraction() const;
};
/// True if vectors of either frame connect the two.
bool are_linked(const SvgfFrame& earlier, const SvgfFrame& later);

/// A frame of these planes that is not prepared yet.
SvgfFrame frame_of(const RenderPlanes& planes);
/// `planes`: of the region that lies at `place`. Null: of the image. The frame is on the device.
SvgfFrame prepare_at(SvgfDevice& device, const SvgfResolved& settings, const RenderPlanes& planes,
                     const kernels::SvgfPlace* place);
/// `window`: as filter_frame() has it, of frames on the device, whose window was checked. `result`: planes that are mixed with the
/// pilot instead, see mix_pilot().
SvgfPicture filter_at(SvgfDevice& device, const SvgfResolved& settings, std::span<SvgfFrame* const> window,
                      const kernels::SvgfNeighbours& known, const kernels::SvgfPlace* place,
                      const std::vector<float>* result = nullptr);

/// History that frames of a shot pass on, empty at the start and after clear().
struct SvgfHistory {
    SvgfFrame before{};
    DeviceArray kept{}, spare{};
    int frames = 0; ///< that went into it

    void clear() { *this = {}; }
};
/// Filters a frame with its history, and leaves it there: `frame` loses its planes. A history of another size or other
/// roles (but for vectors and coverage) is cleared before. Vectors to the frame before are found from that
/// frame's vectors, if the frame has none.
SvgfPicture filter_frame(SvgfDevice& device, const SvgfResolved& settings, SvgfFrame& frame,
                         SvgfHistory& history);

// Whole, or region by region:

/// Filters region by region if a window does not fit the limits. Throws a memory error if no region of a window fits.
SvgfFrame prepare_frame(SvgfDevice& device, const SvgfResolved& settings, const RenderPlanes& planes,
                        const MemoryLimits& limits = {});

/// Regions that a result is computed in (one: whole) where vectors lead so far: an overlap, and a grid that fits. Throws as
/// prepare_frame().
Regions svgf_regions(SvgfPlans& plans, const SvgfResolved& settings, Size size, const SvgfRoles& roles,
                     int motion, const MemoryLimits& limits);
/// Returns the columns of the opposite side that are added on each side of a 360-degree image: the reach of the
/// filters, and in a window a fixed number for vectors across the edge, equal in all frames.
int columns_beside(const SvgfResolved& settings);
/// The largest way that vectors lead within the image, in x or y, rounded up to a multiple of 8, so that frames of a shot have
/// regions of one size.
int largest_motion(const RenderPlanes& planes);

/// Filters the frame in the middle of `window`: 2 K + 1 frames in order, null if one is missing. Frames
/// beyond a gap are not used. If vectors lead in one direction only, the other ones are found first and kept
/// in their frame. Filters region by region if frames are on the host, with the same result. Throws a file
/// error for frames that differ in size, emission, variance or lights, with both values, and an internal
/// error for a window without its middle or longer than the settings' reach. `known`: statistics of the
/// neighbours. A frame with a pilot is mixed with it, except a half.
SvgfPicture filter_frame(SvgfDevice& device, const SvgfResolved& settings, std::span<SvgfFrame* const> window,
                         const MemoryLimits& limits = {},
                         const kernels::SvgfNeighbours& known = usual_neighbours);

/// Mixes a result of filter_frame() with the pilot of the frame in the middle, see svgf_pilot_plan().
void mix_pilot(SvgfDevice& device, const SvgfResolved& settings, std::span<SvgfFrame* const> window,
               const MemoryLimits& limits, const kernels::SvgfNeighbours& known, SvgfPicture& picture);

} // namespace atrous
