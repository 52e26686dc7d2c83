// Which layers of a file are its pictures: the beauty, once per view, or what the user names.
#pragma once
#include "renders/find.h"

namespace atrous {

/// Layers that are to be filtered, in the file's order, and what has to be said of the choice.
struct PictureChoice {
    std::vector<std::size_t> layers; ///< indices into Aovs::layers
    std::vector<std::string> notes;  ///< "has 2 pictures (...): ... is taken; --layer NAME|all chooses"
};

/// `wanted` empty: one picture (of each view), the beauty that the table prefers; among Blender's view layers
/// "Composite", else the first; where no layer is called the picture, the first with R, G and B that has no role, or
/// the only channel of the file. "all": every one of these. Else layers of that name (or pattern), whatever their
/// role, or the beauty of the view layer of that name. Throws a file error that lists what there is for a name that no
/// layer with colours has.
PictureChoice choose_pictures(const Aovs& aovs, const std::string& wanted);

} // namespace atrous
