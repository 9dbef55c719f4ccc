"""How does a picture of a page become a small PNG? With the 256 colours that it uses most."""

import base64
import struct
import zlib

from playwright.sync_api import Page

COLOURS = 256
# Returns the picture's size, its colours and, pixel by pixel, which of them: the nearest by sight.
_COUNT_COLOURS = """async ([png, most]) => {
    const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
    const pen = new OffscreenCanvas(image.width, image.height).getContext('2d');
    pen.drawImage(image, 0, 0);
    const pixels = pen.getImageData(0, 0, image.width, image.height).data;
    const counted = new Map();
    for (let at = 0; at < pixels.length; at += 4) {
        const key = (pixels[at] >> 2 << 12) | (pixels[at + 1] >> 2 << 6) | (pixels[at + 2] >> 2);
        const known = counted.get(key);
        if (known) known.times += 1;
        else counted.set(key, { times: 1, colour: [pixels[at], pixels[at + 1], pixels[at + 2]] });
    }
    const used = [...counted.values()].sort((one, other) => other.times - one.times).slice(0, most);
    const colours = used.map((each) => each.colour);
    const nearest = new Map();
    const find = (red, green, blue) => {
        const far = ([r, g, b]) => 3 * (r - red) ** 2 + 6 * (g - green) ** 2 + (b - blue) ** 2;
        return colours.reduce((best, each, index) => (far(each) < far(colours[best]) ? index : best), 0);
    };
    let places = '';
    for (let at = 0; at < pixels.length; at += 4) {
        const [red, green, blue] = pixels.subarray(at, at + 3);
        const key = (red << 16) | (green << 8) | blue;
        if (!nearest.has(key)) nearest.set(key, find(red, green, blue));
        places += String.fromCharCode(nearest.get(key));
    }
    return { width: image.width, height: image.height, colours: colours.flat(), places: btoa(places) };
}"""


def shrink(page: Page, png: bytes) -> bytes:
    """Return a PNG with at most 256 colours; `page` is any page of a browser, which reads the picture."""
    read = page.evaluate(_COUNT_COLOURS, [base64.b64encode(png).decode(), COLOURS])
    width, height, places = read["width"], read["height"], base64.b64decode(read["places"])
    rows = b"".join(b"\0" + places[row * width : (row + 1) * width] for row in range(height))
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    chunks = {b"IHDR": header, b"PLTE": bytes(read["colours"]), b"IDAT": zlib.compress(rows, 9), b"IEND": b""}
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, content) for kind, content in chunks.items())


def _chunk(kind: bytes, content: bytes) -> bytes:
    checked = kind + content
    return struct.pack(">I", len(content)) + checked + struct.pack(">I", zlib.crc32(checked))
