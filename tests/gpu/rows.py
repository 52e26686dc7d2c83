#!/usr/bin/env python3
"""rows.py REPORT.json...: a line for each row of reports of `atrous bench`: milliseconds together (levels, upward pass, leave) and of the levels
alone, the slowest level over the fastest, the difference from the baseline, each level, and other passes that take long.
rows.py --table REPORT.json...: the table of data/bench/README.md."""
import json
import sys

TABLE = {"dilated.-.direct": "dilated, form `direct`: the plain kernel", "dilated.-.ring": "dilated, form `ring`: the strongest dilated kernel",
         "permuted.split.direct": "permuted, form `direct`", "permuted.split.tile": "permuted, form `tile`",
         "permuted.split.ring": "permuted, form `ring`"}


def passes_of(row, stage=None):
    return [p for p in row.get("passes", row.get("levels", [])) if stage is None or p.get("stage", "level") == stage]


def levels_of(row):
    """Milliseconds of each level, with all passes that it has."""
    levels = {}
    for one in passes_of(row, "level"):
        levels[one.get("level", 0)] = levels.get(one.get("level", 0), 0) + one["ms"]
    return [levels[level] for level in sorted(levels)]


def line_of(row):
    levels, all_levels = levels_of(row), sum(levels_of(row))
    rest = " ".join(f'{p["kernel"]} {p["ms"]:.3f}' for p in passes_of(row) if p.get("stage", "level") != "level" and p["ms"] > max(.02, .1 * all_levels))
    if "error" in row:
        return f'   {row["name"]}: {row["error"][:200]} <<<<'
    if not levels:
        return f'   {row["name"]}: {row.get("whole_ms", 0):.3f} ms {rest}'
    together = row.get("together_ms", row.get("whole_ms", all_levels))
    off = max(row.get("max_difference", 0), row.get("relative_l2", 0))
    return (f'   {together:8.3f} ms {all_levels:8.3f} in levels, flat {max(levels) / min(levels):4.2f}, off {off:.1e}  {row["name"]}: '
            + " ".join(f"{ms:.3f}" for ms in levels) + " " + rest)


def frame_of(rows):
    """Of the bench of renders: a frame of --temporal window:2, all kernels."""
    whole = {row["name"]: row.get("whole_ms", 0) for row in rows}
    parts = ["svgf.prepare", "svgf.gather.4", "svgf.permuted.fit1"]
    if all(part in whole for part in parts):
        print(f'   a frame of window:2: {sum(whole[part] for part in parts):.3f} ms ({" + ".join(f"{whole[part]:.3f}" for part in parts)})')


def table_of(reports):
    """The table of all rows of reports of one size."""
    rows = {row["name"]: row for report in reports for row in report["rows"] if not row.get("error")}
    plain = next(row for name, row in rows.items() if name.startswith("eaw.dilated.-.direct."))
    first = reports[0]
    print(f'\n| {first["size"]}, ms | level 0 | slowest level | slowest / fastest | {first["levels"]} levels | with `leave` | plain / this | last two levels |')
    print("| --- " * 8 + "|")
    for part, words in TABLE.items():
        for name, row in rows.items():
            if name.startswith("eaw." + part + "."):
                kinds = [kind for kind in ("half", "stored", "pixel") if f".{kind}." in name]
                ms = levels_of(row)
                print(f'| {", ".join([words] + kinds)} | {ms[0]:.3f} | {max(ms):.3f} | {max(ms) / min(ms):.2f} | {sum(ms):.2f} | {row["together_ms"]:.2f} '
                      f'| {plain["together_ms"] / row["together_ms"]:.2f} | {sum(levels_of(plain)[-2:]) / sum(ms[-2:]):.2f} |')


def main():
    reports = []
    for name in [name for name in sys.argv[1:] if name != "--table"]:
        with open(name, encoding="utf-8") as file:
            reports.append(json.load(file))
    if "--table" in sys.argv:
        for size in dict.fromkeys(report["size"] for report in reports):
            table_of([report for report in reports if report["size"] == size])
        return
    for report in reports:
        if "ceilings_per_s" in report:
            print("   at most:", ", ".join(f"{unit} {value:.3g}/s" for unit, value in report["ceilings_per_s"].items()))
        for row in report["rows"]:
            print(line_of(row))
        frame_of(report["rows"])


main()
