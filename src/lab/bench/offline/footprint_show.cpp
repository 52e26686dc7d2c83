// `atrous bench --footprint`: weights as JSON, and as a picture: one column per case; per kernel a row of
// weights (black = the largest) and a row of differences to the baseline (mid-grey = none, darker = more
// weight).
#include "base/error.h"
#include "base/json_stream.h"
#include "lab/bench/offline/footprint.h"
#include "lab/bench/offline/offline.h"
#include "lab/bench/offline/picture.h"
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <set>

namespace atrous {
namespace {

/// Weights, row by row: those of columns times those of rows, since the filter without edges is separable.
struct Weights {
    AxisWeights across, down;
    std::int64_t count() const { return std::int64_t(across.n) * down.n; }
    double at(std::int64_t i) const { return down.at(int(i / across.n)) * across.at(int(i % across.n)); }
};

/// The weights of an axis by pixels that ascend, again and again from the first.
class AxisWalk {
  public:
    explicit AxisWalk(const AxisWeights& of) : of_(of) {}
    double at(int pixel) {
        if (pixel < last_) next_ = 0;
        last_ = pixel;
        while (next_ < of_.some.size() && of_.some[next_].first < pixel) ++next_;
        return next_ < of_.some.size() && of_.some[next_].first == pixel ? of_.some[next_].second : 0;
    }

  private:
    const AxisWeights& of_;
    std::size_t next_ = 0;
    int last_ = 0;
};

struct Footprint {
    std::string kernel, name;
    Weights weights;
    Weights baseline; ///< dilated drop
};

constexpr std::int64_t most_pixels = std::int64_t(1) << 24, most_drawn = std::int64_t(1) << 20;

struct Request {
    Size size{32, 32};
    int x = 16, y = 30, levels = 3, radius = 2;
    std::string kernel;
};

Request request_of(const CommandLine& line) {
    const BenchOptions options = bench_options(line);
    Request r;
    if (line.has("size")) r.size = options.size;
    const std::int64_t most = line.has("picture") ? most_drawn : most_pixels;
    if (r.size.pixels() > most)
        throw usage_error("--footprint: " + to_string(r.size) + " has more than " + std::to_string(most) +
                          " pixels; choose a smaller --size");
    if (options.settings.levels > 0) r.levels = options.settings.levels;
    r.radius = options.settings.radius;
    r.kernel = line.value("kernel", "");
    const auto [x, y] = footprint_centre(line, r.size);
    r.x = x;
    r.y = y;
    return r;
}

std::vector<Footprint> footprints(const Request& r) {
    std::vector<Footprint> all;
    for (const auto& kernel : footprint_kernels()) {
        if (!r.kernel.empty() && r.kernel != kernel.name) continue;
        const auto cases = footprint_cases();
        const auto& h = kernel.h[r.radius - 1];
        const auto weights = [&](const FootprintCase& at) {
            return Weights{axis_weights(at, r.size.width, r.x, r.levels, h),
                           axis_weights(at, r.size.height, r.y, r.levels, h)};
        };
        for (const auto& at : cases) all.push_back({kernel.name, at.name, weights(at), weights(cases[0])});
    }
    return all;
}

/// Pixels at which one of the two has a weight.
std::set<int> either(const AxisWeights& a, const AxisWeights& b) {
    std::set<int> pixels;
    for (const auto* axis : {&a, &b})
        for (const auto& [pixel, weight] : axis->some) pixels.insert(pixel);
    return pixels;
}

double l1_distance(const Footprint& f) {
    const Weights &a = f.weights, &b = f.baseline;
    const std::set<int> columns = either(a.across, b.across);
    double sum = 0;
    for (const int y : either(a.down, b.down)) {
        AxisWalk across(a.across), across_b(b.across);
        const double down = a.down.at(y), down_b = b.down.at(y);
        for (const int x : columns) sum += std::abs(down * across.at(x) - down_b * across_b.at(x));
    }
    return sum;
}

void write_footprints(const std::string& path, const Request& r, const std::vector<Footprint>& all) {
    JsonStream out(path, 1);
    out.open_object();
    out.member("size", to_string(r.size));
    out.member("centre", std::vector<int>{r.x, r.y});
    out.member("levels", r.levels);
    out.member("radius", r.radius);
    out.member("baseline", footprint_cases()[0].name);
    out.open_array("footprints");
    for (const auto& f : all) {
        out.open_object();
        out.member("kernel", f.kernel);
        out.member("case", f.name);
        out.member("l1_to_baseline", l1_distance(f));
        AxisWalk across(f.weights.across), down(f.weights.down);
        out.values("weights", f.weights.count(), [&](std::int64_t i) {
            return Json(down.at(int(i / r.size.width)) * across.at(int(i % r.size.width)));
        });
        out.close();
    }
    out.close();
    out.close();
}

std::uint8_t grey(double value) { return std::uint8_t(std::lround(255 * std::clamp(value, 0.0, 1.0))); }

/// Panels of the picture: columns are cases, two rows per kernel.
struct Panels {
    Size image;
    int scale, columns, rows;
    std::vector<std::uint8_t> pixels;

    Size size() const {
        return {columns * (image.width * scale + gap) + gap, rows * (image.height * scale + gap) + gap};
    }
    static constexpr int gap = 8;

    template <class Value>
    void draw(int column, int row, const Value& value) {
        const int left = gap + column * (image.width * scale + gap),
                  top = gap + row * (image.height * scale + gap);
        for (int y = 0; y < image.height * scale; ++y)
            for (int x = 0; x < image.width * scale; ++x) {
                const auto at = std::size_t(y / scale) * std::size_t(image.width) + std::size_t(x / scale);
                pixels[std::size_t(top + y) * std::size_t(size().width) + std::size_t(left + x)] =
                    grey(value(at));
            }
    }
};

void draw(const std::string& path, const Request& r, const std::vector<Footprint>& all) {
    const int columns = int(footprint_cases().size());
    Panels p{r.size,
             std::max(1, 128 / std::max(r.size.width, r.size.height)),
             columns,
             2 * int(all.size()) / columns,
             {}};
    p.pixels.assign(std::size_t(p.size().pixels()), 200);
    for (std::size_t i = 0; i < all.size(); ++i) {
        const auto& f = all[i];
        const int column = int(i) % columns, row = 2 * (int(i) / columns);
        const double most = f.baseline.across.most() * f.baseline.down.most();
        // Square roots, or the small weights around the peak would not be seen.
        p.draw(column, row,
               [&](std::size_t at) { return 1 - std::sqrt(f.weights.at(std::int64_t(at)) / most); });
        p.draw(column, row + 1, [&](std::size_t at) {
            const auto pixel = std::int64_t(at);
            const double more = (f.weights.at(pixel) - f.baseline.at(pixel)) / most;
            return 0.5 - 0.5 * std::copysign(std::sqrt(std::abs(more)), more);
        });
    }
    write_picture(path, p.size(), p.pixels);
}

} // namespace

std::pair<int, int> footprint_centre(const CommandLine& line, Size size) {
    const std::string centre = line.value("centre", "16,30");
    int x = 0, y = 0;
    char comma = 0, rest = 0;
    if (std::sscanf(centre.c_str(), "%d%c%d%c", &x, &comma, &y, &rest) != 3 || comma != ',')
        throw usage_error("--centre: '" + centre + "' is not X,Y, like 16,30");
    if (x < 0 || x >= size.width || y < 0 || y >= size.height)
        throw usage_error("--centre: " + centre + " lies outside of " + to_string(size));
    return {x, y};
}

int run_footprint(const CommandLine& line) {
    const Request request = request_of(line);
    const auto all = footprints(request);
    if (const auto* path = line.find("picture")) draw(*path, request, all);
    write_footprints(line.value("json", "-"), request, all);
    return 0;
}

} // namespace atrous
