// Pictures of inks (CMYK) and of CIE Lab become sRGB.
#pragma once
#include "colour/profile.h"
#include <string>

namespace atrous {

/// How samples say colours: inks from none to all of it, or reversed, as Adobe has them in JPEGs; Lab as ICC has it, or with signed
/// a and b (TIFF 6.0, section 23).
enum class PrintSpace { inks, inks_reversed, lab, signed_lab };

/// Colours go relative colorimetric, with black point compensation: the paper's white is white, its black black.
class PrintColours {
  public:
    /// `icc`: of inks, Lab needs none; `bytes` of a sample, 1 or 2. Throws a file error, without the file's name: it is no profile of
    /// four inks.
    PrintColours(PrintSpace space, const std::string& icc, int bytes);
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
