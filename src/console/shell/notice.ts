/** When the shell says something of itself: the update notice and the preview banner. */

/** An update is news for this long. */
export const NEWS_MS = 259_200_000;

const dayOfMs = (ms: number): string => new Date(ms).toDateString();

/**
 * True if the update notice is due: `upTime` is less than three days ago, and the notice was not shown yet today.
 * @param upTime of the update
 * @param now in ms
 * @param lastShown in ms; undefined: never
 */
export function noticeDue(upTime: string, now: number, lastShown: number | undefined): boolean {
  const age = now - Date.parse(upTime);
  return age < NEWS_MS && (lastShown === undefined || dayOfMs(lastShown) !== dayOfMs(now));
}

/** Selectors of work in progress: a dialog, a form, a field, rows or times that are selected. */
const UNDER_WAY = [
  "dialog[open]",
  "form",
  ":is(input, textarea, select, [contenteditable=true]):focus",
  ".ant-table-row-selected",
  ".g [aria-selected=true]",
].join(",");

/** True if the page on screen has no work in progress that a notice would cover; pages of other tabs retain their layout, out of sight. */
export function isQuiet(): boolean {
  const seen = [...document.querySelectorAll(UNDER_WAY)].some((element) => element.checkVisibility());
  return !seen && (getSelection()?.isCollapsed ?? true);
}

const PREVIEW_ENDS = Date.parse("2024-03-01T00:00:00+08:00");

/** The version-preview banner shows only before 2024-03-01. */
export const previewBanner = (now: number): boolean => now < PREVIEW_ENDS;
