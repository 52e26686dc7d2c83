// What becomes of a picture once all its roles are read: roles that guide nothing, what alpha covers, --clamp-fireflies, and
// lights in the form in which the filter takes them.
#pragma once
#include "engine/denoise/render.h"

namespace atrous {

/// `alpha`: that of the picture, or nothing.
void preprocess(const std::vector<float>& alpha, const RenderSettings& settings, Render& render);

/// A part of it. Notes which roles have samples that are NaN or infinite (depth may be infinite; vectors if there is no number
/// at all), and which of albedo, normal and depth are the same everywhere. Depth that is the sky's everywhere where normals are
/// not (a pass that was not rendered), or normals that are none where there is depth, are left out, since all would be sky,
/// which has no guides.
void find_flat_roles(Render& render);

} // namespace atrous
