// Defines the error type. The code that detects an error words it (cause, place, both numbers, remedy).
// Callers pass it on.
#pragma once
#include "base/message.h"
#include <stdexcept>
#include <string>

namespace atrous {

/// Exit codes of the program, as the man page lists them.
enum class Exit {
    ok = 0,
    some_failed = 1,    ///< at least one file failed, the others are written
    usage = 2,          ///< the command line is wrong
    nothing = 3,        ///< there was nothing to do
    no_device = 4,      ///< no usable OpenCL device
    internal = 5,       ///< a bug or a broken driver
    hung_up = 129,      ///< by SIGHUP
    out_of_memory = 33, ///< at least one file failed due to lack of memory (render farms try again with more)
    interrupted = 130,  ///< by SIGINT
    terminated = 143    ///< by SIGTERM
};

/// The exit code of a run after one more file: `so_far` combines the earlier files, `one` is the code of this
/// file.
constexpr Exit with_one_more(Exit so_far, Exit one) {
    return so_far == Exit::out_of_memory || one == Exit::ok ? so_far : one;
}

/// Device failures. Before the results were begun, their destination is unchanged.
enum class DeviceFailure { none, before_results, among_results };

/// An error with the exit code that it leads to when nothing handles it before `main`.
/// A file's error has kind `some_failed` or `out_of_memory`: the batch reports it and goes on.
struct Error : std::runtime_error {
    Error(Exit exit, Message words, DeviceFailure of_device = DeviceFailure::none, bool of_loss = false)
        : std::runtime_error(words.text), message(std::move(words)), kind(exit), device(of_device),
          loss(of_loss) {}
    Message message; ///< its text is what()
    Exit kind;
    DeviceFailure device;
    /// True if the file is not replaced, because that would lose for good the data that other files lose with
    /// a warning.
    bool loss;
};

/// The error of one file: the batch goes on with the next one.
inline Error file_error(const Message& message) { return {Exit::some_failed, message}; }
inline Error memory_error(const Message& message) { return {Exit::out_of_memory, message}; }
inline Error usage_error(const Message& message) { return {Exit::usage, message}; }
inline Error internal_error(const Message& message) { return {Exit::internal, message}; }

/// The same of a row and its values: throw file_error(messages::file_not_opened, path, reason).
template <class... Values>
Error file_error(RowFor<std::type_identity_t<Values>...> row, const Values&... values) {
    return file_error(message(row, values...));
}
template <class... Values>
Error memory_error(RowFor<std::type_identity_t<Values>...> row, const Values&... values) {
    return memory_error(message(row, values...));
}
template <class... Values>
Error usage_error(RowFor<std::type_identity_t<Values>...> row, const Values&... values) {
    return usage_error(message(row, values...));
}
template <class... Values>
Error internal_error(RowFor<std::type_identity_t<Values>...> row, const Values&... values) {
    return internal_error(message(row, values...));
}

/// Calls `work` and puts this text in front of the message of an error.
template <class Work>
auto with_lead(const std::string& lead, Work work) {
    try {
        return work();
    } catch (const Error& error) {
        Message led = error.message;
        led.text = lead + led.text;
        throw Error(error.kind, std::move(led), error.device, error.loss);
    }
}

/// Calls `work` and puts "name: " in front of the message of an error.
template <class Work>
auto with_context(const std::string& name, Work work) {
    return with_lead(name + ": ", work);
}

} // namespace atrous
