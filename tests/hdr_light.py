"""Light of HDR files in double precision, from the standards alone: no code of the program. Light is linear BT.2020, and 1 is
203 cd/m2, the diffuse white of BT.2408."""
import numpy as np

WHITE = 203.0  # cd/m2
PQ_TOP, HLG_TOP = 10000 / WHITE, 1000 / WHITE
# ITU-T H.273 8.1: x and y of red, green, blue. All three have the white D65.
PRIMARIES = {1: ((0.64, 0.33), (0.30, 0.60), (0.15, 0.06)),
             9: ((0.708, 0.292), (0.170, 0.797), (0.131, 0.046)),
             12: ((0.680, 0.320), (0.265, 0.690), (0.150, 0.060))}
D65, D50 = (0.3127, 0.3290), np.array([0.9642, 1, 0.8249])
SRGB, PQ, HLG = 13, 16, 18  # H.273 8.2
ACCENT = 1 / 64  # light that is added to both sides of a relative difference: 3 cd/m2


def xyz(x, y):
    return np.array([x / y, 1, (1 - x - y) / y])


def rgb_to_xyz(primaries):
    """SMPTE RP 177."""
    columns = np.stack([xyz(*one) for one in PRIMARIES[primaries]], -1)
    return columns * np.linalg.solve(columns, xyz(*D65))


def to_2020(light, primaries):
    if light.shape[-1] == 1 or primaries == 9:
        return light
    return light @ (np.linalg.inv(rgb_to_xyz(9)) @ rgb_to_xyz(primaries)).T


def from_2020(light, primaries):
    if light.shape[-1] == 1 or primaries == 9:
        return light
    return light @ (np.linalg.inv(rgb_to_xyz(primaries)) @ rgb_to_xyz(9)).T


# BT.2100-2 table 4: PQ.
M1, M2, C1, C2, C3 = 2610 / 16384, 2523 / 4096 * 128, 3424 / 4096, 2413 / 4096 * 32, 2392 / 4096 * 32


def pq_light(signal):
    power = np.clip(signal, 0, 1) ** (1 / M2)
    return PQ_TOP * (np.maximum(power - C1, 0) / (C2 - C3 * power)) ** (1 / M1)


def pq_signal(light):
    power = np.clip(light / PQ_TOP, 0, 1) ** M1
    return ((C1 + C2 * power) / (1 + C3 * power)) ** M2


# BT.2100-2 table 5: HLG on a display of 1000 cd/m2, whose system gamma is 1.2.
A, GAMMA = 0.17883277, 1.2
B, C = 1 - 4 * A, 0.5 - A * np.log(4 * A)


def luminance(light, primaries):
    """Of the file's own primaries."""
    if light.shape[-1] == 1:
        return light
    return (light @ rgb_to_xyz(primaries)[1])[..., None]


def hlg_light(signal, primaries):
    signal = np.clip(signal, 0, 1)
    scene = np.where(signal <= 0.5, signal ** 2 / 3, (np.exp((signal - C) / A) + B) / 12)
    return HLG_TOP * luminance(scene, primaries) ** (GAMMA - 1) * scene


def hlg_signal(light, primaries):
    display = np.maximum(light, 0) / HLG_TOP
    brightness = np.maximum(luminance(display, primaries), 1e-12)
    scene = np.clip(brightness ** ((1 - GAMMA) / GAMMA) * display, 0, 1)
    return np.where(scene <= 1 / 12, np.sqrt(3 * scene), A * np.log(np.maximum(12 * scene - B, 1e-12)) + C)


def srgb_light(signal):
    signal = np.clip(signal, 0, 1)
    return np.where(signal <= 0.04045, signal / 12.92, ((signal + 0.055) / 1.055) ** 2.4)


def srgb_signal(light):
    light = np.clip(light, 0, 1)
    return np.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055)


def decoded(signal, transfer, primaries):
    """Light in BT.2020 of a signal from 0 to 1 with these code points."""
    own = {PQ: pq_light, SRGB: srgb_light}.get(transfer) or (lambda one: hlg_light(one, primaries))
    return to_2020(own(signal), primaries)


def encoded(light, transfer, primaries):
    light = from_2020(light, primaries)
    return hlg_signal(light, primaries) if transfer == HLG else {PQ: pq_signal, SRGB: srgb_signal}[transfer](light)


def picture(width, height, top, colours=3):
    """Light in some primaries: a ramp from black to `top`, saturated patches, texture, highlights at the top."""
    rows, columns = np.mgrid[0:height, 0:width].astype(float)
    u, v = (columns + 0.5) / width, (rows + 0.5) / height
    ramp = top ** (1.6 * u - 0.6) * v ** 0.5 * (1 + 0.08 * np.sin(columns * 0.9) * np.cos(rows * 0.7))
    hues = np.stack([0.55 + 0.45 * np.cos(2 * np.pi * (u * 2 + v + third / 3)) for third in range(3)], -1)
    light = ramp[..., None] * (hues if colours == 3 else hues[..., :1])
    spot = np.exp(-(((u - 0.7) * 6) ** 2 + ((v - 0.35) * 6) ** 2) * 4)[..., None]
    return np.clip(light * (1 - spot) + top * spot * np.array([1, 0.92, 0.8][:colours]), 0, top)


# BT.2446-1 method C (clause 5): from BT.2020 light to a display of SDR. White there is the curve's value at 1000 cd/m2.
K1, K2, K3, K4, CROSSTALK = 0.83802, 15.09968, 0.74204, 78.99439, 0.04


def sdr_percent(brightness):
    start = 58.5 / K1
    return np.where(brightness < start, K1 * brightness, K2 * np.log(np.maximum(brightness / start, 1) - K3) + K4)


def tone_mapped(light):
    colours = light.shape[-1]
    mix = np.eye(3) * (1 - 3 * CROSSTALK) + CROSSTALK if colours == 3 else np.eye(1)
    mixed = light @ mix.T
    brightness = np.maximum(luminance(mixed, 9), 1e-4)
    shown = sdr_percent(brightness * WHITE) / sdr_percent(1000)
    return (mixed * shown / brightness) @ np.linalg.inv(mix).T


# Gain maps (ISO 21496-1:2025, 6.2; Ultra HDR image format 1.1, "Apply the gain map"; Adobe, "Gain map 1.0")


def upsampled(samples, width, height):
    """Bilinear, with centres of pixels on centres of pixels."""
    for axis, size in ((0, height), (1, width)):
        old = samples.shape[axis]
        at = np.clip((np.arange(size) + 0.5) * old / size - 0.5, 0, old - 1)
        low = np.minimum(at.astype(int), old - 1)
        share = (at - low).reshape([-1 if one == axis else 1 for one in range(3)])
        high = np.minimum(low + 1, old - 1)
        samples = np.take(samples, low, axis) * (1 - share) + np.take(samples, high, axis) * share
    return samples


def gained(sdr, samples, numbers):
    """HDR light of SDR light and the samples of its map (0 to 1), at the map's full strength."""
    low, high, gamma, sdr_offset, hdr_offset = (np.asarray(numbers[key], float) for key in ("min", "max", "gamma", "sdr", "hdr"))
    share = upsampled(samples, sdr.shape[1], sdr.shape[0]) ** (1 / gamma)
    return (sdr + sdr_offset) * 2 ** (low * (1 - share) + high * share) - hdr_offset


def map_samples(sdr, hdr, numbers):
    """The map of whole size that gained() undoes."""
    low, high, gamma, sdr_offset, hdr_offset = (np.asarray(numbers[key], float) for key in ("min", "max", "gamma", "sdr", "hdr"))
    gain = np.log2((np.maximum(hdr, 0) + hdr_offset) / (sdr + sdr_offset))
    return np.clip((gain - low) / (high - low), 0, 1) ** gamma


def apple_gained(sdr, samples, headroom):
    """Apple, "Applying Apple HDR effect to your photos": the map is coded by BT.709's curve."""
    samples = upsampled(samples, sdr.shape[1], sdr.shape[0])
    linear = np.where(samples < 0.081, samples / 4.5, ((samples + 0.099) / 1.099) ** (1 / 0.45))
    return sdr * (1 + (headroom - 1) * linear)


def shrunk(samples, factor):
    """Means of boxes of `factor` by `factor`, the last of which may be smaller."""
    for axis in (0, 1):
        starts = np.arange(0, samples.shape[axis], factor)
        counts = np.diff(np.append(starts, samples.shape[axis])).reshape([-1 if one == axis else 1 for one in range(3)])
        samples = np.add.reduceat(samples, starts, axis) / counts
    return samples


# Colours of ICC profiles with a matrix and curves (ICC.1:2022), which SDR files of the program have

BRADFORD = np.array([[0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296]])


def number(data, at):
    return int.from_bytes(data[at:at + 4], "big", signed=True) / 65536


def icc_tags(profile):
    count = int.from_bytes(profile[128:132], "big")
    rows = (profile[at:at + 12] for at in range(132, 132 + 12 * count, 12))
    return {row[:4]: profile[int.from_bytes(row[4:8], "big"):][:int.from_bytes(row[8:], "big")] for row in rows}


def icc_cicp(profile):
    """Primaries and transfer of a tag cicp (9.2.17), or nothing."""
    tag = icc_tags(profile).get(b"cicp") if profile else None
    return (tag[8], tag[9]) if tag else None


def curve_light(tag, signal):
    if tag[:4] == b"para":
        kind = tag[9]
        g, a, b, c, d, e, f = [number(tag, 12 + 4 * one) for one in range((1, 3, 4, 5, 7)[kind])] + [0] * (7 - (1, 3, 4, 5, 7)[kind])
        if kind == 0:
            return signal ** g
        return np.where(signal >= d, np.maximum(a * signal + b, 0) ** g + e, c * signal + f)
    values = np.frombuffer(tag, ">u2", int.from_bytes(tag[8:12], "big"), 12)
    if len(values) < 2:
        return signal ** (values[0] / 256 if len(values) else 1)
    return np.interp(signal, np.linspace(0, 1, len(values)), values / 65535)


def icc_light(profile, signal):
    """Light in BT.2020 of an SDR signal, relative to the profile's white."""
    tags = icc_tags(profile)
    if signal.shape[-1] == 1:
        return curve_light(tags[b"kTRC"], signal)
    names = (b"rTRC", b"gTRC", b"bTRC")
    light = np.stack([curve_light(tags[name], signal[..., one]) for one, name in enumerate(names)], -1)
    to_d50 = np.stack([[number(tags[name], at) for at in (8, 12, 16)] for name in (b"rXYZ", b"gXYZ", b"bXYZ")], -1)
    cones = BRADFORD @ xyz(*D65) / (BRADFORD @ D50)
    to_d65 = np.linalg.inv(BRADFORD) @ np.diag(cones) @ BRADFORD
    return light @ (np.linalg.inv(rgb_to_xyz(9)) @ to_d65 @ to_d50).T


def differences(found, expected):
    """The largest and the mean relative difference of light."""
    error = np.abs(found - expected) / (np.maximum(expected, 0) + ACCENT)
    return error.max(), error.mean()
