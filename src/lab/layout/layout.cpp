// Runs `atrous bench --layout`: prints the permutation of one axis or of an image as JSON, with the names of
// tests/vectors/permutation.json.
#include "lab/layout/layout.h"
#include "atrous/layout.h"
#include "base/error.h"
#include "base/json_stream.h"
#include "base/size.h"
#include "graph/tables.h"
#include "lab/layout/messages.h"

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

/// A list of function(layout, position) of all positions.
template <class Function>
void write_positions(JsonStream& out, const char* name, const Layout& a, const Function& function) {
    out.values(name, a.n, [&](std::int64_t p) { return Json(function(a, int(p))); });
}

void write_tap_ranges(JsonStream& out, const char* name, const Layout& a, int radius) {
    out.values(name, a.n, [&](std::int64_t p) {
        return Json(
            std::vector<int>{-layout_taps_below(a, int(p), radius), layout_taps_above(a, int(p), radius)});
    });
}

void write_axis(JsonStream& out, const Layout& a) {
    out.member("n", a.n);
    out.member("k", a.k);
    write_positions(out, "pixel_at", a, layout_pixel);
    write_positions(out, "step", a, layout_step);
    write_positions(out, "sign", a, layout_sign);
    write_tap_ranges(out, "tap_range_r1", a, 1);
    write_tap_ranges(out, "tap_range_r2", a, 2);
}

void write_image(JsonStream& out, const Layout& x, Size size) {
    Layout y = x;
    y.n = size.height;
    out.member("width", size.width);
    out.member("height", size.height);
    out.member("k", x.k);
    out.values("pixel_at", size.pixels(), [&](std::int64_t i) {
        const int px = int(i % size.width), py = int(i / size.width);
        return Json(std::int64_t(layout_pixel(y, py)) * size.width + layout_pixel(x, px));
    });
}

} // namespace

int run_layout(const CommandLine& line) {
    const auto request = parse_request(*line.find("layout"));
    const std::string order = line.value("order", orders()[0].name);
    const bool mirror = line.has("mirror");
    const Layout a{find_row(orders(), order, "--order").layout, mirror, request.size.width, request.k};
    JsonStream out(line.value("json", "-"), 2);
    out.open_object();
    out.member("order", order);
    out.member("mirror", mirror || a.order == LAYOUT_KALEIDOSCOPE); // kaleidoscope has no other way
    if (request.image)
        write_image(out, a, request.size);
    else
        write_axis(out, a);
    out.close();
    return 0;
}

} // namespace atrous
