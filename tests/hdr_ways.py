"""The ways of a file through the program: what tests/hdr.py runs for each row, and what is wrong with each output."""
import json, os, subprocess
import numpy as np
import hdr_files as hf
import hdr_light as hl
import hdr_read as hr

BOOST = ("--preset", "neutral", "--luma", "1.4,1.25")
NEUTRAL = ("--preset", "neutral")
BEST = ("--quality", "100")
OUT_OF_MEMORY = 33
LOSSY = ("avif", "heic", "jpg")
# Largest mean difference in % of each way (bound() has exceptions), and of the largest one if samples are not compressed with loss.
MEAN = {"own": 1.0, "boost": 1.0, "codes": 0.01, "jpg": 1.0, "pq": 0.05, "sdr": 0.6, "half": 1.0}
LARGEST = {"own": 0.01, "codes": 0.01, "pq": 1.0}


class Failure(Exception):
    pass


def atrous(program, command, options, inputs, output):
    """The frame's line of the log. A crash or an unclear exit status is a failure."""
    log = output + ".jsonl"
    for one in (log, output):
        if os.path.exists(one):
            os.remove(one)
    done = subprocess.run([program, command, *options, inputs, "-o", output, "--log", log, "-q"], capture_output=True, text=True, timeout=300)
    if done.returncode not in (0, 1, OUT_OF_MEMORY):
        raise Failure(f"exit status {done.returncode}: {done.stderr.strip()[:200]}")
    frames = [one for one in map(json.loads, open(log)) if "input" in one] if os.path.exists(log) else []
    frame = frames[0] if frames else {"status": "failed", "error": done.stderr.strip(), "error_id": ""}
    if (done.returncode == 0) != (frame["status"] == "ok"):
        raise Failure(f"exit status {done.returncode}, but the log has status {frame['status']}")
    return frame


def written(program, command, options, row, made, output):
    """The output as another library reads it, and the ids of warnings."""
    frame = atrous(program, command, options, made.path, output)
    if frame["status"] != "ok":
        raise Failure(f"{frame.get('error_id')}: {frame.get('error', '').split(': ', 1)[-1]}"[:300])
    return hr.read(output), frame.get("warning_ids", [])


def lost(row, made, found, warnings, extension):
    """What an output does not have, if no warning came with it. Only the input's own format has its bits: others get --depth."""
    is_hdr = found.points or found.numbers or extension == "exr"
    gone = ["the dynamic range"] * (not is_hdr)
    gone += ["alpha"] * (row.channels % 2 == 0 and found.codes.shape[2] % 2 == 1)
    gone += ["bits"] * (extension == row.extension and row.bits > (found.bits or 32))
    return ["lost without a warning: " + one for one in gone] if not warnings else []


def reference(program, command, options, made, folder, name):
    """The program's own result for this light, as a float EXR: only formats and transfer functions differ."""
    source, result = f"{folder}/{name}.light.exr", f"{folder}/{name}.{command}.exr"
    hf.write_exr(source, made.light, made.alpha)
    frame = atrous(program, command, [*options, "--assume-profile", "linear-rec2020"], source, result)
    if frame["status"] != "ok":
        raise Failure(f"of the reference: {frame.get('error')}")
    samples = hr.oiio_samples(result)[0]
    if made.alpha is not None:
        return samples[..., :-1] / np.maximum(samples[..., -1:], 1e-6)
    return samples


def clli_of(found):
    """CTA-861.3, annex A."""
    brightest = (hl.from_2020(found.light, found.points[0]) * hl.WHITE).max(-1)
    return brightest.max(), brightest.mean()


def wrong_levels(found, unchanged):
    """Neutral settings keep the levels, others measure them again."""
    if found.levels is None:
        return ["clli is lost"]
    expected = unchanged or clli_of(found)
    bad = any(abs(one - other) > 0.03 * other + 1 for one, other in zip(found.levels, expected))
    return [f"clli is {found.levels}, not {tuple(round(float(one)) for one in expected)}"] if bad else []


class Ways:
    """Each returns the output, the expected light, the ids of warnings and what is wrong."""

    def __init__(self, program, row, made, folder):
        self.program, self.row, self.made, self.folder = program, row, made, folder

    def output(self, way, extension):
        return f"{self.folder}/{self.row.name}.{way}.{extension}"

    def run(self, way, command, options, extension):
        output = self.output(way, extension)
        found, warnings = written(self.program, command, options, self.row, self.made, output)
        wrong, other = lost(self.row, self.made, found, warnings, extension), hr.oiio_light(output) if extension in ("png", "jxl") else None
        if other is not None and hl.differences(other, found.light)[1] > 0.01:
            wrong.append(f"OpenImageIO gets other light: {100 * hl.differences(other, found.light)[1]:.1f} %")
        return found, warnings, wrong

    def lossless(self):
        return ("--compression", "lossless") if self.row.extension == "jxl" else BEST if self.row.extension in LOSSY else ()

    def own(self):
        found, warnings, wrong = self.run("own", "enhance", [*NEUTRAL, *self.lossless()], self.row.extension)
        if self.row.extension not in LOSSY:
            wrong += changed_codes(self.made, found)
        if self.made.levels:
            wrong += wrong_levels(found, self.made.levels)
        if self.made.points and not same_points(self.made, found):
            wrong.append(f"code points {found.points}")
        return found, self.made.sdr if keeps_no_map(self.row, self.made) else self.made.light, warnings, wrong

    def codes(self):
        """HEIC and AVIF into a PNG of 16 bits, which shows the samples that the encoder would get."""
        found, warnings, wrong = self.run("codes", "enhance", [*NEUTRAL, "--depth", "uint16"], "png")
        return found, self.made.light, warnings, wrong + changed_codes(self.made, found)

    def boost(self):
        expected = reference(self.program, "enhance", [*BOOST, "--space", "ictcp"], self.made, self.folder, self.row.name)
        space = () if self.made.points or self.made.has_map else ("--space", "ictcp")
        found, warnings, wrong = self.run("boost", "enhance", [*BOOST, *space, *self.lossless()], self.row.extension)
        if self.made.levels:
            wrong += wrong_levels(found, None)
        return found, clipped(expected, found), warnings, wrong

    def jpg(self):
        found, warnings, wrong = self.run("jpg", "enhance", [*NEUTRAL, *BEST], "jpg")
        if found.numbers:
            light = hr.vips_gained(self.output("jpg", "jpg"))
            if light is not None and hl.differences(light, found.light)[1] > 0.01:
                wrong.append(f"libvips gets other light from the map: {100 * hl.differences(light, found.light)[1]:.1f} %")
        return found, self.in_jpeg(found, warnings), warnings, wrong

    def light(self, warnings):
        """The image below a map that libheif does not list (tmap), which a warning names."""
        return self.made.sdr if self.made.has_map and "W_HEIF_AUXILIARY" in warnings else self.made.light

    def in_jpeg(self, found, warnings):
        """The SDR image of PQ, HLG and EXR is sRGB: colours outside of it are clipped. Only opaque pixels are compared."""
        if self.made.has_map:
            return self.light(warnings)
        light = hl.to_2020(np.maximum(hl.from_2020(self.made.light, 1), 0), 1)
        if self.made.alpha is None:
            return light
        opaque = (self.made.alpha == 1).all((1, 2))
        found.light = found.light[opaque]
        return light[opaque]

    def pq(self):
        options = [*NEUTRAL, "--output-profile", "pq", "--depth", "uint16"]
        found, warnings, wrong = self.run("pq", "enhance", options, "png")
        if found.points != (9, hl.PQ):
            wrong.append(f"code points {found.points}")
        return found, clipped(self.light(warnings), found), warnings, wrong

    def sdr(self):
        options = [*NEUTRAL, "--output-profile", "srgb", "--depth", "uint16"]
        found, warnings, wrong = self.run("sdr", "enhance", options, "png")
        return found, self.made.shown(found), warnings, wrong

    def half(self):
        expected = reference(self.program, "scale", ["--factor", "2"], self.made, self.folder, self.row.name)
        found, warnings, wrong = self.run("half", "scale", ["--factor", "2", *self.lossless()], self.row.extension)
        return found, clipped(expected, found), warnings, wrong


def clipped(light, found):
    """To what the output's samples can be."""
    if not found.points:
        return np.maximum(light, 0)
    own = hl.from_2020(light, found.points[0])
    return hl.to_2020(np.clip(own, 0, hl.PQ_TOP if found.points[1] == hl.PQ else hl.HLG_TOP), found.points[0])


def keeps_no_map(row, made):
    """libheif writes no auxiliary images: the image below the map remains, with a warning."""
    return made.has_map and row.extension in ("heic", "avif")


def ways_of(row, made):
    absent = {"codes"} if row.extension not in ("avif", "heic") or made.has_map else set()
    absent |= {"boost", "half"} if keeps_no_map(row, made) else set()
    return [way for way in MEAN if way not in absent]


def bound(way, row, made):
    """Maps are scaled for themselves, and their product with the image is not the scaled product. HDR of 8 bits has steps of 2 to 4 %.
    Chroma of half the size is encoded again. x265 loses more than libaom at the same quality. A new map has 5 stops in 8 bits."""
    filters = way in ("boost", "half")
    factors = [1.5 * (way == "jpg" and not made.has_map), 2 * (made.has_map and way == "half"),
               2.5 * (row.bits == 8 and not made.has_map and (filters or way == "own")), 5 * (made.slack is None and filters),
               1.5 * (row.extension == "heic" and filters)]
    return MEAN[way] * max(1, *factors)


def same_points(made, found):
    """Greys have no primaries in some formats."""
    return bool(found.points) and found.points[-1] == made.points[-1] and (made.light.shape[2] == 1 or found.points == made.points)


def changed_codes(made, found):
    if made.codes is None or made.slack is None:
        return []
    if made.codes.shape[2] == 1 and found.codes.shape[2] == 3 and np.ptp(found.codes, 2).max() == 0:
        found.codes = found.codes[..., :1]  # libheif reads greys as three equal channels
    if made.codes.shape != found.codes.shape:
        return [f"{found.codes.shape} samples of {made.codes.shape}"]
    change = np.abs(made.codes - found.codes).max()
    return [f"a sample changed by {change:.6f}"] if change > made.slack + 0.51 / 65535 else []


def is_lossless(row, way):
    return way in ("codes", "pq") or row.extension not in LOSSY
