// ICC profiles: from the bytes in a file, or a name, to what kernels and the host need. profile*.cpp and
// lcms.h are the only places that know LittleCMS; hides which kind of profile does what.
#pragma once
#include "image/profile.h"
#include <cstddef>
#include <span>

namespace atrous {

/// A profile that was opened, not yet fitted to an image. Throws nothing; null where the bytes are no ICC
/// profile.
std::shared_ptr<const Profile::Icc> open_profile(const void* bytes, std::size_t size);
/// Its description, or "unnamed".
std::string profile_name(const Profile::Icc& icc);

/// A row of rgb_profiles(), in any case, with or without spaces and dashes, or else a file. Throws a
/// usage error that leads with `option`: no such name or file, not a profile, not of RGB or grey colours, or
/// of use in only one direction.
std::shared_ptr<const Profile::Icc> find_profile(const std::string& name_or_file, const std::string& option);

/// The profile for an image of `colours` channels (1 or 3), or null and why it does not fit.
struct Fitted {
    std::shared_ptr<Profile> profile;
    std::string problem;  ///< "is of grey colours, the image is not"
    bool refused = false; ///< its colours are neither RGB nor grey (CMYK), so the image's cannot be either
};
Fitted fit_profile(std::shared_ptr<const Profile::Icc> icc, int colours);

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

} // namespace atrous
