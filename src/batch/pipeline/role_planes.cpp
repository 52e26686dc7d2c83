// Finds an image's layers by their roles and converts their samples to pixels and colours without alpha.
#include "batch/pipeline/role_planes.h"
#include "base/error.h"
#include "batch/pipeline/messages.h"
#include "engine/denoise/reframe.h"
#include "formats/common/image_file.h"
#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

namespace atrous {
namespace {

/// Features that the renderer multiplied by alpha are divided by it.
void unpremultiply(std::vector<float>& planes, const std::vector<float>& alpha) {
    if (alpha.empty()) return;
    for (std::size_t i = 0; i < planes.size(); ++i)
        if (const float a = alpha[i % alpha.size()]; a > 0) planes[i] /= a;
}

const RoleSearch::SeparateFile* own_of(const std::vector<RoleSearch::SeparateFile>& own, AovRole role) {
    const auto found = std::ranges::find(own, role, &RoleSearch::SeparateFile::role);
    return found == own.end() ? nullptr : &*found;
}

Error wrong_size(const std::string& what, Size its, Size size) {
    return file_error(messages::size_differs, what, to_string(its), to_string(size));
}

/// 0 if there are none.
double mean_of_positive(const std::vector<float>& values) {
    double sum = 0;
    std::size_t count = 0;
    for (const float v : values) {
        if (!(std::isfinite(v) && v > 0)) continue;
        sum += double(v);
        ++count;
    }
    return count > 0 ? sum / double(count) : 0;
}

} // namespace

RoleSearch::RoleSearch(const ImageFile& its_file, std::size_t its_part, std::size_t its_picture,
                       std::vector<SeparateFile> its_own)
    : file(its_file), part(its_part), picture(its_picture), own(std::move(its_own)) {
    const PictureView seen = pictures_of(file.parts[part])[picture];
    title = seen.channels.layer;
    size = seen.pixels.size;
    for (const FoundAov& found : file.aovs.found)
        if (found.row.role == AovRole::beauty && file.aovs.layers[found.layer].title() == title)
            group = found.group;
    for (const Layer& layer : file.aovs.layers)
        if (layer.title() == title) view = layer.view;
}

const FoundAov* RoleSearch::find(AovRole role) const {
    const SeparateFile* apart = own_of(own, role);
    if (!apart) return file.aovs.find(role, group, view);
    if (role != AovRole::pilot) return apart->aovs.find(role, {}, view);
    for (const AovRole one : {role, AovRole::beauty})
        for (const std::string& of : {group, std::string()})
            if (const FoundAov* found = apart->aovs.find(one, of, view)) return found;
    return nullptr;
}

const Part& RoleSearch::part_of(AovRole role) const {
    const SeparateFile* apart = own_of(own, role);
    const Layer& layer = (apart ? apart->aovs : file.aovs).layers[find(role)->layer];
    return (apart ? *apart->file : file).parts[std::size_t(layer.part)];
}

RoleLayer RoleSearch::layer_of(AovRole role) const {
    const SeparateFile* apart = own_of(own, role);
    const FoundAov& found = *find(role);
    return {row_of(role).name, (apart ? apart->aovs : file.aovs).layers[found.layer].title(), found.reason,
            apart ? apart->path : ""};
}

std::string RoleSearch::title_of(AovRole role) const {
    const RoleLayer layer = layer_of(role);
    return layer.text(layer.file);
}

std::vector<float> RoleSearch::planes(std::size_t of_part, const std::vector<int>& channels,
                                      const std::string& what) const {
    if (const Size its = data_size(file.parts[of_part]); its != size) throw wrong_size(what, its, size);
    return channel_planes(file.parts[of_part], channels);
}

std::vector<float> RoleSearch::planes(AovRole role, std::size_t count) const {
    const FoundAov* found = find(role);
    const bool grey = found && count == 3 && found->channels.size() == 1;
    if (!found || (found->channels.size() < count && !grey)) return {};
    std::vector<int> channels = found->channels;
    channels.resize(count, channels.front());
    return planes_in_place(part_of(role), channels, title_of(role));
}

void RoleSearch::check_size(const Part& its_part, const std::string& what) const {
    const ImageWindow to = part_place(file.parts[part]), from = part_place(its_part);
    if (from.display != to.display && from.size != size) throw wrong_size(what, from.size, size);
}

std::vector<float> RoleSearch::planes_in_place(const Part& its_part, const std::vector<int>& channels,
                                               const std::string& what) const {
    const ImageWindow to = part_place(file.parts[part]), from = part_place(its_part);
    check_size(its_part, what);
    const bool is_other = from.display != to.display; // then its pixels match the image's
    return reframed(channel_planes(its_part, channels), is_other ? to : from, to);
}

std::vector<float> RoleSearch::alpha() const {
    const auto pictures = pictures_of(file.parts[part]);
    const ColourChannels& channels = pictures[picture].channels;
    if (!channels.alpha) return {};
    return channel_planes(file.parts[part], {channels.index.back()});
}

std::vector<float> RoleSearch::feature(AovRole role, std::size_t count) const {
    std::vector<float> samples = planes(role, count);
    if (const FoundAov* found = find(role); found && found->row.premultiplied)
        unpremultiply(samples, alpha());
    return samples;
}

std::vector<float> RoleSearch::depth() const {
    std::vector<float> samples = feature(AovRole::depth, 1);
    if (const FoundAov* found = find(AovRole::depth); found && found->row.sky)
        std::ranges::replace(samples, float(*found->row.sky), std::numeric_limits<float>::infinity());
    return samples;
}

double RoleSearch::samples_per_pixel() const {
    const FoundAov* found = find(AovRole::samples);
    if (!found) return 0;
    double value = 0;
    if (found->value.empty()) value = mean_of_positive(planes(AovRole::samples, 1));
    std::from_chars(found->value.data(), found->value.data() + found->value.size(), value);
    return std::isfinite(value) && value > 0 ? value : 0;
}

} // namespace atrous
