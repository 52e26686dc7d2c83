// Hides where matrices stand in a file.
#include "commands/denoise/camera_motion.h"
#include "commands/denoise/options.h"
#include <algorithm>

namespace atrous {
namespace {

std::optional<Matrix4> matrix_of(const RoleSearch& search, AovRole role) {
    const FoundAov* found = search.find(role);
    return found ? matrix_in(found->value) : std::nullopt;
}

} // namespace

void read_camera(const RoleSearch& search, const DenoiseOptions& options, RenderPicture& picture) {
    const bool off = std::ranges::count(options.batch.read.overrides.patterns,
                                        std::pair(AovRole::motion, std::string("none"))) > 0;
    if (!is_temporal(options.filter) || off || !picture.previous.empty() || !picture.next.empty()) return;
    const auto to_ndc = matrix_of(search, AovRole::world_to_ndc);
    if (!to_ndc) return;
    picture.points = search.planes(AovRole::position, 3);
    if (picture.points.empty()) return;
    picture.roles.push_back({row_of(AovRole::position).name, search.layer_of(AovRole::position),
                             search.find(AovRole::position)->why});
    picture.camera =
        view_of(picture.points, picture.size, {*to_ndc, matrix_of(search, AovRole::world_to_camera)});
    picture.camera_unfit = !picture.camera;
}

void follow_camera(const Job& job, PastCamera& past, RenderPicture& picture) {
    if (!picture.camera) {
        past = {};
        return;
    }
    const CameraMatrices stored = picture.camera->stored();
    if (past.camera && past.shot == job.shot && past.number + 1 == job.number)
        picture.previous = motion_between(picture.points, *picture.camera, *past.camera);
    past = {job.shot, job.number, stored};
    picture.points = {};
}

} // namespace atrous
