// The expressions that `atrous banks degree` analyses, and the options that describe them.
#pragma once
#include "lab/banks/access.h"
#include "lab/banks/commands/commands.h"

namespace atrous {

struct Expression {
    BankMapping mapping;
    Warp warp;
    Threads threads; ///< width: of --repeat-x
    std::int64_t offset = 0;
    std::vector<Repeat> loops;
};

/// The mapping, strides and loops that the options give. Throws usage errors.
Expression read_expression(const BankOptions& options);
/// A range of integers "A,B" with 0 <= A < B <= end. Throws a usage error that names the option.
std::pair<std::int64_t, std::int64_t> read_range(const BankOptions& options, const std::string& name,
                                                 std::int64_t end);

} // namespace atrous
