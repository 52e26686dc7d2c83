// The statistics of --denoise auto over regions: measured region by region, summed on the host, and made into
// thresholds by the same kernel as those of a whole image.
#include "filters/eaw/builder.h"
#include "filters/eaw/regions.h"
#include <cmath>

namespace atrous {

using namespace kernels;

Plan eaw_noise_plan(const EawResolved& settings, const Pixels& pixels, const DeviceTraits& device,
                    const Rect& inner) {
    EawBuilder b = eaw_builder(settings, pixels, device, inner);
    const auto planes = [&](const char* name) {
        return add_stack(b.plan, name, b.planes, b.plane_count(), b.settings.how.storage->bytes);
    };
    const int tables =
        b.plan.add(Buffer::Kind::tables, "layout tables", table_bytes(b.x, b.y, settings.levels));
    const NoiseBuffers noise = noise_buffers(b);
    int coarse = planes("coarse"), spare = planes("coarse, next level");
    const int detail = planes("detail"); // measured before the next level's
    add_tables(b, tables);
    add_enter(b, coarse);
    for (int l = 0; l < settings.levels; ++l) {
        add_decompose(b, l, {coarse, spare, detail, detail, tables, -1, l == settings.levels - 1});
        add_noise(b, l, detail, tables, noise);
        std::swap(coarse, spare);
    }
    b.plan.outputs = {{"histogram", noise.histogram}, {"norms", noise.norms}};
    return std::move(b.plan);
}

void add_noise_of_region(NoiseTotals& totals, std::span<const std::uint32_t> histogram,
                         std::span<const float> norms, std::int64_t inside, std::int64_t outside) {
    totals.pixels += inside;
    totals.histogram.resize(histogram.size());
    totals.squares.resize(norms.size());
    constexpr std::size_t bins = 1 << NOISE_BIN_BITS;
    for (std::size_t i = 0; i < histogram.size(); ++i) { // of a single level the second half stays empty
        const bool has_zeros = i % bins == 0 && i / bins < norms.size();
        totals.histogram[i] += histogram[i] - (has_zeros ? std::uint32_t(outside) : 0);
    }
    for (std::size_t i = 0; i < norms.size(); ++i) totals.squares[i] += double(norms[i]) * double(norms[i]);
}

Plan eaw_thresholds_plan(const EawResolved& settings, const Pixels& pixels, const DeviceTraits& device,
                         const NoiseTotals& totals) {
    EawBuilder b = eaw_builder(settings, pixels, device, {});
    b.plan = {}; // no image
    std::vector<float> norms;
    for (const double squares : totals.squares) norms.push_back(float(std::sqrt(squares)));
    const auto constants = [&](const char* name, std::span<const std::byte> bytes) {
        return b.plan.add_constants(name, {bytes.begin(), bytes.end()});
    };
    const NoiseBuffers at{constants("histogram", std::as_bytes(std::span(totals.histogram))),
                          constants("norms", std::as_bytes(std::span<const float>(norms)))};
    b.plan.outputs = {{"thresholds", add_thresholds(b, at, totals.pixels)}};
    return std::move(b.plan);
}

} // namespace atrous
