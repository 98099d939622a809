/** Memory of the frame over many pages opened and closed: what the console itself keeps, apart from what the engine adds as it compiles. */
import type { CDPSession, Page } from "playwright-core";
import { below, type Figure } from "./figures";

const ROUNDS = 200;
/** Caches that have a size of their own are full by then. */
const WARM = 100;
const EVERY = 10;
const PAGES = 10;
const KB = 1024;
const HOME = "/dashboard";
/**
 * V8 keeps compiling, and learning the shapes of objects, for as long as code is used: megabytes over some hundred rounds, whatever a page
 * keeps. Without its compilers, and with all it learns allocated at the first call, what is left is what the page holds.
 */
const INTERPRETED = "--jitless,--no-lazy-feedback-allocation";

/** Works in a new browser, at the home of a venue. */
type AtHome = <T>(engine: string, work: (page: Page, line: CDPSession) => Promise<T>) => Promise<T>;

/** JS heap after collections, in kB. */
async function heapOf(line: CDPSession): Promise<number> {
  for (let i = 0; i < 3; i++) await line.send("HeapProfiler.collectGarbage");
  const { usedSize } = await line.send("Runtime.getHeapUsage");
  return usedSize / KB;
}

/** Computes the growth per round: the median of the slopes between all pairs, which a few outliers cannot change. */
function slopeOf(values: readonly number[]): number {
  const slopes = values.flatMap((value, i) => values.slice(i + 1).map((later, k) => (later - value) / ((k + 1) * EVERY)));
  slopes.sort((a, b) => a - b);
  return slopes[slopes.length >> 1] ?? 0;
}

/** Opens a page from the menu, and closes it. */
async function openAndClosePage(page: Page, path: string): Promise<void> {
  await page.locator(`.side a[href="${path}"]`).click();
  await page.waitForURL(`**${path}*`);
  await page.locator("[role=tab]").nth(1).waitFor();
  await page.waitForTimeout(60);
  await page.keyboard.press("Alt+w");
  await page.waitForURL(`**${HOME}`);
}

/** The same time at home, with nothing opened. */
async function idle(page: Page): Promise<void> {
  await page.locator(`.side a[href="${HOME}"]`).click();
  await page.waitForTimeout(60);
}

/** The heap each ten rounds. */
async function sample(line: CDPSession, rounds: number, round: (i: number) => Promise<void>): Promise<number[]> {
  const heaps = [await heapOf(line)];
  for (let i = 1; i <= rounds; i++) {
    await round(i);
    if (i % EVERY === 0) heaps.push(await heapOf(line));
  }
  return heaps;
}

interface Seen {
  /** kB a round. */
  readonly slope: number;
  readonly text: string;
}

function see(heaps: readonly number[]): Seen {
  const [first = 0, last = 0] = [heaps[0], heaps.at(-1)];
  return {
    slope: slopeOf(heaps),
    text: `${(first / KB).toFixed(2)} to ${(last / KB).toFixed(2)} MB, ${slopeOf(heaps).toFixed(2)} kB a round`,
  };
}

async function measure(page: Page, line: CDPSession): Promise<{ rounds: Seen; control: Seen }> {
  const all = await page.locator(".side nav a").evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
  const paths = all.filter((path) => path !== HOME).slice(0, PAGES);
  const open = (i: number): Promise<void> => openAndClosePage(page, paths[i % paths.length] ?? HOME);
  for (let i = 0; i < WARM; i++) await open(i);
  const rounds = see(await sample(line, ROUNDS - WARM, open));
  const control = see(await sample(line, ROUNDS - WARM, () => idle(page)));
  return { rounds, control };
}

/** Measures what a round of opening and closing one of ten pages leaves in the JS heap, over the second hundred of two hundred. */
export async function measureMemory(atHome: AtHome): Promise<Figure> {
  const { rounds, control } = await atHome(INTERPRETED, measure);
  const usual = await atHome("", measure);
  return {
    what: `JS heap that a round of opening and closing a page leaves, rounds ${WARM} to ${ROUNDS}, engine not compiling`,
    value: `${rounds.slope.toFixed(2)} kB`,
    bar: "≤ 1 kB",
    goal: "≤ 0.2 kB",
    met: below(rounds.slope, 1, 0.2),
    note: `${rounds.text}; noise, as many rounds at home with nothing opened: ${control.text}. With compiled code, as people have it: ${usual.rounds.text}; at home ${usual.control.text}`,
  };
}
