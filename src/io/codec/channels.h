// Which channels of a file without layers are the picture: names to colour, grey and alpha. Knows no file format.
#pragma once
#include <string>
#include <vector>

namespace atrous {

/// The channels that become Pixels, in the order R, G, B, alpha (or grey, alpha). Empty where there is no
/// colour.
struct ColourChannels {
    std::vector<int> index;
    int colours = 0; ///< 0, 1 or 3
    bool alpha = false;
    std::string layer = {};              ///< where the file has layers: "Composite.Combined", with its view
    std::vector<std::string> names = {}; ///< as the file has them, one per index
};

/// Finds colour by name, any case: R, G, B without a layer first, then the layer that calls itself the
/// picture (Combined, beauty, rgba), then the first layer with all three; else grey (Y, grey, or a channel
/// all alone). `alpha_hint` is the channel that the format itself calls alpha, or -1.
ColourChannels find_colour(const std::vector<std::string>& names, int alpha_hint);

} // namespace atrous
