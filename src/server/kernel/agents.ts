/** Name and system of a browser from its user agent, in words that people know. Only displayed, never relied on. */

/** Names as people read them; "" where nothing known is in it. */
interface Agent {
  readonly browser: string;
  readonly system: string;
}

/** In this order: most browsers also name those that they descend from. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/MicroMessenger\//, "WeChat"],
  [/AlipayClient\//, "Alipay"],
  [/EdgA?\//, "Edge"],
  [/OPR\//, "Opera"],
  [/(?:Firefox|FxiOS)\//, "Firefox"],
  [/(?:Chrome|CriOS|HeadlessChrome)\//, "Chrome"],
  [/Version\/.* Safari\//, "Safari"],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPod/, "iPhone"],
  [/iPad/, "iPad"],
  [/HarmonyOS|OpenHarmony/, "HarmonyOS"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Macintosh|Mac OS X/, "macOS"],
  [/CrOS/, "ChromeOS"],
  [/Linux|X11/, "Linux"],
];
const named = (agent: string, names: typeof BROWSERS): string => names.find(([shape]) => shape.test(agent))?.[1] ?? "";

export const agentOf = (agent: string): Agent => ({ browser: named(agent, BROWSERS), system: named(agent, SYSTEMS) });
