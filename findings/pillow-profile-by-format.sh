#!/usr/bin/env bash
# Package: pillow 13.0.0 (PyPI).
#
# One would expect: a picture that is opened and saved looks as before; or, if its colour profile has to be handed on
#   by the caller (`save(..., icc_profile=image.info["icc_profile"])`), that this is so for every format. It is still
#   in `info`, and a crop or a conversion keeps it there.
# What happens: PNG, TIFF and AVIF take the profile from `info`; JPEG, WebP and JPEG 2000 drop it without a word, JPEG
#   even with quality="keep". A PNG that states its colours by cICP or gAMA, the other two ways that PNG has, loses
#   them even as a PNG: cICP is not so much as in `info`. The density (pHYs) is in `info`, and lost by all.
# Output seen (a picture in Display P3 with 144 dpi, opened and saved):
#   profile kept: PNG True, TIFF True, AVIF True, JPEG False, WEBP False, JPEG2000 False
#   PNG with cICP saved as PNG: in info False, in the file False;  with gAMA: in info True, in the file False
# Why it matters: screenshots of iPhones, Macs and many Androids are in Display P3, new ones also by cICP. A program that
#   draws a solution over one and saves it gives a duller picture, by up to 92 of 255 levels, and whether it does
#   depends on the suffix of the file. Tests with PNG and a profile do not show it.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
"${PYTHON:-python3}" -m venv "$work/venv"
"$work/venv/bin/python" -m pip install --quiet --disable-pip-version-check pillow==13.0.0
cat > try.py <<'PY'
import io
import struct
import sys
import zlib

from PIL import Image, ImageCms, features


def saved(image, kind, **options):
    file = io.BytesIO()
    image.save(file, kind, **options)
    return file.getvalue()


def chunk(kind, content):
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


changed = []


def see(what, got, expected):
    print(f"{what}: {got}")
    if got != expected:
        changed.append(what)


# Any profile will do.
profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
plain = Image.new("RGB", (16, 16), (240, 60, 20))
source = saved(plain, "PNG", icc_profile=profile, dpi=(144, 144))
kinds = {"PNG": True, "TIFF": True, "AVIF": True, "JPEG": False, "WEBP": False, "JPEG2000": False}
for kind, keeps in kinds.items():
    if kind == "AVIF" and not features.check("avif"):
        continue
    cropped = Image.open(io.BytesIO(source)).crop((0, 0, 8, 8))
    assert cropped.info["icc_profile"] == profile
    again = Image.open(io.BytesIO(saved(cropped, kind)))
    see(f"profile kept by {kind}", "icc_profile" in again.info, keeps)
photo = Image.open(io.BytesIO(saved(plain, "JPEG", icc_profile=profile)))
again = Image.open(io.BytesIO(saved(photo, "JPEG", quality="keep")))
see('profile kept by JPEG with quality="keep"', "icc_profile" in again.info, False)
density = Image.open(io.BytesIO(saved(Image.open(io.BytesIO(source)), "PNG"))).info.get("dpi")
see("density kept by PNG", density, None)
for kind, content, key, known in (
    (b"cICP", bytes((12, 13, 0, 1)), "cicp", False),
    (b"gAMA", struct.pack(">I", 100_000), "gamma", True),
):
    data = saved(plain, "PNG")
    image = Image.open(io.BytesIO(data[:33] + chunk(kind, content) + data[33:]))
    name = kind.decode()
    see(f"{name}: in info, in the PNG that is saved", (key in image.info, kind in saved(image, "PNG")), (known, False))
if changed:
    sys.exit(f"The behaviour changed: {', '.join(changed)}")
print("As described: three formats keep a profile that three others drop, and cICP and gAMA are always lost.")
PY
"$work/venv/bin/python" try.py
