/** The settings of the frame: what is kept, and what is read of what was kept. */
import { describe, expect, it } from "vitest";
import { readChoice } from "../../../src/console/shell/settings";
import { brandScale, contrast } from "../../../src/console/theme/colour";
import { DEFAULT_COLOUR, PRESET_COLOURS } from "../../../src/console/theme/mode";

describe("the theme colours", () => {
  it("are eight, different, and #409EFF leads", () => {
    expect(new Set(PRESET_COLOURS).size).toBe(8);
    expect([PRESET_COLOURS[0], DEFAULT_COLOUR]).toEqual(["#409EFF", "#409EFF"]);
  });
  it.each(PRESET_COLOURS)(
    "%s passes AA in both themes: words on its fill and on its tint, links on the page, marks beside it",
    (colour) => {
      const light = brandScale(colour, false);
      const dark = brandScale(colour, true);
      const of = (scale: Record<string, string>, name: string): string => scale[name] ?? "";
      expect(contrast(of(light, "--brand-600"), "#FFFFFF")).toBeGreaterThanOrEqual(4.5);
      expect(contrast(of(light, "--brand-700"), of(light, "--brand-100"))).toBeGreaterThanOrEqual(4.5);
      expect(contrast(of(dark, "--action-bg"), of(dark, "--action-fg"))).toBeGreaterThanOrEqual(4.5);
      expect(contrast(of(dark, "--tint-fg"), of(dark, "--tint-strong"))).toBeGreaterThanOrEqual(4.5);
      expect(contrast(of(dark, "--link"), "#131922")).toBeGreaterThanOrEqual(4.5);
      expect(contrast(of(dark, "--brand-500"), "#131922")).toBeGreaterThanOrEqual(3);
    },
  );
});

describe("a kept choice", () => {
  it("is read as it was written", () => {
    const choice = { tagsView: false, fixedHeader: true, sidebarLogo: false, mode: "dark", colour: "#F5222D", language: "en" } as const;
    expect(readChoice(JSON.stringify(choice))).toEqual(choice);
  });
  it("is passed over where it is broken, of another shape, or nothing", () => {
    for (const text of [null, "", "{", "7", "null", '{"tagsView":"yes","mode":"pink","colour":"red","language":"fr"}'])
      expect(readChoice(text), String(text)).toEqual({});
  });
});
