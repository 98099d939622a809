/** antd's theme, read from the custom properties of tokens.css, so that antd and our own markup draw from one source. */
import { theme as antd, type MappingAlgorithm, type ThemeConfig } from "antd";
import type { Theme } from "./mode";

type Read = (name: string) => string;

/** Drops what has no value: a page without tokens.css (a unit test) then gets antd's own. */
function present<T extends Record<string, string | number>>(values: T): Partial<T> {
  const overrides: Partial<T> = { ...values };
  for (const name in overrides) if (overrides[name] === "") delete overrides[name];
  return overrides;
}

function tokens(read: Read): NonNullable<ThemeConfig["token"]> {
  return present({
    colorPrimary: read("--action-bg"),
    colorPrimaryHover: read("--action-bg-hover"),
    colorPrimaryActive: read("--action-bg-hover"),
    colorPrimaryBg: read("--tint"),
    colorPrimaryBgHover: read("--tint-strong"),
    controlItemBgActive: read("--tint-strong"),
    controlItemBgActiveHover: read("--tint-strong"),
    controlItemBgHover: read("--sunken"),
    colorLinkHover: read("--tint-fg"),
    colorLinkActive: read("--tint-fg"),
    colorInfo: read("--link"),
    colorLink: read("--link"),
    colorTextLightSolid: read("--action-fg"),
    colorText: read("--ink-1"),
    colorTextSecondary: read("--ink-2"),
    colorTextTertiary: read("--ink-3"),
    colorTextQuaternary: read("--ink-4"),
    colorTextPlaceholder: read("--ink-3"),
    colorTextDescription: read("--ink-3"),
    colorBgLayout: read("--canvas"),
    colorBgContainer: read("--surface"),
    colorBgElevated: read("--raised"),
    colorBgMask: read("--scrim"),
    colorFillTertiary: read("--sunken"),
    colorBorder: read("--line-strong"),
    colorBorderSecondary: read("--line"),
    colorSplit: read("--line"),
    colorSuccess: read("--success-fg"),
    colorSuccessBg: read("--success-bg"),
    colorWarning: read("--warning-fg"),
    colorWarningBg: read("--warning-bg"),
    colorError: read("--error-fg"),
    colorErrorBg: read("--error-bg"),
    controlOutline: read("--ring"),
    colorErrorOutline: read("--ring-error"),
    fontFamily: read("--font"),
    fontFamilyCode: read("--mono"),
    boxShadowSecondary: read("--shadow-3"),
  });
}

function components(read: Read): NonNullable<ThemeConfig["components"]> {
  return {
    Menu: present({ itemHeight: 32, itemBorderRadius: 6, itemSelectedBg: read("--tint-strong"), itemSelectedColor: read("--tint-fg") }),
    Tabs: present({ inkBarColor: read("--brand-500"), itemSelectedColor: read("--ink-1"), horizontalItemPadding: "6px 10px" }),
    Table: present({
      headerBg: read("--surface"),
      headerColor: read("--ink-3"),
      cellPaddingBlock: 11,
      rowSelectedBg: read("--tint"),
      headerSplitColor: "transparent",
    }),
    Tag: { borderRadiusSM: 4 },
    Segmented: present({ trackBg: read("--sunken"), itemSelectedBg: read("--raised") }),
    Button: { fontWeight: 500, primaryShadow: "none", dangerShadow: "none" },
    Select: present({ optionSelectedBg: read("--tint-strong"), optionSelectedColor: read("--tint-fg") }),
    Drawer: { paddingLG: 24 },
    Form: present({ labelColor: read("--ink-2"), verticalLabelPadding: "0 0 6px" }),
  };
}

/** antd's dark algorithm dims the colours that it is given; ours are drawn for the dark scheme already, so they go back in. */
const restoreColours: MappingAlgorithm = (seed, map) => ({
  ...(map ?? antd.defaultAlgorithm(seed)),
  colorPrimary: seed.colorPrimary,
  colorSuccess: seed.colorSuccess,
  colorWarning: seed.colorWarning,
  colorError: seed.colorError,
  colorInfo: seed.colorInfo,
  colorLink: seed.colorLink,
});

/**
 * antd's theme for the theme in force. Read after `<html>` carries it: colours come from the page's computed style.
 * `cssVar` without hash makes antd's rules plain classes over variables, cheap to draw again when the theme changes.
 */
export function antdTheme({ dark }: Theme): ThemeConfig {
  const style = getComputedStyle(document.documentElement);
  const read: Read = (name) => style.getPropertyValue(name).trim();
  return {
    algorithm: dark ? [antd.darkAlgorithm, restoreColours] : antd.defaultAlgorithm,
    cssVar: { key: "antd-vars" },
    hashed: false,
    token: {
      ...tokens(read),
      fontSize: 14,
      controlOutlineWidth: 3,
      controlHeight: Number.parseInt(read("--control"), 10) || 32,
      controlHeightLG: Math.max(Number.parseInt(read("--control"), 10) || 0, 40),
      borderRadius: 6,
      borderRadiusSM: 4,
      borderRadiusLG: 10,
      motionDurationFast: "0.12s",
      motionDurationMid: "0.12s",
      motionDurationSlow: "0.2s",
      motion: !(typeof matchMedia === "function" && matchMedia("(prefers-reduced-motion: reduce)").matches),
    },
    components: components(read),
  };
}
