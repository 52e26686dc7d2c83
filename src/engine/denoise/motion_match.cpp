// Finds a vector per block of 4x4 pixels, from windows around it. A pixel takes the vector of a neighbouring block, by
// a smaller window. Each level searches around the vectors of the coarser one. Each step costs something, so that noise
// in a window does not cause steps.
#include "engine/denoise/motion_match.h"
#include "image/in_rows.h"
#include <algorithm>
#include <cmath>
#include <limits>

namespace atrous {
namespace {

constexpr int block_side = 4, window_side = 12,
              search_steps = 2; ///< pixels (steps away from the vector of the coarser level)
constexpr int pixel_window = 7;
constexpr int max_per_feature = 90;                     ///< of the difference of a feature: hidden there
constexpr int unit_squared = motion_unit * motion_unit; ///< of a difference of 1
constexpr int noise_part = 24,
              min_step_cost = unit_squared / 2000; ///< cost of a step, as a part of the difference after it
constexpr int step_cost = unit_squared / 200;      ///< per pixel, times the step's length squared
constexpr int max_difference = unit_squared / 5;   ///< per pixel, of a window that is found again
constexpr float trip_misses = 1.5F;                ///< pixels by which two vectors may miss

struct Vector {
    int x, y;
    bool operator==(const Vector&) const = default;
};
struct Found {
    Vector step;    ///< whole pixels
    float x, y;     ///< the same between pixels
    int difference; ///< sum over the window
};
/// Vectors of the blocks of a level.
struct Field {
    int columns = 0, rows = 0;
    std::vector<Found> found{};

    const Found& at(int column, int row) const {
        return found[std::size_t(std::clamp(row, 0, rows - 1)) * std::size_t(columns) +
                     std::size_t(std::clamp(column, 0, columns - 1))];
    }
};

constexpr std::size_t lanes = motion_features;

const std::int16_t* pixel(const MotionLevel& level, int x, int y) {
    return level.pixels[std::size_t(y) * std::size_t(level.size.width) + std::size_t(x)].data();
}

int squares(const std::int16_t* a, const std::int16_t* b, int pixels) {
    int sum = 0;
    for (int i = 0; i < pixels * int(lanes); ++i) {
        const auto d = std::clamp<std::int16_t>(std::int16_t(a[i] - b[i]), -max_per_feature, max_per_feature);
        sum += int(d) * int(d);
    }
    return sum;
}

/// Sum over the square window of `side` pixels from (x, y) on. Pixels outside repeat the edges.
int difference(const MotionLevel& from, const MotionLevel& to, int x, int y, int side, Vector v) {
    const Size size = from.size;
    const auto is_within = [&](int at_x, int at_y) {
        return at_x >= 0 && at_y >= 0 && at_x + side <= size.width && at_y + side <= size.height;
    };
    int sum = 0;
    if (is_within(x, y) && is_within(x + v.x, y + v.y)) {
        for (int row = 0; row < side; ++row)
            sum += squares(pixel(from, x, y + row), pixel(to, x + v.x, y + v.y + row), side);
        return sum;
    }
    const auto edge = [&](const MotionLevel& of, int at_x, int at_y) {
        return pixel(of, std::clamp(at_x, 0, size.width - 1), std::clamp(at_y, 0, size.height - 1));
    };
    for (int row = y; row < y + side; ++row)
        for (int column = x; column < x + side; ++column)
            sum += squares(edge(from, column, row), edge(to, column + v.x, row + v.y), 1);
    return sum;
}

/// Returns the minimum of a parabola through three differences, or 0 if they are as flat as noise.
float between(int before, int here, int after, int flat) {
    const float bend = float(before) + float(after) - 2 * float(here);
    return bend > float(flat) ? std::clamp(0.5F * float(before - after) / bend, -0.5F, 0.5F) : 0.0F;
}

/// Returns the block's vector: first the best among the vectors of nearby coarser blocks and zero, then the best step
/// around it.
Found best_of_block(const MotionLevel& from, const MotionLevel& to, int column, int row,
                    const Field& coarser) {
    constexpr int pixels = window_side * window_side;
    const int x = column * block_side - (window_side - block_side) / 2,
              y = row * block_side - (window_side - block_side) / 2;
    const auto at = [&](Vector v) { return difference(from, to, x, y, window_side, v); };
    Vector start{0, 0};
    int least = at(start);
    if (coarser.columns > 0)
        for (int k = 0; k < 4; ++k) {
            const Found& parent = coarser.at(column / 2 + (k % 2) * (column % 2 ? 1 : -1),
                                             row / 2 + (k / 2) * (row % 2 ? 1 : -1));
            const Vector v{2 * parent.step.x, 2 * parent.step.y};
            if (v == start) continue;
            if (const int of = at(v); of < least) {
                least = of;
                start = v;
            }
        }
    Vector best = start;
    int cost = least;
    for (int dy = -search_steps; dy <= search_steps; ++dy)
        for (int dx = -search_steps; dx <= search_steps; ++dx) {
            if (dx == 0 && dy == 0) continue;
            const Vector v{start.x + dx, start.y + dy};
            const int of = at(v),
                      with_step = of + (of / noise_part + pixels * min_step_cost) * (dx * dx + dy * dy);
            if (with_step >= cost) continue;
            cost = with_step;
            least = of;
            best = v;
        }
    return {best, float(best.x), float(best.y), least};
}

void place_between_pixels(const MotionLevel& from, const MotionLevel& to, int column, int row, Found& found) {
    const int flat = found.difference / 8 + window_side * window_side * min_step_cost;
    const int x = column * block_side - (window_side - block_side) / 2,
              y = row * block_side - (window_side - block_side) / 2;
    const auto at = [&](int dx, int dy) {
        return difference(from, to, x, y, window_side, {found.step.x + dx, found.step.y + dy});
    };
    found.x += between(at(-1, 0), found.difference, at(1, 0), flat);
    found.y += between(at(0, -1), found.difference, at(0, 1), flat);
}

Field field_of(const MotionLevel& from, const MotionLevel& to, const Field& coarser, bool finest) {
    Field field{(from.size.width + block_side - 1) / block_side,
                (from.size.height + block_side - 1) / block_side,
                {}};
    field.found.resize(std::size_t(field.columns) * std::size_t(field.rows));
    in_rows(field.rows, 1, [&](int first, int end) {
        for (int i = first * field.columns; i < end * field.columns; ++i) {
            const int column = i % field.columns, row = i / field.columns;
            Found& found = field.found[std::size_t(i)];
            found = best_of_block(from, to, column, row, coarser);
            if (finest) place_between_pixels(from, to, column, row, found);
        }
    });
    return field;
}

/// The nine blocks around a pixel's.
std::array<const Found*, 9> blocks_around(const Field& field, int x, int y) {
    std::array<const Found*, 9> around{};
    for (int k = 0; k < 9; ++k)
        around[std::size_t(k)] = &field.at(x / block_side + k % 3 - 1, y / block_side + k / 3 - 1);
    return around;
}

/// Returns the nearby vector whose small window matches best, or the own block's vector if no other is
/// better.
const Found& best_of_pixel(const MotionLevel& from, const MotionLevel& to,
                           const std::array<const Found*, 9>& around, int x, int y) {
    constexpr int margin = pixel_window * pixel_window * step_cost, half = pixel_window / 2;
    const Found* best = around[4];
    if (std::ranges::all_of(around, [&](const Found* f) { return f->step == best->step; })) return *best;
    const auto at = [&](const Found& f) {
        return difference(from, to, x - half, y - half, pixel_window, f.step);
    };
    int least = at(*best) - margin;
    for (std::size_t k = 0; k < around.size(); ++k) {
        const bool seen = std::ranges::any_of(around.begin(), around.begin() + std::ptrdiff_t(k),
                                              [&](const Found* f) { return f->step == around[k]->step; });
        if (seen || around[k]->step == around[4]->step) continue;
        if (const int of = at(*around[k]); of < least) {
            least = of;
            best = around[k];
        }
    }
    return *best;
}

/// The mean of the vectors around that agree with the best one, weighted by the distance of their blocks.
std::array<float, 2> smoothed(const std::array<const Found*, 9>& around, const Found& best, int x, int y) {
    float sum_x = 0, sum_y = 0, sum = 0;
    for (int k = 0; k < 9; ++k) {
        const Found& f = *around[std::size_t(k)];
        if (std::abs(f.x - best.x) > 1 || std::abs(f.y - best.y) > 1) continue;
        const auto near = [](int to, int at) {
            const float away =
                std::abs(float(to - 1) * block_side + 0.5F * (block_side - 1) - float(at % block_side));
            return 1.6F * block_side - away;
        };
        const float w = near(k % 3, x) * near(k / 3, y);
        sum_x += w * f.x;
        sum_y += w * f.y;
        sum += w;
    }
    return {sum_x / sum, sum_y / sum};
}

constexpr float unknown = std::numeric_limits<float>::quiet_NaN();

/// Returns a vector per pixel, before the check that it leads back.
std::vector<float> pixel_vectors(const MotionLevel& from, const MotionLevel& to, const Field& field) {
    const auto pixels = std::size_t(from.size.pixels());
    std::vector<float> vectors(2 * pixels);
    const auto width = std::size_t(from.size.width);
    in_rows(from.size.height, 1, [&](int first, int end) {
        for (std::size_t i = std::size_t(first) * width; i < std::size_t(end) * width; ++i) {
            const int x = int(i % width), y = int(i / width);
            const auto around = blocks_around(field, x, y);
            const Found& best = best_of_pixel(from, to, around, x, y);
            const bool is_found = best.difference <= window_side * window_side * max_difference;
            const auto v = is_found ? smoothed(around, best, x, y) : std::array{unknown, unknown};
            vectors[i] = v[0];
            vectors[pixels + i] = v[1];
        }
    });
    return vectors;
}

std::vector<float> one_way(const MotionGuides& from, const MotionGuides& to) {
    Field field;
    for (std::size_t level = from.levels.size(); level-- > 0;)
        field = field_of(from.levels[level], to.levels[level], field, level == 0);
    return pixel_vectors(from.levels.front(), to.levels.front(), field);
}

/// Keeps the vectors that lead back, as the mean of both directions.
void keep_round_trips(std::vector<float>& there, const std::vector<float>& back, Size size) {
    const auto pixels = std::size_t(size.pixels());
    for (std::size_t i = 0; i < pixels; ++i) {
        float &x = there[i], &y = there[pixels + i];
        const auto width = std::size_t(size.width);
        const float to_x = std::floor(float(i % width) + x + 0.5F),
                    to_y = std::floor(float(i / width) + y + 0.5F);
        const bool is_inside =
            to_x >= 0 && to_y >= 0 && to_x < float(size.width) && to_y < float(size.height);
        const std::size_t home = is_inside ? std::size_t(to_y) * width + std::size_t(to_x) : 0;
        const float back_x = back[home], back_y = back[pixels + home];
        const bool holds = is_inside && std::hypot(x + back_x, y + back_y) <= trip_misses; // NaN does not
        x = holds ? 0.5F * (x - back_x) : unknown;
        y = holds ? 0.5F * (y - back_y) : unknown;
    }
}

} // namespace

std::vector<float> matched_motion(const MotionGuides& from, const MotionGuides& to) {
    if (from.levels.empty() || to.levels.empty() || from.levels.front().size != to.levels.front().size)
        return {};
    std::vector<float> there = one_way(from, to);
    keep_round_trips(there, one_way(to, from), from.levels.front().size);
    return there;
}

} // namespace atrous
