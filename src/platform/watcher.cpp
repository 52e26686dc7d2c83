// One watcher per process.
#include "platform/watcher.h"
#include "base/error.h"

namespace atrous {
namespace {

WorkWatcher current;

} // namespace

void set_watcher(const WorkWatcher& watcher) { current = watcher; }

void stop_if_asked() {
    if (current.stops && current.stops()) throw Error(Exit::interrupted, "interrupted");
}

bool is_counted() { return current.counts && current.counts(); }
void tell_done(int pieces, int all) { current.done(pieces, all); }
void tell_part(int number, int parts) {
    if (current.part) current.part(number, parts);
}

} // namespace atrous
