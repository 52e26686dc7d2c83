// Renderers' ways to store motion, and their conversion to pixels with rows running down. Also detects
// vectors that were encoded for an image of 0 to 1.
#pragma once
#include "base/size.h"
#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace atrous {

/// Two stored numbers a pixel. The way from this pixel to the same point in the other frame, in pixels, rows down, is
/// (value - centre) * scale in the unit's pixels, with sign and second number by the convention.
struct MotionConvention {
    enum class To { previous, next, ask }; ///< `ask`: files do not specify it, --motion-stored must
    enum class Unit { px, uv, ndc };       ///< pixels, fractions of the size, or -1 to 1 across the image
    To to = To::previous;
    Unit unit = Unit::px;
    bool from_other = false;    ///< stored is this frame's position minus the other's
    bool up = true;             ///< rows run up
    double scale = 1;           ///< factor of the stored values
    double centre = 0;          ///< stored value of no motion
    bool premultiplied = false; ///< by alpha

    bool operator==(const MotionConvention&) const = default;
};

/// The way to the other frame: columns to the right, rows down, in pixels. `size`: of the display window, for the units
/// that are fractions of it. Where `alpha` is 0 and the vectors are premultiplied there is none: 0, 0.
std::array<double, 2> motion_in_pixels(const MotionConvention& convention, std::array<double, 2> stored,
                                       Size size, double alpha = 1);

/// Stored vectors, two planes, become ways to the other frame in pixels, rows down (motion_in_pixels()).
/// `alpha`: for premultiplied vectors, otherwise it may be empty.
void motion_to_pixels(std::vector<float>& planes, const MotionConvention& convention, Size size,
                      const std::vector<float>& alpha);

/// True if samples of motion vectors, as stored, lie in 0 to 1 around 0.5: "centre 0.5" of a table reads
/// these.
bool vectors_centred(std::span<const float> stored);

// Motion of a scene that stands still, from the places of its points and its cameras: renderers without
// vectors may write positions (P) and the matrices of the camera (worldToNDC, worldToCamera).

using Matrix4 = std::array<double, 16>; ///< rows

/// Sixteen finite numbers with commas or blanks between them, or nothing for other text.
std::optional<Matrix4> matrix_in(const std::string& text);
/// Nothing if there is none.
std::optional<Matrix4> inverse(const Matrix4& matrix);

/// The camera of a frame as its file stores it.
struct CameraMatrices {
    Matrix4 to_ndc;
    std::optional<Matrix4> to_camera{};
};

/// The mapping of the points of a frame to its pixels, found by trial. Renderers differ: matrices are for rows or columns,
/// points of the world or the camera, and NDC 0 to 1 of the image or of its shorter side, up or down.
struct PointView {
    CameraMatrices camera;       ///< for columns
    bool turned = false;         ///< that is not how they are stored
    bool of_camera = false;      ///< points are the camera's
    std::array<double, 2> scale; ///< pixels, x right and y down, for one of NDC
    double residual;             ///< root mean square over points, in pixels

    CameraMatrices stored() const;
};

/// `points`: three planes, 0 if there is nothing. Returns nothing if no reading puts points within 2 pixels of their own, or for
/// fewer than 64 points.
std::optional<PointView> point_view(std::span<const float> points, Size size, const CameraMatrices& camera);

/// Place of each point in another frame, by the stored matrices of that frame, minus its place here: two planes in pixels, rows
/// down. Infinite if there is no point, or if the other camera does not have it in front.
std::vector<float> motion_between(std::span<const float> points, const PointView& here,
                                  const CameraMatrices& there);

} // namespace atrous
