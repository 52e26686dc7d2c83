// Mixes a result with another denoiser's frame in double precision, one loop per index.
#include "reference/svgf.h"
#include <algorithm>
#include <cmath>

namespace atrous::reference::svgf {
namespace {

Plane smooth(Plane plane, Size size, int last) {
    for (int step = 1; step <= last; step *= 2) plane = blurred(plane, size, step);
    return plane;
}

Plane least(const Planes& planes) {
    Plane out = planes[0];
    for (const Plane& plane : planes)
        for (std::size_t i = 0; i < out.size(); ++i) out[i] = std::min(out[i], plane[i]);
    return out;
}

// Means over the channels of details of differences.
Planes details_of(const Planes& differences, Size size, const Plane& limit) {
    Planes out(3, Plane(differences[0].size()));
    for (const Plane& plane : differences) {
        const Planes details = all_details(plane, size, limit);
        for (std::size_t n = 0; n < 3; ++n)
            for (std::size_t i = 0; i < plane.size(); ++i) out[n][i] += details[n][i] / 3;
    }
    return out;
}

/// A frame and its pilot; x where there is no pilot.
struct Mixing {
    Size size;
    Planes x, y, z, q;
    Planes factor; // of differences
    Plane limit;   // of outliers

    std::size_t pixels() const { return limit.size(); }
    double cut(double difference, std::size_t k, std::size_t i) const {
        return std::clamp(difference * factor[k][i], -limit[i], limit[i]);
    }
    Plane mean_square(const Planes& a, const Planes& b) const {
        Plane out(pixels());
        for (std::size_t k = 0; k < 3; ++k)
            for (std::size_t i = 0; i < out.size(); ++i)
                out[i] += std::pow((a[k][i] - b[k][i]) * factor[k][i], 2) / 3;
        return out;
    }
};

Mixing mixing_of(const Planes& light, const Prepared& frame, const Others& others) {
    const std::size_t pixels = frame.z.size();
    Mixing m{frame.size, {light[0], light[1], light[2]}, frame.c, frame.pilot, others.q, {}, Plane(pixels)};
    Plane bright(pixels), of_x = bright;
    for (std::size_t k = 0; k < 3; ++k)
        for (std::size_t i = 0; i < pixels; ++i) {
            if (m.z[k][i] == no_pilot) m.z[k][i] = m.x[k][i];
            bright[i] += std::max(m.z[k][i], 0.0) / 3;
            of_x[i] += std::max(m.x[k][i], 0.0) / 3;
        }
    for (std::size_t i = 0; i < pixels; ++i) bright[i] = std::max(bright[i], of_x[i]);
    bright = smooth(bright, m.size, 2);
    for (std::size_t k = 0; k < 3; ++k) {
        m.factor.emplace_back();
        for (std::size_t i = 0; i < pixels; ++i)
            m.factor.back().push_back(std::pow(1 + std::max({bright[i], m.x[k][i], m.z[k][i]}), -2));
    }
    const Plane squares = smooth(m.mean_square(m.y, m.z), m.size, 4);
    for (std::size_t i = 0; i < pixels; ++i) m.limit[i] = 5 * std::sqrt(squares[i]) + 1e-6;
    return m;
}

Plane noise_of(const Mixing& m, const Plane& count) {
    Planes to_z(3, Plane(m.pixels())), to_q = to_z;
    for (std::size_t k = 0; k < 3; ++k)
        for (std::size_t i = 0; i < m.pixels(); ++i) {
            to_z[k][i] = (m.y[k][i] - m.z[k][i]) * m.factor[k][i];
            to_q[k][i] = (m.y[k][i] - m.q[k][i]) * m.factor[k][i];
        }
    Planes own = details_of(to_z, m.size, m.limit), all = details_of(to_q, m.size, Plane(m.pixels(), 100));
    for (std::size_t n = 0; n < 3; ++n) all[n] = of_others(all[n], own[n], count);
    all.insert(all.end(), own.begin(), own.end());
    for (Plane& plane : all) plane = smooth(plane, m.size, 2);
    return least(all);
}

double held_noise(double noise) {
    return noise * std::clamp(.09 * std::pow(.06 / std::sqrt(noise + 1e-12), 9. / 16), .02, .35);
}

// The mean of the pilot and of the neighbours' pilots that fit.
Planes steady_of(const Mixing& m, const Others& others, const Plane& noise) {
    Planes sum = m.z;
    Plane weights(m.pixels(), 1);
    for (const Others::One& one : others.each) {
        const Plane apart = smooth(m.mean_square(one.pilot, m.z), m.size, 1);
        for (std::size_t i = 0; i < m.pixels(); ++i) {
            const double own = held_noise(noise[i]);
            const double w = one.weight[i] * std::exp(-std::max(apart[i] - 2 * own, 0.0) / (4 * own + 1e-12));
            for (std::size_t k = 0; k < 3; ++k) sum[k][i] += w * one.pilot[k][i];
            weights[i] += w;
        }
    }
    for (Plane& plane : sum)
        for (std::size_t i = 0; i < m.pixels(); ++i) plane[i] /= weights[i];
    return sum;
}

Plane shares_of(const Mixing& m, const Planes& steady, const Plane& noise, const Plane& count) {
    Planes d(3, Plane(m.pixels()));
    Plane dd(m.pixels()), dy = dd, dq = dd, share = dd;
    for (std::size_t k = 0; k < 3; ++k)
        for (std::size_t i = 0; i < m.pixels(); ++i) {
            const double have = std::clamp(count[i] - 1, 0.0, 1.0);
            const double to_y = m.cut(m.y[k][i] - steady[k][i], k, i),
                         to_q = m.cut(m.q[k][i] - steady[k][i], k, i);
            d[k][i] = m.cut(m.x[k][i] - steady[k][i], k, i);
            dd[i] += d[k][i] * d[k][i] / 3;
            dy[i] += d[k][i] * to_y / 3;
            dq[i] += d[k][i] * (have * to_q + (1 - have) * to_y) / 3;
        }
    Planes details = details_of(d, m.size, m.limit);
    for (Plane* plane : {&dd, &dy, &dq, &details[0], &details[1], &details[2]})
        *plane = smooth(*plane, m.size, 8);
    const Plane of_d = least(details);
    for (std::size_t i = 0; i < m.pixels(); ++i) {
        const double have = std::clamp(count[i] - 1, 0.0, 1.0), own = held_noise(noise[i]),
                     common = 1.5 * std::sqrt(std::min(of_d[i], .05 * noise[i]) * noise[i]);
        const double r = std::min(dy[i] - common, dq[i] - (1 - have) * common) - own / 2;
        const double firm = 20 * own / (1 + std::pow(3 * std::max(r, 0.0) / std::max(20 * own, 1e-12), 2));
        share[i] = std::clamp((r + .4 * firm) / (dd[i] + firm + 1e-12), 0.0, 1.0);
    }
    return blurred(share, m.size, 1);
}

// Sum over the squares of the weights of a mean with taps of all steps up to the last one, far from borders.
double part_of_noise(int last) {
    const int width = 6 * last;
    const Size size{2 * width + 1, 2 * width + 1};
    Plane one(std::size_t(size.pixels()));
    one[one.size() / 2] = 1;
    double sum = 0;
    for (const double weight : smooth(one, size, last)) sum += weight * weight;
    return sum;
}

// Local means over the channels of squared means of y - image.
Plane squared_means(const Mixing& m, const Planes& image, int last) {
    Plane sum(m.pixels());
    for (std::size_t k = 0; k < 3; ++k) {
        Plane residual;
        for (std::size_t i = 0; i < sum.size(); ++i) residual.push_back(m.cut(m.y[k][i] - image[k][i], k, i));
        residual = smooth(residual, m.size, last);
        for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += residual[i] * residual[i] / 3;
    }
    return blurred(sum, m.size, 1);
}

// The share of the pilot, less where means of the mixture differ from y by more than noise and x explain, more where means of x do.
Plane shares_of_pilot(const Mixing& m, const Planes& steady, const Plane& share, const Plane& noise) {
    Planes mixed = steady;
    for (std::size_t k = 0; k < 3; ++k)
        for (std::size_t i = 0; i < m.pixels(); ++i) mixed[k][i] += share[i] * (m.x[k][i] - steady[k][i]);
    Plane right(m.pixels(), 1), of_x = share, out;
    for (const int last : {1, 2, 4}) {
        const Plane found = squared_means(m, mixed, last), found_x = squared_means(m, m.x, last);
        const double part = part_of_noise(last);
        for (std::size_t i = 0; i < m.pixels(); ++i) {
            const double least = part * noise[i] + 1e-12;
            right[i] *= std::exp(-2 * std::max(found[i] / (1.2 * std::max(found_x[i], least)) - 1, 0.0));
            of_x[i] *= std::exp(-2 * std::max(found_x[i] / (6 * std::max(found[i], least)) - 1, 0.0));
        }
    }
    for (std::size_t i = 0; i < m.pixels(); ++i) out.push_back(right[i] * (1 - of_x[i]));
    return blurred(out, m.size, 1);
}

} // namespace

void mix_pilot(Planes& light, const Prepared& frame, const Others& others, int unlit) {
    const Mixing m = mixing_of(light, frame, others);
    const Plane noise = noise_of(m, others.count);
    const Planes steady = steady_of(m, others, noise);
    const Plane share = shares_of_pilot(m, steady, shares_of(m, steady, noise, others.count), noise);
    const std::size_t lit = light.size() - std::size_t(3 * unlit);
    for (std::size_t k = 0; k < lit; ++k)
        for (std::size_t i = 0; i < m.pixels(); ++i) {
            const double x = m.x[k % 3][i], z = steady[k % 3][i];
            if (frame.pilot[0][i] == no_pilot) continue;
            const double change = share[i] * (z - x);
            const double part = k < 3                ? 1
                                : std::abs(x) < 1e-6 ? 3 / double(lit - 3)
                                                     : std::clamp(light[k][i] / x, -4.0, 4.0);
            light[k][i] += part * change;
        }
}

} // namespace atrous::reference::svgf
