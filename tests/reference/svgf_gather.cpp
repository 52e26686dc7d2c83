// Gathers a frame and its neighbours: positions along the motion, the box of the neighbourhood, taps, the light
// test, means.
#include "reference/svgf.h"
#include <algorithm>
#include <cmath>

namespace atrous::reference::svgf {
namespace {

struct Point {
    double x, y;
};
bool inside(Point q, Size size) {
    return q.x >= -.5 && q.y >= -.5 && q.x <= size.width - .5 && q.y <= size.height - .5;
}
int rounded(Point q, Size size) {
    const int x = std::clamp(int(std::floor(q.x + .5)), 0, size.width - 1);
    return std::clamp(int(std::floor(q.y + .5)), 0, size.height - 1) * size.width + x;
}

struct Range {
    double least = 1e300, most = -1e300;
    void add(double v) { least = std::min(least, v), most = std::max(most, v); }
    double outside(double v) const { return std::max({0.0, least - v, v - most}); }
};

// Ranges of the 3x3 around a pixel, to which taps are compared.
struct Box {
    Range n[3], a[3], z, luma;
    double depth;  // base of the 5 %
    double bright; // maximum albedo of a tap
    double albedo; // tolerance outside of the range
};

Box box_of(const Prepared& f, int x, int y, const Settings& s) {
    Box box;
    for (int qy = std::max(0, y - 1); qy <= std::min(f.size.height - 1, y + 1); ++qy)
        for (int qx = std::max(0, x - 1); qx <= std::min(f.size.width - 1, x + 1); ++qx) {
            const auto q = std::size_t(qy * f.size.width + qx);
            for (std::size_t k = 0; k < 3; ++k) box.n[k].add(f.n[k][q]), box.a[k].add(f.a[k][q]);
            box.z.add(std::max(f.z[q], 0.0));
            box.luma.add(f.luma[q]);
        }
    const auto p = std::size_t(y * f.size.width + x);
    box.depth = std::max(f.z[p] > 0 ? f.z[p] : box.z.most, .001);
    box.bright = std::max(2.0, 128 / s.samples) * std::max({1.0, f.a[0][p], f.a[1][p], f.a[2][p]});
    box.albedo = .2 - .18 * s.own_albedo;
    for (std::size_t k = 0; k < 3; ++k)
        for (double* end : {&box.a[k].least, &box.a[k].most}) *end += s.own_albedo * (f.a[k][p] - *end);
    return box;
}

double u_of(const Box& box, const Prepared& m, std::size_t q) {
    if (std::max({m.a[0][q], m.a[1][q], m.a[2][q]}) > box.bright || m.z[q] < 0) return 0;
    double n = 0, a = 0;
    for (std::size_t k = 0; k < 3; ++k) {
        n += std::pow(box.n[k].outside(m.n[k][q]), 2);
        a += std::pow(box.a[k].outside(m.a[k][q]), 2);
    }
    return std::exp(-n / (.4 * .4) - a / (box.albedo * box.albedo) -
                    std::pow(box.z.outside(m.z[q]) / (.05 * box.depth), 2));
}

struct Tap {
    std::size_t q;
    double w;
};
struct Taps {
    std::vector<Tap> of, linear; // their weights have the sum 1: of a cubic or the bilinear ones, and these
    double weight = 0;           // sum of bilinear weights times u over all, at most 1
};

double catmull_rom(int k, double t) {
    const double w[4] = {-t + 2 * t * t - t * t * t, 2 - 5 * t * t + 3 * t * t * t,
                         t + 4 * t * t - 3 * t * t * t, -t * t + t * t * t};
    return w[k] / 2;
}

Taps taps_of(const Box& box, const Prepared& m, Point at) {
    const int x0 = int(std::floor(at.x)), y0 = int(std::floor(at.y));
    const double fx = at.x - x0, fy = at.y - y0;
    Taps linear, cubic;
    bool all = true;
    for (int j = -1; j <= 2; ++j)
        for (int i = -1; i <= 2; ++i) {
            const int x = x0 + i, y = y0 + j;
            if (x < 0 || y < 0 || x >= m.size.width || y >= m.size.height) {
                all = false;
                continue;
            }
            const auto q = std::size_t(y * m.size.width + x);
            const double u = u_of(box, m, q);
            all = all && u >= .3;
            cubic.of.push_back({q, catmull_rom(i + 1, fx) * catmull_rom(j + 1, fy)});
            if (i < 0 || j < 0 || i > 1 || j > 1) continue;
            linear.of.push_back({q, (i ? fx : 1 - fx) * (j ? fy : 1 - fy) * u});
            linear.weight += linear.of.back().w;
        }
    for (Tap& tap : linear.of) tap.w /= linear.weight;
    return {all ? cubic.of : linear.of, linear.of, std::min(linear.weight, 1.0)};
}

double sum_of(const Plane& plane, const std::vector<Tap>& taps) {
    double sum = 0;
    for (const Tap& tap : taps) sum += tap.w * plane[tap.q];
    return sum;
}
double sampled(const Plane& plane, const Taps& taps) { return sum_of(plane, taps.of); }

// The part of the way from a cubic below 0 to the bilinear value at which it is 0, or that value if this is below 0.
double undershoot(const Plane& plane, const Taps& taps) {
    const double cubic = sampled(plane, taps), linear = sum_of(plane, taps.linear),
                 least = std::min(linear, 0.0);
    return cubic < least ? (least - cubic) / (linear - cubic) : 0;
}

// Y(i).
double demodulated_luma(const Prepared& f, std::size_t q) {
    double i[3];
    for (std::size_t k = 0; k < 3; ++k) i[k] = f.c[k][q] / std::max(f.a[k][q], .01);
    return luma(i[0], i[1], i[2]);
}

// Sums over frames at a pixel.
struct Sums {
    std::vector<double> planes; // c, a, n, z, e, lights
    double count = 0, same = 0;
    std::vector<double> w, y;
};

std::vector<const Plane*> gathered_planes(const Prepared& f) {
    std::vector<const Plane*> out;
    for (const Planes* planes : {&f.c, &f.a, &f.n})
        for (const Plane& plane : *planes) out.push_back(&plane);
    out.push_back(&f.z);
    for (const Planes* planes : {&f.e, &f.lights})
        for (const Plane& plane : *planes) out.push_back(&plane);
    return out;
}

void add(Sums& sums, const std::vector<double>& values, double w, double y) {
    sums.planes.resize(values.size());
    for (std::size_t k = 0; k < values.size(); ++k) sums.planes[k] += w * values[k];
    sums.count += w;
    sums.w.push_back(w);
    sums.y.push_back(y);
}

// 1 if the light at a pixel of frame n equals the light of frame m.
double same_light(const Box& box, const Prepared& n, std::size_t p, double luma, double variance) {
    const double deviation = std::sqrt(n.luma_variance[p] + std::max(variance, 0.0));
    const double smear = std::min(.1 * std::max(n.luma[p], 0.0), 4 * deviation);
    return std::exp(-std::pow(box.luma.outside(luma) / (3 * deviation + smear + 1e-4), 2));
}

// True if surfaces 4 pixels away on two opposite sides both move otherwise than the pixel, by more than 6 pixels.
bool passes_by(const Prepared& n, const Planes& vectors, std::size_t p) {
    if (vectors.empty()) return false;
    const int x = int(p) % n.size.width, y = int(p) / n.size.width;
    const auto apart = [&](int dx, int dy) {
        const int column = std::clamp(x + dx, 0, n.size.width - 1),
                  row = std::clamp(y + dy, 0, n.size.height - 1);
        const auto q = std::size_t(row * n.size.width + column);
        const double distance = std::hypot(vectors[0][q] - vectors[0][p], vectors[1][q] - vectors[1][p]);
        return n.z[q] > 0 && distance > 6 && distance < 1e8; // NaN: no motion in both
    };
    return (apart(-4, 0) && apart(4, 0)) || (apart(0, -4) && apart(0, 4));
}

// Factor of the light of a tap whose light differs.
double local_gain(const Prepared& n, std::size_t p, double luma, double variance) {
    const double d = n.luma[p] - luma,
                 part = 1 - 120 * (n.luma_variance[p] + std::max(variance, 0.0)) / (d * d);
    if (!(part > 0)) return 1;
    return std::clamp((luma + part * d) / std::max(luma, 1e-4), .5, 2.0);
}

// The gathered planes of a frame at a place: its light times `gain`, of beauty and lights, but not of emission.
std::vector<double> gathered_values(const Prepared& f, const Taps& taps, double gain, int unlit) {
    std::vector<double> values;
    const std::vector<const Plane*> planes = gathered_planes(f);
    const std::size_t lights = planes.size() - f.lights.size(), end = planes.size() - std::size_t(3 * unlit);
    for (std::size_t k = 0; k < planes.size(); ++k) {
        const bool is_guide = k >= 6 && k < 10,
                   is_lit = k >= lights && k < end; // a light is limited as the beauty is
        const double cubic = sampled(*planes[k], taps), linear = sum_of(*planes[k], taps.linear);
        const double part = is_guide ? 0 : undershoot(*planes[is_lit ? (k - lights) % 3 : k], taps);
        values.push_back(cubic + part * (linear - cubic));
    }
    for (std::size_t k = 0; k < end; ++k)
        if (k < 3 || k >= lights) values[k] *= gain;
    return values;
}

// Adds what a pilot needs of a frame to a pixel. `values`: its gathered planes. The sums over frames become means later.
void add_other(Others& others, std::size_t p, std::size_t m, const Prepared& frame, const Taps& taps,
               const std::vector<double>& values, double gain, double w) {
    for (std::size_t k = 0; k < 3; ++k) others.q[k][p] += w * values[k];
    Others::One& one = others.each[m];
    if (w <= 1e-3) return;
    one.weight[p] = w;
    for (std::size_t k = 0; k < 3; ++k) {
        const double cubic = sampled(frame.pilot[k], taps), linear = sum_of(frame.pilot[k], taps.linear);
        one.pilot[k][p] = gain * (cubic + undershoot(frame.pilot[k], taps) * (linear - cubic));
    }
}

// Follows the motion from the frame in the middle in one direction, while there are frames and vectors.
void follow(Sums& sums, const std::vector<const Prepared*>& window, std::size_t p, const Box& box,
            int direction, const Settings& settings, Others* others = nullptr) {
    const int middle = int(window.size()) / 2;
    const Prepared& n = *window[std::size_t(middle)];
    const Size size = n.size;
    const bool has_before = middle > 0 && window[std::size_t(middle - 1)];
    if (n.z[p] < 0 || passes_by(n, has_before ? n.previous : n.next, p)) return;
    Point at{double(p % std::size_t(size.width)), double(p / std::size_t(size.width))};
    double r = 1;
    for (int k = middle; k + direction >= 0 && k + direction < int(window.size()); k += direction) {
        const Prepared *from = window[std::size_t(k)], *to = window[std::size_t(k + direction)];
        if (!to) return;
        const Planes& there = direction < 0 ? from->previous : from->next;
        const Planes& back = direction < 0 ? to->next : to->previous;
        if (there.empty() || back.empty()) return;
        const auto i = std::size_t(rounded(at, size));
        const Point q{at.x + there[0][i], at.y + there[1][i]};
        if (!inside(q, size)) return; // NaN is not inside
        const auto j = std::size_t(rounded(q, size));
        const double ex = q.x + back[0][j] - at.x, ey = q.y + back[1][j] - at.y;
        r *= std::exp(-(ex * ex + ey * ey) / .25);
        if (!(r > 1e-20)) return;
        at = q;
        const Taps taps = taps_of(box, *to, at);
        if (taps.weight < 1e-12) continue;
        const auto m = std::size_t(k + direction);
        const double frame_gain = settings.gains.empty() ? 1 : settings.gains[m];
        const double luma = frame_gain * sampled(to->luma, taps),
                     variance = frame_gain * frame_gain * sampled(to->luma_variance, taps),
                     gain = frame_gain * local_gain(n, p, luma, variance);
        double y = 0;
        for (const Tap& tap : taps.of) y += tap.w * demodulated_luma(*to, tap.q);
        const double dx = std::abs(at.x - double(p % std::size_t(size.width))),
                     dy = std::abs(at.y - double(p / std::size_t(size.width)));
        const double same =
            settings.same.empty() ? 0 : settings.same[m] * std::max(1 - dx, 0.0) * std::max(1 - dy, 0.0);
        const double w = taps.weight * r * same_light(box, n, p, luma, variance) * (1 - same) * (1 - same);
        add(sums, gathered_values(*to, taps, gain, settings.unlit), w, gain * y);
        if (others)
            add_other(*others, p, m, *to, taps, gathered_values(*to, taps, gain, settings.unlit), gain, w);
        sums.same += w * same;
    }
}

// The vectors of a frame to another one with vectors to it: each pixel takes the nearest one that leads to
// it, unless its own motion differs (`own`, empty if the frame has none).
Planes found_vectors(const Prepared& from, const Planes& vectors, const Planes& own) {
    const std::size_t pixels = from.z.size();
    Planes found(2, Plane(pixels, INFINITY));
    Plane depth(pixels, INFINITY);
    std::vector<bool> is_found(pixels);
    for (std::size_t p = pixels; p-- > 0;) { // the first one wins over others of its depth
        const Point q{double(p % std::size_t(from.size.width)) + vectors[0][p],
                      double(p / std::size_t(from.size.width)) + vectors[1][p]};
        if (!inside(q, from.size)) continue;
        const auto to = std::size_t(rounded(q, from.size));
        const double z = from.z[p] > 0 ? from.z[p] : INFINITY;
        if (is_found[to] && z > depth[to]) continue;
        is_found[to] = true;
        depth[to] = z;
        for (std::size_t k = 0; k < 2; ++k) found[k][to] = -vectors[k][p];
    }
    for (std::size_t p = 0; p < pixels && !own.empty(); ++p) {
        const double x = own[0][p], y = own[1][p];
        if (!is_found[p] || !std::isfinite(x) || !std::isfinite(y)) continue;
        const double apart = std::hypot(x + found[0][p], y + found[1][p]);
        if (apart * apart > 4 + (x * x + y * y) / 16) found[0][p] = found[1][p] = INFINITY;
    }
    return found;
}

// Correlation of the noise of other frames with the frame's.
double correlation(const Sums& s) { return s.same / std::max(s.count - 1, 1e-12); }
double inflation(const Sums& s) { return 1 + (s.count - 1) * correlation(s); }

double variance_of_mean(const Sums& s) {
    double mean = 0, squares = 0;
    for (std::size_t m = 0; m < s.w.size(); ++m) mean += s.w[m] * s.y[m] / s.count;
    for (std::size_t m = 0; m < s.w.size(); ++m) squares += s.w[m] * (s.y[m] - mean) * (s.y[m] - mean);
    return squares / std::max(s.count - 1, .5) / s.count * inflation(s) / std::max(1 - correlation(s), .05);
}

} // namespace

std::vector<Prepared> with_all_vectors(const std::vector<const Prepared*>& window) {
    std::vector<Prepared> frames;
    for (const Prepared* frame : window) frames.push_back(frame ? *frame : Prepared{});
    for (std::size_t i = 1; i < window.size(); ++i) {
        if (!window[i - 1] || !window[i]) continue;
        const Prepared &earlier = *window[i - 1], &later = *window[i];
        if (later.previous.empty() && !earlier.next.empty())
            frames[i].previous = found_vectors(earlier, earlier.next, later.next);
        if (earlier.next.empty() && !later.previous.empty())
            frames[i - 1].next = found_vectors(later, later.previous, earlier.previous);
    }
    return frames;
}

Gathered gather(const std::vector<const Prepared*>& given, const Settings& settings) {
    const std::vector<Prepared> frames = with_all_vectors(given);
    std::vector<const Prepared*> window;
    for (std::size_t i = 0; i < given.size(); ++i) window.push_back(given[i] ? &frames[i] : nullptr);
    const Prepared& n = *window[window.size() / 2];
    Gathered out{n.c, n.a, n.n, n.e, n.lights, n.z, n.z, n.z};
    std::vector<Plane*> to;
    for (Planes* planes : {&out.c, &out.a, &out.n})
        for (Plane& plane : *planes) to.push_back(&plane);
    to.push_back(&out.z);
    for (Planes* planes : {&out.e, &out.lights})
        for (Plane& plane : *planes) to.push_back(&plane);
    for (std::size_t p = 0; p < n.z.size(); ++p) {
        Sums sums;
        std::vector<double> own;
        for (const Plane* plane : gathered_planes(n)) own.push_back((*plane)[p]);
        add(sums, own, 1, demodulated_luma(n, p));
        const Box box = box_of(n, int(p) % n.size.width, int(p) / n.size.width, settings);
        follow(sums, window, p, box, -1, settings);
        follow(sums, window, p, box, 1, settings);
        for (std::size_t k = 0; k < to.size(); ++k) (*to[k])[p] = sums.planes[k] / sums.count;
        out.count[p] = sums.count / inflation(sums);
        out.variance[p] = variance_of_mean(sums);
    }
    return out;
}

Others gather_pilots(const std::vector<const Prepared*>& given, const Settings& settings) {
    const std::vector<Prepared> frames = with_all_vectors(given);
    std::vector<const Prepared*> window;
    for (std::size_t i = 0; i < given.size(); ++i) window.push_back(given[i] ? &frames[i] : nullptr);
    const Prepared& n = *window[window.size() / 2];
    const Plane none(n.z.size());
    Others out{{none, none, none}, none, {}};
    out.each.assign(window.size(), {none, {none, none, none}});
    for (std::size_t p = 0; p < n.z.size(); ++p) {
        Sums sums;
        add(sums, {}, 0, 0);
        const Box box = box_of(n, int(p) % n.size.width, int(p) / n.size.width, settings);
        for (const int direction : {-1, 1}) follow(sums, window, p, box, direction, settings, &out);
        for (std::size_t k = 0; k < 3; ++k)
            out.q[k][p] = sums.count < .02 ? n.c[k][p] : out.q[k][p] / sums.count;
        out.count[p] = (1 + sums.count) / (1 + sums.same);
    }
    return out;
}

} // namespace atrous::reference::svgf
