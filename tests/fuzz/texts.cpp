// Tests short texts of options, attributes and the system, chosen by the first byte: sizes, bytes, chunks,
// factors, curves, caches, names of outputs and of temporary files, matrices, /proc/PID/stat, crops.
#include "base/size.h"
#include "base/text.h"
#include "batch/plan/outputs.h"
#include "commands/enhance/crop.h"
#include "files/temporaries.h"
#include "fuzz.h"
#include "graph/curve.h"
#include "lab/banks/cache/cache.h"
#include "platform/process.h"
#include "renders/motion.h"
#include <iterator>

using namespace atrous;

namespace {

void read_size(const std::string& text) {
    const Size size = parse_size(text, "--size");
    hold(size.width >= 1 && size.height >= 1 && parse_size(to_string(size), "--size") == size);
}
void read_bytes(const std::string& text) {
    parse_bytes(format_bytes(parse_bytes(text, "--max-memory")), "again");
}
void read_a_curve(const std::string& text) { parse_curve(text, "--luma"); }
void read_cache(const std::string& text) { parse_cache(text, "--cache"); }
void fill_template(const std::string& text) {
    const std::size_t half = text.size() / 2;
    expand_template(text.substr(0, half), text.substr(half));
}
void read_owner(const std::string& text) {
    if (const auto owner = owner_of(".atrous-" + text)) hold(owner->process > 0);
}
void read_matrix(const std::string& text) {
    if (const auto matrix = matrix_in(text)) inverse(*matrix);
}
void read_start(const std::string& text) { process_start_in(text); }
void read_crop(const std::string& text) {
    const Crop crop = parse_crop(text);
    hold(crop.size.width >= 1 && crop.size.height >= 1 &&
         to_string(parse_crop(to_string(crop))) == to_string(crop));
}

constexpr void (*readers[])(const std::string&) = {read_size,   read_bytes,    read_a_curve,
                                                   read_cache,  fill_template, read_owner,
                                                   read_matrix, read_start,    read_crop};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    refuses([&] { readers[data[0] % std::size(readers)](text_of(data + 1, size - 1)); });
    return 0;
}
