// Reads the compared image of a file, and its motion vectors. Only this code selects channels.
#pragma once
#include "base/error.h"
#include "batch/pipeline/isolated_reading.h"
#include "commands/compare/frames.h"
#include "formats/common/convert.h"
#include "image/pixels.h"
#include "image/place.h"
#include <filesystem>
#include <optional>

namespace atrous {

/// A file does not contain the requested data. This error is not limited to one frame.
struct RequestError : Error {
    using Error::Error;
};

/// The data read from a file.
struct ComparedPicture {
    Planar picture;           ///< integers become 0 to 1. All views of a part, one after the other
    std::size_t first = 0;    ///< planes of the first view, or 0 for a layer
    bool floats = false;      ///< the file's samples are floats
    Encoding encoding{};      ///< the meaning of the file's samples
    int colours = 0;          ///< planes of the first view that are colours of a file without layers
    bool layer_found = false; ///< the requested layer was found
    ImageWindow place{};      ///< its pixels in the whole image
    std::optional<Motion> motion;

    std::size_t pictures() const { return first == 0 ? 1 : picture.planes.size() / first; }
};

/// Both images of a pair, checked to match each other.
struct ComparedPictures {
    Planar a, b;
    std::optional<Motion> motion; ///< of B
    bool display = false;         ///< both contain integers: values for displays
};
/// By the options, and for these images.
PsnrScale scale_of(const CompareOptions& options, const ComparedPictures& pictures);
ComparedPictures read_pair(const ComparedFrame& frame, const CompareOptions& options, bool motion,
                           IsolatedReading& reading);

/// Reads the motion vectors of a file. Throws a RequestError if there are none.
Motion read_motion(const std::filesystem::path& path, const IsolatedReading& reading);

} // namespace atrous
