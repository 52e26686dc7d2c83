// Vectors of what stands still, for files that have none, but positions and the camera's matrices (pbrt).
#pragma once
#include "batch/pipeline/role_planes.h"
#include "batch/plan/job.h"
#include "commands/denoise/options.h"
#include "engine/denoise/render_picture.h"

namespace atrous {

/// The camera of a picture of the frame before.
struct PastCamera {
    int shot = 0, number = 0; ///< of that frame
    std::optional<CameraMatrices> camera{};
};

/// Reads points and matrices of a picture without vectors, where the file has both and a window is asked for.
void read_camera(const RoleSearch& search, const DenoiseOptions& options, RenderPicture& picture);

/// Where `past` is of the frame before: gives the picture the vectors that lead there (those to the next frame are found
/// from that one's). Leaves the camera in `past`, and lets the points go.
void follow_camera(const Job& job, PastCamera& past, RenderPicture& picture);

} // namespace atrous
