/** Reports as the printer gets them: A4, nothing beside the paper, without the console around them. */
import { writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { screens } from "../../src/console/resources";
import { REPORT_TITLES } from "../../src/contract/core/pages";
import { packageRoot } from "../../src/server/root";
import { openStage, settled, signIn, type Stage } from "../support/browser";
import { BADMINTON } from "../support/browser-data";
import { FULL } from "../support/forms";
import { pagesOf } from "../support/pdf";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

const A4 = [210, 297];
/** Width of A4 between its margins of 12 mm, in pixels of CSS. */
const PAPER = Math.floor(((210 - 24) / 25.4) * 96);
const TITLES = { ...REPORT_TITLES, dailyReport: { zh: "日报", en: "Daily report" } };
const REPORTS = Object.entries(TITLES).map(([name, title]) => ({
  name,
  title,
  path: screens.find((one) => one.name === name)?.path ?? name,
}));
/** In the short form every third of them. */
const PRINTED = REPORTS.filter((_, i) => FULL || i % 3 === 0);

describe("a report on paper", () => {
  // English takes more room; in full both are printed.
  it.each(FULL ? (["zh", "en"] as const) : (["en"] as const))(
    "has its title, its columns and its totals within A4, and nothing of the console: %s",
    async (language) => {
      const desk = await stage.open({ language, theme: "dark" });
      const { page } = desk;
      await signIn(page, "admin", BADMINTON.name);
      const keep = process.env["TEST_SHOTS"] === "on" ? path.join(packageRoot, ".data/test-shots") : undefined;
      expect(REPORTS.length).toBeGreaterThan(12);
      for (const { name, path: address, title } of PRINTED) {
        await page.goto(address);
        await settled(page);
        await page.emulateMedia({ media: "print" });
        await page.setViewportSize({ width: PAPER, height: 1_050 });
        const paper = await page.evaluate(() => ({
          text: document.querySelector("#page")?.textContent ?? "",
          around: [...document.querySelectorAll(".side, .top, .tabs, .no-print")].filter((part) => part.checkVisibility()).length,
          wide: document.documentElement.scrollWidth,
          cut: [...document.querySelectorAll(".rtab-box")].map((box) => Math.max(0, box.scrollWidth - box.clientWidth)),
          sheets: [".page", ".rps"].map((part) => getComputedStyle(document.querySelector(part) ?? document.body).backgroundColor),
        }));
        // In the dark theme, too: browsers leave grounds out, and light letters on white are not read.
        expect([name, paper.around, ...paper.sheets]).toEqual([name, 0, "rgb(255, 255, 255)", "rgb(255, 255, 255)"]);
        expect(paper.wide, `${name} is wider than the paper`).toBeLessThanOrEqual(PAPER);
        // Content that scrolls on a screen would be cut off.
        expect([name, ...paper.cut.filter((over) => over > 0)]).toEqual([name]);
        expect(paper.text, name).toContain(title[language]);
        const pdf = await page.pdf({ preferCSSPageSize: true });
        const pages = pagesOf(pdf);
        expect(pages.length, name).toBeGreaterThan(0);
        for (const size of pages) expect([name, ...size]).toEqual([name, ...A4]);
        if (keep !== undefined) {
          await mkdir(keep, { recursive: true });
          writeFileSync(path.join(keep, `report-${name}-${language}.pdf`), pdf);
          await page.screenshot({ path: path.join(keep, `report-${name}-${language}.png`) });
        }
        await page.emulateMedia({ media: null });
        await page.setViewportSize({ width: 1_440, height: 900 });
      }
      expect(desk.faults).toEqual([]);
      await desk.close();
    },
  );
});
