// The marker segments of a JPEG, one after the other (ITU-T T.81, B.1.1).
#pragma once
#include "io/bytes/file_view.h"
#include <optional>

namespace atrous {

constexpr int jpeg_end_marker = 0xD9, jpeg_scan_marker = 0xDA;

/// A segment: its marker, and where what follows its length lies; of the end marker nothing follows.
struct JpegMarker {
    int marker = 0;
    std::uint64_t body = 0, size = 0;
};

/// The segment at `at`, which moves behind it; fill bytes and markers that stand alone are passed over. Nothing where no marker
/// is, or none with a length. The first one follows the two bytes that begin the file.
std::optional<JpegMarker> next_jpeg_marker(const FileView& file, std::uint64_t& at);

} // namespace atrous
