/** Moves on the booking grid, as a hand makes them. */
import type { Locator, Page } from "playwright-core";
import { fen } from "../../src/contract/core/money";

/** Opens the grid of a day and waits until it is drawn. */
export async function openGrid(page: Page, day: string): Promise<void> {
  await page.goto(`/book/venue-booking?day=${day}`);
  await page.locator("table.g td[data-k]").first().waitFor();
}

/** The cell of a court at a minute of the day: found by the head of its column and the row of its half hour. */
export async function cellOf(page: Page, place: string, minute: number): Promise<Locator> {
  const key = await page.evaluate(
    ({ place: wanted, minute: at }) => {
      const columns = [...document.querySelectorAll("table.g .cr th")].slice(1);
      const column = columns.findIndex((head) => head.getAttribute("title") === wanted);
      const clock = `${String(Math.floor(at / 60)).padStart(2, "0")}:${String(at % 60).padStart(2, "0")}`;
      const rows = [...document.querySelectorAll("table.g tbody tr")];
      const row = rows.find((each) => each.querySelector("th")?.textContent?.includes(clock));
      const x = columns[column]?.getBoundingClientRect().left ?? -1;
      const cell = [...(row?.querySelectorAll<HTMLElement>("td[data-k]") ?? [])].find(
        (each) => Math.abs(each.getBoundingClientRect().left - x) < 2,
      );
      return cell?.dataset.k;
    },
    { place, minute },
  );
  if (key === undefined) throw new Error(`The grid has no cell of ${place} at minute ${minute}`);
  return page.locator(`table.g td[data-k="${key}"]`);
}

/** Drags over the free cells of a court, from a minute to a minute. */
export async function chooseCells(page: Page, place: string, start: number, end: number): Promise<void> {
  const first = await cellOf(page, place, start);
  const last = await cellOf(page, place, end - 30);
  await first.scrollIntoViewIfNeeded();
  await first.hover();
  await page.mouse.down();
  await last.hover();
  await page.mouse.up();
  for (const cell of [first, last]) await cell.and(page.locator("[aria-selected=true]")).waitFor();
  await page.locator(".panel .ft:not([aria-busy])").waitFor();
}

/** Types into the booker's search and takes the member of that name. */
export async function pickMember(page: Page, typed: string, name: string): Promise<void> {
  const search = page.locator(".panel .find-member input");
  await search.fill(typed);
  await page.locator(".panel .found li", { hasText: name }).first().click();
  await page.locator(".panel .mem", { hasText: name }).waitFor();
}

/** Returns the price of the selection, in fen, once it is priced. */
export async function totalOf(page: Page): Promise<number> {
  const total = page.locator(".panel .ft:not([aria-busy]) .tot b:not(.stale)");
  return fen((await total.innerText()).replace(/[¥,\s]/g, ""));
}

/** Returns the name on a court at a minute of the day; undefined where there is none. */
export async function bookerOf(page: Page, place: string, minute: number): Promise<string | undefined> {
  return (await cellOf(page, place, minute)).evaluate((cell) => cell.querySelector<HTMLElement>(".bk > b")?.innerText);
}
