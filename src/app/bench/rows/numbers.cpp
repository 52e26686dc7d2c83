// Medians and rates of what the bench measured.
#include "app/bench/rows/run.h"
#include <algorithm>

namespace atrous {

double median(std::vector<double> values) {
    if (values.empty()) return 0;
    std::ranges::sort(values);
    const std::size_t half = values.size() / 2;
    return values.size() % 2 ? values[half] : (values[half - 1] + values[half]) / 2;
}

double stage_ms(const RowResult& row, Stage stage) {
    double sum = 0;
    for (const auto& pass : row.passes)
        if (pass.stage == stage) sum += median(pass.ms);
    return sum;
}

std::uint64_t stage_bytes(const RowResult& row, Stage stage) {
    std::uint64_t sum = 0;
    for (const auto& pass : row.passes)
        if (pass.stage == stage) sum += pass.bytes;
    return sum;
}

std::vector<double> level_ms(const RowResult& row) {
    std::vector<double> times;
    for (const auto& pass : row.passes)
        if (pass.stage == Stage::level) times.push_back(median(pass.ms));
    return times;
}

double flatness(const RowResult& row) {
    const auto times = level_ms(row);
    if (times.empty()) return 0;
    const auto [fastest, slowest] = std::ranges::minmax(times);
    return fastest > 0 ? slowest / fastest : 0;
}

double gb_per_s(std::uint64_t bytes, double ms) { return ms > 0 ? double(bytes) / ms * 1e-6 : 0; }
double mpixel_per_s(std::uint64_t pixels, double ms) { return ms > 0 ? double(pixels) / ms * 1e-3 : 0; }

} // namespace atrous
