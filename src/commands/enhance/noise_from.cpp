// Files are looked at before any work; what is first is known when the run's jobs are.
#include "commands/enhance/noise_from.h"
#include "base/error.h"
#include "base/log.h"
#include "base/text.h"
#include "formats/read/decoder.h"
#include <algorithm>
#include <cmath>

namespace atrous {
namespace {

constexpr std::string_view option = "noise-from", first_word = "first:", each_word = "each";
/// Frames that are averaged at most: the noise of 99 frames is no better known than a tenth of a per cent, and each is read.
constexpr int most_first = 99;

int first_of(const std::string& text) {
    const auto number = read_number(text.substr(first_word.size()));
    if (number && *number >= 1 && *number <= most_first && *number == std::floor(*number))
        return int(*number);
    throw usage_error("--noise-from: '" + text +
                      "' is none; give first:N, the first N pictures of this run, 1 to " +
                      std::to_string(most_first) + "; or a file of that name as ./" + text);
}

void check_noise_source(const std::filesystem::path& file, const ReadOptions& read,
                        const std::vector<std::string>& outputs, Identities& identity) {
    const auto refuse = [&](const std::string& why) { throw usage_error("--noise-from " + why); };
    try {
        if (Decoder(file, read).colour_parts().empty()) refuse(file.string() + ": has no picture");
    } catch (const Error& error) {
        if (error.kind == Exit::usage) throw;
        refuse(error.what());
    }
    if (std::ranges::count(outputs, identity(file)) > 0)
        refuse(file.string() + ": this run replaces it; name another picture, or a copy");
}

} // namespace

std::string NoiseFrom::text() const {
    std::string text = "--noise-from ";
    if (first > 0) return text + std::string(first_word) + std::to_string(first);
    text += files.front().string();
    return files.size() == 1 ? text : text + " and " + std::to_string(files.size() - 1) + " more";
}

NoiseFrom noise_from(const CommandLine& line) {
    NoiseFrom from;
    for (const auto& [name, value] : line.given) {
        if (name != option) continue;
        if (value == each_word)
            from = {};
        else if (from.first > 0 || (from.given() && value.starts_with(first_word)))
            throw usage_error("--noise-from first:N is given beside others; give it alone, or name files");
        else if (value.starts_with(first_word))
            from.first = first_of(value);
        else
            from.files.emplace_back(value);
    }
    if (from.first > 0 && line.has("chunk"))
        throw usage_error(
            from.text() +
            ": a chunk does not have the first pictures of all; name them, --noise-from FILE each");
    return from;
}

void find_noise_files(const std::vector<Job>& jobs, const ReadOptions& read, NoiseFrom& from) {
    if (from.first > 0) {
        from.files.clear();
        for (const Job& job : jobs)
            if (!job.missing && from.files.size() < std::size_t(from.first))
                from.files.push_back(job.input());
        if (from.files.size() < std::size_t(from.first))
            log_warning(from.text() + ": there are only " + std::to_string(from.files.size()) +
                        " pictures, which are taken");
    }
    if (!from.given()) return;
    Identities identity;
    std::vector<std::string> outputs;
    for (const Job& job : jobs)
        for (const RoleFile& output : job.outputs) outputs.push_back(identity(output.path));
    for (const std::filesystem::path& file : from.files) check_noise_source(file, read, outputs, identity);
}

} // namespace atrous
