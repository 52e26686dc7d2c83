// Computes the part of the residual that the result gets back, in double precision: least squares of the error from local means,
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
Plane details(const Plane& plane, Size size, const double (&weights)[9], const Plane& limit = {}) {
    Plane out;
    double norm = 0;
    for (const double weight : weights) norm += weight * weight;
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x) {
            double sum = 0;
            const double most = limit.empty() ? 1e300 : limit[out.size()];
            for (int i = 0; i < 9; ++i)
                sum +=
                    weights[i] * std::clamp(at_edge(plane, size, x + i % 3 - 1, y + i / 3 - 1), -most, most);
            out.push_back(sum * sum / norm);
        }
    return out;
}

} // namespace

Planes all_details(const Plane& plane, Size size, const Plane& limit) {
    return {details(plane, size, {1, -2, 1, -2, 4, -2, 1, -2, 1}, limit),
            details(plane, size, {0, 0, 0, 1, -2, 1, 0, 0, 0}, limit),
            details(plane, size, {0, 1, 0, 0, -2, 0, 0, 1, 0}, limit)};
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

Plane of_others(const Plane& details, const Plane& own, const Plane& count) {
    Plane out;
    for (std::size_t i = 0; i < own.size(); ++i) {
        const double share = std::clamp(count[i] - 1, 0.0, 1.0);
        const double factor = std::pow(std::max(1 - 1 / count[i], .3), -1.25);
        out.push_back((1 - share) * own[i] + share * factor * details[i]);
    }
    return out;
}

namespace {

Plane narrow(const Plane& plane, Size size) { return blurred(blurred(plane, size, 1), size, 2); }
Plane wide(const Plane& plane, Size size) { return blurred(blurred(narrow(plane, size), size, 4), size, 4); }

Plane product(const Plane& a, const Plane& b) {
    Plane out = a;
    for (std::size_t i = 0; i < out.size(); ++i) out[i] *= b[i];
    return out;
}

struct Shares {
    double r, q;
};

// Least squares with both shares 0 or more, and their sum at most 1. A single frame has no Q.
Shares shares_of(double rr, double qq, double rq, double noise, double kept, double count, double excess,
                 double rest) {
    const double own = 1 / count, v = excess * std::min(noise / rr, 2.0);
    const double in_r = v * (1 - .2 * own), in_q = v * (1 - kept) * own;
    const double to_r = 1 - in_r, to_q = rq / rr - in_q;
    const double r = std::max(1 - rest * in_r, .1) + .005,
                 q = std::max(qq / rr - rest * in_q, .1 * qq / rr) + .005, both = rq / rr - rest * in_q;
    const double det = std::max(r * q - both * both, 1e-3 * r * q);
    const double only_r = std::clamp(to_r / r, 0.0, 1.0);
    double a = (to_r * q - to_q * both) / det, b = (to_q * r - to_r * both) / det;
    if (a < 0) {
        a = 0;
        b = std::clamp(to_q / q, 0.0, 1.0);
    } else if (b < 0) {
        a = only_r;
        b = 0;
    }
    const double sum = std::max(a + b, 1.0), others = std::clamp(count - 1, 0.0, 1.0);
    return {others * a / sum + (1 - others) * only_r, others * b / sum};
}

double rise(double samples, double from) { return std::clamp(std::log2(samples / from) / 2, 0.0, 1.0); }

// Means over the channels of the details of R and Q.
struct Moments {
    Plane rr, qq, rq;
    Planes own, others;
};

void add(Plane& sum, const Plane& plane) {
    sum.resize(plane.size());
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += plane[i] / 3;
}

Moments moments_of(const Planes& filtered, const Residual& of, Size size) {
    Moments m{{}, {}, {}, Planes(3), Planes(3)};
    for (std::size_t k = 0; k < 3; ++k) {
        Plane r, q, d;
        for (std::size_t i = 0; i < of.count.size(); ++i) {
            const double light = filtered[k][i], weight = std::pow(1 + std::max(light, 0.0), -2);
            r.push_back(std::clamp(weight * (of.own[k][i] - light), -100.0, 100.0));
            q.push_back(std::clamp(weight * (of.means[k][i] - light), -100.0, 100.0));
            d.push_back(r.back() - q.back());
        }
        const Planes of_r = all_details(r, size), of_d = all_details(d, size);
        for (std::size_t n = 0; n < 3; ++n) {
            add(m.own[n], of_r[n]);
            add(m.others[n], of_d[n]);
        }
        add(m.rr, product(r, r));
        add(m.qq, product(q, q));
        add(m.rq, product(r, q));
    }
    return m;
}

} // namespace

void give_back(Planes& filtered, const Residual& of, Size size, const Settings& settings) {
    const double fade = std::clamp((settings.samples - 4) / 4, 0.0, 1.0);
    const double soft = of.is_sharp ? 0 : rise(settings.samples, 8),
                 of_many = std::max(rise(settings.samples, 32), soft),
                 of_one = std::max(rise(settings.samples, 16), soft),
                 of_means = std::max(std::clamp(std::log2(settings.samples / 16), 0.0, 1.0), soft);
    if (fade == 0) return;
    const std::size_t pixels = of.count.size();
    Plane count = of.count, a(pixels), b(pixels);
    for (double& value : count) value = std::min(value, of.longest);
    Moments m = moments_of(filtered, of, size);
    const Plane kept = narrow(of.kept.empty() ? Plane(pixels, .2) : of.kept, size);
    const Plane all = wide(m.rr, size), noise = wide(m.own[0], size);
    for (std::size_t k = 0; k < 3; ++k) {
        m.others[k] = narrow(of_others(m.others[k], m.own[k], count), size);
        m.own[k] = narrow(m.own[k], size);
    }
    for (Plane* plane : {&m.rr, &m.qq, &m.rq}) *plane = narrow(*plane, size);
    for (std::size_t i = 0; i < pixels; ++i) {
        const double least =
            std::min({m.own[0][i], m.own[1][i], m.own[2][i], m.others[0][i], m.others[1][i], m.others[2][i]});
        const double others = std::clamp(count[i] - 1, 0.0, 1.0),
                     open = others * of_many + (1 - others) * of_one,
                     rest =
                         .8 * (others * std::max(soft, rise(settings.samples, 128)) + (1 - others) * of_one);
        const Shares one =
            shares_of(m.rr[i] + 1e-20, m.qq[i], m.rq[i], least, kept[i], count[i], 1.3 - .25 * of_many, rest);
        const double found = 1 - (1.25 - .05 * rise(settings.samples, 8)) * noise[i] / (all[i] + 1e-20);
        const double trust = std::max(std::clamp(found / .3, 0.0, 1.0), open);
        a[i] = fade * trust * one.r;
        b[i] = fade * std::max(trust, of_means) * one.q;
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
