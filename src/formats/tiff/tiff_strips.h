// What is done to the samples of a TIFF before they are compressed by deflate.
#pragma once
#include <cstddef>

namespace atrous {

enum class TiffPredictor { none = 1, horizontal = 2, floating = 3 };

/// Whether samples of so many bytes are predicted here.
bool predicts(TiffPredictor predictor, std::size_t sample);

} // namespace atrous
