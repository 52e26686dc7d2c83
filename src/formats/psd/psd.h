// The sections of a PSD or PSB in front of its merged picture (Adobe Photoshop File Formats Specification).
#pragma once
#include "files/file_view.h"
#include <array>

namespace atrous {

/// One of them, as it says itself: the file may be shorter.
struct PsdSection {
    const char* name;
    std::uint64_t begin; ///< where its length stands,
    int length_bytes;    ///< in so many bytes: 4, of a PSB's layers 8
    std::uint64_t length;

    std::uint64_t inside() const { return begin + std::uint64_t(length_bytes); }
    std::uint64_t end() const { return inside() + length; }
};

/// Colour table, resources, layers.
std::array<PsdSection, 3> psd_sections(const FileView& file);

} // namespace atrous
