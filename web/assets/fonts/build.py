"""Makes the Lexend files of this folder from the npm package @fontsource/lexend (see README.md).

usage: build.py <folder with the unpacked package> <output folder>
needs: Debian's fonttools and python3-brotli

Lexend's digits differ in width and it has no `tnum` feature, so a running score would jitter. Each digit gets
a second glyph, the same outline centred on the width of the widest digit, and a `tnum` feature that swaps them in.
"""

import copy
import sys
from pathlib import Path

from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

LATIN = [*range(0x20, 0x7F), *range(0xA0, 0x100), 0x2013, 0x2014, 0x2018, 0x2019, 0x201C, 0x201D, 0x2026, 0x2212]
LATIN_EXTENDED_A = list(range(0x100, 0x180))


def add_tabular_digits(font: TTFont) -> None:
    cmap, glyphs, metrics = font.getBestCmap(), font["glyf"], font["hmtx"]
    digits = [cmap[ord(d)] for d in "0123456789"]
    width = max(metrics[name][0] for name in digits)
    order = font.getGlyphOrder()
    for name in digits:
        twin = f"{name}.tnum"
        shift = (width - metrics[name][0]) // 2
        glyph = copy.deepcopy(glyphs[name])
        glyph.coordinates.translate((shift, 0))
        glyphs[twin] = glyph
        glyph.recalcBounds(glyphs)
        metrics[twin] = (width, metrics[name][1] + shift)
    font.setGlyphOrder(order + [f"{name}.tnum" for name in digits if f"{name}.tnum" not in order])
    rules = "".join(f"sub {name} by {name}.tnum;" for name in digits)
    # Added to a table of its own, then appended to Lexend's: feaLib would replace what is there.
    whole = font["GSUB"]
    del font["GSUB"]
    addOpenTypeFeaturesFromString(font, f"languagesystem DFLT dflt; languagesystem latn dflt; feature tnum {{{rules}}} tnum;")
    ours = font["GSUB"].table
    theirs = whole.table
    lookup = ours.LookupList.Lookup[0]
    record = next(r for r in ours.FeatureList.FeatureRecord if r.FeatureTag == "tnum")
    record.Feature.LookupListIndex = [len(theirs.LookupList.Lookup)]
    theirs.LookupList.Lookup.append(lookup)
    theirs.LookupList.LookupCount = len(theirs.LookupList.Lookup)
    theirs.FeatureList.FeatureRecord.append(record)
    theirs.FeatureList.FeatureCount = len(theirs.FeatureList.FeatureRecord)
    index = theirs.FeatureList.FeatureCount - 1
    for script in theirs.ScriptList.ScriptRecord:
        systems = [script.Script.DefaultLangSys, *(l.LangSys for l in script.Script.LangSysRecord)]
        for system in (s for s in systems if s is not None):
            system.FeatureIndex.append(index)
            system.FeatureCount = len(system.FeatureIndex)
    font["GSUB"] = whole


def subset(font: TTFont, characters: list[int], features: list[str]) -> TTFont:
    options = Options(layout_features=features, hinting=False, name_IDs=[0, 1, 2, 13, 14], notdef_outline=True)
    options.flavor = "woff2"
    work = Subsetter(options)
    work.populate(unicodes=characters)
    work.subset(font)
    font.flavor = "woff2"
    return font


package, out = Path(sys.argv[1]), Path(sys.argv[2])
for weight in (400, 700):
    latin = TTFont(package / "files" / f"lexend-latin-{weight}-normal.woff2")
    add_tabular_digits(latin)
    subset(latin, LATIN, ["kern", "mark", "mkmk", "ccmp", "locl", "tnum"]).save(out / f"lexend-{weight}.woff2")
    extended = TTFont(package / "files" / f"lexend-latin-ext-{weight}-normal.woff2")
    subset(extended, LATIN_EXTENDED_A, ["kern", "mark", "mkmk", "ccmp", "locl"]).save(out / f"lexend-ext-{weight}.woff2")
