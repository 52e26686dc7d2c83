// Functions of open files of all formats.
#include "formats/common/reader.h"
#include "formats/common/messages.h"

namespace atrous {

ImageWindow OpenFile::place(std::size_t part) const {
    ImageWindow place = place_in(specs[part]);
    if (reduced > 1) place.size = place.display = whole;
    place.reduced = reduced;
    place.wraps = wraps_around(specs[part], options.wrap);
    return place;
}

void OpenFile::warn(const Message& what) { warnings.push_back(what.about(path.string())); }

void OpenFile::leave_out(const Message& what) {
    if (options.replaced) throw lost_for_good(path, what);
    warn(what);
    left_out.push_back(warnings.back());
}

void OpenFile::leave_other_images_out(int images) {
    if (images > 1) leave_out(message(messages::other_images, images));
}

void OpenFile::refuse(const Message& reason) const { throw file_error(reason.about(path.string())); }

bool OpenFile::can_use(const SaidColours& signalled) {
    if (signalled.refused) refuse(signalled.problem);
    if (!signalled.problem.empty()) warn(signalled.problem);
    return signalled.problem.empty();
}

} // namespace atrous
