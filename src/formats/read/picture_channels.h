// Which channels of a file become pixels: by their names, and where there are layers, by the layers' roles.
#pragma once
#include "formats/common/pass_through.h"
#include "formats/common/read_options.h"
#include "renders/find.h"
#include <OpenImageIO/imageio.h>

namespace atrous {

/// Finds colour by name, any case: R, G, B without a layer first, then the layer that calls itself the
/// picture (Combined, beauty, rgba), then the first layer with all three; else grey (Y, grey, or a channel
/// all alone). `alpha_hint` is the channel that the format itself calls alpha, or -1.
ColourChannels find_colour(const std::vector<std::string>& names, int alpha_hint);
/// The roles of layers, by the options' table or the one whose marks the parts have.
Aovs roles_of(const std::vector<PartNames>& parts, const ReadOptions& options);
/// The pictures of each part, of files of named layers by the layers' roles; `notes` receives what has to be said.
/// Throws the file error of choose_pictures().
std::vector<std::vector<ColourChannels>> find_pictures(const std::vector<OIIO::ImageSpec>& specs,
                                                       const std::string& format, const ReadOptions& options,
                                                       Aovs& aovs, std::vector<std::string>& notes);

} // namespace atrous
