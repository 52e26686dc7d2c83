// Motion of a scene that stands still, from where its points are and how cameras see them: renderers without vectors may
// write positions (P) and the matrices of the camera (worldToNDC, worldToCamera).
#pragma once
#include "base/size.h"
#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace atrous {

using Matrix4 = std::array<double, 16>; ///< rows

/// Sixteen finite numbers with commas or blanks between them; nothing of other text.
std::optional<Matrix4> matrix_in(const std::string& text);
/// Nothing where there is none.
std::optional<Matrix4> inverse(const Matrix4& matrix);

/// What a file says of its frame's camera, as stored.
struct CameraMatrices {
    Matrix4 to_ndc;
    std::optional<Matrix4> to_camera{};
};

/// How the points of a frame become its pixels: found by trial, since renderers differ in whether matrices are for rows or
/// columns, points of the world or the camera, and NDC 0 to 1 of the picture or of its shorter side, up or down.
struct PointView {
    CameraMatrices camera;       ///< for columns
    bool turned = false;         ///< that is not how they are stored
    bool of_camera = false;      ///< points are the camera's
    std::array<double, 2> scale; ///< pixels, x right and y down, for one of NDC
    double residual;             ///< root mean square over points, in pixels

    CameraMatrices stored() const;
};

/// `points`: three planes, 0 where there is nothing. Nothing where no reading puts points within 2 pixels of their own, and
/// of fewer than 64 points.
std::optional<PointView> view_of(std::span<const float> points, Size size, const CameraMatrices& camera);

/// Where each point is in another frame, by that one's matrices as stored, minus where it is here: two planes in pixels, rows
/// down. Infinite where there is no point, or it is behind the other camera.
std::vector<float> motion_between(std::span<const float> points, const PointView& here,
                                  const CameraMatrices& there);

} // namespace atrous
