// Makes small files byte by byte, so that the codec does not test its reader with its own writer.
#pragma once
#include "formats/dispatch/capabilities.h"
#include "formats/read/decoder.h"
#include "formats/write/output_file.h"
#include "support/files/tagged.h"
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace files {

/// A separate folder, removed at the end with all its contents.
struct Folder {
    std::filesystem::path path;
    Folder();
    ~Folder();
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    std::filesystem::path operator/(const std::string& name) const { return path / name; }
    std::size_t entries() const;
};

std::string read_all(const std::filesystem::path& path);
void write_all(const std::filesystem::path& path, const std::string& bytes);
/// Deterministic noise.
std::uint32_t noise(std::uint32_t seed);

/// An image file of one part with noise in every sample (finite floats, alpha between 0 and 1).
atrous::ImageFile picture(atrous::Size size, atrous::PixelType type, int colours, atrous::Alpha alpha);
/// An image file of one part with these samples.
atrous::ImageFile picture(atrous::Size size, atrous::PixelType type, int colours,
                          const tagged::Samples& value, atrous::Alpha alpha = atrous::Alpha::none);
bool same_pixels(const atrous::ImageFile& a, const atrous::ImageFile& b);
/// Decodes a file.
atrous::ImageFile load(const std::filesystem::path& path);
/// Reads `from` and writes it to `to`.
atrous::Messages resave(const std::filesystem::path& from, const std::filesystem::path& to);
/// The message of the file error that reading throws; fails the test if there is none.
std::string read_error(const std::filesystem::path& path);
/// The message of the error that ends `work`, or empty.
std::string refusal(const std::function<void()>& work);

enum class ExrType { uint32, half, single };
struct ExrChannel {
    std::string name;
    ExrType type = ExrType::half;
    int sampling = 1;
    std::vector<float> samples = {}; ///< row by row. Empty: the part's `sample`
};
struct ExrPart {
    std::string name;
    std::vector<ExrChannel> channels; ///< sorted by name
    int x = 0, y = 0, width = 5, height = 3;
    int display_width = 5, display_height = 3;
    struct Attribute {
        std::string name, type, value; ///< as in the header
    };
    std::vector<Attribute> attributes = {};
    /// The value of a channel without samples at x, y from the part's corner. Empty: noise.
    std::function<float(const std::string& channel, int x, int y)> sample = {};
};
/// An uncompressed scan line EXR. `payload` receives its pixel chunks, with which the file ends.
std::string exr(const std::vector<ExrPart>& parts, std::string* payload = nullptr, bool deep = false);

struct TiffTag {
    int tag;
    std::uint32_t value;
};
/// Pages of an uncompressed little-endian TIFF, all alike, one byte sample sequence after the other.
std::string tiff(int width, int height, int channels, int bits, const std::vector<TiffTag>& more,
                 const std::vector<std::string>& pages);

/// A JPEG of the codec with an ICC profile before its other segments.
std::string jpeg_with_profile(const std::string& jpeg, const std::string& profile);
/// ... with an EXIF segment with the camera's orientation.
std::string jpeg_with_orientation(const std::string& jpeg, int orientation);
/// A profile's head and one tag of text: enough for readers to keep it.
std::string small_profile();

} // namespace files
