// Keeps the prepared images of a window, compares them, and prepares the input of the filter.
#pragma once
#include "engine/denoise/motion_match.h"
#include "engine/denoise/reframe.h"
#include "engine/denoise/vector_fit.h"
#include <deque>

namespace atrous {

/// A frame of a shot.
struct ShotFrame {
    int shot = 0, number = 0;
    std::string name{}; ///< for messages
};

/// Data of a shot's last frame that the next frame needs.
struct ShotState {
    ShotFrame last{};
    ImageWindow place{}; ///< the data window there
    std::optional<CameraMatrices> camera{};
    RenderPlanes guides{}; ///< beauty, albedo, normals and depth, if vectors are estimated
    MotionGuides motion{}; ///< made of these, which they replace once they are needed
    MotionGuides next{};   ///< the pyramid of the current frame, for its successor
    AlbedoTrace trace{};   ///< the same
    SvgfHistory history{}; ///< --temporal recursive
};

/// An image on the device. There is none if settings are neutral.
struct PreparedPicture : RenderInfo {
    SvgfResolved settings;
    SvgfFrame frame{};
    std::vector<SvgfFrame> halves{}; ///< two, of which `frame` is the mean: filtered instead of it
    AlbedoTrace trace{};             ///< in a window
    LightTrace light{};              ///< the same
    std::optional<SvgfPicture>
        result{};              ///< of a history: made when the frame is prepared, since the next one needs it
    int history = 0;           ///< frames in it
    bool history_lost = false; ///< it starts again, since the data window is another one
    int margin = 0;            ///< columns of the other side that `frame` of 360 degrees has on each side
    std::string checked{};     ///< the verdict about the kernels, or empty
};

/// Moves the image into the data window `place`: drops pixels outside, and leaves missing pixels empty, as a renderer
/// does that crops to the visible part.
void reframe(Render& render, const ImageWindow& place);

/// Sets the vectors to the previous frame if it is the shot's last one. With positions and camera matrices in the file,
/// these are the vectors of static points. Otherwise, if vectors may be estimated and the file has none that fit
/// (zeros, as in files with motion blur), they are matched from the guides of both frames (`Render::found`). Vectors to
/// the next frame are found from that frame's vectors. The result depends only on the two images.
void estimate_motion(const ShotFrame& frame, ShotState& shot, Render& render);

/// Copies an image to the device and, with a history, filters it. Moves the data that the next frame needs from the
/// image into `shot`.
PreparedPicture prepare_picture(SvgfDevice& device, const SvgfResolved& settings, const ShotFrame& frame,
                                ShotState& shot, Render& render, const MemoryLimits& limits);

/// The images at one place of the frames of a window, all in the data window of the middle one, null if one
/// is missing or does not match.
struct Neighbours {
    std::vector<PreparedPicture*> pictures{};
    std::deque<PreparedPicture> reframed{}; ///< prepared again, if frames have several data windows

    PreparedPicture& middle() const { return *pictures[pictures.size() / 2]; }
    std::vector<SvgfFrame*> frames() const;
    bool is_in_place() const; ///< all in one data window
};

/// The images of a window of 2 reach + 1 frames. `picture_at`: by the offset from the middle, null if there
/// is none. Frames whose image has another size, or other filtered layers, count as missing: `on_mismatch`
/// gets the reason, with both values.
Neighbours neighbours_in(int reach, const std::function<PreparedPicture*(int)>& picture_at,
                         const std::function<void(int, const std::string&)>& on_mismatch);

/// True if vectors to the previous frame, or from the next one, were estimated: the first frame of a shot has
/// no vectors of its own.
bool follows_estimated(const Neighbours& neighbours);

/// The largest correlation of noise among the neighbours.
double correlation_in(const kernels::SvgfNeighbours& stats);

/// Offsets of the frames that the filter took: none beyond a hole, none if no motion leads.
std::vector<int> offsets_used(const std::vector<SvgfFrame*>& window);

/// The comparison of a window's frames, and the filtered image.
struct FilteredPicture {
    VectorFit vectors; ///< between the frame and its neighbours
    kernels::SvgfNeighbours stats;
    SvgfPicture result;
};
/// The samples of a result that the middle image has already (PreparedPicture::result) are taken from it.
FilteredPicture filter_picture(SvgfDevice& device, const Neighbours& neighbours, const MemoryLimits& limits);

} // namespace atrous
