// Fits by least squares relative to the line itself, repeatedly, with less weight for points far above it.
#include "noise/noise_planes.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace atrous {
namespace {

using Terms = std::array<double, 3>;

double line_at(const Terms& terms, double x) { return terms[0] + terms[1] * x + terms[2] * x * x; }

/// Solves for the terms in a set (bit i: term i), with the others 0. Returns false if they are not
/// determined.
bool solve(const std::array<Terms, 3>& normal, const Terms& right, unsigned set, Terms& to) {
    std::array<std::array<double, 4>, 3> m{};
    for (std::size_t i = 0; i < 3; ++i) {
        const bool in = set >> i & 1;
        for (std::size_t j = 0; j < 3; ++j) m[i][j] = in && (set >> j & 1) ? normal[i][j] : i == j ? 1 : 0;
        m[i][3] = in ? right[i] : 0;
    }
    for (std::size_t i = 0; i < 3; ++i) { // positive definite: pivots lie on the diagonal
        if ((set >> i & 1) && !(m[i][i] > 1e-9 * normal[i][i])) return false;
        for (std::size_t k = 0; k < 3; ++k) {
            if (k == i) continue;
            const double factor = m[k][i] / m[i][i];
            for (std::size_t j = i; j < 4; ++j) m[k][j] -= factor * m[i][j];
        }
    }
    for (std::size_t i = 0; i < 3; ++i) to[i] = m[i][3] / m[i][i];
    return std::ranges::all_of(to, [](double v) { return v >= 0; });
}

/// Fits by least squares without terms below 0, and takes the best of all sets of terms within `allowed`.
/// `chi`: the residual.
Terms fit(std::span<const LinePoint> points, std::span<const double> weights, double scale, unsigned allowed,
          double& chi) {
    std::array<Terms, 3> normal{};
    Terms right{}, best{};
    for (std::size_t n = 0; n < points.size(); ++n) {
        const double x = std::max(0.0, points[n].x) / scale;
        const Terms powers{1, x, x * x};
        for (std::size_t i = 0; i < 3; ++i) {
            for (std::size_t j = 0; j < 3; ++j) normal[i][j] += weights[n] * powers[i] * powers[j];
            right[i] += weights[n] * powers[i] * points[n].y;
        }
    }
    chi = INFINITY;
    for (unsigned set = 1; set < 8; ++set) {
        Terms terms{};
        if ((set & ~allowed) != 0 || !solve(normal, right, set, terms)) continue;
        double sum = 0;
        for (std::size_t n = 0; n < points.size(); ++n) {
            const double off = points[n].y - line_at(terms, std::max(0.0, points[n].x) / scale);
            sum += weights[n] * off * off;
        }
        if (sum < chi) chi = sum, best = terms;
    }
    return best;
}

/// Returns the height of a point above a line, in deviations.
double above(const LinePoint& point, double line) {
    constexpr double least = 0.02; // groups of blocks are never that much alike
    return (point.y - line) / (std::hypot(point.deviation, least) * line);
}

/// Brings the line down to the points of the lowest fifth.
void lower_to(std::span<const LinePoint> points, std::vector<double>& line) {
    std::vector<double> ratios;
    for (std::size_t n = 0; n < points.size(); ++n) ratios.push_back(points[n].y / line[n]);
    std::ranges::sort(ratios);
    const double ratio = std::min(1.0, ratios[ratios.size() / 5]);
    for (double& v : line) v *= ratio;
}

Terms robust_fit(std::span<const LinePoint> points, double scale, unsigned allowed, double& chi) {
    constexpr int rounds = 12;
    constexpr double far = 2.5; // deviations above the line from which points count less
    double least = INFINITY;
    for (const LinePoint& point : points) least = std::min(least, point.y);
    least = std::max(least, 1e-6) * 1e-3;
    std::vector<double> line, weights(points.size());
    for (const LinePoint& point : points) line.push_back(std::max(point.y, least));
    Terms terms{};
    for (int round = 0; round < rounds; ++round) {
        for (std::size_t n = 0; n < points.size(); ++n) {
            const double high = round < 2 ? 0 : above(points[n], line[n]);
            weights[n] = 1 / std::pow(std::hypot(points[n].deviation, 0.02) * line[n], 2);
            if (high > far) weights[n] *= far * far * far / (high * high * high);
        }
        terms = fit(points, weights, scale, allowed, chi);
        for (std::size_t n = 0; n < points.size(); ++n)
            line[n] = std::max(least, line_at(terms, std::max(0.0, points[n].x) / scale));
        if (round == 1) lower_to(points, line);
    }
    return terms;
}

} // namespace

NoiseLine lower_line(std::span<const LinePoint> points) {
    constexpr unsigned straight = 3, bent = 7;
    constexpr double much_better =
        12;           // of chi-square with one degree of freedom: chance does so once in 2000 times
    double scale = 1; // of x
    for (const LinePoint& point : points) scale = std::max(scale, point.x);
    double chi = 0, chi_bent = 0;
    Terms terms = robust_fit(points, scale, straight, chi);
    const Terms with_bend = robust_fit(points, scale, bent, chi_bent);
    if (chi_bent < chi - much_better) terms = with_bend;
    return {terms[0], terms[1] / scale, terms[2] / (scale * scale)};
}

} // namespace atrous
