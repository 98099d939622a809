import type { T } from "../i18n/keys";

/** Formats a percent of the price as a discount: 95 is "9.5 折" or "5% off". */
export const formatDiscount = (percent: number, t: T): string =>
  percent >= 100
    ? t("ui.formatDiscount.noDiscount")
    : t({ zh: "{tenth} 折", en: "{off}% off" }, { tenth: Number((percent / 10).toFixed(3)), off: Number((100 - percent).toFixed(2)) });

/** The detail of a step of a price; a percent that is paid is said as a discount. */
export const formatDetail = (detail: string, t: T): string =>
  /^\d+(\.\d+)?%$/.test(detail) ? formatDiscount(Number.parseFloat(detail), t) : detail;
