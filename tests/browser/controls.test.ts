/** What the styles make of plain controls: a button that takes no clicks. */
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { openBrowser } from "../support/browser";

const css = ["theme/tokens.css", "theme/base.css"].map((file) => readFileSync(`src/console/${file}`, "utf8")).join("\n");

async function pageOf(html: string, width = 1_280): Promise<Page> {
  const page = await (await openBrowser()).newPage({ viewport: { width, height: 800 } });
  await page.setContent(`<style>${css} * { transition: none !important; }</style>${html}`);
  return page;
}

it.each(["", "btn-primary", "btn-danger", "btn-quiet"])(
  "a button that takes no clicks does not answer to the pointer: %s",
  async (kind) => {
    const page = await pageOf(
      `<button class="btn ${kind}" aria-disabled="true">3</button><button class="btn ${kind}" aria-disabled="true" aria-busy="true">3</button>`,
    );
    for (const button of await page.getByRole("button").all()) {
      const colours = () =>
        button.evaluate((element) => [getComputedStyle(element).backgroundColor, getComputedStyle(element).borderColor]);
      const before = await colours();
      await button.hover({ force: true });
      expect(await colours()).toEqual(before);
    }
    await page.close();
  },
);
