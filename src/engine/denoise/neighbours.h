// The prepared pictures of a window, what they tell of each other, and what the filter gets of that.
#pragma once
#include "engine/denoise/shot.h"
#include <deque>

namespace atrous {

/// The pictures at one place of the frames of a window, all in the data window of the middle one; null where one is missing or does not match.
struct Neighbours {
    std::vector<PreparedPicture*> pictures{};
    std::deque<PreparedPicture> reframed{}; ///< prepared again, where frames have several data windows

    PreparedPicture& middle() const { return *pictures[pictures.size() / 2]; }
    std::vector<SvgfFrame*> frames() const;
    bool is_in_place() const; ///< all in one data window
};

/// Those of a window of 2 reach + 1 frames. `picture_at`: by the offset from the middle; null where there is none. Frames whose
/// picture has another size, or other layers that are filtered, count as missing: `on_mismatch` gets the reason, with both.
Neighbours neighbours_in(int reach, const std::function<PreparedPicture*(int)>& picture_at,
                         const std::function<void(int, const std::string&)>& on_mismatch);

/// Whether vectors to the frame before, or from the next one, were estimated: a shot's first frame has none of its own.
bool follows_estimated(const Neighbours& neighbours);

/// The largest correlation of noise among the neighbours.
double correlation_in(const kernels::SvgfNeighbours& stats);

/// Offsets of the frames that the filter took: none beyond a hole, none where no motion leads.
std::vector<int> offsets_used(const std::vector<SvgfFrame*>& window);

/// What the window's picture is filtered with, and its result.
struct FilteredPicture {
    VectorFit vectors; ///< between the frame and those next to it
    kernels::SvgfNeighbours stats;
    SvgfPicture result;
};
/// The samples of a result that the middle picture has already (PreparedPicture::result) are taken from it.
FilteredPicture filter_picture(SvgfDevice& device, const Neighbours& neighbours, const MemoryLimits& limits);

} // namespace atrous
