// What files that are open have in common.
#include "formats/common/reader.h"

namespace atrous {

PartPlace OpenFile::place(std::size_t part) const {
    PartPlace place = place_in(specs[part]);
    if (reduced > 1) place.size = place.display = whole;
    place.reduced = reduced;
    place.wraps = wraps_around(specs[part], options.wrap);
    return place;
}

void OpenFile::warn(const std::string& what) { warnings.push_back(path.string() + ": " + what); }

void OpenFile::leave_out(const std::string& what) {
    if (options.replaced) throw lost_for_good(path, what);
    warn(what);
    left_out.push_back(warnings.back());
}

void OpenFile::leave_other_images_out(int images) {
    if (images > 1) leave_out("only the first of " + std::to_string(images) + " images is read and written");
}

void OpenFile::refuse(const std::string& why) const { throw file_error(path.string() + ": " + why); }

bool OpenFile::can_use(const SaidColours& said) {
    if (said.refused) refuse("its samples are " + said.problem);
    if (!said.problem.empty()) warn(said.problem);
    return said.problem.empty();
}

} // namespace atrous
