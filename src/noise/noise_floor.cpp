// Measures the floor that noise has below the blocks of each brightness: energy and dispersion of the calmest blocks. Calm is
// decided on two quarters of a block and measured on the other two, then the other way round, so the choice does not
// bias the result.
#include "filters/framelet/builder.h"
#include "noise/noise_blocks.h"
#include <algorithm>
#include <cmath>

namespace atrous {
namespace {

constexpr double bin_neighbours = 40; // of brightness: dispersion is a median over bins so far away
constexpr double min_total = 0.01;

/// Energies of the opponents relative to a map, as a grey would have them.
class GreyEnergies {
  public:
    GreyEnergies(const BlockEnergies& blocks, const std::vector<StepCurve>& curves, NoiseFloor& floor)
        : blocks_(blocks) {
        const std::size_t planes = curves.size();
        const auto weights = opponents(int(planes));
        floor.grey.assign(planes, {});
        factor_.assign(planes, std::vector<float>(blocks.count()));
        grey_.resize(blocks.count());
        const auto at = [](double v) { return std::size_t(std::lround(std::clamp(v, 0.0, 255.0))); };
        for (std::size_t i = 0; i < blocks.count(); ++i) {
            for (const auto& mean : blocks.mean) grey_[i] += mean[i] / float(planes);
            floor.histogram[std::size_t(std::clamp(grey_[i], 0.0f, 255.0f))] += 1 / double(blocks.count());
        }
        for (std::size_t p = 0; p < planes; ++p) {
            const auto square = [&](std::size_t c) {
                return double(weights[3 * p + c]) * double(weights[3 * p + c]);
            };
            for (std::size_t c = 0; c < planes; ++c)
                for (std::size_t b = 0; b < curves[c].size(); ++b)
                    floor.grey[p][b] += square(c) * curves[c][b];
            for (std::size_t i = 0; i < blocks.count(); ++i) {
                double map = 0;
                for (std::size_t c = 0; c < planes; ++c)
                    map += square(c) * curves[c][at(double(blocks.mean[c][i]))];
                factor_[p][i] = float(floor.grey[p][at(double(grey_[i]))] / map);
            }
        }
    }
    std::span<const float> brightness() const { return grey_; }
    Quarters energy(std::size_t plane, std::size_t level, std::size_t block) const {
        Quarters quarters = blocks_.opponents[plane].energy[level][block];
        for (float& q : quarters) q *= factor_[plane][block];
        return quarters;
    }
    /// Adds the block's bands, which add up to 1.
    void add_shape(std::size_t plane, std::size_t level, std::size_t block,
                   std::array<double, kernels::FRAMELET_BANDS>& to) const {
        const float* bands = blocks_.opponents[plane].bands[level].data() + block * blocks_.band_count;
        double sum = min_total;
        for (std::size_t b = 1; b < blocks_.band_count; ++b) sum += double(bands[b]);
        for (std::size_t b = 1; b < blocks_.band_count; ++b) to[b] += double(bands[b]) / sum;
    }

  private:
    const BlockEnergies& blocks_;
    std::vector<std::vector<float>> factor_{}; ///< per plane and block: the grey's map over the block's
    std::vector<float> grey_{};                ///< per block
};

/// The levels by whose energies blocks are chosen to measure a level: 0 and 1, of level 2: 1 and 2.
constexpr std::array<std::size_t, measured_levels> first_chooser{0, 0, 1};

/// Bins far above the envelope contain only texture and do not count.
double weight_of_bin(double part) { return std::pow(part, 4) + 1e-6; }

/// Bands by plane and level.
using Shapes = std::vector<std::array<std::array<double, kernels::FRAMELET_BANDS>, measured_levels>>;

/// Measures a bin, and returns the sums of its chosen blocks' bands.
Shapes measure_bin(const GreyEnergies& energies, std::size_t bin, const WhiteLevels& white,
                   NoiseFloor& floor) {
    const std::size_t planes = floor.planes.size();
    Shapes shapes(planes);
    const auto chosen = blocks_of_bin(energies.brightness(), bin);
    if (chosen.empty()) return shapes;
    std::array<std::vector<std::vector<Quarters>>, measured_levels> of; // per level and plane
    for (std::size_t l = 0; l < measured_levels; ++l)
        for (std::size_t p = 0; p < planes; ++p) {
            of[l].emplace_back();
            for (const std::size_t i : chosen) of[l].back().push_back(energies.energy(p, l, i));
        }
    for (std::size_t l = 0; l < measured_levels; ++l) {
        std::vector<std::vector<Quarters>> choosers = of[first_chooser[l]];
        std::ranges::copy(of[first_chooser[l] + 1], std::back_inserter(choosers));
        std::vector<std::vector<float>> measured(planes);
        for (const CalmBlocks& calm : calm_blocks(choosers)) {
            floor.count[bin] = double(calm.block.size());
            for (std::size_t p = 0; p < planes; ++p)
                for (const std::size_t block : calm.block) {
                    for (const std::size_t q : calm.measured) measured[p].push_back(of[l][p][block][q]);
                    energies.add_shape(p, l, chosen[block], shapes[p][l]);
                }
        }
        for (std::size_t p = 0; p < planes; ++p) {
            const LogSpread spread = log_spread(std::move(measured[p]));
            floor.planes[p][l].variance[bin] = spread.median * white[l].over_median;
            floor.planes[p][l].dispersion[bin] = spread.dispersion;
        }
    }
    return shapes;
}

/// Measures all bins, in threads.
void measure_bins(const GreyEnergies& energies, const WhiteLevels& white, NoiseFloor& floor) {
    std::vector<Shapes> shapes(noise_bins);
    for_parts(noise_bins, [&] {
        return [&](std::size_t bin) { shapes[bin] = measure_bin(energies, bin, white, floor); };
    });
    for (std::size_t p = 0; p < floor.planes.size(); ++p)
        for (std::size_t l = 0; l < measured_levels; ++l) {
            NoiseFloor::Level& level = floor.planes[p][l];
            for (std::size_t bin = 0; bin < noise_bins; ++bin)
                for (std::size_t b = 0; b < level.shape.size(); ++b) level.shape[b] += shapes[bin][p][l][b];
        }
}

/// Replaces dispersions by the median of those near in brightness.
void smooth_dispersions(const BinValues& count, NoiseFloor::Level& level) {
    BinValues smooth{};
    const BinValues part = part_of_envelope(level.variance);
    for (std::size_t b = 0; b < noise_bins; ++b) {
        BinValues weight{};
        for (std::size_t other = 0; other < noise_bins; ++other) {
            const double far = std::abs(bin_centre(b) - bin_centre(other)) / bin_neighbours;
            weight[other] = std::max(0.0, 1 - far) * count[other] * weight_of_bin(part[other]);
        }
        smooth[b] = weighted_quantile(level.dispersion, weight);
    }
    level.dispersion = smooth;
}

/// Scales the bands so that they add up to white noise's energy. None: white.
void normalise(const WhiteLevel& white, std::array<double, kernels::FRAMELET_BANDS>& shape) {
    double sum = 0;
    for (const double v : shape) sum += v;
    for (std::size_t b = 0; b < shape.size(); ++b)
        shape[b] = sum > 0 ? shape[b] * white.total / sum : white.energy[b];
}

} // namespace

double NoiseFloor::map(std::size_t plane) const {
    double sum = 0;
    for (std::size_t at = 0; at < histogram.size(); ++at) sum += histogram[at] * grey[plane][at];
    return sum;
}

double NoiseFloor::power(std::size_t plane, std::size_t level) const {
    constexpr double low = 0.05; // share of the blocks
    BinValues ratio{};
    for (std::size_t b = 0; b < noise_bins; ++b)
        ratio[b] = planes[plane][level].variance[b] / grey[plane][std::size_t(bin_centre(b))];
    return weighted_quantile(ratio, count, low);
}

NoiseFloor find_floor(const BlockEnergies& blocks, const std::vector<StepCurve>& curves) {
    NoiseFloor floor;
    floor.planes.resize(curves.size());
    const GreyEnergies energies(blocks, curves, floor);
    if (blocks.count() == 0) floor.histogram.fill(1.0 / double(floor.histogram.size()));
    const WhiteLevels& white = white_levels();
    measure_bins(energies, white, floor);
    for (auto& plane : floor.planes)
        for (std::size_t l = 0; l < measured_levels; ++l) {
            smooth_dispersions(floor.count, plane[l]);
            normalise(white[l], plane[l].shape);
        }
    return floor;
}

void put_curves(const std::vector<StepCurve>& curves, NoiseFound& found) {
    for (std::size_t c = 0; c < curves.size(); ++c)
        std::ranges::transform(curves[c], found.noise.curves[c].begin(),
                               [](double v) { return float(v / (255.0 * 255.0)); });
}

void put_plane(const NoiseFloor& floor, std::size_t plane, const std::array<double, measured_levels>& power,
               NoiseFound& found) {
    const WhiteLevels& white = white_levels();
    for (std::size_t l = 0; l < white.size(); ++l) {
        const std::size_t from = std::min(l, measured_levels - 1);
        const auto& shape = floor.planes[plane][from].shape;
        for (std::size_t b = 1; b < shape.size(); ++b)
            if (white[from].energy[b] > 0)
                found.noise.share[plane][l][b] =
                    float(power[from] * shape[b] * white[l].energy[b] / white[from].energy[b]);
        found.power[plane][l] = power[from];
        found.deviation[plane][l] = std::sqrt(power[from] * floor.map(plane));
    }
}

} // namespace atrous
