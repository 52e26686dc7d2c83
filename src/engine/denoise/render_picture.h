// The samples of one picture of a render, and of the layers that guide its filter, as planes.
#pragma once
#include "engine/denoise/render_settings.h"
#include "engine/denoise/svgf_frames.h"
#include "renders/light_noise.h"
#include "renders/projection.h"
#include <string>
#include <vector>

namespace atrous {

/// A role and the layer that it was found in, for people.
struct RoleLayer {
    std::string role;   ///< "albedo"
    std::string layer;  ///< "ViewLayer.Denoising Albedo.RGB"
    std::string why;    ///< "pattern '*.Denoising Albedo' of table cycles"
    std::string file{}; ///< of its own, see --from

    /// The layer, and what its file is called, where it has its own.
    std::string text(const std::string& of) const { return layer + (file.empty() ? "" : " of " + of); }
};

/// What is wrong with a role, for people, as it follows its name.
struct RoleFlaw {
    std::string role, what;
    std::string text() const { return role + ' ' + what; }
};

/// Which channels of a part a light AOV has.
struct LightLayer {
    std::size_t part;
    std::vector<int> channels; ///< R, G, B
    std::string title;
    bool divided; ///< the surface's colour is divided out, see add_divisor()
};

/// The samples of one picture of a file and of what guides its filter. Planes stay valid while this lives.
struct RenderPicture {
    std::size_t part, picture; ///< of the file; of pictures_of(part)
    std::string title;         ///< its layer, empty where the file has none
    Size size;
    std::vector<float> beauty, albedo, normal, depth, previous, next, emission, variance, light_planes;
    std::vector<float> coverage{}; ///< below 0: light alone; nothing where there is none, see find_coverage()
    std::vector<bool> empty{};     ///< pixels that get no light; nothing where there are none
    std::vector<LightLayer> lights{};
    std::vector<RoleLayer> roles{};
    double samples = 0;                  ///< per pixel, as the file says; 0: it does not
    bool alpha_filtered = false;         ///< `light_planes` have alpha behind the lights, see add_alpha()
    std::size_t clamped = 0;             ///< pixels that were fireflies
    std::uint64_t filled = 0;            ///< samples of light, see fill_areas()
    bool still = false;                  ///< there are vectors, and all are 0
    std::vector<RoleFlaw> not_finite{};  ///< what find_flat_roles() says of samples that are no numbers,
    std::vector<RoleFlaw> flat{};        ///< of roles that are the same everywhere,
    std::vector<std::string> left_out{}; ///< and the roles that it emptied
    std::vector<std::string> encoded{};  ///< what says of vectors and normals that they are those of 0 to 1
    std::vector<float> points{};         ///< of the scene, three planes, until follow_camera()
    std::optional<PointView> camera{};   ///< that sees them; then vectors are those of what stands still
    bool camera_unfit = false;           ///< there are points and matrices, which do not fit each other
    bool finds_motion = false, found = false; ///< vectors may be found, see motion_found.h; `previous` was
    std::string undirected{}; ///< the layer of vectors of which nothing says which frame they lead to

    RenderPlanes planes() const;
    LightTrace light_trace() const { return atrous::light_trace(size, beauty, emission, albedo, depth); }
    /// Samples per pixel that count: those given, else the file's, else the default's.
    double samples_of(const RenderSettings& settings) const;
};

} // namespace atrous
