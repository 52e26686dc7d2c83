// Divides one axis at a time into k spans of one length, with evenly shared overlaps.
#include "graph/regions.h"
#include <algorithm>

namespace atrous {
namespace {

constexpr int shortest_side = 64; // of an inner rectangle, if the image allows

/// Place of a region on one axis.
struct Span {
    int inner, inner_end, outer;
};

/// Length of `count` spans that cover n pixels, each inner end `overlap` pixels inside its outer one.
int span_length(int n, int overlap, int count) {
    const std::int64_t covered = n + std::int64_t(2) * overlap * (count - 1);
    return int(std::min<std::int64_t>(n, (covered + count - 1) / count));
}

/// First pixel of span i.
int span_start(int n, int length, int count, int i) {
    return count > 1 ? int(std::int64_t(i) * (n - length) / (count - 1)) : 0;
}

std::vector<Span> spans(int n, int overlap, int count) {
    const int length = span_length(n, overlap, count);
    std::vector<Span> out;
    for (int i = 0; i < count; ++i) {
        const int outer = span_start(n, length, count, i);
        const int inner = i == 0 ? 0 : outer + overlap;
        const int end = i + 1 == count ? n : span_start(n, length, count, i + 1) + overlap;
        out.push_back({inner, end, outer});
    }
    return out;
}

/// Most spans whose inner part has `least` pixels.
int max_spans(int n, int overlap, int least) { return std::max(1, (n - 2 * overlap) / least); }

int min_inner(int overlap) { return std::max(overlap, shortest_side); }

/// `wanted`, or fewer, so that every span has a pixel of its own.
int spans_with_room(int n, int overlap, int wanted) {
    return std::clamp(wanted, 1, max_spans(n, overlap, 1));
}

} // namespace

Regions region_grid(Size image, int overlap, int columns, int rows) {
    Regions grid{.image = image,
                 .overlap = overlap,
                 .columns = spans_with_room(image.width, overlap, columns),
                 .rows = spans_with_room(image.height, overlap, rows),
                 .outer = {},
                 .list = {}};
    grid.outer = {span_length(image.width, overlap, grid.columns),
                  span_length(image.height, overlap, grid.rows)};
    for (const Span& y : spans(image.height, overlap, grid.rows))
        for (const Span& x : spans(image.width, overlap, grid.columns))
            grid.list.push_back({{x.inner, y.inner, x.inner_end - x.inner, y.inner_end - y.inner},
                                 {x.outer, y.outer, grid.outer.width, grid.outer.height}});
    return grid;
}

Size min_region(Size image, int overlap) {
    const int least = min_inner(overlap);
    return {span_length(image.width, overlap, max_spans(image.width, overlap, least)),
            span_length(image.height, overlap, max_spans(image.height, overlap, least))};
}

std::optional<Regions> plan_regions(Size image, int overlap, const std::function<bool(Size)>& fits) {
    const int least = min_inner(overlap);
    const int max_columns = max_spans(image.width, overlap, least);
    const int max_rows = max_spans(image.height, overlap, least);
    std::int64_t best = 0;
    int best_columns = 0, best_rows = 0;
    for (int rows = 1; rows <= max_rows; ++rows) {
        const int height = span_length(image.height, overlap, rows);
        const std::int64_t computed_rows = std::int64_t(rows) * height;
        const std::int64_t min_rows = image.height + std::int64_t(2) * overlap * (rows - 1);
        if (best > 0 && min_rows * image.width > best) break; // and also from here on
        const auto width = [&](int columns) { return span_length(image.width, overlap, columns); };
        if (!fits({width(max_columns), height})) continue;
        int low = 1, high = max_columns; // the least that fits is in low .. high
        while (low < high) {
            const int middle = (low + high) / 2;
            if (fits({width(middle), height}))
                high = middle;
            else
                low = middle + 1;
        }
        const std::int64_t computed = computed_rows * low * width(low);
        if (best > 0 && (computed > best || (computed == best && low * rows >= best_columns * best_rows)))
            continue;
        best = computed;
        best_columns = low;
        best_rows = rows;
    }
    if (best == 0) return {};
    return region_grid(image, overlap, best_columns, best_rows);
}

} // namespace atrous
