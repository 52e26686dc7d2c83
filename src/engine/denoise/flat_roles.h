// Features that say nothing, since they are the same everywhere.
#pragma once
#include "engine/denoise/render_picture.h"

namespace atrous {

/// Says in `not_finite` of the picture which roles have samples that are NaN or infinite (depth may be infinite; of vectors where none
/// is a number), and in `flat` which of albedo, normal and depth are the same everywhere. Depth that is the sky's
/// everywhere where normals are not (a pass that was not rendered), or normals that are none where there is depth, are left
/// out, since all would be sky, which has no guides.
void find_flat_roles(RenderPicture& picture);

} // namespace atrous
