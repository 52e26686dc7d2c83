// Curves as option values: "0:1,0.4:1.2,1:1.5,limit:4".
#include "base/error.h"
#include "base/text.h"
#include "model/curve.h"
#include <algorithm>

namespace atrous {
namespace {

double number_of(const std::string& text, const std::string& item, const std::string& where) {
    const auto number = read_number(text);
    if (!number)
        throw usage_error(where + ": '" + item +
                          "' is not SCALE:VALUE; a curve is written like 0:1,0.4:1.2,1:1.5, all items with a "
                          "scale from 0 (coarsest) to 1 (finest)");
    return *number;
}

} // namespace

Curve parse_curve(const std::string& text, const std::string& where) {
    Curve curve;
    for (const auto& item : split(text, ',')) {
        const auto colon = std::min(item.find(':'), item.size());
        const std::string scale = item.substr(0, colon),
                          value = item.substr(std::min(colon + 1, item.size()));
        const double number = number_of(value, item, where);
        if (scale == "limit") {
            if (!(number > 0)) throw usage_error(where + ": " + item + ": a limit is above 0");
            curve.limit = number;
            continue;
        }
        const double at = number_of(scale, item, where);
        const double before = curve.points.empty() ? -1 : curve.points.back().scale;
        if (at < 0 || at > 1)
            throw usage_error(where + ": " + item + ": scale " + scale +
                              " is out of range; 0 is the coarsest, 1 the finest");
        if (at <= before)
            throw usage_error(where + ": " + item + ": scale " + scale + " comes after " + exact(before) +
                              "; scales ascend");
        curve.points.push_back({at, number});
    }
    if (curve.points.empty()) throw usage_error(where + ": the curve '" + text + "' has no SCALE:VALUE");
    return curve;
}

std::string to_string(const Curve& curve) {
    std::string text;
    for (const auto& [scale, value] : curve.points) text += exact(scale) + ":" + exact(value) + ",";
    if (curve.limit > 0) text += "limit:" + exact(curve.limit) + ",";
    text.pop_back();
    return text;
}

} // namespace atrous
