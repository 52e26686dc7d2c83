// Roles of a render's layers, channel names as layers ("ViewLayer.Combined.R" is component R of layer
// "ViewLayer.Combined"), and patterns of layer names: "*.Combined", "*.Vector.XY", "root". Uses no files.
#pragma once
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace atrous {

/// Role of a layer. `half`: the same picture with independent noise, in a file of its own. `pilot`: the beauty as
/// another denoiser has it. `position`: points of the scene, with the camera's matrices in attributes (renders/motion.h). `light`: one of several layers that
/// the beauty is made of. `none` and the last three pass through every filter: `data` is no light (positions,
/// UV, masks), `id` are numbers that name things, `matte` is Cryptomatte, whose samples are such numbers and
/// their shares.
enum class AovRole {
    none,
    beauty,
    albedo,
    normal,
    depth,
    motion,
    motion_next,
    variance,
    samples,
    position,
    world_to_ndc,
    world_to_camera,
    emission,
    half,
    pilot,
    light,
    data,
    id,
    matte
};

struct AovRoleRow {
    AovRole role;
    const char* name;    ///< in tables, on the command line and in logs
    std::size_t least;   ///< channels that it takes at least
    std::size_t most;    ///< ... and at most (further ones of a layer are ignored)
    bool guides = false; ///< `denoise` has an option for its place: --role NAME=PATTERN
};

/// True if any number of layers has the role, none of which is preferred.
inline bool is_list(AovRole role) { return role >= AovRole::light || role == AovRole::none; }

/// One row per role, in the order of the enumeration.
std::span<const AovRoleRow> aov_roles();
const AovRoleRow& row_of(AovRole role);
/// Null if no role has this name.
const AovRoleRow* aov_role_named(std::string_view name);

/// Facts of a file about one of its parts.
struct PartNames {
    std::string name;                                ///< empty if parts have none
    std::vector<std::string> channels;               ///< in the file's order
    std::map<std::string, std::string> attributes{}; ///< values as text
};

/// One channel of a layer.
struct Component {
    std::string name; ///< in capitals, colours by their letter ("R" of "red"), empty for a layer's only one
    int channel;      ///< of its part
};

/// Channels with a common name, in the order R G B A, X Y Z W, U V, then the file's.
struct Layer {
    int part = 0;
    std::string name; ///< "ViewLayer.Combined" (empty: the part's root channels: R, G, B without a layer)
    std::string part_name; ///< of its part, without the view
    std::string view;      ///< of stereo files: "left"
    std::vector<Component> components;
    AovRole role = AovRole::none;
    std::string reason{}; ///< reason of the role: "pattern '*.Combined' of table cycles"

    /// The channel of a component, or -1.
    int channel(const std::string& component) const;
    bool has(const std::string& component) const { return channel(component) >= 0; }
    bool rgb() const { return has("R") && has("G") && has("B"); }
    /// Its name in messages: "Composite.Combined", "RGB" of root channels, a part's name, the view in brackets.
    std::string title() const;
    /// The names of its channels: "R G B A".
    std::string channels() const;
};

/// The layers of all parts, in the file's order. Views come from the attribute `multiView` (their names stand before
/// the component: "left.R", "forward.left.u") and of each part's attribute `view`. In Nuke's files names of
/// views stand first ("right.albedo.R"), and layers without one are the first view's. A channel without a dot
/// is a layer of its own ("Z", "mask"), except colours, grey, alpha, and X, Y, Z, W together.
std::vector<Layer> layers_of(const std::vector<PartNames>& parts);

/// The names in an attribute's list: `right, left` with or without quotes.
std::vector<std::string> names_in(const std::string& list);

/// The text that the first * of `pattern` stands for, if the pattern matches all of `text` in any case, or empty if it has no
/// *.
std::optional<std::string> glob(const std::string& pattern, const std::string& text);

/// A layer, or some of its channels, as a pattern names them.
struct LayerMatch {
    std::string group;         ///< text of a leading "*.": Blender's view layer
    std::vector<int> channels; ///< of the part, in the order of the layer or the pattern
    bool by_part = false;      ///< root channels of a part that has a name
};

/// The match if the pattern names this layer: the whole of its name, or, if its channels have no layer, of
/// its part's name. A dot and components (in any case, and in the required order) may follow: "P.Z". `root`:
/// channels without a layer's name.
std::optional<LayerMatch> match(const std::string& pattern, const Layer& layer);

} // namespace atrous
