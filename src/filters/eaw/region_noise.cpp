// The statistics of --denoise bayes over regions: measured region by region, summed on the host, and made into
// thresholds by the same kernel as those of a whole image.
#include "filters/eaw/builder.h"
#include "filters/eaw/regions.h"
#include <cmath>

namespace atrous {

using namespace kernels;

Plan eaw_noise_plan(const EawResolved& settings, const Pixels& pixels, const DeviceTraits& device) {
    EawBuilder b = eaw_builder(settings, pixels, device);
    const PixelPasses samples = pixel_passes(b, pixels);
    const int tables = add_tables(b.plan, b.frame);
    const NoiseBuffers noise = noise_buffers(b);
    int coarse = add_stack(b, "coarse"), spare = add_stack(b, "coarse, next level");
    const int detail = add_stack(b, "detail"); // measured before the next level's
    add_enter(b.plan, samples, {coarse, coarse});
    for (int l = 0; l < settings.levels; ++l) {
        add_decompose(b, l, {coarse, spare, detail, detail, tables, -1, l == settings.levels - 1});
        add_noise(b, l, detail, tables, samples.inner, noise);
        std::swap(coarse, spare);
    }
    b.plan.outputs = {{"histogram", noise.histogram}, {"norms", noise.norms}};
    return std::move(b.plan);
}

void add_noise_of_region(NoiseTotals& totals, std::span<const std::uint32_t> histogram,
                         std::span<const float> norms, const Region& region) {
    const std::int64_t outside = region.outer.size().pixels() - region.inner.size().pixels();
    totals.histogram.resize(histogram.size());
    totals.squares.resize(norms.size());
    constexpr std::size_t bins = 1 << NOISE_BIN_BITS;
    for (std::size_t i = 0; i < histogram.size(); ++i) { // of a single level the second half stays empty
        const bool has_zeros = i % bins == 0 && i / bins < norms.size();
        totals.histogram[i] += histogram[i] - (has_zeros ? std::uint32_t(outside) : 0);
    }
    for (std::size_t i = 0; i < norms.size(); ++i) totals.squares[i] += double(norms[i]) * double(norms[i]);
}

std::vector<float> norms_of(const NoiseTotals& totals) {
    std::vector<float> norms;
    norms.reserve(totals.squares.size());
    for (const double squares : totals.squares) norms.push_back(float(std::sqrt(squares)));
    return norms;
}

Plan eaw_thresholds_plan(const EawResolved& settings, const Pixels& pixels, const DeviceTraits& device,
                         std::int64_t count) {
    EawBuilder b = eaw_builder(settings, pixels, device);
    const NoiseBuffers measured = noise_buffers(b);
    for (const int i : {measured.histogram, measured.norms})
        b.plan.buffers[std::size_t(i)].kind = Buffer::Kind::numbers; // whole, not counted anew
    b.plan.inputs = {{"histogram", measured.histogram}, {"norms", measured.norms}};
    b.plan.outputs = {{"thresholds", add_thresholds(b, measured, count)}};
    return std::move(b.plan);
}

} // namespace atrous
