/** Colour arithmetic (WCAG 2 contrast) and the brand scale of a colour that a person chose. */

type Rgb = readonly [number, number, number];

/** Contrast that text must reach on its background (WCAG AA). */
export const AA = 4.5;

const parse = (hex: string): Rgb => {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
};
const write = (rgb: Rgb): string => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`.toUpperCase();

/** `#RRGGBB` with `part` (0…1) of another colour mixed in. */
function mix(hex: string, other: string, part: number): string {
  const [a, b] = [parse(hex), parse(other)];
  const blend = (i: 0 | 1 | 2): number => a[i] + (b[i] - a[i]) * part;
  return write([blend(0), blend(1), blend(2)]);
}

function luminance(hex: string): number {
  const linear = (part: number): number => {
    const share = part / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  const [r, g, b] = parse(hex);
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
}

/** Contrast of two colours, 1…21. */
export function contrast(a: string, b: string): number {
  const [x, y] = [luminance(a), luminance(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

/** `hex`, moved towards `towards` in small steps until it stands out from `against` by at least `ratio`. */
export function adjustForContrast(hex: string, towards: string, against: string, ratio: number = AA): string {
  for (let part = 0; part < 1; part += 0.02) {
    const found = mix(hex, towards, part);
    if (contrast(found, against) >= ratio) return found;
  }
  return towards;
}

/** Reads `#rgb`, `#rrggbb` in any case; `undefined` when the text is no colour. */
export function readColour(text: string): string | undefined {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(text.trim());
  if (short) return `#${short[1]}${short[1]}${short[2]}${short[2]}${short[3]}${short[3]}`.toUpperCase();
  return /^#[0-9a-f]{6}$/i.test(text.trim()) ? text.trim().toUpperCase() : undefined;
}

const DARK_SURFACE = "#131922";
const DARK_INK = "#04182E";

/**
 * The custom properties that a chosen colour replaces, for one scheme. 500 is the colour itself, for marks and rings; 600 is darkened until
 * white text on it passes AA, 700 until it passes AA on the strong tint. In the dark scheme the colour is lightened instead. Statuses
 * and charts keep their colours: they mean the same under every theme.
 * @param hex `#RRGGBB`
 */
export function brandScale(hex: string, dark: boolean): Record<string, string> {
  const light = (part: number): string => mix(hex, "#FFFFFF", part);
  if (!dark) {
    const strong = light(0.82);
    const fill = adjustForContrast(hex, "#000000", "#FFFFFF");
    const text = adjustForContrast(mix(fill, "#000000", 0.14), "#000000", strong, 5);
    return {
      "--brand-50": light(0.91),
      "--brand-100": strong,
      "--brand-200": light(0.64),
      "--brand-300": light(0.42),
      "--brand-400": light(0.2),
      "--brand-500": hex,
      "--brand-600": fill,
      "--brand-700": text,
      "--brand-800": mix(fill, "#000000", 0.38),
      "--brand-900": mix(fill, "#000000", 0.6),
    };
  }
  const deep = (part: number): string => mix(DARK_SURFACE, hex, part);
  const strong = deep(0.28);
  const action = adjustForContrast(hex, "#FFFFFF", DARK_INK);
  return {
    "--brand-50": deep(0.12),
    "--brand-100": deep(0.2),
    "--brand-200": deep(0.32),
    "--brand-300": deep(0.5),
    "--brand-400": deep(0.8),
    "--brand-500": adjustForContrast(hex, "#FFFFFF", DARK_SURFACE, 3),
    "--action-bg": action,
    "--action-bg-hover": mix(action, "#FFFFFF", 0.2),
    "--action-fg": DARK_INK,
    "--link": adjustForContrast(hex, "#FFFFFF", "#1B232E", 5),
    "--tint": deep(0.16),
    "--tint-strong": strong,
    "--tint-fg": adjustForContrast(hex, "#FFFFFF", strong, 5),
  };
}
