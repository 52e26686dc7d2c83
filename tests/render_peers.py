#!/usr/bin/env python3
"""usage: tests/render_peers.py PROGRAM [--keep FOLDER] [NOISY REFERENCE]...

What removes noise from renders how well, beside each other: atrous (PROGRAM) by default and with each frame by itself, its eaw,
SVGF as published, and Open Image Denoise (tests/render_oidn.py), in tables. NOISY is a folder of frames, REFERENCE one of clean
ones, of which some may be missing: those that are there are compared, all are filtered. Without folders: the renders beside the
source tree where they are, else the sample in it. DENOISERS_PYTHON is a Python that has the packages pyoidn and OpenEXR.
  --keep FOLDER  leaves the results there
PSNR of x/(1+x), relMSE, SSIM, SMAPE and flicker as `atrous compare` has them, flicker along the noisy frames' vectors.
Seconds are those of whole processes per frame, start, reading and writing of the picture included: by the clock, and of processors."""
import argparse, json, os, re, shutil, subprocess, sys, tempfile, time

TESTS = os.path.dirname(os.path.realpath(__file__))
PYTHON = os.environ.get("DENOISERS_PYTHON", "")
BESIDE = os.path.join(TESTS, "../../shared/data")
SHOTS = [("room/2spp", "room/reference"), ("room/16spp", "room/reference"), ("render2/leaves", "render2/leaves-reference"),
         ("render2/mb", "render2/mb-reference")]
SAMPLE, TRUTH, TRUE_FRAME = os.path.join(TESTS, "../data/samples/room"), os.path.join(TESTS, "denoise/room-truth.exr"), "room.0005.exr"
PUBLISHED = "--temporal recursive --sigma fit=0,luma=4,normal=128,depth=1"


def atrous(options):
    return lambda program, noisy, out: [program, "denoise", *options.split(), "--only-filtered", "--log", "none", "-q", noisy, "-o", out]


def oidn(program, noisy, out):
    return [PYTHON, os.path.join(TESTS, "render_oidn.py"), *frames_of(noisy).values(), out]


# Name, command; the noisy frames have none.
ROWS = [
    ("noisy", None),
    ("atrous", atrous("")),
    ("atrous --temporal none", atrous("--temporal none")),
    ("atrous --filter eaw", atrous("--filter eaw")),
    ("SVGF as published", atrous(PUBLISHED)),
    ("OIDN", oidn),
]
# Name, key of atrous compare, digits.
MEASURES = [("PSNR", "psnr", 2), ("relMSE", "relmse", 4), ("SSIM", "ssim", 3), ("SMAPE", "smape", 4), ("flicker", "flicker", 4)]


def frames_of(folder):
    """The OpenEXR files of a folder by their frames' numbers."""
    found = {re.search(r"(\d+)\.exr$", name): name for name in sorted(os.listdir(folder))}
    return {int(match[1]): os.path.join(folder, name) for match, name in found.items() if match}


def called(command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command[:2])}: {done.stderr[-500:]}")
    return done.stdout


def timed(command):
    """Seconds by the clock and of processors."""
    began, before = time.perf_counter(), os.times()
    called(command)
    after = os.times()
    used = after.children_user + after.children_system - before.children_user - before.children_system
    return time.perf_counter() - began, used


def common(noisy, reference):
    return sorted(frames_of(noisy).keys() & frames_of(reference).keys())


def motion_of(program, noisy):
    """What to tell compare of the noisy frames' vectors: nothing where they have none, and flicker is not measured then."""
    first = json.loads(called([program, "probe", "--json", next(iter(frames_of(noisy).values()))]))["shots"][0]["files"][0]
    used = [layer["role"] for part in first["parts"] for layer in part["layers"] if layer["used"]]
    return ["--motion-from", noisy] if "motion" in used else []


def measured(program, results, noisy, reference):
    frames = ",".join(map(str, common(noisy, reference)))
    command = [program, "compare", "--json", results, reference, "--frames", frames, *motion_of(program, noisy)]
    return json.loads(called(command))["overall"]


def available():
    for name, command in ROWS:
        if command is oidn and not PYTHON:
            print("[SKIP] OIDN: DENOISERS_PYTHON, a Python with pyoidn and OpenEXR, is not there", file=sys.stderr)
        else:
            yield name, command


def row_of(program, command, noisy, reference, out):
    seconds = None
    if command:
        os.makedirs(out)
        seconds = [value / len(frames_of(noisy)) for value in timed(command(program, noisy, out))]
    row = measured(program, out if command else noisy, noisy, reference)
    return {**row, "seconds": seconds}


def cells(row):
    """A row's measures and seconds; what cannot be had, as flicker of one frame, is a dash."""
    values = ["-" if row[key] is None else f"{row[key]:.{digits}f}" for _, key, digits in MEASURES]
    return values + ([f"{value:.2f}" for value in row["seconds"]] if row["seconds"] else ["-", "-"])


def table(heads, lines):
    return "\n".join(f"| {' | '.join(line)} |" for line in [heads, ["---"] * len(heads), *lines]) + "\n"


def label(folder):
    """A folder's name, behind its parent's where it begins with a digit, like room/2spp."""
    parent, name = os.path.split(os.path.realpath(folder))
    return f"{os.path.basename(parent)}/{name}" if name[:1].isdigit() else name


def shots_of(arguments, folder):
    """Pairs of folders: those asked for, those beside the source tree, or the sample, made up in the folder."""
    if arguments:
        return list(zip(arguments[::2], arguments[1::2]))
    beside = [(os.path.join(BESIDE, noisy), os.path.join(BESIDE, reference)) for noisy, reference in SHOTS]
    there = [pair for pair in beside if all(map(os.path.isdir, pair))]
    if not there:
        print(f"[SKIP] {', '.join(noisy for noisy, _ in SHOTS)}: not beside the source tree; the sample is", file=sys.stderr)
        reference = os.path.join(folder, "reference")
        os.makedirs(reference)
        shutil.copy(TRUTH, os.path.join(reference, TRUE_FRAME))
        there = [(SAMPLE, reference)]
    return there


def asked_of(arguments):
    parser = argparse.ArgumentParser(usage=argparse.SUPPRESS, add_help=False)
    parser.add_argument("program")
    parser.add_argument("--keep")
    parser.add_argument("folders", nargs="*")
    if not arguments or set(arguments) & {"-h", "--help"}:
        print(__doc__)
        sys.exit(0 if arguments else 2)
    asked = parser.parse_args(arguments)
    for name in asked.folders:
        if not os.path.isdir(name) or not frames_of(name):
            sys.exit(f"{name}: no folder of OpenEXR frames")
    if len(asked.folders) % 2:
        sys.exit("folders come in pairs: NOISY REFERENCE")
    if asked.keep and os.path.exists(asked.keep):
        sys.exit(f"{asked.keep}: is there")
    return asked


def tables(rows, shots, results):
    """Everything about each shot, and what counts most of all of them."""
    lines, short = [], [[name] for name, _ in rows]
    for noisy, reference in shots:
        first = f"{label(noisy)}: {len(common(noisy, reference))}"
        for (name, _), brief in zip(rows, short):
            row = cells(results[noisy, name])
            lines.append([first, name, *row])
            brief.append(f"{row[0]} / {row[4]}")
            first = ""
    heads = ["frames compared", "", *(name for name, _, _ in MEASURES), "seconds", "of processors"]
    return table(heads, lines) + "\n" + table(["PSNR / flicker", *(label(noisy) for noisy, _ in shots)], short)


def main(arguments):
    asked, rows = asked_of(arguments), list(available())
    with tempfile.TemporaryDirectory() as folder:
        shots, results = shots_of(asked.folders, folder), {}
        for noisy, reference in shots:
            for name, command in rows:
                out = os.path.join(asked.keep or folder, label(noisy), name.replace(" ", "_"))
                results[noisy, name] = row_of(asked.program, command, noisy, reference, out)
        print(tables(rows, shots, results), end="")


if __name__ == "__main__":
    main(sys.argv[1:])
