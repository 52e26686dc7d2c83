// The picture of a file that is compared, and its motion vectors: the one place that chooses channels.
#pragma once
#include "base/error.h"
#include "batch/pipeline/isolated_reading.h"
#include "commands/compare/frames.h"
#include "commands/compare/options.h"
#include "image/pixels.h"
#include <array>
#include <filesystem>
#include <optional>
#include <string>

namespace atrous {

/// A file does not have what was asked for: no error of one frame alone.
struct RequestError : Error {
    using Error::Error;
};

struct PictureRequest {
    std::string layer;   ///< empty: the picture
    bool alpha = false;  ///< its alpha, too
    bool motion = false; ///< motion vectors, too, if there are
};

/// What is read of a file.
struct ComparedPicture {
    Planar picture;              ///< integers are 0 to 1; of all views of a part, one behind the other
    std::size_t first = 0;       ///< planes of the first view; 0: a layer, not the picture
    bool floats = false;         ///< the file's samples are floats
    bool layer_found = false;    ///< the layer that was asked for
    std::array<int, 2> origin{}; ///< where its pixels begin in the whole picture
    std::optional<Motion> motion;

    std::size_t pictures() const { return first == 0 ? 1 : picture.planes.size() / first; }
};

/// Reads a file; warns of what the codec warns of, and of several pictures. A file without layers is taken whole,
/// whatever layer is asked for. Throws a file error where it cannot be read, a RequestError: no picture, no such layer (names
/// those there are).
ComparedPicture read_picture(const std::filesystem::path& path, const PictureRequest& request);

/// Both pictures of a pair, checked to fit each other.
struct ComparedPictures {
    Planar a, b;
    std::optional<Motion> motion; ///< of B
    bool display = false;         ///< both hold integers: values for displays
};
/// As options ask, and as these pictures are.
PsnrScale scale_of(const CompareOptions& options, const ComparedPictures& pictures);
ComparedPictures read_pair(const ComparedFrame& frame, const CompareOptions& options, bool motion,
                           IsolatedReading& reading);

/// The motion vectors of a file. Throws a RequestError where there are none.
Motion read_motion(const std::filesystem::path& path);

} // namespace atrous
