// How the options of `scale` are read.
#include "commands/scale/options.h"
#include "base/error.h"
#include "batch/session.h"
#include "cli/setting_rows.h"
#include "formats/jpeg/jpeg.h"

namespace atrous {
namespace {

constexpr OptionSetter<ScaleOptions> setters[] = {
    {"factor",
     [](ScaleOptions& o, const std::string& text) { o.request.factor = parse_factor(text, "--factor"); }},
    {"fast", [](ScaleOptions& o, const std::string&) { o.fast = true; }}};

void read_request(const CommandLine& line, ScaleOptions& options) {
    if (const auto box = read_box(line)) options.request = *box;
    set_given(line, setters, options);
    ScaleRequest& request = options.request;
    if (!request.box && !line.has("factor"))
        throw usage_error("how small? give --factor M or --size WxH ('atrous scale --help')");
    set_given(line, scale_rows(), request.settings);
    resolve(request.settings);
}

} // namespace

ScaleOptions scale_options(const CommandLine& line, const std::vector<std::string>& arguments) {
    ScaleOptions options;
    read_session_options(line, arguments, options);
    read_picture_options(line, options.batch);
    read_request(line, options);
    if (options.fast)
        options.batch.read.reduction = [request = options.request](const PartPlace& place) {
            return reduction_for(request, place, jpeg_reductions);
        };
    check_has_files(options, {"scale"});
    return options;
}

} // namespace atrous
