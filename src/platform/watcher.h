// Who watches long work of this process, and may end it: the program by its signals, the library for who calls it.
#pragma once

namespace atrous {

/// Called by the threads that do the work; those of counting may be null together: nobody counts.
struct WorkWatcher {
    /// Whether the work of the calling thread is to end; asked between pieces of it.
    bool (*stops)() = nullptr;
    /// Whether pieces of the thread's work are counted.
    bool (*counts)() = nullptr;
    /// So many pieces of so many are done of a part of the work.
    void (*done)(int pieces, int all) = nullptr;
    /// What comes is the part of that number, from 0, of so many.
    void (*part)(int number, int parts) = nullptr;
};
/// From now on; before any work begins.
void set_watcher(const WorkWatcher& watcher);

/// Throws an error of kind `interrupted` where work is to end.
void stop_if_asked();
bool is_counted();
/// Where it is counted.
void tell_done(int pieces, int all);
/// Wherever.
void tell_part(int number, int parts);

} // namespace atrous
