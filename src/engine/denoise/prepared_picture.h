// A picture that is prepared on the device, those of a window beside each other, and what they say of each other.
#pragma once
#include "engine/denoise/light_gain.h"
#include "engine/denoise/motion_found.h"
#include "engine/denoise/render_picture.h"
#include "engine/denoise/svgf_frames.h"
#include "engine/denoise/vector_fit.h"
#include "filters/atrous/regions.h"
#include <deque>
#include <optional>
#include <string>
#include <vector>

namespace atrous {

/// Made of what is filtered: nothing where settings are neutral.
struct PreparedPicture {
    std::size_t part, picture;
    std::string title;
    SvgfResolved settings;
    SvgfFrame frame;
    std::vector<LightLayer> lights;
    std::vector<RoleLayer> roles;
    bool alpha_filtered;
    std::vector<bool> empty; ///< see find_coverage()
    std::size_t clamped;
    AlbedoTrace trace; ///< of a window
    LightTrace light;  ///< the same
    std::optional<SvgfPicture>
        result{};    ///< of a history: made when the frame is prepared, since the next one needs it
    int history = 0; ///< frames in it
    int beside = 0;  ///< columns of the other side that `frame` has on each side, see wrapped()

    Size size() const { return {frame.size.width - 2 * beside, frame.size.height}; }
};
/// Brings a picture to the device.
PreparedPicture prepare_picture(SvgfDevice& device, const SvgfResolved& settings,
                                const RenderPicture& picture, const MemoryLimits& limits);

/// The prepared pictures at one place of each frame of a window, null where one is missing or does not fit beside the frame.
struct PicturesBeside {
    std::vector<PreparedPicture*> pictures{};
    std::deque<PreparedPicture> placed{}; ///< those of them that lie elsewhere in their files

    std::vector<SvgfFrame*> frames() const {
        std::vector<SvgfFrame*> all;
        for (PreparedPicture* picture : pictures) all.push_back(picture ? &picture->frame : nullptr);
        return all;
    }
};

/// How well the vectors between the frame and those right beside it fit.
double fit_of(const PicturesBeside& beside);
/// Whether vectors to the frame before, or from the next one, were found: a shot's first frame has none of its own.
bool follows_found(const PicturesBeside& beside);

/// What the neighbours' light says of them; depends on the frames of the window alone.
kernels::SvgfNeighbours known_of(const PicturesBeside& beside);
/// The largest correlation of noise among them.
double correlation_in(const kernels::SvgfNeighbours& known);

} // namespace atrous
