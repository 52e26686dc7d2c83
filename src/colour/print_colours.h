// Pictures of inks (CMYK) become sRGB.
#pragma once
#include "colour/profile.h"
#include <string>

namespace atrous {

/// Colours go relative colorimetric, with black point compensation: the paper's white is white, its black black.
class PrintColours {
  public:
    /// `reversed`: 0 is all of the ink, as Adobe has it in JPEGs; `bytes` of a sample, 1 or 2. Throws a file error, without the
    /// file's name: `icc` is no profile of four inks.
    PrintColours(bool reversed, const std::string& icc, int bytes);
    ~PrintColours();
    PrintColours(const PrintColours&) = delete;
    PrintColours& operator=(const PrintColours&) = delete;

    /// Pixels of `channels` samples, those behind the colours passed over, to RGB of as many bytes a sample.
    void to_srgb(const std::byte* from, int channels, std::byte* to, std::size_t pixels) const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

/// sRGB's profile, as a file holds it.
std::string srgb_profile_bytes();

} // namespace atrous
