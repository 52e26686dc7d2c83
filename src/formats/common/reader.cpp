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

void OpenFile::warn(const Message& what) { warnings.push_back(what.about(path.string())); }

void OpenFile::leave_out(const Message& what) {
    if (options.replaced) throw lost_for_good(path, what.text);
    warn(what);
    left_out.push_back(warnings.back());
}

void OpenFile::leave_other_images_out(int images) {
    if (images > 1) leave_out("only the first of " + std::to_string(images) + " images is read and written");
}

void OpenFile::refuse(const Message& why) const { throw file_error(why.about(path.string())); }

bool OpenFile::can_use(const SaidColours& said) {
    if (said.refused) refuse("its samples are " + said.problem);
    if (!said.problem.empty()) warn(said.problem);
    return said.problem.empty();
}

} // namespace atrous
