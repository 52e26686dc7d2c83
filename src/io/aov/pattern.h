// Patterns of layer names: "*.Combined", "*.Vector.XY", "root".
#pragma once
#include "io/aov/layers.h"
#include <optional>

namespace atrous {

/// What the first * of `pattern` stands for where it is all of `text`, in any case; empty where it has no *.
std::optional<std::string> glob(const std::string& pattern, const std::string& text);

/// A layer, or some of its channels, as a pattern names them.
struct LayerMatch {
    std::string group;         ///< what a leading "*." stood for: Blender's view layer
    std::vector<int> channels; ///< of the part, in the layer's order, or in that of the pattern
    bool by_part = false;      ///< root channels of a part that has a name
};

/// Whether the pattern names this layer: the whole of its name, or, where its channels have no layer, of its part's
/// name; then a dot and components (in any case, and in the order in which they are wanted) may follow: "P.Z". `root`:
/// channels without a layer's name.
std::optional<LayerMatch> match(const std::string& pattern, const Layer& layer);

} // namespace atrous
