/** Styles of plain controls: a button that accepts no clicks, and the next steps of a payment on a phone. */
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { openBrowser } from "../support/browser";
import { long } from "../support/forms";

const css = ["theme/tokens.css", "theme/base.css", "theme/form.css", "theme/list.css", "desk/pay.css"]
  .map((file) => readFileSync(`src/console/${file}`, "utf8"))
  .join("\n");

async function pageOf(html: string, width = 1_280): Promise<Page> {
  const page = await (await openBrowser()).newPage({ viewport: { width, height: 800 } });
  await page.setContent(`<style>${css} * { transition: none !important; }</style>${html}`);
  return page;
}

long.each(["", "btn-primary", "btn-danger", "btn-quiet"])(
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

long("the buttons of a payment are on a phone in the order of Tab", async () => {
  const page = await pageOf(
    `<div class="pay-ways"><button class="btn">1</button><button class="btn">2</button><button class="btn">3</button></div>`,
    390,
  );
  const tops: number[] = [];
  for (let i = 0; i < 3; i++) {
    await page.keyboard.press("Tab");
    tops.push(await page.evaluate(() => document.activeElement?.getBoundingClientRect().top ?? 0));
  }
  expect(tops).toEqual([...new Set(tops)].sort((a, b) => a - b));
  await page.close();
});

const over = (page: Page) =>
  page.evaluate(() => {
    const here = document.activeElement;
    const { left, top, width, height } = here?.getBoundingClientRect() ?? new DOMRect();
    return document.elementFromPoint(left + width / 2, top + height / 2) === here ? "" : (here?.outerHTML ?? "nothing");
  });

long.each([
  {
    what: "the foot of a form",
    key: "Tab",
    html: `<div class="form-page">${"<p><input></p>".repeat(30)}<div class="form-foot"><button class="btn">1</button></div></div>`,
  },
  {
    what: "the head of a list",
    key: "Shift+Tab",
    html: `<table class="table"><thead><tr><th>1</th></tr></thead><tbody>${"<tr><td><button>1</button></td></tr>".repeat(30)}</tbody></table>`,
  },
])("what gets the focus is not hidden under $what", async ({ key, html }) => {
  const page = await pageOf(`<div class="table-wrap" style="height: 300px">${html}</div>`);
  for (let i = 0; i < 30; i++) {
    await page.keyboard.press(key);
    expect(await over(page)).toBe("");
  }
  await page.close();
});
