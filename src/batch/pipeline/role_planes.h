// Reads samples of the layers that belong to an image of a render, by their roles.
#pragma once
#include "formats/common/image_file.h"
#include "renders/find.h"
#include <string>
#include <vector>

namespace atrous {

/// An image of a file, and the data for the search of its roles. Refers to the file.
struct RoleSearch {
    const ImageFile& file;
    std::size_t part, picture; ///< indices in the file, and in pictures_of(part)
    std::string title{};       ///< its layer, empty if the file has none
    Size size{};
    std::string group{}, view{}; ///< of its layer, as Aovs::find() takes them
    /// Roles that are read from files of their own, and these files.
    struct SeparateFile {
        AovRole role;
        const ImageFile* file;
        std::string path;
        Aovs aovs; ///< see aovs_with_role()
    };
    std::vector<SeparateFile> own;

    RoleSearch(const ImageFile& its_file, std::size_t its_part, std::size_t its_picture,
               std::vector<SeparateFile> its_own = {});

    /// The layer that has the role, or null. The pilot is the beauty of its own file, of the same view layer if it has several.
    const FoundAov* find(AovRole role) const;
    /// That layer, and the path of its file if that is separate.
    RoleLayer layer_of(AovRole role) const;
    /// The part of that layer.
    const Part& part_of(AovRole role) const;
    /// Its name in messages, with the path of its file if that is separate.
    std::string title_of(AovRole role) const;
    /// Channels of a part of the image's file, one plane after the other, as stored. Throws a file error that
    /// begins with `what` if the sizes of part and image differ.
    std::vector<float> planes(std::size_t of_part, const std::vector<int>& channels,
                              const std::string& what) const;
    /// The first `count` channels of a role as stored, or empty if no layer has enough.
    std::vector<float> planes(AovRole role, std::size_t count) const;
    /// The same, divided by alpha if the table marks the channels as multiplied by the renderer.
    std::vector<float> feature(AovRole role, std::size_t count) const;
    /// Throws a file error that begins with `what` if the part has another display window than the image, and another size.
    void check_size(const Part& its_part, const std::string& what) const;
    /// Channels of a part, whose data window may be another one, in the image's data window. `what` names them in the error
    /// for another size.
    std::vector<float> planes_in_place(const Part& its_part, const std::vector<int>& channels,
                                       const std::string& what) const;
    /// Depth like feature(), infinite if it is the table's number for the sky.
    std::vector<float> depth() const;
    /// Alpha of the image, or nothing.
    std::vector<float> alpha() const;
    /// Samples per pixel from the file, or 0.
    double samples_per_pixel() const;
};

} // namespace atrous
