/** Pieces of HTML for the few places that write their own, because they draw thousands of elements at once. */
import { ICONS, type IconName } from "./icons";

const MARKUP: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Text as HTML: whatever a person typed, nothing in it is markup. Good for contents and for quoted attributes. */
export const escapeHtml = (text: string): string =>
  /[&<>"']/.test(text) ? text.replace(/[&<>"']/g, (mark) => MARKUP[mark] ?? mark) : text;

/** As `Icon` draws it. @param label what it says; without one it is decoration */
export const iconHtml = (name: IconName, size: "s" | "m" = "m", label?: string): string =>
  `<svg class="icon${size === "s" ? " icon-s" : ""}" viewBox="0 0 16 16" ${
    label === undefined ? 'aria-hidden="true"' : `role="img" aria-label="${escapeHtml(label)}"`
  }><path d="${ICONS[name]}"></path></svg>`;
