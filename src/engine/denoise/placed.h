// Frames of a window whose pixels lie elsewhere in the picture (renders that are cropped to what they show), or are of another
// one: which of them can stand beside a frame, and how.
#pragma once
#include "engine/denoise/render_picture.h"
#include "image/place.h"

namespace atrous {

/// What of a picture must be that of the frames beside it.
struct PictureShape {
    PartPlace place;
    SvgfRoles roles;
};

/// Why one frame counts as missing beside another: the picture is of another size, or has other layers that are filtered, with
/// both; empty where it does not.
std::string unlike(const PictureShape& here, const PictureShape& beside);

/// Whether their pixels lie at the same places.
bool is_same_place(const PartPlace& a, const PartPlace& b);

/// The picture as the data window `to` shows it: what lies outside of that is left out, and what `from` has not is empty, as a
/// renderer means it that crops to what there is.
RenderPicture placed(const RenderPicture& picture, const PartPlace& from, const PartPlace& to);

/// Planes of floats, one after the other, in another window, which is 0 where the one before has nothing.
std::vector<float> moved(const std::vector<float>& planes, const PartPlace& from, const PartPlace& to);
/// Columns of planes of that width; those beyond a side are those of the other one.
std::vector<float> columns_of(const std::vector<float>& planes, int width, int first, int count);
/// A picture of 360 degrees with so many columns of its other side on each side.
RenderPicture wrapped(const RenderPicture& picture, int beside);

} // namespace atrous
