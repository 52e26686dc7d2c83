// Computes what the result gets back of the residual, in double precision: least squares of the error from local means,
// whose noise second differences show.
#include "reference/svgf.h"
#include <algorithm>
#include <cmath>

namespace atrous::reference::svgf {
namespace {

double at_edge(const Plane& plane, Size size, int x, int y) {
    const int column = std::clamp(x, 0, size.width - 1), row = std::clamp(y, 0, size.height - 1);
    return plane[std::size_t(row) * std::size_t(size.width) + std::size_t(column)];
}

// Mean square of a filter of 3x3 weights, over the sum of their squares.
Plane details(const Plane& plane, Size size, const double (&weights)[9]) {
    Plane out;
    double norm = 0;
    for (const double weight : weights) norm += weight * weight;
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x) {
            double sum = 0;
            for (int i = 0; i < 9; ++i)
                sum += weights[i] * at_edge(plane, size, x + i % 3 - 1, y + i / 3 - 1);
            out.push_back(sum * sum / norm);
        }
    return out;
}

Planes all_details(const Plane& plane, Size size) {
    return {details(plane, size, {1, -2, 1, -2, 4, -2, 1, -2, 1}),
            details(plane, size, {0, 0, 0, 1, -2, 1, 0, 0, 0}),
            details(plane, size, {0, 1, 0, 0, -2, 0, 0, 1, 0})};
}

Plane blurred(const Plane& plane, Size size, int step) {
    constexpr double spline[] = {1. / 16, 4. / 16, 6. / 16, 4. / 16, 1. / 16};
    Plane out;
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x) {
            double sum = 0;
            for (int j = 0; j < 5; ++j)
                for (int i = 0; i < 5; ++i)
                    sum +=
                        spline[i] * spline[j] * at_edge(plane, size, x + (i - 2) * step, y + (j - 2) * step);
            out.push_back(sum);
        }
    return out;
}

Plane narrow(const Plane& plane, Size size) { return blurred(blurred(plane, size, 1), size, 2); }
Plane wide(const Plane& plane, Size size) { return blurred(blurred(narrow(plane, size), size, 4), size, 4); }

Plane product(const Plane& a, const Plane& b) {
    Plane out = a;
    for (std::size_t i = 0; i < out.size(); ++i) out[i] *= b[i];
    return out;
}

// The details of R - Q, times the factor for `count` frames, mixed with the details of R for fewer than 2.
Plane of_others(const Plane& details, const Plane& own, const Plane& count) {
    Plane out;
    for (std::size_t i = 0; i < own.size(); ++i) {
        const double share = std::clamp(count[i] - 1, 0.0, 1.0);
        const double factor = std::pow(std::max(1 - 1 / count[i], .3), -1.25);
        out.push_back((1 - share) * own[i] + share * factor * details[i]);
    }
    return out;
}

struct Shares {
    double r, q;
};

// Least squares with both shares 0 or more, and their sum at most 1.
Shares shares_of(double rr, double qq, double rq, double noise, double count, double excess) {
    const double own = 1 / count, v = excess * std::min(noise / rr, 2.0);
    const double to_r = 1 - v * (1 - .2 * own), to_q = rq / rr - v * .8 * own;
    const double r = 1.005, q = qq / rr + .005, both = rq / rr;
    const double det = std::max(r * q - both * both, 1e-3 * r * q);
    double a = (to_r * q - to_q * both) / det, b = (to_q * r - to_r * both) / det;
    if (a < 0) {
        a = 0;
        b = std::clamp(to_q / q, 0.0, 1.0);
    } else if (b < 0) {
        a = std::clamp(to_r / r, 0.0, 1.0);
        b = 0;
    }
    const double sum = std::max(a + b, 1.0);
    return {a / sum, b / sum};
}

} // namespace

void give_back(Planes& filtered, const Residual& of, Size size, const Settings& settings) {
    const double fade = std::clamp((settings.samples - 2) / 6, 0.0, 1.0);
    const double open = std::clamp((std::log2(settings.samples) - 5) / 2, 0.0, 1.0);
    if (fade == 0) return;
    const std::size_t pixels = of.count.size();
    Plane r(pixels), q(pixels), d(pixels), count = of.count, a(pixels), b(pixels);
    for (std::size_t i = 0; i < pixels; ++i) {
        const double light = luma_at(filtered, int(i)), weight = std::pow(1 + std::max(light, 0.0), -2);
        r[i] = std::clamp(weight * (luma_at(of.own, int(i)) - light), -100.0, 100.0);
        if (of.has_means) q[i] = std::clamp(weight * (luma_at(of.means, int(i)) - light), -100.0, 100.0);
        d[i] = r[i] - q[i];
        count[i] = of.has_means ? std::min(count[i], of.longest) : 1e9;
    }
    Planes of_r = all_details(r, size), of_d = all_details(d, size);
    const Plane all = wide(product(r, r), size), noise = wide(of_r[0], size);
    for (std::size_t k = 0; k < 3; ++k) {
        of_d[k] = narrow(of_others(of_d[k], of_r[k], count), size);
        of_r[k] = narrow(of_r[k], size);
    }
    const Plane rr = narrow(product(r, r), size), qq = narrow(product(q, q), size),
                rq = narrow(product(r, q), size);
    for (std::size_t i = 0; i < pixels; ++i) {
        double least = std::min({of_r[0][i], of_r[1][i], of_r[2][i]});
        if (of.has_means) least = std::min({least, of_d[0][i], of_d[1][i], of_d[2][i]});
        const Shares one = shares_of(rr[i] + 1e-20, qq[i], rq[i], least, count[i], 1.3 - .2 * open);
        const double found = 1 - 1.2 * noise[i] / (all[i] + 1e-20);
        const double trust = fade * std::max(std::clamp(found / .3, 0.0, 1.0), open);
        a[i] = trust * one.r;
        b[i] = of.has_means ? trust * one.q : 0;
    }
    a = blurred(a, size, 1);
    b = blurred(b, size, 1);
    for (std::size_t k = 0; k < filtered.size(); ++k)
        for (std::size_t i = 0; i < pixels; ++i) {
            const double light = filtered[k][i];
            filtered[k][i] += a[i] * (of.own[k][i] - light) + b[i] * (of.means[k][i] - light);
        }
}

} // namespace atrous::reference::svgf
