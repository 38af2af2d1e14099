#!/usr/bin/env bash
# Package: pillow 13.0.0 (PyPI), with the libjpeg-turbo in its wheel.
#
# One would expect: whether a JPEG file can be decoded does not depend on how long a comment before its pixels is.
# What happens: with arithmetic coding it does. libjpeg cannot pause there, and Pillow hands it the file in pieces of
#   64 KiB (`ImageFile.MAXBLOCK`). If such a border lies in the coded pixels, decoding ends in "broken data stream"; if
#   it lies before them, or the file is shorter, all is well. So every file of this kind whose pixels take more than
#   64 KiB fails, and some small ones, by the length of their EXIF data, thumbnail or colour profile.
# Output seen (one picture of 24 x 24 pixels, with comments of different lengths):
#   60000 bytes: decoded    65200: decoded    65300: broken data stream    65500: decoded
#   with image.decodermaxblock = length of the file: decoded, all of them
# Why it matters: such files are rare but real: `jpegtran -arithmetic` makes any JPEG smaller without loss. The message
#   says that a file is damaged which is not; whoever tests with a small picture sees that the coding is supported. One
#   line between `open` and `load` reads them all: image.decodermaxblock = len(data).
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
"${PYTHON:-python3}" -m venv "$work/venv"
"$work/venv/bin/python" -m pip install --quiet --disable-pip-version-check pillow==13.0.0
cat > try.py <<'PY'
import io
import sys
from base64 import b64decode

from PIL import Image

# Grey noise of 24 x 24 pixels, by `jpegtran -arithmetic` of libjpeg-turbo 2.1.5.
PICTURE = b64decode(
    "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6j"
    "q62rZ4C8ybqmx5moq6T/yQALCAAYABgBAREA/8wABgAQEAX/2gAIAQEAAD8A9X8Wb36jV0VdEZnkqUdGTtgYWIOyG8RFukKRPKal"
    "k5bmpeG8vuQ7/wAhfuZ4m3EPb32cJYGuUr/2wUNXGSHmGbE9gnMe9o7O86N9sVHiewURfXD9cwQa8p2ah+zrNyIJDXxPmAW12Xg+"
    "fntjTe/hnwZd1vJlPRY+EQCuYC6zp+cfewZb6E/NAN0tR7qrK+HL/mZK0wQS/wAZMagt/t5JZ0yfSEGzk3zs9rfvq0b0jICe/wCu"
    "GAhkvKAJQBu1M4av2GDtnpKA/9k="
)
SEEN = {10: True, 60_000: True, 65_200: True, 65_300: False, 65_400: False, 65_500: True}


def with_comment(count):
    return PICTURE[:2] + b"\xff\xfe" + (count + 2).to_bytes(2, "big") + b"x" * count + PICTURE[2:]


def decoded(data, at_once):
    image = Image.open(io.BytesIO(data))
    if at_once:
        image.decodermaxblock = len(data)
    try:
        image.load()
    except OSError as error:
        return str(error)
    return image.tobytes()


pixels = decoded(PICTURE, at_once=False)
changed = []
for count, is_decoded in SEEN.items():
    data = with_comment(count)
    got = decoded(data, at_once=False)
    print(f"comment of {count} bytes: {'decoded' if got == pixels else got}")
    if (got == pixels) is not is_decoded:
        changed.append(f"{count} bytes")
    if decoded(data, at_once=True) != pixels:
        changed.append(f"{count} bytes at once")
if changed:
    sys.exit(f"The behaviour changed: {', '.join(changed)}")
print("As described: it depends on the length of a comment; given at once, all are decoded.")
PY
"$work/venv/bin/python" try.py
