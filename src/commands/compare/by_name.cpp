// Pairs inputs with outputs as these are called (disambiguate_outputs), and outputs of one input in different formats.
#include "commands/compare/by_name.h"
#include <algorithm>
#include <map>
#include <set>

namespace atrous {
namespace {

/// The name of a file, and possible names of its outputs, without their own extensions.
struct Called {
    std::string whole, stem;
    std::string twice; ///< a.psd.psd, if a.psd is another output's name already
    std::string name;  ///< that it gets
    Called* partner = nullptr;
};

std::vector<Called> called(const Paths& paths) {
    std::vector<Called> found;
    for (const auto& path : paths) {
        const std::string whole = path.filename().string();
        found.push_back({whole, path.stem().string(), whole + path.extension().string(), whole});
    }
    return found;
}

using Key = std::string Called::*;

/// Returns the files without a partner by a key, with null for a key of several files.
std::map<std::string, Called*> by_key(std::vector<Called>& files, Key key) {
    std::map<std::string, Called*> found;
    for (Called& file : files) {
        if (file.partner) continue;
        const auto [at, fresh] = found.emplace(file.*key, &file);
        if (!fresh) at->second = nullptr;
    }
    return found;
}

/// Pairs files whose key is unique in each of the two folders.
void pair_by(std::vector<Called>& a, Key of_a, std::vector<Called>& b, Key of_b) {
    const auto others = by_key(b, of_b);
    for (const auto& [key, file] : by_key(a, of_a)) {
        const auto other = others.find(key);
        if (!file || other == others.end() || !other->second) continue;
        file->partner = other->second, other->second->partner = file;
        file->name = file->partner->name = key;
    }
}

/// Pairs files in steps, each on the remaining files. An output has the input's stem, unless other files have
/// it, too. Files with the same name are pairs. Otherwise an output kept the input's extension, once or, if
/// that name was taken, twice.
void pair_all(std::vector<Called>& a, std::vector<Called>& b) {
    constexpr struct {
        Key of_a, of_b;
    } steps[] = {{&Called::stem, &Called::stem},  {&Called::whole, &Called::whole},
                 {&Called::stem, &Called::stem},  {&Called::whole, &Called::stem},
                 {&Called::stem, &Called::whole}, {&Called::twice, &Called::stem},
                 {&Called::stem, &Called::twice}, {&Called::stem, &Called::stem}};
    for (const auto& step : steps) pair_by(a, step.of_a, b, step.of_b);
}

/// True if all names differ.
bool differ(const std::vector<Called>& files) {
    std::set<std::string> names;
    return std::ranges::all_of(files, [&](const Called& file) { return names.insert(file.name).second; });
}

std::vector<std::string> compared_names(const std::vector<Called>& files) {
    std::vector<std::string> names;
    for (const Called& file : files) names.push_back(file.name);
    return names;
}

} // namespace

std::pair<std::vector<std::string>, std::vector<std::string>> paired_names(const Paths& a, const Paths& b) {
    std::vector<Called> of_a = called(a), of_b = called(b);
    pair_all(of_a, of_b);
    if (!differ(of_a) || !differ(of_b)) // x.psd next to x.psd.tif, whose stem is that name
        for (Called& file : of_a)
            if (file.partner) file.name = file.partner->name = file.whole;
    return {compared_names(of_a), compared_names(of_b)};
}

} // namespace atrous
