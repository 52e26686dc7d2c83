// Files are told apart by their paths without links.
#include "batch/plan/repeated.h"
#include "base/log.h"
#include "base/text.h"
#include "batch/plan/frames.h"
#include <algorithm>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace atrous {
namespace {

/// Whether two names of a file stand for two pictures of the run. A frame that is only read for the sake of others is none.
bool are_apart(const Input& a, const Input& b) {
    if (a.is_beside() || b.is_beside()) return a.is_beside() != b.is_beside();
    const bool of_one_pattern = a.frame && b.frame && a.frame->pattern == b.frame->pattern;
    return of_one_pattern || are_two_frames(a.path, b.path);
}

/// Of two names of a file the smaller one stays.
auto rank_of(const Input& input) {
    std::error_code bad;
    return std::tuple(!input.frame, std::filesystem::is_symlink(input.path, bad), !input.found);
}

} // namespace

void leave_out_repeated(Inputs& inputs) {
    Identities identity;
    std::unordered_map<std::string, std::vector<std::size_t>> places; // of what is kept, by file
    std::vector<Input> kept;
    std::filesystem::path out, in;
    for (Input& input : inputs.files) {
        std::vector<std::size_t>& of_file = places[identity(input.path)];
        const auto same =
            std::ranges::find_if(of_file, [&](std::size_t place) { return !are_apart(kept[place], input); });
        if (same == of_file.end()) {
            of_file.push_back(kept.size());
            kept.push_back(std::move(input));
            continue;
        }
        Input& other = kept[*same];
        if (rank_of(input) < rank_of(other)) std::swap(input, other);
        out = input.path, in = other.path;
    }
    const std::size_t count = inputs.files.size() - kept.size();
    inputs.files = std::move(kept);
    if (count == 0) return;
    const std::string one = out.string() + (out == in ? " is named twice" : " is the file " + in.string());
    const std::string others = std::to_string(count) + " inputs are named already, like ";
    log_info(one_line(count == 1 ? one + ": done once" : others + out.string() + ": each is done once"));
}

} // namespace atrous
