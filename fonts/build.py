"""Builds the fonts that no npm package has from Debian's packages fonts-noto-cjk and fonts-noto-core.

Usage: pip install fonttools && python3 fonts/build.py. Run from the project's root after `npm ci`, only for a new version of Noto.

Noto Sans CJK has the Han characters that at least one of the packages for a region (SC, TC, JP, KR) lacks, in the forms of all regions: the
feature `locl` chooses by the language of a text. The other fonts are complete.
"""

from glob import glob
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

DEBIAN = Path("/usr/share/fonts")
TARGET = Path("fonts/files")
CJK = {400: "Regular", 700: "Bold"}
# Place of the font for simplified Chinese in the collection. Its forms are the default.
SC = 2
REGIONS = ["sc", "tc", "jp", "kr"]
SCRIPTS = {
    "noto-sans-batak": "NotoSansBatak",
    "noto-sans-chakma": "NotoSansChakma",
    "noto-sans-mandaic": "NotoSansMandaic",
    "noto-sans-wancho": "NotoSansWancho",
    "noto-serif-nyiakeng-puachue-hmong": "NotoSerifNyiakengPuachueHmong",
}
# Radicals, ideographic marks and numbers, unified and compatibility ideographs, and the planes of the extensions.
HAN = [
    (0x2E80, 0x2FDF),
    (0x3005, 0x3007),
    (0x3021, 0x3029),
    (0x3038, 0x303B),
    (0x3400, 0x4DBF),
    (0x4E00, 0x9FFF),
    (0xF900, 0xFAFF),
    (0x20000, 0x3FFFF),
]


def characters(path):
    return set(TTFont(path, lazy=True).getBestCmap())


def of_every_region():
    """Returns the characters that the packages of all regions have."""
    files = lambda region: glob(f"node_modules/@fontsource/noto-sans-{region}/files/*-400-normal.woff")
    return set.intersection(*(set.union(*map(characters, files(region))) for region in REGIONS))


def save(font, name, weight):
    font.flavor = "woff"
    font.save(TARGET / f"{name}-{weight}-normal.woff")


def main():
    known = of_every_region()
    for weight, style in CJK.items():
        font = TTFont(DEBIAN / f"opentype/noto/NotoSansCJK-{style}.ttc", fontNumber=SC)
        wanted = [code for code in font.getBestCmap() if code not in known and any(a <= code <= b for a, b in HAN)]
        options = subset.Options(
            layout_features=["locl", "ccmp"], hinting=False, glyph_names=False, notdef_outline=True
        )
        options.drop_tables += ["vhea", "vmtx", "VORG", "BASE", "GPOS"]
        subsetter = subset.Subsetter(options)
        subsetter.populate(unicodes=wanted)
        subsetter.subset(font)
        save(font, "noto-sans-cjk", weight)
    for name, file in SCRIPTS.items():
        save(TTFont(DEBIAN / f"truetype/noto/{file}-Regular.ttf"), name, 400)


main()
