// Writes pixels with a requested profile, and counts the warnings, for the tests of HDR.
#pragma once
#include "support/files/io_files.h"
#include <algorithm>

namespace hdr_output {

using namespace atrous;

/// Options that replace a file, with this --output-profile if it is not empty.
inline WriteOptions as(const char* name) {
    WriteOptions options;
    options.overwrite = true;
    if (*name) options.colours = output_colours(name, Intent::relative, "--output-profile");
    return options;
}

/// A file with one image.
inline ImageFile of(Pixels pixels) {
    ImageFile file;
    file.parts.emplace_back().pixels = std::move(pixels);
    return file;
}

/// Warnings of this kind.
inline int count_of(const Messages& messages, const MessageRow& row) {
    return int(std::ranges::count(messages, std::string(row.id), &Message::id));
}

} // namespace hdr_output
