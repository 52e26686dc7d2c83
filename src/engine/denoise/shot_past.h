// What the pictures of a shot leave to the next frame's: a history, and guides that vectors are found by.
#pragma once
#include "engine/denoise/prepared_picture.h"

namespace atrous {

/// What a picture of a shot's last frame left to the next one.
struct PastOfPicture {
    int shot = 0, number = 0; ///< of that frame
    PartPlace place{};        ///< where its pixels lay
    SvgfHistory history{};
};

/// Finds a picture's vectors where its file has none that fit, if they may be found (`RenderPicture::finds_motion`); what of it is
/// to be compared with the next frame.
AlbedoTrace find_vectors(const ShotFrame& frame, const PartPlace& place, const PastGuides& past,
                         RenderPicture& picture);

/// Leaves to the next frame what its vectors may be found by: not where files have vectors that say something. Takes it from the
/// picture.
void keep_guides(const ShotFrame& frame, const PartPlace& place, AlbedoTrace of_file, RenderPicture& picture,
                 PastGuides& past);

/// Filters a picture with its history, which begins anew where the frame before is not there. False where it does so since pixels lie
/// elsewhere.
bool filter_recursive(SvgfDevice& device, const ShotFrame& frame, const PartPlace& place, PastOfPicture& past,
                      PreparedPicture& picture);

} // namespace atrous
