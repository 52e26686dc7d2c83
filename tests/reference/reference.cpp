// Computes EAW from the equations of Hanika, Dammertz, Lensch 2011 (section 3), one loop per index.
#include "reference/reference.h"
#include <algorithm>
#include <cmath>
#include <thread>

namespace atrous::reference {
namespace {

using Planes = std::vector<Plane>;

double decode_srgb(double v) { return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4); }
double encode_srgb(double v) { return v <= 0.0031308 ? v * 12.92 : 1.055 * std::pow(v, 1 / 2.4) - 0.055; }

// XYZ (D50) of linear sRGB, Bradford-adapted: Lindbloom's table. The white is the sum of each row.
const double to_xyz[3][3] = {
    {0.4360747, 0.3850649, 0.1430804}, {0.2225045, 0.7168786, 0.0606169}, {0.0139322, 0.0971045, 0.7141733}};

double lab_f(double t) {
    return t > std::pow(6.0 / 29, 3) ? std::cbrt(t) : t / (3 * std::pow(6.0 / 29, 2)) + 4.0 / 29;
}
double lab_f_inverse(double f) {
    return f > 6.0 / 29 ? f * f * f : 3 * std::pow(6.0 / 29, 2) * (f - 4.0 / 29);
}

void lab_enter(double* c) {
    double f[3];
    for (int i = 0; i < 3; ++i) {
        const double white = to_xyz[i][0] + to_xyz[i][1] + to_xyz[i][2];
        f[i] = lab_f((to_xyz[i][0] * c[0] + to_xyz[i][1] * c[1] + to_xyz[i][2] * c[2]) / white);
    }
    c[0] = 116 * f[1] - 16;
    c[1] = 500 * (f[0] - f[1]);
    c[2] = 200 * (f[1] - f[2]);
}

void multiply(double* c, const double* m) {
    const double in[3] = {c[0], c[1], c[2]};
    for (int i = 0; i < 3; ++i) c[i] = m[3 * i] * in[0] + m[3 * i + 1] * in[1] + m[3 * i + 2] * in[2];
}
// x with m x = c, by Cramer's rule.
void divide(double* c, const double* m) {
    const double in[3] = {c[0], c[1], c[2]};
    const auto determinant = [](const double* of) {
        return of[0] * (of[4] * of[8] - of[5] * of[7]) - of[1] * (of[3] * of[8] - of[5] * of[6]) +
               of[2] * (of[3] * of[7] - of[4] * of[6]);
    };
    for (int column = 0; column < 3; ++column) {
        double replaced[9];
        for (int i = 0; i < 9; ++i) replaced[i] = i % 3 == column ? in[i / 3] : m[i];
        c[column] = determinant(replaced) / determinant(m);
    }
}

void lab_leave(double* c) {
    const double fy = (c[0] + 16) / 116;
    const double f[3] = {fy + c[1] / 500, fy, fy - c[2] / 200};
    for (int i = 0; i < 3; ++i) c[i] = lab_f_inverse(f[i]) * (to_xyz[i][0] + to_xyz[i][1] + to_xyz[i][2]);
    divide(c, *to_xyz);
}

double log_enter(double v) {
    const double e = std::exp2(-10);
    return v >= 0 ? std::log2(v + e) : 2 * std::log2(e) - std::log2(e - v);
}
double log_leave(double y) {
    const double e = std::exp2(-10);
    return y >= std::log2(e) ? std::exp2(y) - e : e - std::exp2(2 * std::log2(e) - y);
}

void opponents_enter(double* c) {
    const double y = (c[0] + 2 * c[1] + c[2]) / 4, co = (c[0] - c[2]) / 2, cg = (2 * c[1] - c[0] - c[2]) / 4;
    c[0] = y, c[1] = co, c[2] = cg;
}
void opponents_leave(double* c) {
    const double g = c[0] + c[2], r = c[0] - c[2] + c[1], b = c[0] - c[2] - c[1];
    c[0] = r, c[1] = g, c[2] = b;
}

// PQ and HLG as tables 4 and 5 of BT.2100-2 have them. Light 1 is 203 cd/m2.
constexpr double m1 = 2610.0 / 16384, m2 = 2523.0 / 32, c1 = 3424.0 / 4096, c2 = 2413.0 / 128,
                 c3 = 2392.0 / 128;
double pq_light(double v) {
    const double p = std::pow(std::min(std::abs(v), 1.0), 1 / m2);
    const double part = std::pow(std::max(p - c1, 0.0) / (c2 - c3 * p), 1 / m1);
    return std::copysign(10000 / 203.0 * part, v);
}
double pq_sample(double light) {
    const double y = std::pow(std::abs(light) * 203 / 10000, m1);
    return std::copysign(std::pow((c1 + c2 * y) / (1 + c3 * y), m2), light);
}
constexpr double hlg_a = 0.17883277, hlg_b = 0.28466892, hlg_c = 0.55991073;
double hlg_scene(double v) {
    const double size = std::abs(v);
    return std::copysign(size <= 0.5 ? size * size / 3 : (std::exp((size - hlg_c) / hlg_a) + hlg_b) / 12, v);
}
double hlg_sample(double scene) {
    const double size = std::abs(scene);
    return std::copysign(size <= 1 / 12.0 ? std::sqrt(3 * size) : hlg_a * std::log(12 * size - hlg_b) + hlg_c,
                         scene);
}
// Colours by the power of their luminance: outside of the primaries it is not less than the kernels' share of the largest.
void system_gamma(double* c, int colours, const Settings& s, double power) {
    double luminance = 0, most = 0;
    for (int i = 0; i < colours; ++i)
        luminance += s.luminance[std::size_t(i)] * c[i], most = std::max(most, std::abs(c[i]));
    const double gain = most > 0 ? std::pow(std::max(luminance, 0.05 * most), power) : 0;
    for (int i = 0; i < colours; ++i) c[i] *= gain;
}
bool has_matrix(int colours, const Settings& s) {
    return colours == 3 && (s.space == "lab" || s.space == "ictcp") && (s.pq || s.hlg);
}
void decode(double* c, int colours, const Settings& s) {
    for (int i = 0; i < colours; ++i)
        c[i] = s.srgb ? decode_srgb(c[i]) : s.pq ? pq_light(c[i]) : s.hlg ? hlg_scene(c[i]) : c[i];
    if (s.hlg) system_gamma(c, colours, s, 0.2);
    for (int i = 0; i < colours && s.hlg; ++i) c[i] *= 1000 / 203.0;
    if (has_matrix(colours, s)) multiply(c, s.to_srgb.data());
}
void encode(double* c, int colours, const Settings& s) {
    if (has_matrix(colours, s)) divide(c, s.to_srgb.data());
    for (int i = 0; i < colours && s.hlg; ++i) c[i] *= 203 / 1000.0;
    if (s.hlg) system_gamma(c, colours, s, -1.0 / 6);
    for (int i = 0; i < colours; ++i)
        c[i] = s.srgb ? encode_srgb(c[i]) : s.pq ? pq_sample(c[i]) : s.hlg ? hlg_sample(c[i]) : c[i];
}

// BT.2100-2, table 7: L, M, S of linear sRGB (its matrix times the one of BT.709 to BT.2020), and opponents of their PQ samples.
constexpr double to_lms[9] = {0.2958093546, 0.6231013045, 0.0810893409, 0.1562489762, 0.7273257249,
                              0.1164252989, 0.0351356628, 0.1565747271, 0.8082896101};
constexpr double to_ictcp[9] = {
    0.5,          0.5, 0, 6610 / 4096.0, -13613 / 4096.0, 7003 / 4096.0, 17933 / 4096.0, -17390 / 4096.0,
    -543 / 4096.0};
void ictcp_enter(double* c, int colours) {
    if (colours == 3) multiply(c, to_lms);
    for (int i = 0; i < colours; ++i) c[i] = pq_sample(c[i]);
    if (colours == 3) multiply(c, to_ictcp);
}
void ictcp_leave(double* c, int colours) {
    if (colours == 3) divide(c, to_ictcp);
    for (int i = 0; i < colours; ++i) c[i] = pq_light(c[i]);
    if (colours == 3) divide(c, to_lms);
}

void enter(double* c, int colours, const Settings& s) {
    if (s.space == "rgb") return;
    decode(c, colours, s);
    if (s.space == "ictcp") return ictcp_enter(c, colours);
    if (s.space == "log")
        for (int i = 0; i < colours; ++i) c[i] = log_enter(c[i]);
    if (s.space == "lab")
        colours == 3 ? lab_enter(c) : void(c[0] = 116 * lab_f(c[0]) - 16);
    else if (colours == 3)
        opponents_enter(c);
}

void leave(double* c, int colours, const Settings& s) {
    if (s.space == "rgb") return;
    if (s.space == "ictcp") return ictcp_leave(c, colours), encode(c, colours, s);
    if (s.space == "lab")
        colours == 3 ? lab_leave(c) : void(c[0] = lab_f_inverse((c[0] + 16) / 116));
    else if (colours == 3)
        opponents_leave(c);
    if (s.space == "log")
        for (int i = 0; i < colours; ++i) c[i] = log_leave(c[i]);
    encode(c, colours, s);
}

// c_{l+1} of the planes of one group, which share a weight.
void smooth(const Planes& c, Planes& out, const std::vector<int>& group, Size size, int level,
            const Plane& falloff, const Settings& s, Plane& variance, int first_row, int last_row) {
    const int step = 1 << level;
    for (int y = first_row; y < last_row; ++y)
        for (int x = 0; x < size.width; ++x) {
            const int centre = y * size.width + x;
            double norm = 0, sum[3] = {0, 0, 0}, squares = 0;
            for (int dy = -s.radius; dy <= s.radius; ++dy)
                for (int dx = -s.radius; dx <= s.radius; ++dx) {
                    const int qx = at_border(x + dx * step, size.width, s.border);
                    const int qy = at_border(y + dy * step, size.height, s.border);
                    if (qx < 0 || qy < 0) continue;
                    const int q = qy * size.width + qx;
                    double squared = 0;
                    for (const int p : group) squared += (c[p][q] - c[p][centre]) * (c[p][q] - c[p][centre]);
                    const double edge = edge_weight(squared, falloff[std::size_t(centre)], s);
                    const double w = h(dx, s) * h(dy, s) * edge;
                    norm += w;
                    for (std::size_t i = 0; i < group.size(); ++i) {
                        sum[i] += w * c[group[i]][q];
                        squares += w * c[group[i]][q] * c[group[i]][q];
                    }
                }
            variance[std::size_t(centre)] = squares / norm;
            for (std::size_t i = 0; i < group.size(); ++i) {
                out[group[i]][centre] = sum[i] / norm;
                variance[std::size_t(centre)] -= sum[i] / norm * (sum[i] / norm);
            }
        }
}

// Per group, 1 / (2 sigma^2) of every pixel.
Planes falloffs_of(const Planes& c, const std::vector<std::vector<int>>& groups, Size size, int level,
                   const Settings& s) {
    const double sigma = s.sigma[level], fixed = sigma > 0 ? 1 / (2 * sigma * sigma) : 0;
    Planes out(groups.size(), Plane(c[0].size(), fixed));
    if (!s.search) return out;
    const Planes luma(c.begin(), c.begin() + std::ptrdiff_t(groups[0].size()));
    out[0] = searched_falloff(luma, size, level, s);
    for (std::size_t g = 1; g < groups.size(); ++g)
        for (std::size_t i = 0; i < c[0].size(); ++i) out[g][i] = std::max(fixed, out[0][i]);
    return out;
}

double shrink(double d, double threshold, bool unbiased) {
    const double size = std::abs(d), soft = std::max(size - threshold, 0.0);
    if (!unbiased) return std::copysign(soft, d);
    const double share = size < 2 * threshold ? size / (2 * threshold) : 1;
    return std::copysign(soft * (1 - share) + size * share, d);
}

// The gain of a detail whose coarse luma is `luma`.
double protected_gain(double gain, double detail, double luma, const Settings& s) {
    if (gain <= 1) return gain;
    double boost = gain - 1;
    if (s.limit > 0) boost *= s.limit * s.limit / (s.limit * s.limit + detail * detail);
    if (s.shadows > 0) {
        const double black = s.space == "log" ? -10 : 0;
        const double t = std::clamp((luma - black) / s.shadows, 0.0, 1.0);
        boost *= t * t * (3 - 2 * t);
    }
    return 1 + boost;
}

// The part of a boost that noise of variance v leaves.
double above_noise(double energy, double v) {
    const double share = 2.25 * v / energy;
    return energy > 2.25 * v ? 1 - share * share : 0;
}

// Runs `rows(first, last)` over all rows on two threads.
template <class Rows>
void over_rows(int height, Rows rows) {
    std::thread upper(rows, 0, height / 2);
    rows(height / 2, height);
    upper.join();
}

} // namespace

int at_border(int x, int n, const std::string& border) {
    if (x >= 0 && x < n) return x;
    if (border == "drop") return -1;
    if (border == "clamp") return std::clamp(x, 0, n - 1);
    if (border == "reflect") { // ... 2 1 0 1 2 ..., with period 2 (n - 1)
        const int period = std::max(1, 2 * (n - 1)), y = (x % period + period) % period;
        return std::min(y, period - y);
    }
    while (x < 0 || x >= n) x = x < 0 ? -1 - x : 2 * n - 1 - x;
    return x;
}

double h(int d, const Settings& s) {
    if (s.kernel == "box") return 1.0 / (2 * s.radius + 1);
    const double spline[3] = {6.0 / 16, 4.0 / 16, 1.0 / 16}, hat[2] = {2.0 / 4, 1.0 / 4};
    return s.radius == 2 ? spline[std::abs(d)] : hat[std::abs(d)];
}

double edge_weight(double squared, double falloff, const Settings& s) {
    if (!s.search) return std::exp(-squared * falloff);
    return 1 / (1 + squared * falloff);
}

std::vector<Image> eaw(const Image& input, const Settings& s) {
    const int colours = input.colours;
    const std::size_t count = std::size_t(input.size.pixels());
    Planes c(3, Plane(count));
    for (std::size_t i = 0; i < count; ++i) {
        double v[3] = {};
        for (int k = 0; k < colours; ++k) v[k] = input.values[i * colours + k];
        enter(v, colours, s);
        for (int k = 0; k < colours; ++k) c[k][i] = v[k];
    }
    std::vector<std::vector<int>> groups = {{0}};
    if (colours == 3)
        groups = s.space == "rgb" ? std::vector<std::vector<int>>{{0, 1, 2}}
                                  : std::vector<std::vector<int>>{{0}, {1, 2}};

    const Planes start = c;
    Planes details_sum(3, Plane(count, 0.0)); // sum_l gain_l shrink(d_l)
    std::vector<Image> results;
    for (int l = 0; l < s.levels; ++l) {
        Planes next = c;
        const Planes falloffs = falloffs_of(c, groups, input.size, l, s);
        Planes variances(groups.size(), Plane(count));
        for (std::size_t g = 0; g < groups.size(); ++g)
            over_rows(input.size.height, [&](int first, int last) {
                smooth(c, next, groups[g], input.size, l, falloffs[g], s, variances[g], first, last);
            });
        for (std::size_t g = 0; g < groups.size(); ++g)
            for (const int p : groups[g])
                for (std::size_t i = 0; i < count; ++i) {
                    const double gain = g == 0 ? s.luma_gain[l] : s.chroma_gain[l];
                    const double kept =
                        shrink(c[p][i] - next[p][i], g == 0 ? s.luma_threshold[l] : s.chroma_threshold[l],
                               s.unbiased);
                    double luma = 0, coarser = 0;
                    for (const int q : groups[0]) {
                        luma += c[q][i] / double(groups[0].size());
                        coarser += next[q][i] / double(groups[0].size());
                    }
                    double factor = protected_gain(gain, kept, coarser, s);
                    if (s.noise && gain > 1)
                        factor = 1 + (factor - 1) * above_noise(variances[g][i], s.noise(l, g, luma));
                    details_sum[p][i] += factor * kept;
                }
        c = std::move(next);
        Image out = input;
        for (std::size_t i = 0; i < count; ++i) {
            double v[3] = {};
            for (int k = 0; k < colours; ++k)
                v[k] = start[k][i] + s.amount * (c[k][i] + details_sum[k][i] - start[k][i]);
            leave(v, colours, s);
            for (int k = 0; k < colours; ++k) out.values[i * colours + k] = v[k];
        }
        results.push_back(std::move(out));
    }
    return results;
}

} // namespace atrous::reference
