// The prepared pictures of a frame, and those of the frames of its window as they stand beside them.
#pragma once
#include "app/denoise/denoise_run.h"
#include "app/denoise/light_gain.h"
#include "app/run/frame.h"
#include <deque>
#include <memory>
#include <optional>

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
};
using Prepared = std::vector<PreparedPicture>;

/// Not const: frames of a window find vectors from each other.
inline Prepared& prepared_of(const Frame& frame) {
    return *std::any_cast<const std::shared_ptr<Prepared>&>(frame.prepared);
}

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

/// Those that count as missing are told of, and are holes in the frame's record.
PicturesBeside pictures_beside(DenoiseRun& run, const Window& window, std::size_t at,
                               const MemoryLimits& limits);

/// How well the vectors between the frame and those right beside it fit.
double fit_of(const PicturesBeside& beside);
/// Whether vectors to the frame before, or from the next one, were found: a shot's first frame has none of its own.
bool follows_found(const PicturesBeside& beside);

/// What the neighbours' light says of them; depends on the frames of the window alone.
kernels::SvgfNeighbours known_of(const PicturesBeside& beside);
/// The largest correlation of noise among them.
double correlation_in(const kernels::SvgfNeighbours& known);

/// Warns, once a run, where the vectors between the frame and those beside it fit far better if they are read otherwise.
void warn_of_vectors(DenoiseRun& run, Frame& frame, const PicturesBeside& beside);

} // namespace atrous
