// Holds an image of a render as the filter takes it: planes of samples and guides, their layers, and notes for
// messages.
#pragma once
#include "engine/denoise/svgf_frames.h"
#include "filters/svgf/settings.h"
#include "image/place.h"
#include "renders/find.h"
#include "renders/motion.h"
#include "renders/render_noise.h"
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

namespace atrous {

/// True if frames use their neighbours.
inline bool is_temporal(const SvgfSettings& settings) { return settings.reach > 0 || settings.recursive; }

/// A flaw of a role, as a message that names the role, without what to do.
struct RoleFlaw {
    std::string role;
    Message text;
};

/// The channels R, G, B of a layer in a part.
struct ColourLayer {
    std::size_t part;
    std::vector<int> channels;
};

/// The channels R, G, B of a light AOV in a part.
struct LightLayer {
    std::size_t part;
    std::vector<int> channels;
    std::string title;
    bool divided; ///< the surface's colour is divided out
    /// The colour: the filter's light is a product with it, so that products still add up to the beauty. Without it, see
    /// add_divisor().
    std::optional<ColourLayer> colour{};

    bool uses_albedo() const { return divided && !colour; }
};

/// Data of an image that is kept until its result is stored.
struct RenderInfo {
    std::size_t part = 0, picture = 0; ///< index in the file, in pictures_of(part)
    ImageWindow place{};               ///< of the pixels of the planes: the data window
    std::string title{};               ///< its layer, empty if the file has none
    std::vector<LightLayer> lights{};
    std::vector<RoleLayer> roles{};
    bool alpha_filtered = false; ///< alpha follows the lights, see add_alpha()
    std::vector<float> alpha{};  ///< as stored, of both halves their mean, if the result has another one
    std::vector<bool> empty{};   ///< pixels that get no light (see find_coverage())
    std::vector<bool> solid{};   ///< solid_pixels(), of the data window as stored
    std::size_t clamped = 0;     ///< pixels that were fireflies
};

/// For messages only.
struct RenderNotes {
    std::vector<RoleFlaw> not_finite{}; ///< roles with samples that are no numbers
    std::vector<RoleFlaw> flat{};       ///< roles that are the same everywhere, or are left out
    Messages encoded{};                 ///< vectors and normals that are stored in the range 0 to 1
    std::vector<std::string>
        shared{};             ///< guides of an eye that belong to no view, so that both eyes have them
    std::string undirected{}; ///< the layer of vectors whose other frame is not known
    std::array<double, 2> half_samples{}; ///< per pixel, of each half (0: not known)
    Messages pilot{};                     ///< doubts about the pilot, see check_pilot()
    bool camera_unfit = false;            ///< there are points and matrices, which do not fit each other
};

struct Render : RenderInfo {
    RenderPlanes planes{};
    /// Two renders with independent noise, of which `planes` is the mean, see pair_halves(). Empty: there is one render.
    std::vector<RenderPlanes> halves{};
    RenderNotes notes{};
    double samples = 0;                ///< per pixel, by the file, of both halves together (0: not known)
    double measured = 0;               ///< samples by the noise, see measure_samples() (0: not known)
    LightTrace light{};                ///< of the planes, from measure_samples()
    std::uint64_t filled = 0;          ///< samples of light, see fill_areas()
    bool still = false;                ///< there are vectors, and all are 0
    bool finds_motion = false;         ///< vectors may be estimated, see estimate_motion()
    bool found = false;                ///< `planes.previous` was
    std::vector<float> points{};       ///< positions in the scene, three planes, until estimate_motion()
    std::optional<PointView> camera{}; ///< camera of the points. Vectors then follow static points

    bool has_vectors() const { return !planes.previous.empty() || !planes.next.empty(); }
    /// Number of renders of which `planes` is the mean: messages and --samples count the samples of one.
    int renders() const { return halves.empty() ? 1 : 2; }
    /// Returns the effective samples per pixel, of both halves together: the option's for each half, otherwise the file's, the measured ones or the default.
    double samples_of(const RenderSettings& settings) const {
        const double known = samples > 0 ? samples : measured;
        const double effective = settings.samples_given ? settings.filter.samples * renders()
                                 : known > 0            ? known
                                                        : settings.filter.samples;
        return std::clamp(effective, svgf_range::samples.least, svgf_range::samples.most);
    }
};

/// Guides that are filtered before they are used.
struct PrefilterChoice {
    const Prefilter* row;
    /// Weight of the filtered guides: rises from 0 at the limit to 1 at 3/2 of it, so that frames near it look alike.
    double share;
};
/// Returns the row of existing guides that are filtered before they are used. For the automatic row these are all guides, if
/// normals or depth are noisy for that number of samples, because all are averages over motion, the lens or fine geometry.
/// Otherwise details of an albedo count as texture, unless its lights or nearly all of it are noisy.
PrefilterChoice prefilter_for(const Prefilter& asked, const RenderPlanes& planes, double samples);

/// Returns the filter's settings for a preprocessed image, with its samples and its noisy guides.
SvgfSettings settings_for(const Render& render, const RenderSettings& settings);

/// Preprocesses the image, whose `alpha` is as stored, or empty.
void preprocess(const RenderSettings& settings, Render& render);

/// Measures the noise: `Render::measured` and `Render::light`.
void measure_samples(Render& render);

/// A part of it. Notes which roles have samples that are NaN or infinite (depth may be infinite, vectors if
/// there is no number at all), and which of albedo, normal and depth are the same everywhere. Depth that is
/// the sky's everywhere while normals are not (a pass that was not rendered), or normals that are none where
/// there is depth, are left out, since all would be sky, which has no guides.
void find_flat_roles(Render& render);

} // namespace atrous
