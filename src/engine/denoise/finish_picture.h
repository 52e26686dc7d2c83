// What becomes of a picture once all its roles are read: roles that say nothing, what alpha says of it, fireflies, and
// lights in the form in which the filter takes them.
#pragma once
#include "engine/denoise/render_picture.h"

namespace atrous {

/// `alpha`: of the picture, or nothing.
void finish_picture(const std::vector<float>& alpha, const RenderSettings& settings, RenderPicture& picture);

} // namespace atrous
