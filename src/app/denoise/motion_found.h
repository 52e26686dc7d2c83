// Vectors for pictures whose file has none, or zeros where things move: found from what the frame before looks like.
#pragma once
#include "app/denoise/options.h"
#include "app/denoise/vector_fit.h"
#include "app/plan/job.h"
#include "io/codec/pass_through.h"

namespace atrous {

/// What finding vectors needs of the frame before.
struct PastGuides {
    int shot = 0, number = 0; ///< of that frame
    PartPlace place{};        ///< where its pixels lay
    RenderPicture picture{};  ///< what its guides are made of
    AlbedoTrace trace{};      ///< with the vectors of its file
};

/// Whether vectors may be found: frames help each other, and no option says that there are none.
bool may_find_motion(const DenoiseOptions& options);

/// Where `past` is of the frame before, and the picture's vectors do not lead there: gives it those that do
/// (`RenderPicture::found`). Those to the next frame are found from that one's. Depends on the two pictures alone.
void find_motion(const Job& job, const PartPlace& place, const PastGuides& past, RenderPicture& picture);

/// What the next frame finds its vectors by; takes it from the picture. `trace`: with the vectors of the file.
PastGuides past_guides(const Job& job, const PartPlace& place, RenderPicture& picture, AlbedoTrace trace);

} // namespace atrous
