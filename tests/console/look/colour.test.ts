import { readFileSync } from "node:fs";
import { assert, integer, property } from "fast-check";
import { describe, expect, it } from "vitest";
import { AA, brandScale, contrast, readColour } from "../../../src/console/theme/colour";
import { PRESET_COLOURS } from "../../../src/console/theme/mode";

const css = readFileSync("src/console/theme/tokens.css", "utf8").replace(/\/\*[\s\S]*?\*\//g, "");
const declared = (block: string): Map<string, string> =>
  new Map([...block.matchAll(/(--[\w-]+):\s*(#[0-9A-Fa-f]{3,6})\s*[;}]/g)].map(([, name = "", value = ""]) => [name, value]));
const dark = css.slice(css.indexOf('[data-theme="dark"]'));
const light = declared(css.slice(0, css.indexOf('[data-theme="dark"]')));
const schemes = { light, dark: new Map([...light, ...declared(dark)]) };

const INKS = ["--ink-1", "--ink-2", "--ink-3"];
const SURFACES = ["--canvas", "--surface", "--sunken", "--raised"];
const PAIRED = [
  "success",
  "waiting",
  "warning",
  "error",
  "neutral",
  "live",
  "fixed",
  "group",
  "event",
  "play",
  ...[1, 2, 3, 4, 5, 6, 7].map((n) => `style-${n}00`),
];
const pairs = [
  ...INKS.flatMap((ink) => SURFACES.map((surface) => [ink, surface] as const)),
  ...PAIRED.map((name) => [`--${name}-fg`, `--${name}-bg`] as const),
];

describe("tokens", () => {
  for (const [scheme, values] of Object.entries(schemes))
    it(`keep every text readable on its background in the ${scheme} scheme`, () => {
      const weak = pairs.filter(
        ([fg, bg]) => contrast(readColour(values.get(fg) ?? "") ?? "#000000", readColour(values.get(bg) ?? "") ?? "#000000") < AA,
      );
      expect(weak).toEqual([]);
    });
});

/** The pairs of text and background that a chosen colour makes. */
function madePairs(hex: string): (readonly [string, string])[] {
  const day = brandScale(hex, false);
  const night = brandScale(hex, true);
  const of = (scale: Record<string, string>, name: string): string => scale[name] ?? "#808080";
  return [
    ["#FFFFFF", of(day, "--brand-600")],
    [of(day, "--brand-700"), of(day, "--brand-50")],
    [of(day, "--brand-700"), of(day, "--brand-100")],
    [of(night, "--action-fg"), of(night, "--action-bg")],
    [of(night, "--action-fg"), of(night, "--action-bg-hover")],
    [of(night, "--link"), "#131922"],
    [of(night, "--tint-fg"), of(night, "--tint")],
    [of(night, "--tint-fg"), of(night, "--tint-strong")],
  ];
}

describe("a theme colour that a person chose", () => {
  it.each(PRESET_COLOURS)("%s gives readable buttons, links and tints in both schemes", (colour) => {
    expect(madePairs(colour).filter(([fg, bg]) => contrast(fg, bg) < AA)).toEqual([]);
  });

  it("gives them whatever the colour is", () => {
    const anyColour = integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0").toUpperCase()}`);
    assert(property(anyColour, (colour) => madePairs(colour).every(([fg, bg]) => contrast(fg, bg) >= AA)));
  });

  it("is read in short and long form, and refused when it is none", () => {
    expect(readColour("#4af")).toBe("#44AAFF");
    expect(readColour(" #409eff ")).toBe("#409EFF");
    expect(readColour("red")).toBeUndefined();
    expect(readColour("#12345")).toBeUndefined();
  });
});
