// What a TIFF does to rows of samples before they are compressed.
#pragma once
#include <cstddef>
#include <string>

namespace atrous {

enum class TiffPredictor { none = 1, horizontal = 2, floating = 3 };

/// Whether samples of so many bytes are predicted here.
bool predicts(TiffPredictor predictor, std::size_t sample);

/// Changes rows, one behind the other, of `row` bytes each, of pixels of `channels` samples (TIFF 6.0, section 14; Adobe
/// Photoshop TIFF Technical Note 3 for floats). The samples are little-endian.
void predict(TiffPredictor predictor, std::string& rows, std::size_t row, std::size_t channels,
             std::size_t sample);

} // namespace atrous
