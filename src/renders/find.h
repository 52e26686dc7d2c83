// Maps layers to roles: the channels of a file that are beauty, albedo, normal, ... by an AOV table and the user's
// options. Also chooses the layers that are the file's images: the beauty, once per view, or the layers that the user
// names.
#pragma once
#include "base/message.h"
#include "renders/table.h"

namespace atrous {

/// Settings of the user in addition to the table.
struct AovOverrides {
    /// --role albedo=NAME: the pattern counts instead of the table's ("none": no layer has the role).
    std::vector<std::pair<AovRole, std::string>> patterns{};
    std::vector<AovChange> motion{}; ///< --motion-stored: storage of vectors (overrides the table)
};

/// A role and the channels that have it.
struct FoundAov {
    AovRow row;                ///< of the table, after the overrides: its storage (patterns: the match)
    std::size_t layer = 0;     ///< index into Aovs::layers (of no meaning for attributes)
    std::vector<int> channels; ///< of the layer's part, or empty for attributes
    std::string group;         ///< as in LayerMatch (for a part that is the image: its name)
    std::string view;          ///< "left", or empty
    std::string reason;        ///< "pattern '*.Combined' of table cycles"
    std::size_t rank = 0;      ///< place in the order of preference, 0 is best
    bool by_part = false;      ///< root channels of a part without a telling name
    std::string value{};       ///< of an attribute
};

/// A role and the layer that it was found in, for people.
struct RoleLayer {
    std::string role;   ///< "albedo"
    std::string layer;  ///< "ViewLayer.Denoising Albedo.RGB"
    std::string reason; ///< "pattern '*.Denoising Albedo' of table cycles"
    std::string file{}; ///< the role's own file, see --from

    /// The layer, and the name of its file if it has its own.
    std::string text(const std::string& of) const { return layer + (file.empty() ? "" : " of " + of); }
};

/// All that is known of a file's layers.
struct Aovs {
    std::string table;           ///< its name
    std::vector<Layer> layers;   ///< each with its role, also a layer that is only second choice
    std::vector<FoundAov> found; ///< per role, group and view the best
    std::vector<std::string>
        missing; ///< overrides without a layer in the file: "--role depth=far", "--role depth=alb (alb has R G B)"

    /// The layer with the role that belongs to this group and view. Fallbacks in order: the group and no
    /// view, no group and the view, neither. Null if there is none.
    const FoundAov* find(AovRole role, const std::string& group = {}, const std::string& view = {}) const;
};

/// Gives layers their roles. Cryptomatte layers are the layers that an attribute `cryptomatte/*/name` names,
/// and this overrides the table. Table "generic" applies to layers that `table` does not mention: it marks
/// data, and finds a beauty, an albedo, normals or a depth if the table finds none.
Aovs find_roles(const std::vector<PartNames>& parts, const AovTable& table,
                const AovOverrides& overrides = {});

/// The same with the table whose marks the parts have.
Aovs find_roles(const std::vector<PartNames>& parts, const AovOverrides& overrides = {});

/// Layers to filter, in the file's order, and notes about the choice.
struct PictureChoice {
    std::vector<std::size_t> layers; ///< indices into Aovs::layers
    Messages notes;                  ///< "has 2 images (...): ... is taken, --layer NAME|all chooses"
};

/// `wanted` empty: one image (of each view), the beauty that the table prefers, among Blender's view layers
/// "Composite", otherwise the first. If no layer is called the image, the first with R, G and B that has no
/// role, or the only channel of the file. "all": every one of these. Other values: layers of that name (or
/// pattern), whatever their role, or the beauty of the view layer of that name. Throws a file error that
/// lists the available layers for a name that no layer with colours has.
PictureChoice choose_pictures(const Aovs& aovs, const std::string& wanted);

} // namespace atrous
