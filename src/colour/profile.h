// ICC profiles: from the bytes in a file, or a name, to the parameters of kernels and host. Only profile*.cpp,
// print_colours.cpp and lcms.h use LittleCMS. Hides the tasks of each kind of profile.
#pragma once
#include "base/message.h"
#include "image/profile.h"
#include <cstddef>
#include <span>
#include <string>

namespace atrous {

/// A profile that was opened, not yet fitted to an image. Throws nothing. Null if the bytes are no ICC
/// profile.
std::shared_ptr<const Profile::Icc> open_profile(const void* bytes, std::size_t size);
/// Its description, or "unnamed".
std::string profile_name(const Profile::Icc& icc);

/// ICC's rendering intents: the treatment of colours between tables of profiles. Between curves and matrices
/// all of them but the last are one.
enum class Intent { perceptual, relative, saturation, absolute };

/// Finds a row of rgb_profiles(), in any case, with or without spaces and dashes, otherwise a file. Throws a
/// usage error that starts with `option`: no such name or file, not a profile, not of RGB or grey colours, or
/// usable in only one direction.
std::shared_ptr<const Profile::Icc> find_profile(const std::string& name_or_file, const std::string& option);

/// The profile for an image of `colours` channels (1 or 3), or null and why it does not fit.
struct Fitted {
    std::shared_ptr<Profile> profile;
    std::string problem;  ///< "is of grey colours, the image is not"
    bool refused = false; ///< its colours are neither RGB nor grey (CMYK), so the image's cannot be either
};
Fitted fit_profile(std::shared_ptr<const Profile::Icc> icc, int colours);

/// The profile that images of a number of colours are converted to and embed.
struct OutputProfile {
    std::shared_ptr<const Profile> profile; ///< null: there is none for them
    std::string bytes;                      ///< as a file holds them (PQ and HLG: code points do)
    std::string problem;                    ///< why there is none
};

/// The colours of outputs.
struct OutputColours {
    OutputProfile rgb, grey; ///< grey: the tone curve of an RGB profile, if its channels share one
    Intent intent = Intent::relative;
    std::string name;     ///< for people
    bool is_srgb = false; ///< the colours of files without a profile
    const OutputProfile& of(int colours) const { return colours == 1 ? grey : rgb; }
};

/// True for PQ and HLG.
inline bool is_hdr(const OutputColours& colours) {
    return colours.rgb.profile && is_hdr(colours.rgb.profile->transfer);
}

/// The colours of a name or file as find_profile() takes it, or pq, hlg or pq-p3. Throws its errors.
std::shared_ptr<const OutputColours> output_colours(const std::string& name_or_file, Intent intent,
                                                    const std::string& option);

/// Converts the colours of pixels to the colours of an output, in place: floats, `to.colours` per pixel. Unbounded, except for
/// tables of a profile that clip. Both profiles outlive it. Throws an internal error if LittleCMS cannot.
class ColourLink {
  public:
    /// `from`: the meaning of the pixels' samples (null: `transfer` of sRGB's primaries).
    ColourLink(const Profile* from, Transfer transfer, const Profile& to, Intent intent);
    ~ColourLink();
    ColourLink(ColourLink&&) noexcept;
    /// May run in several threads at once.
    void apply(std::span<float> pixels) const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

/// Light as linear sRGB of a PQ or HLG image (1 is 203 cd/m2) to light of standard range (1 is white), in place.
void tone_map(std::span<float> light, int colours);

/// True if two profiles have the same colours by curves and primaries, for example two profiles of sRGB.
bool same_colours(const Profile* a, Transfer a_transfer, const Profile* b, Transfer b_transfer);

/// Applies a profile on the host, any kind: pixels of `profile.colours` floats to linear sRGB (or grey light)
/// and back, in place. Unbounded but for what tables of the profile clip. Throws an internal error if
/// LittleCMS cannot.
class HostColours {
  public:
    explicit HostColours(const Profile& profile);
    ~HostColours();
    /// Both may run in several threads at once.
    void to_light(std::span<float> pixels) const;
    void from_light(std::span<float> pixels) const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

// Colours that files specify without an ICC profile: by code points, by chromaticities and a gamma, or by a
// name (profile_signals.cpp)

/// The profile of colours that a file specifies in another way.
struct SaidColours {
    std::string profile{}; ///< ICC (empty: sRGB, unknown, or `hdr`)
    Message problem{};     ///< the reason why they are unknown, or cannot be used
    bool refused = false;  ///< without them the image would be wrong
    bool hdr = false;      ///< PQ or HLG: hdr_profile() has them
};

/// The colours of code points. Unspecified ones are sRGB's. Refuses PQ and HLG of primaries that hdr_profile() does
/// not have. An image of one colour has only the curve.
SaidColours said_colours(const CodePoints& points, int colours = 3);

/// Returns the profile of PQ (transfer 16) or HLG (18) with the primaries of BT.709, BT.2020 or P3 (1, 9, 12, or 2: BT.2020), for
/// images of `colours` channels. Null for other points.
std::shared_ptr<const Profile> hdr_profile(const CodePoints& points, int colours);

/// The same of an opened ICC profile of PQ or HLG. Neither profile nor problem: it has other curves.
Fitted fit_hdr(const Profile::Icc& icc, int colours);
/// The bytes of an ICC profile of such points: with the tag cicp, of greys only with the curve.
std::string hdr_icc(const CodePoints& points, int colours);
/// True if an ICC profile has other curves or primaries than such points. What only tables hold is not compared.
bool contradicts(std::string_view icc, const CodePoints& points);

/// The colours of a PNG's cHRM and gAMA: white, red, green and blue, x and y of each, and the exponent of the
/// encoding. Values near sRGB's mean sRGB.
SaidColours said_colours(const double (&chromaticities)[8], double gamma);
/// The colours of gAMA only, with sRGB's primaries. Greys have none.
SaidColours said_colours(double gamma, int colours);

/// Linear light by an OpenEXR's chromaticities: red, green, blue and white, x and y of each. sRGB's values mean sRGB.
SaidColours said_light(const float (&chromaticities)[8]);
/// Floats of a colour space by its name in OpenColorIO, OpenImageIO or colorInteropID ("ACEScg", "lin_rec2020_scene").
SaidColours said_space(const std::string& name);

// print_colours.cpp: images of inks (CMYK) become sRGB

/// Colours go relative colorimetric, with black point compensation: the paper's white is white, its black black.
class PrintColours {
  public:
    /// `reversed`: 0 is all of the ink, as Adobe has it in JPEGs. `bytes` of a sample, 1 or 2. Throws a file
    /// error, without the file's name: `icc` is no profile of four inks.
    PrintColours(bool reversed, const std::string& icc, int bytes);
    ~PrintColours();
    PrintColours(const PrintColours&) = delete;
    PrintColours& operator=(const PrintColours&) = delete;

    /// Converts pixels of `channels` samples, of which the ones after the colours are ignored, to RGB with as many bytes per sample.
    void to_srgb(const std::byte* from, int channels, std::byte* to, std::size_t pixels) const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

/// sRGB's profile, as a file holds it.
std::string srgb_profile_bytes();

} // namespace atrous
