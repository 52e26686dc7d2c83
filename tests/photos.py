#!/usr/bin/env python3
"""usage: tests/photos.py PROGRAM [--photos FOLDER] [--side N] [--peers] [--guard | --real | --clean] [--check]

What --denoise does to photographs with known noise: the gain in PSNR (dB, over all 8-bit samples) per kind of noise, in a
table, and whether pictures without noise come back as they were. The photographs (of FOLDER, by default those beside the
source tree where they are, else samples of the source tree) are scaled to N [1500] pixels, which leaves them nearly free
of noise. Noise: white of deviation 5, 10 and 20; Poisson and Gauss in linear light (pg); the same on a mosaic, demosaiced
bilinearly (by); that as JPEG of quality 90 (byj); on a mosaic behind a camera's colour matrix (cam), so that no channel is
independent of the others; that as JPEG of quality 92 with colours of half the size (camj), and at half the size (camh).
  --guard  instead says what --noise-guard 1 does to the default preset: how much the deviation of noise grows in the fifth of
           the blocks that is flattest (1: not at all), and which share of the boost that pictures without noise get is kept
           in the fifth with most detail, with the guard and without
  --real   instead takes the photographs as they are, adds nothing, and says what is found, and what --denoise auto and the
           default preset do to flat and to detailed places
  --clean  instead adds nothing, scales to 600 to 3000 pixels, and says per size which deviation is found (in steps of 8 bits) and
           how many dB the result of --denoise auto is from the picture
  --peers  adds the preset denoise and what other programs do (tests/photo_peers.py), with seconds per picture
  --check  fails where a mean is below what is asked, or a clean picture changes to less than 52 dB, or (--clean) the deviation
           changes by more than 1.5 times between neighbouring sizes and is above half a step
Needs python3-numpy, python3-openimageio and openimageio-tools: exit status 77 without them."""
import argparse, json, os, subprocess, sys, tempfile, time
try:
    import numpy as np
    import OpenImageIO as oiio
except ImportError as missing:
    print(f"[SKIP] {missing}")
    sys.exit(77)
import photo_peers

KINDS = ("g5", "g10", "g20", "pg", "by", "byj", "cam", "camj", "camh")
# Means over the four photographs at 1500 pixels.
ASKED = {"auto": (8.0, 10.3, 12.0, 7.9, 5.2, 1.2, 6.0, 1.6, 5.7)}
# Of --noise-guard, for every photograph.
GUARD_KINDS, MOST_GROWTH, LEAST_KEPT = ("g5", "pg", "by"), 1.05, 0.98
# A Canon EOS 5D Mark III in daylight, of Adobe's colour matrix: balanced camera values to linear sRGB, and its balance.
MATRIX, WHITE = np.array([[1.96, -1.12, 0.16], [-0.24, 1.67, -0.43], [0.01, -0.55, 1.54]]), np.array([1.98, 1, 1.68])
WELL, READ_NOISE, BALANCE = 1500.0, 6.0, np.array([0.5, 1, 0.6])  # electrons; what a camera multiplies channels by


def load(path, type="uint8"):
    picture = oiio.ImageInput.open(path)
    spec = picture.spec()
    samples = picture.read_image(0, 0, 0, 3, type).reshape(spec.height, spec.width, -1)
    picture.close()
    return samples if samples.shape[2] == 3 else np.frequency(samples[..., :1], 3, -1)


def save(path, samples):
    out = oiio.ImageOutput.create(path)
    if not out.open(path, oiio.ImageSpec(samples.shape[1], samples.shape[0], 3, "uint8")):
        sys.exit(f"{path}: {out.geterror()}")
    out.write_image(np.ascontiguousarray(samples))
    out.close()


def light(code):
    return np.where(code <= 0.04045, code / 12.92, ((code + 0.055) / 1.055) ** 2.4)


def code(light_values):
    v = np.clip(light_values, 0, None)
    return np.where(v <= 0.0031308, v * 12.92, 1.055 * v ** (1 / 2.4) - 0.055)


def bytes_of(values):
    return np.clip(np.rint(values * 255), 0, 255).astype(np.uint8)


def mosaic_masks(shape):
    """Which pixels of an RGGB sensor see red, green, blue."""
    mask = np.zeros(shape)
    mask[0::2, 0::2, 0] = mask[0::2, 1::2, 1] = mask[1::2, 0::2, 1] = mask[1::2, 1::2, 2] = 1
    return mask


def spread(plane, kernel):
    padded = np.pad(plane, 1, mode="reflect")
    height, width = plane.shape
    return sum(kernel[j][i] * padded[j:j + height, i:i + width] for j in range(3) for i in range(3))


def demosaiced(values, mask):
    green = np.array([[0, 1, 0], [1, 4, 1], [0, 1, 0]]) / 4
    other = np.array([[1, 2, 1], [2, 4, 2], [1, 2, 1]]) / 4
    raw = (values * mask).sum(-1)
    return np.stack([spread(raw * mask[..., c], green if c == 1 else other) for c in range(3)], -1)


def run(*command):
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)


def make_noisy(photo, folder, side):
    """Writes clean.png, cleanby.png (the clean one demosaiced) and one file per kind."""
    clean = f"{folder}/clean.png"
    for size in (f"{side}x0", f"0x{side}"):
        run("oiiotool", "-q", photo, "--ch", "R,G,B", "--resize:filter=lanczos3", size, "-d", "uint8", "-o", clean)
        if max(load(clean).shape) <= side:
            break
    picture = load(clean) / 255.0
    random = np.random.default_rng(sum(map(ord, os.path.splitext(os.path.basename(photo))[0])))
    for sigma in (5, 10, 20):
        save(f"{folder}/g{sigma}.png", bytes_of(picture + random.normal(0, sigma / 255, picture.shape)))
    electrons = random.poisson(light(picture) * BALANCE * WELL) + random.normal(0, READ_NOISE, picture.shape)
    camera = electrons / WELL / BALANCE
    save(f"{folder}/pg.png", bytes_of(code(camera)))
    mask = mosaic_masks(picture.shape)
    save(f"{folder}/cleanby.png", bytes_of(code(demosaiced(light(picture), mask))))
    save(f"{folder}/by.png", bytes_of(code(demosaiced(camera, mask))))
    seen = np.clip(light(picture) @ np.linalg.inv(MATRIX).T / WHITE, 0, None)
    counted = (random.poisson(seen * WELL) + random.normal(0, READ_NOISE, picture.shape)) / WELL
    for name, values in (("cleancam", seen), ("cam", counted)):
        save(f"{folder}/{name}.png", bytes_of(code(demosaiced(values * WHITE, mask) @ MATRIX.T)))
    run("oiiotool", "-q", f"{folder}/by.png", "--compression", "jpeg:90", "-o", f"{folder}/byj.jpg")
    run("oiiotool", "-q", f"{folder}/cam.png", "--compression", "jpeg:92", "--attrib", "jpeg:subsampling", "4:2:0",
        "-o", f"{folder}/camj.jpg")
    for name in ("cleancam", "cam"):
        run("oiiotool", "-q", f"{folder}/{name}.png", "--resize:filter=box", "50%", "-o", f"{folder}/{name}h.png")


def noisy_file(folder, kind):
    return f"{folder}/{kind}.{'jpg' if kind.endswith('j') else 'png'}"


def reference_of(folder, kind):
    scene = "by" if kind.startswith("by") else kind.removesuffix("j") if kind.startswith("cam") else ""
    return f"{folder}/clean{scene}.png"


def psnr(a, b):
    return 10 * np.log10(255 ** 2 / max(np.mean((a.astype(float) - b) ** 2), 1e-9))


def atrous(program, *options):
    def denoise(path, reference):
        with tempfile.TemporaryDirectory() as folder:
            out = f"{folder}/out.png"
            begin = time.monotonic()
            run(program, "enhance", "-q", "--no-defaults", "--log", "none", *options, path, "-o", out)
            return load(out), time.monotonic() - begin
    return denoise


def peer(strengths, command):
    def denoise(path, reference):
        noisy, tries = load(path), []
        with tempfile.TemporaryDirectory() as folder:
            for strength in strengths:
                out = f"{folder}/out.png"
                asked = command(path, out, strength, (noisy.astype(float), reference.astype(float)))
                begin = time.monotonic()
                photo_peers.run(asked)
                seconds = time.monotonic() - begin
                result = load(out) if os.path.exists(out) else bytes_of(np.load(f"{folder}/out.npy") / 255)
                tries.append((psnr(result, reference), seconds, result))
        return max(tries, key=lambda one: one[0])[:0:-1]
    return denoise


def gains(folder, denoise):
    """Per kind what `denoise` gains, the median of its seconds, and the dB of the clean picture to itself."""
    row, seconds = [], []
    for kind in KINDS:
        path = noisy_file(folder, kind)
        reference = load(reference_of(folder, kind))
        result, took = denoise(path, reference)
        row.append(psnr(result, reference) - psnr(load(path), reference))
        seconds.append(took)
    clean = load(f"{folder}/clean.png")
    return row, np.median(seconds), psnr(denoise(f"{folder}/clean.png", clean)[0], clean)


def enhanced(program, path, *options):
    with tempfile.TemporaryDirectory() as folder:
        out = f"{folder}/out.tif"
        run(program, "enhance", "-q", "--log", "none", "--depth", "uint16", *options, path, "-o", out)
        return load(out, "uint16") / 257.0


def luma_blocks(samples):
    """Blocks of 16 x 16 pixels without their means."""
    luma = samples.astype(float) @ np.array([0.2126, 0.7152, 0.0722])
    height, width = luma.shape[0] // 16 * 16, luma.shape[1] // 16 * 16
    blocks = luma[:height, :width].reshape(height // 16, 16, width // 16, 16).transpose(0, 2, 1, 3).reshape(-1, 256)
    return blocks - blocks.mean(1, keepdims=True)


def guard_row(program, folder, kind, *options):
    """Growth of noise, and the share of the boost that is kept."""
    reference = reference_of(folder, kind)
    path = noisy_file(folder, kind)
    clean, noisy = luma_blocks(load(reference)), luma_blocks(load(path))
    boosted, after = luma_blocks(enhanced(program, reference, "--noise-guard", "0")), luma_blocks(enhanced(program, path, *options))
    order, fifth = np.argsort(clean.std(1)), len(clean) // 5
    flat, rich = order[:fifth], order[-fifth:]
    growth = np.linalg.norm((after - boosted)[flat]) / np.linalg.norm((noisy - clean)[flat])
    boost, got = (boosted - clean)[rich], (after - noisy)[rich]
    return growth, (boost * got).sum() / (boost ** 2).sum()


def guard_table(program, photos, side, check):
    print(f"| at {side} pixels | " + " | ".join(f"{kind}: growth, kept (without)" for kind in GUARD_KINDS) + " |")
    print("| --- |" + " --- |" * len(GUARD_KINDS))
    failed = False
    for photo in photos:
        with tempfile.TemporaryDirectory() as folder:
            make_noisy(photo, folder, side)
            cells = []
            for kind in GUARD_KINDS:
                growth, kept = guard_row(program, folder, kind, "--noise-guard", "1")
                plain_growth, plain_kept = guard_row(program, folder, kind, "--noise-guard", "0")
                failed |= growth > MOST_GROWTH or kept < LEAST_KEPT * plain_kept
                cells.append(f"{growth:.3f}, {kept:.3f} ({plain_growth:.3f}, {plain_kept:.3f})")
            print(f"| {os.path.basename(photo)[:20]} | " + " | ".join(cells) + " |", flush=True)
    if check and failed:
        sys.exit(f"noise grows by more than {MOST_GROWTH}, or less than {LEAST_KEPT} of the boost is kept")


def fine_detail(samples):
    """Of lightness: what differs from the mean of 9 x 9 pixels, in blocks of 32 x 32."""
    luma = samples.astype(float).mean(-1)
    sums = np.pad(luma, ((5, 4), (5, 4)), mode="edge").cumsum(0).cumsum(1)
    detail = luma - (sums[9:, 9:] - sums[:-9, 9:] - sums[9:, :-9] + sums[:-9, :-9]) / 81
    height, width = luma.shape[0] // 32 * 32, luma.shape[1] // 32 * 32
    return detail[:height, :width].reshape(height // 32, 32, width // 32, 32).transpose(0, 2, 1, 3).reshape(-1, 1024)


def flat_and_rich(samples, detail):
    """The tenth of the blocks that is flattest, and that with most detail; none is clipped, or of one colour."""
    height, width = samples.shape[0] // 32 * 32, samples.shape[1] // 32 * 32
    mean = samples[:height, :width].astype(float).mean(-1).reshape(height // 32, 32, width // 32, 32).mean((1, 3)).ravel()
    power = (detail ** 2).mean(1)
    usable = np.flatnonzero((mean > 8) & (mean < 247) & (power > 0.02))
    order = usable[np.argsort(power[usable])]
    return order[:len(order) // 10], order[-(len(order) // 10):]


def real_row(program, photo):
    """What is found in a photograph as it is, and what becomes of flat and of detailed blocks: without noise, and boosted."""
    samples = load(photo)
    before = fine_detail(samples)
    flat, rich = flat_and_rich(samples, before)
    deviation = lambda detail: np.sqrt((detail[flat] ** 2).mean())
    kept = lambda detail: (before * detail)[rich].sum() / (before[rich] ** 2).sum()
    with tempfile.TemporaryDirectory() as folder:
        out = f"{folder}/out.png"
        said = subprocess.run([program, "enhance", "--log", "none", "--denoise", "auto", photo, "-o", out], check=True,
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True).stderr
        denoised = load(out)
    words = next(line.split(": ", 1)[1] for line in said.splitlines() if "noise" in line)
    guarded, boosted = (fine_detail(enhanced(program, photo, "--noise-guard", guard)) for guard in "10")
    after = fine_detail(denoised)
    return [f"{samples.shape[1]}x{samples.shape[0]}", words, f"{deviation(before):.2f} → {deviation(after):.2f}",
            f"{kept(after):.3f}", f"{psnr(denoised, samples):.1f}" if (denoised != samples).any() else "same",
            f"{deviation(guarded) / deviation(before):.2f} ({deviation(boosted) / deviation(before):.2f})",
            f"{(kept(guarded) - 1) / (kept(boosted) - 1):.3f}"]


def real_table(program, photos):
    heads = ("photograph", "pixels", "`auto` says", "flat tenth: deviation", "detailed tenth keeps", "dB to itself",
             "default preset: flat tenth grows (unguarded)", "boost kept")
    print("| " + " | ".join(heads) + " |\n|" + " --- |" * len(heads))
    for photo in photos:
        name = os.path.splitext(os.path.basename(photo))[0].split("_")[0]
        print(f"| {name} | " + " | ".join(real_row(program, photo)) + " |", flush=True)


CLEAN_SIDES, LEAST_DB, MOST_RATIO = (600, 800, 1000, 1200, 1600, 2000, 2400, 3000), 52, 1.5


def clean_cell(program, photo, side):
    """The deviation that is found at a size, and the dB of the result to the picture; None for a smaller photograph."""
    with tempfile.TemporaryDirectory() as folder:
        clean, out, log = (f"{folder}/{name}" for name in ("clean.png", "out.png", "log.jsonl"))
        height, width = load(photo).shape[:2]
        if max(width, height) < side:
            return None
        size = f"{side}x0" if width > height else f"0x{side}"
        run("oiiotool", "-q", photo, "--ch", "R,G,B", "--resize:filter=lanczos3", size, "-d", "uint8", "-o", clean)
        run(program, "enhance", "-q", "--no-defaults", "--preset", "neutral", "--denoise", "auto", "--log", log, clean, "-o", out)
        records = [json.loads(line) for line in open(log)]
        noise = next(r["settings"][0]["noise"] for r in records if isinstance(r.get("settings"), list))
        return noise.get("measured", 0), min(99, psnr(load(out), load(clean)))


def clean_table(program, photos, check):
    print("| deviation, dB | " + " | ".join(map(str, CLEAN_SIDES)) + " |\n|" + " --- |" * (len(CLEAN_SIDES) + 1))
    failed = []
    for photo in photos:
        name = os.path.splitext(os.path.basename(photo))[0][:20]
        cells = [clean_cell(program, photo, side) for side in CLEAN_SIDES]
        print(f"| {name} | " + " | ".join(f"{c[0]:.2f}, {c[1]:.1f}" if c else "" for c in cells) + " |", flush=True)
        found = [c for c in cells if c]
        failed += [f"{name}: {c[1]:.1f} dB" for c in found if c[1] < LEAST_DB]
        failed += [f"{name}: {a[0]:.2f} and {b[0]:.2f}" for a, b in zip(found, found[1:])
                   if max(a[0], b[0]) > max(0.5, MOST_RATIO * min(a[0], b[0]))]
    if check and failed:
        sys.exit("; ".join(failed))


def default_photos():
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    beside = os.path.join(root, "..", "shared", "data", "photos")
    return beside if os.path.isdir(beside) else os.path.join(root, "data", "samples")


def photos_of(folder):
    return sorted(os.path.join(folder, name) for name in os.listdir(folder) if name.lower().endswith((".jpg", ".jpeg")))


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("program")
    parser.add_argument("--photos", default=default_photos())
    parser.add_argument("--side", type=int, default=1500)
    parser.add_argument("--peers", action="store_true")
    parser.add_argument("--guard", action="store_true")
    parser.add_argument("--real", action="store_true")
    parser.add_argument("--clean", action="store_true")
    parser.add_argument("--check", action="store_true")
    asked = parser.parse_args()
    if asked.guard:
        return guard_table(os.path.abspath(asked.program), photos_of(asked.photos), asked.side, asked.check)
    if asked.clean:
        return clean_table(os.path.abspath(asked.program), photos_of(asked.photos), asked.check)
    if asked.real:
        return real_table(os.path.abspath(asked.program), photos_of(asked.photos))
    program = os.path.abspath(asked.program)
    ways = {"auto": atrous(program, "--denoise", "auto")}
    if asked.peers:
        ways["preset denoise"] = atrous(program, "--preset", "denoise")
        ways.update({name: peer(strengths, command) for name, strengths, command in photo_peers.available()})
    rows, changed = {name: [] for name in ways}, []
    print("| gain in dB | " + " | ".join(KINDS) + " | s | clean, dB |\n|" + " --- |" * (len(KINDS) + 3))
    for photo in photos_of(asked.photos):
        name = os.path.splitext(os.path.basename(photo))[0]
        with tempfile.TemporaryDirectory() as folder:
            make_noisy(photo, folder, asked.side)
            for way, denoise in ways.items():
                row, seconds, itself = gains(folder, denoise)
                rows[way].append(row + [seconds])
                if itself < LEAST_DB:
                    changed.append((way, name))
                print(f"| {way}: {name} | " + " | ".join(f"{g:.2f}" for g in row + [seconds]) + f" | {min(99, itself):.1f} |", flush=True)
    failed = False
    for way, found in rows.items():
        mean = np.mean(found, 0)
        print(f"| **{way}** | " + " | ".join(f"**{g:.2f}**" for g in mean) + " | |")
        if asked.check and way in ASKED:
            failed |= any(g < least for g, least in zip(mean, ASKED[way]))
            failed |= any(way == changed_way for changed_way, _ in changed)
    if failed:
        sys.exit("below what is asked: " + "; ".join(f"{way} {ASKED[way]}" for way in ways if way in ASKED))


main()
