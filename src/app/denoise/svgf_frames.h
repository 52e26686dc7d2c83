// The SVGF filter on the device, frame by frame: samples of a frame's roles in, a prepared frame that outlives the run; a window
// of them in, the filtered picture out. Hides ports and which planes roles become.
#pragma once
#include "app/denoise/svgf_plans.h"
#include "filters/atrous/regions.h"
#include "gpu/device.h"
#include "gpu/engine.h"
#include "svgf/params.h"
#include <array>
#include <span>

namespace atrous {

/// Samples of a frame's roles: planes of floats, width by height, rows from above, one plane behind the other. Empty: the
/// role is missing. What is not finite is replaced, or counts as sky, or as no motion.
struct RenderPlanes {
    Size size;
    std::span<const float> beauty;         ///< 3 planes, linear; with alpha, premultiplied
    std::span<const float> albedo, normal; ///< 3 each; normals of any length, none = sky
    std::span<const float> depth;          ///< 1; not finite, <= 0 or >= 1e9 = sky
    std::span<const float> previous,
        next; ///< 2 each: where a pixel is in that frame minus where it is here, x right, y down
    std::span<const float> emission; ///< 3; part of the beauty that is not filtered with it
    std::span<const float> variance; ///< 3; of the pixels' mean (of a sample: divide by their number)
    std::span<const float> lights;   ///< 3 of each light AOV, all like the beauty, without emission
};

/// The roles that are there. Throws an internal error for planes of another size.
SvgfRoles roles_of(const RenderPlanes& planes);

/// What all frames of a run share.
struct SvgfDevice {
    Engine& engine;
    SvgfPlans plans;
    explicit SvgfDevice(Engine& of) : engine(of), plans(traits_of(of.device())) {}
};

/// A frame on the device.
struct SvgfFrame {
    Size size;
    SvgfRoles roles;
    DeviceArray planes;
    std::vector<std::byte>
        stored{};   ///< in place of `planes`, on the host: where a window does not fit the device
    int motion = 0; ///< at least the largest way that vectors lead within the image, in x or y
    bool previous = false, next = false; ///< which vectors it has: its own, or found from a neighbour's
    std::uint32_t replaced = 0;          ///< samples of the beauty that were not finite
    RunReport report{};
};
struct SvgfPicture {
    std::vector<float> planes; ///< 3 of the beauty, 3 of each light, 3 of the emission if there is one
    std::array<std::uint32_t, 8> counts{}; ///< pixels whose count of frames is below 1.5, 2.5, ..
    Regions regions{};                     ///< that it was computed in; none of a whole
    RunReport report{};

    /// The part of the pixels that no neighbour helped: count below 1.5.
    double share_alone() const;
};
/// Whether anything leads from one frame to the other: vectors of either.
bool are_linked(const SvgfFrame& earlier, const SvgfFrame& later);

/// `planes`: of the region that lies at `place`; null: of the image. The frame is on the device.
SvgfFrame prepare_at(SvgfDevice& device, const SvgfResolved& settings, const RenderPlanes& planes,
                     const kernels::SvgfPlace* place);
/// `window`: as filter_frame() has it, of frames on the device, checked.
SvgfPicture filter_at(SvgfDevice& device, const SvgfResolved& settings, std::span<SvgfFrame* const> window,
                      const kernels::SvgfPlace* place);
/// Throws the errors of filter_frame().
void check_window(const SvgfResolved& settings, std::span<SvgfFrame* const> window);

/// What frames of a shot leave to the next one. Nothing at first, and after clear().
struct SvgfHistory {
    SvgfFrame before{};
    DeviceArray kept{}, spare{};
    int frames = 0; ///< that went into it

    void clear() { *this = {}; }
};
/// Filters a frame with its history, and leaves it there: `frame` loses its planes. A history of another size or other
/// roles is cleared before. Vectors to the frame before are found from that one's, where the frame has none.
SvgfPicture filter_frame(SvgfDevice& device, const SvgfResolved& settings, SvgfFrame& frame,
                         SvgfHistory& history);

} // namespace atrous
