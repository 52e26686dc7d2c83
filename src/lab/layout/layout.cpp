// Runs `atrous bench --layout`: prints the permutation of one axis or of an image as JSON, with the names of
// tests/vectors/permutation.json.
#include "lab/layout/layout.h"
#include "atrous/layout.h"
#include "base/error.h"
#include "base/messages.h"
#include "base/size.h"
#include "graph/tables.h"
#include "lab/layout/messages.h"
#include <fstream>
#include <iostream>

namespace atrous {
namespace {

using namespace kernels;

/// Each becomes a number in the answer, some gigabytes of text.
constexpr std::int64_t max_pixels = std::int64_t(1) << 28;

/// "N,K" or "WxH,K".
struct LayoutRequest {
    Size size{};
    bool image = false;
    int k = 0;
};

LayoutRequest parse_request(const std::string& text) {
    const auto comma = text.find(',');
    if (comma == std::string::npos) throw usage_error(messages::layout_syntax, text);
    LayoutRequest r;
    const std::string extent = text.substr(0, comma), k = text.substr(comma + 1);
    r.image = extent.find('x') != std::string::npos;
    r.size = parse_size(r.image ? extent : extent + "x1", "--layout");
    if (std::int64_t(r.size.width) * r.size.height > max_pixels)
        throw usage_error(messages::layout_pixels, extent, max_pixels);
    if (k.empty() || k.size() > 2 || k.find_first_not_of("0123456789") != std::string::npos ||
        std::stoi(k) > 15)
        throw usage_error(messages::layout_splits, k);
    r.k = std::stoi(k);
    return r;
}

/// Writes a member with the value of each position. The list may be too long for a Json.
template <class Value>
void write_values(std::ostream& out, const char* name, std::int64_t count, Value value) {
    out << ",\n  \"" << name << "\": [";
    for (std::int64_t i = 0; i < count; ++i) out << (i > 0 ? ", " : "") << value(i);
    out << ']';
}

void write_tap_ranges(std::ostream& out, const char* name, const Layout& a, int radius) {
    out << ",\n  \"" << name << "\": [";
    for (int p = 0; p < a.n; ++p)
        out << (p > 0 ? ",\n    [" : "\n    [") << -layout_taps_below(a, p, radius) << ", "
            << layout_taps_above(a, p, radius) << ']';
    out << "\n  ]";
}

void write_axis(std::ostream& out, const Layout& a) {
    out << ",\n  \"n\": " << a.n << ",\n  \"k\": " << a.k;
    write_values(out, "pixel_at", a.n, [&](std::int64_t p) { return layout_pixel(a, int(p)); });
    write_values(out, "step", a.n, [&](std::int64_t p) { return layout_step(a, int(p)); });
    write_values(out, "sign", a.n, [&](std::int64_t p) { return layout_sign(a, int(p)); });
    write_tap_ranges(out, "tap_range_r1", a, 1);
    write_tap_ranges(out, "tap_range_r2", a, 2);
}

void write_image(std::ostream& out, const Layout& x, Size size) {
    Layout y = x;
    y.n = size.height;
    out << ",\n  \"width\": " << size.width << ",\n  \"height\": " << size.height << ",\n  \"k\": " << x.k;
    write_values(out, "pixel_at", size.pixels(), [&](std::int64_t i) {
        const int px = int(i % size.width), py = int(i / size.width);
        return std::int64_t(layout_pixel(y, py)) * size.width + layout_pixel(x, px);
    });
}

} // namespace

int run_layout(const CommandLine& line) {
    const auto request = parse_request(*line.find("layout"));
    const std::string order = line.value("order", orders()[0].name), path = line.value("json", "-");
    const Layout a{find_row(orders(), order, "--order").layout, line.has("mirror"), request.size.width,
                   request.k};
    const bool mirror = a.mirror || a.order == LAYOUT_KALEIDOSCOPE; // which has no other way
    std::ofstream file;
    if (path != "-") file.open(path, std::ios::binary);
    if (!file) throw usage_error(messages::text_not_written, path);
    std::ostream& out = path == "-" ? std::cout : file;
    out << "{\n  \"order\": \"" << order << "\",\n  \"mirror\": " << (mirror ? "true" : "false");
    if (request.image)
        write_image(out, a, request.size);
    else
        write_axis(out, a);
    out << "\n}\n" << std::flush;
    if (!out) throw usage_error(messages::text_not_written, path);
    return 0;
}

} // namespace atrous
