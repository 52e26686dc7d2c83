// What is asked of a file that is read.
#pragma once
#include "formats/common/pass_through.h"
#include "image/profile.h"
#include "renders/find.h"
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace atrous {

struct ReadOptions {
    /// What images that say nothing of their colours are in. Null: integers are sRGB, floats scene-linear.
    std::shared_ptr<const Profile::Icc> assumed = nullptr;
    /// Of files with layers: which are the pictures, see choose_pictures(); empty: one.
    std::string layer = {};
    /// Says what layers are for; null: the one that the file's marks tell.
    std::shared_ptr<const AovTable> table = nullptr;
    AovOverrides overrides = {};
    /// Of a JPEG: how many times smaller its decoder may make it: 1, 2, 4 or 8. Null: 1.
    std::function<int(const PartPlace&)> reduction = nullptr;
    /// Whether filters reach across the left and right edges.
    Wrap wrap = Wrap::by_file;
    /// Pictures of CMYK and Lab become sRGB; else they are refused.
    bool to_rgb = false;
    /// The result replaces the file, of which no backup is kept: what would be left out with a warning is an error.
    bool replaced = false;
    /// Memory that opening may take, bytes; 0: any. A decoder that needs more as its header tells is not begun.
    std::uint64_t most_opening = 0;
};

} // namespace atrous
