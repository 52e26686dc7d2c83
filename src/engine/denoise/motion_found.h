// Vectors for pictures whose file has none, or zeros where things move: found from what the frame before looks like.
#pragma once
#include "engine/denoise/vector_fit.h"
#include "image/place.h"
#include <string>

namespace atrous {

/// A frame of a shot, by its number.
struct ShotFrame {
    int shot = 0, number = 0;
    std::string name{}; ///< for messages

    bool follows(int its_shot, int its_number) const { return its_shot == shot && its_number + 1 == number; }
};

/// What finding vectors needs of the frame before.
struct PastGuides {
    int shot = 0, number = 0; ///< of that frame
    PartPlace place{};        ///< where its pixels lay
    RenderPicture picture{};  ///< what its guides are made of
    AlbedoTrace trace{};      ///< with the vectors of its file
};

/// Where `past` is of the frame before, and the picture's vectors do not lead there: gives it those that do
/// (`RenderPicture::found`). Those to the next frame are found from that one's. Depends on the two pictures alone.
void find_motion(const ShotFrame& frame, const PartPlace& place, const PastGuides& past,
                 RenderPicture& picture);

/// What the next frame finds its vectors by; takes it from the picture. `trace`: with the vectors of the file.
PastGuides past_guides(const ShotFrame& frame, const PartPlace& place, RenderPicture& picture,
                       AlbedoTrace trace);

} // namespace atrous
