// `atrous bench --layout`: the permutation of one axis or of an image as JSON, with the names that
// tests/vectors/permutation.json uses.
#include "app/layout/layout.h"
#include "atrous/layout.h"
#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "base/size.h"
#include "model/tables.h"
#include <iostream>

namespace atrous {
namespace {

using namespace kernels;

/// Each becomes a number in the answer.
constexpr std::int64_t most_pixels = std::int64_t(1) << 22;

/// "N,K" or "WxH,K".
struct LayoutRequest {
    Size size{};
    bool image = false;
    int k = 0;
};

LayoutRequest parse_request(const std::string& text) {
    const auto comma = text.find(',');
    if (comma == std::string::npos)
        throw usage_error("--layout: '" + text + "' is not N,K or WxH,K, like 16,2");
    LayoutRequest r;
    const std::string extent = text.substr(0, comma), k = text.substr(comma + 1);
    r.image = extent.find('x') != std::string::npos;
    r.size = parse_size(r.image ? extent : extent + "x1", "--layout");
    if (std::int64_t(r.size.width) * r.size.height > most_pixels)
        throw usage_error("--layout: " + extent + " has more pixels than are listed, " +
                          std::to_string(most_pixels));
    if (k.empty() || k.size() > 2 || k.find_first_not_of("0123456789") != std::string::npos ||
        std::stoi(k) > 15)
        throw usage_error("--layout: '" + k + "' splits; allowed is 0 to 15");
    r.k = std::stoi(k);
    return r;
}

Json::Array tap_ranges(const Layout& a, int radius) {
    Json::Array ranges;
    for (int p = 0; p < a.n; ++p)
        ranges.emplace_back(
            std::vector<int>{-layout_taps_below(a, p, radius), layout_taps_above(a, p, radius)});
    return ranges;
}

template <class Function>
std::vector<int> of_positions(const Layout& a, const Function& function) {
    std::vector<int> values;
    for (int p = 0; p < a.n; ++p) values.push_back(function(a, p));
    return values;
}

Json axis_json(const Layout& a) {
    Json j;
    j["n"] = a.n;
    j["k"] = a.k;
    j["pixel_at"] = of_positions(a, layout_pixel);
    j["step"] = of_positions(a, layout_step);
    j["sign"] = of_positions(a, layout_sign);
    j["tap_range_r1"] = tap_ranges(a, 1);
    j["tap_range_r2"] = tap_ranges(a, 2);
    return j;
}

Json image_json(Layout x, Size size) {
    Layout y = x;
    y.n = size.height;
    std::vector<std::int64_t> pixels;
    for (int py = 0; py < size.height; ++py)
        for (int px = 0; px < size.width; ++px)
            pixels.push_back(std::int64_t(layout_pixel(y, py)) * size.width + layout_pixel(x, px));
    Json j;
    j["width"] = size.width;
    j["height"] = size.height;
    j["k"] = x.k;
    j["pixel_at"] = pixels;
    return j;
}

} // namespace

int run_layout(const CommandLine& line) {
    const auto request = parse_request(*line.find("layout"));
    const std::string order = line.value("order", orders()[0].name);
    const bool mirror = line.has("mirror");
    const Layout a{find_row(orders(), order, "--order").layout, mirror, request.size.width, request.k};
    Json all;
    all["order"] = order;
    all["mirror"] = mirror || a.order == LAYOUT_KALEIDOSCOPE; // kaleidoscope knows no other way
    const Json rest = request.image ? image_json(a, request.size) : axis_json(a);
    for (const auto& [name, value] : *rest.object()) all[name] = value;
    write_text(line.value("json", "-"), all.dump(2) + "\n");
    return 0;
}

} // namespace atrous
