// Finds motion vectors that are useless as they are.
#include "commands/probe/findings.h"
#include "commands/probe/messages.h"
#include "renders/motion.h"
#include <algorithm>
#include <cmath>

namespace atrous {
namespace {

constexpr std::size_t min_edges = 16;

bool whole(float alpha) { return alpha >= .999F; }

/// Sums over pixels at the edges of alpha: the distance of vectors from the whole neighbour, and from that
/// times alpha.
struct EdgeSums {
    double plain = 0, multiplied = 0;
    std::size_t pixels = 0;
};

void add_edge(EdgeSums& sums, const VectorPair& pair, std::size_t n, std::size_t at, std::size_t beside,
              double alpha) {
    double plain = 0, multiplied = 0, length = 0;
    for (const std::size_t plane : {std::size_t(0), n}) {
        const double v = double(pair.stored[plane + at]), w = double(pair.stored[plane + beside]);
        plain += (v - w) * (v - w);
        multiplied += (v - alpha * w) * (v - alpha * w);
        length += w * w;
    }
    if (!(length > 1e-12)) return;
    sums.plain += std::sqrt(plain);
    sums.multiplied += std::sqrt(multiplied);
    ++sums.pixels;
}

} // namespace

bool vectors_premultiplied(const VectorPair& pair, const std::vector<float>& alpha, Size size) {
    if (alpha.empty()) return false;
    const std::size_t n = std::size_t(size.pixels());
    EdgeSums sums;
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x) {
            const std::size_t at = std::size_t(y) * std::size_t(size.width) + std::size_t(x);
            if (!(alpha[at] > .02F && alpha[at] < .9F)) continue;
            if (x > 0 && whole(alpha[at - 1]))
                add_edge(sums, pair, n, at, at - 1, double(alpha[at]));
            else if (x + 1 < size.width && whole(alpha[at + 1]))
                add_edge(sums, pair, n, at, at + 1, double(alpha[at]));
        }
    return sums.pixels >= min_edges && sums.multiplied < .5 * sums.plain;
}

void check_vectors(const Look& look, Findings& findings) {
    if (look.pairs.empty()) return;
    const auto all = [&](auto test) { return std::ranges::all_of(look.pairs, test); };
    const auto zero = [](const VectorPair& pair) {
        return std::ranges::all_of(pair.stored, [](float v) { return v == 0; });
    };
    std::size_t bad = 0;
    for (const VectorPair& pair : look.pairs)
        bad += std::size_t(std::ranges::count_if(pair.stored, [](float v) { return !std::isfinite(v); }));
    if (bad > 0)
        findings.push_back(
            {"not-finite-motion", message(messages::motion_not_finite, bad), "--role motion=NAME|none"});
    if (all(zero)) {
        findings.push_back({"vectors-zero", message(messages::vectors_zero), "--temporal none"});
        return;
    }
    const VectorPair& pair = look.pairs.front();
    if (pair.convention.to == MotionConvention::To::ask)
        findings.push_back({"vectors-undirected", message(messages::vectors_undirected, pair.title),
                            "--motion-stored 'to previous|next'"});
    if (pair.convention.centre == 0 && vectors_centred(pair.stored))
        findings.push_back({"vectors-0-1", message(messages::vectors_0_1, pair.title),
                            "--motion-stored 'centre 0.5, scale S'"});
    if (!pair.convention.premultiplied && vectors_premultiplied(pair, look.alpha, look.size))
        findings.push_back({"vectors-premultiplied", message(messages::vectors_times_alpha, pair.title),
                            "--motion-stored premultiplied"});
}

} // namespace atrous
