// Tables first, then the only layer of the file.
#include "app/plan/file_roles.h"
#include "base/error.h"
#include "base/text.h"
#include "io/codec/read/decoder.h"

namespace atrous {
namespace {

constexpr std::size_t titles_at_most = 30;

/// The only layer, given the role as an option would: vectors get the conventions that hold.
Aovs with_only_layer(const FileRole& file, const ReadOptions& options) {
    std::vector<PartNames> parts;
    for (const auto& channels : file.channels) parts.push_back({"", channels});
    const std::string& name = file.aovs.layers.front().name;
    AovOverrides overrides = options.overrides;
    overrides.patterns = {{file.role, name.empty() ? "root" : name}};
    const AovTable& table = options.table ? *options.table : embedded_aov_table(file.aovs.table);
    return find_roles(parts, table, overrides);
}

} // namespace

std::string layer_titles(const Aovs& aovs) {
    std::vector<std::string> titles;
    for (const Layer& layer : aovs.layers) titles.push_back(layer.title());
    const bool more = titles.size() > titles_at_most;
    if (more) titles.resize(titles_at_most);
    return joined(titles) + (more ? ", ..." : "");
}

FileRole file_role(AovRole role, const std::string& path, const ImageFile& file) {
    FileRole own{role, path, file.format, file.aovs, {}};
    for (const Part& part : file.parts) own.channels.push_back(channel_names(part));
    return own;
}

FileRole file_role(AovRole role, const std::string& path, const Decoder& decoder) {
    FileRole own{role, path, decoder.format(), decoder.aovs(), {}};
    for (std::size_t i = 0; i < decoder.parts(); ++i) own.channels.push_back(decoder.channels(i));
    return own;
}

Aovs aovs_with_role(const FileRole& file, const ReadOptions& options) {
    if (file.format != "openexr")
        throw file_error(file.path + ": is no OpenEXR file; roles of their own are read from these alone");
    if (!file.aovs.missing.empty())
        throw file_error(file.path + ": " + joined(file.aovs.missing) +
                         ": no layer has this name; there are " + layer_titles(file.aovs));
    if (file.aovs.find(file.role)) return file.aovs;
    const std::string name = row_of(file.role).name;
    if (file.aovs.layers.size() == 1)
        if (Aovs only = with_only_layer(file, options); only.find(file.role)) return only;
    throw file_error(file.path + ": no layer is its " + name + "; there are " + layer_titles(file.aovs) +
                     "; --" + name + " NAME names one");
}

} // namespace atrous
