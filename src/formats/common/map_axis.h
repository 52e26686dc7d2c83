// Where the pixels of an image lie between the samples of its gain map.
#pragma once
#include <algorithm>
#include <vector>

namespace atrous {

/// The samples of a map on an axis between which pixels of an image lie: each `step`th one from `first` on.
/// Pixels outside of the image lie on its other side.
struct MapAxis {
    int samples, first, step;
    std::vector<int> index{};
    std::vector<float> part{}; ///< of the next sample

    MapAxis(int map, int whole, int begin, int behind, int every = 1)
        : samples(map), first(begin), step(every) {
        for (int x = first; x < behind; x += step) {
            const int pixel = (x % whole + whole) % whole;
            const double at = std::clamp((pixel + 0.5) * map / whole - 0.5, 0.0, map - 1.0);
            index.push_back(std::min(int(at), std::max(map - 2, 0)));
            part.push_back(float(at - index.back()));
        }
    }
    std::size_t next(std::size_t i) const { return std::size_t(std::min(index[i] + 1, samples - 1)); }
    int count_before(int x) const { return std::clamp((x - first + step - 1) / step, 0, int(index.size())); }
};

} // namespace atrous
