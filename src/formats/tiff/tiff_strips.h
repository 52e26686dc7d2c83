// The strips or tiles of a TIFF that is compressed by deflate, made on all cores: what is done to their rows before, and where
// they lie by its first directory (TIFF 6.0, section 2, and BigTIFF).
#pragma once
#include "files/output_bytes.h"
#include "formats/common/raster.h"
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace atrous {

/// Little-endian, classic or big; what it hides is how entries lie.
class TiffDirectory {
  public:
    /// Of a file that begins with its header. Nothing where that is none of these.
    static std::optional<TiffDirectory> of(const OutputBytes& bytes);

    bool is_big() const { return big_; }
    /// The numbers of a tag, of whole numbers without sign; none where it is not there, or of another type.
    std::vector<std::uint64_t> numbers(int tag) const;
    /// The only, or first one.
    std::uint64_t number(int tag, std::uint64_t otherwise) const;
    /// As many numbers as there are; as 32-bit ones, or 64-bit ones of a big file, at the end where they did not lie so before.
    void replace(OutputBytes& bytes, int tag, const std::vector<std::uint64_t>& numbers) const;

  private:
    struct Entry {
        int tag, type;
        std::uint64_t count, at; ///< of the entry
    };
    const Entry* entry(int tag) const;
    std::size_t offset_bytes() const { return big_ ? 8 : 4; }
    std::uint64_t place(const Entry& entry, std::size_t bytes) const;

    const OutputBytes* bytes_ = nullptr;
    bool big_ = false;
    std::vector<Entry> entries_;
};

enum class TiffPredictor { none = 1, horizontal = 2, floating = 3 };

/// Whether samples of so many bytes are predicted here.
bool predicts(TiffPredictor predictor, std::size_t sample);

/// Changes rows, one behind the other, of `row` bytes each, of pixels of `channels` samples (TIFF 6.0, section 14; Adobe
/// Photoshop TIFF Technical Note 3 for floats). The samples are little-endian.
void predict(TiffPredictor predictor, std::string& rows, std::size_t row, std::size_t channels,
             std::size_t sample);

/// How a TIFF's header says that its samples lie.
struct TiffLayout {
    bool tiled;
    Size unit; ///< of a strip or tile
    TiffPredictor predictor;
};

/// Of a header whose strips are deflated and hold the picture's samples as they are; else nothing.
std::optional<TiffLayout> deflated_layout(const TiffDirectory& directory, const Raster& raster);

/// Puts all strips behind what is there, a TIFF without any, and says in its directory where they lie. The output
/// fails (EFBIG) where a TIFF that is not big would have more than 4 GiB.
void write_strips(const TiffDirectory& directory, const TiffLayout& layout, const Raster& raster,
                  OutputBytes& bytes);

} // namespace atrous
