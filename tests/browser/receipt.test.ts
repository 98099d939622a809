/** Receipts as the printer gets them: printed to PDF on each paper, the second time as a copy. */
import { writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sale } from "../../src/contract/sale/sale";
import { packageRoot } from "../../src/server/root";
import { openStage, signIn, type Stage } from "../support/browser";
import { BADMINTON, RICH } from "../support/browser-data";
import { pagesOf } from "../support/pdf";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

/** A drink and a recharge of one member, on one receipt. */
async function sold(): Promise<string> {
  const db = stage.database.dbFor(BADMINTON.id);
  const drink = await db.selectFrom("product").select(["id", "price"]).where("barcode", "=", "6920202888883").executeTakeFirstOrThrow();
  const admin = await stage.admin();
  const at = { venueId: BADMINTON.id };
  const memberId = await stage.memberId(RICH.phone);
  const cart = { memberId, lines: [{ productId: drink.id, quantity: 2 }], items: [{ kind: "recharge" as const, amount: "100.00" }] };
  const { due } = await admin.ok(sale.quote, cart, at);
  const { id } = await admin.ok(sale.create, { ...cart, payments: [{ type: "Cash", amount: due, tendered: "200.00" }] }, at);
  return id;
}

describe("a receipt", () => {
  it("fits its paper on one page, with all that was sold, and says when it is a copy", async () => {
    const id = await sold();
    const desk = await stage.open();
    const { page } = desk;
    await signIn(page, "admin", BADMINTON.name);
    await page.goto(`/sale/sale-list/${id}`);
    await page.evaluate(() => {
      window.print = () => undefined;
    });
    await page.getByRole("button", { name: "打印小票" }).click();
    const dialog = page.getByRole("dialog", { name: "打印小票" });
    const paper = page.locator(".receipt-print .receipt");
    const keep = process.env["TEST_SHOTS"] === "on" ? path.join(packageRoot, ".data/test-shots") : undefined;
    for (const [name, width] of [
      ["80 mm", 80],
      ["58 mm", 58],
      ["A4", 210],
    ] as const) {
      await dialog.getByRole("button", { name, exact: true }).click();
      await dialog.getByRole("button", { name: "打印", exact: true }).click();
      const isCopy = width !== 80;
      await expect.poll(() => paper.locator(".receipt-copy").count()).toBe(isCopy ? 1 : 0);
      await page.emulateMedia({ media: "print" });
      const text = await paper.innerText();
      expect(text).toMatch(/时间\s*20\d\d-\d\d-\d\d \d\d:\d\d/);
      for (const part of ["红牛", "充值", "现金", "找零", ...(isCopy ? ["副 本"] : [])]) expect(text).toContain(part);
      // The subtotal is the sum of the lines above it, at the member's price.
      expect(text.replaceAll(/\s+/g, " ")).toMatch(/× 2 12\.60 .*小计 3 件 112\.60 应收 ¥112\.60 .*会员价已省 1\.40/);
      const pdf = await page.pdf({ preferCSSPageSize: true });
      const pages = pagesOf(pdf);
      expect(pages.map(([wide]) => wide)).toEqual([width]);
      if (keep !== undefined) {
        await mkdir(keep, { recursive: true });
        writeFileSync(path.join(keep, `receipt-${width}.pdf`), pdf);
        await paper.screenshot({ path: path.join(keep, `receipt-${width}.png`) });
      }
      await page.emulateMedia({ media: null });
    }
    // The gift receipt is shorter, and cut where it ends.
    const lengthOf = async (kind: string) => {
      await dialog.getByRole("button", { name: "58 mm", exact: true }).click();
      await dialog.getByRole("button", { name: kind, exact: true }).click();
      const pages = pagesOf(await page.pdf({ preferCSSPageSize: true }));
      expect(pages).toHaveLength(1);
      return pages[0]?.[1] ?? 0;
    };
    const whole = await lengthOf("小票");
    const gift = await lengthOf("礼品小票");
    expect(gift).toBeLessThan(whole);
    expect(gift).toBeGreaterThan(20);
    await desk.close();
  });
});
