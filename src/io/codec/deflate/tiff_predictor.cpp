// Differences to the sample on the left; of floats those of bytes, the most significant ones of a row first.
#include "io/codec/deflate/tiff_predictor.h"
#include <algorithm>
#include <cstdint>
#include <cstring>

namespace atrous {
namespace {

/// From one row to another one, so that compilers make vectors of it.
template <class Sample>
void subtract_left(const char* from, char* to, std::size_t bytes, std::size_t channels) {
    const auto sample = [&](std::size_t i) {
        Sample value;
        std::memcpy(&value, from + i * sizeof value, sizeof value);
        return value;
    };
    const std::size_t first = std::min(channels, bytes / sizeof(Sample));
    std::memcpy(to, from, first * sizeof(Sample));
    for (std::size_t i = first; i < bytes / sizeof(Sample); ++i) {
        const auto difference = Sample(sample(i) - sample(i - channels));
        std::memcpy(to + i * sizeof difference, &difference, sizeof difference);
    }
}

void split_bytes(const char* from, char* to, std::size_t bytes, std::size_t sample) {
    const std::size_t count = bytes / sample;
    for (std::size_t byte = 0; byte < sample; ++byte)
        for (std::size_t i = 0; i < count; ++i) to[(sample - 1 - byte) * count + i] = from[i * sample + byte];
}

} // namespace

bool predicts(TiffPredictor predictor, std::size_t sample) {
    if (predictor == TiffPredictor::none) return true;
    if (predictor == TiffPredictor::horizontal) return sample == 1 || sample == 2 || sample == 4;
    return predictor == TiffPredictor::floating && (sample == 2 || sample == 4);
}

void predict(TiffPredictor predictor, std::string& rows, std::size_t row, std::size_t channels,
             std::size_t sample) {
    if (predictor == TiffPredictor::none) return;
    std::string room(row, '\0');
    for (std::size_t at = 0; at + row <= rows.size(); at += row) {
        char* const to = rows.data() + at;
        if (predictor == TiffPredictor::floating)
            split_bytes(to, room.data(), row, sample);
        else
            std::memcpy(room.data(), to, row);
        if (predictor == TiffPredictor::floating || sample == 1)
            subtract_left<std::uint8_t>(room.data(), to, row, channels);
        else if (sample == 2)
            subtract_left<std::uint16_t>(room.data(), to, row, channels);
        else
            subtract_left<std::uint32_t>(room.data(), to, row, channels);
    }
}

} // namespace atrous
