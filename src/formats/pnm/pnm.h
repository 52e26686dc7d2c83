// What a PNM says before its samples (netpbm's ppm(5), pgm(5), pbm(5)), and its numbers as text.
#pragma once
#include "base/size.h"
#include "files/file_view.h"
#include "platform/bytes.h"
#include <optional>

namespace atrous {

/// Whole numbers in text, between blanks and comments.
class PnmNumbers {
  public:
    PnmNumbers(const FileView& file, std::uint64_t at) : file_(file), at_(at) {}
    /// Nothing where none comes, or one above 9 digits.
    std::optional<std::uint32_t> next();
    /// Behind the last one.
    std::uint64_t at() const { return at_; }

  private:
    bool is_blank();
    const FileView& file_;
    std::uint64_t at_;
};

struct PnmHeader {
    int kind;                    ///< 1 to 6: bits, greys, colours as text; the same as bytes
    std::uint64_t width, height; ///< pixels
    std::uint32_t most;          ///< the sample that is white
    std::uint64_t samples;       ///< where they begin
    bool is_text() const { return kind < 4; }
    std::uint64_t channels() const { return kind % 3 == 0 ? 3 : 1; }
    std::uint64_t sample_bytes() const { return most > 255 ? 2 : 1; }
    /// Of all samples, of a file that has them as bytes.
    std::uint64_t bytes() const {
        return (kind == 4 ? (width + 7) / 8 : width * channels() * sample_bytes()) * height;
    }
};
/// Nothing of what is no PNM of whole numbers.
std::optional<PnmHeader> pnm_header(const FileView& file);

/// OpenImageIO 2.4 reads some samples of 16 bits one too low.
/// Reads samples of two bytes, scaled so that 65535 is white, row after row; where `to` is smaller than the picture, one row over the
/// other. False where the file has none, or another size. Throws a file error: it is cut.
bool read_wide_pnm(const std::filesystem::path& path, Size size, int channels, Bytes& to);

} // namespace atrous
