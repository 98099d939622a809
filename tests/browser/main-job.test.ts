/** The main job, in both languages: log in, choose the venue, book a court for a member, split the payment, and see it wherever it belongs. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Language } from "../../src/contract/core/enums";
import { fen, showFen } from "../../src/contract/core/money";
import { chooseVenue, login, openStage, type Stage } from "../support/browser";
import { BADMINTON, RICH } from "../support/browser-data";
import { bookerOf, chooseCells, openGrid, pickMember, totalOf } from "../support/browser-grid";
import { postingsOf } from "../support/browser-ledger";
import { variants } from "../support/forms";

const FROM_PURSE = 2_000;

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

/** Today's takings as the dashboard shows them, in fen. */
async function takings(page: Page, title: string): Promise<number> {
  await page.goto("/dashboard");
  const tile = page.locator(".stat", { hasText: title });
  return fen((await tile.locator(".stat-value").innerText()).replace(/[¥,\s]/g, ""));
}

describe.each(
  variants<{
    language: Language;
    place: string;
    typed: string;
    start: number;
    end: number;
    words: Record<"book" | "add" | "balance" | "title" | "purse" | "spent", string>;
  }>([
    {
      language: "zh",
      place: "4",
      typed: RICH.name,
      start: 600,
      end: 660,
      words: { book: "预订并收款", add: "添加方式", balance: "余额（本金）金额", title: "今日流水", purse: "本金", spent: "订场" },
    },
    {
      language: "en",
      place: "6",
      typed: RICH.initials,
      start: 840,
      end: 930,
      words: {
        book: "Book and pay",
        add: "Add method",
        balance: "Amount by Balance (principal)",
        title: "Takings",
        purse: "Principal",
        spent: "Booking",
      },
    },
  ]),
)("the main job in $language", ({ language, place, typed, start, end, words }) => {
  it("books a court for a member over two payment types, and grid, orders, account log, takings and ledger agree to the fen", async () => {
    const desk = await stage.open({ language });
    const { page } = desk;
    await login(page, "admin");
    expect(new URL(page.url()).pathname).toBe("/sites");
    await chooseVenue(page, BADMINTON.name);
    const before = await takings(page, words.title);

    await openGrid(page, stage.tomorrow);
    await chooseCells(page, place, start, end);
    await pickMember(page, typed, RICH.name);
    const total = await totalOf(page);
    expect(total).toBeGreaterThan(FROM_PURSE);
    await page.getByRole("textbox", { name: words.balance }).fill("20.00");
    await page.getByRole("button", { name: words.add }).click();
    await page.locator(".pay-method select").nth(1).selectOption("WeChat");
    await page.getByRole("button", { name: words.book }).click();

    await expect.poll(() => bookerOf(page, place, start), { timeout: 10_000 }).toBe(RICH.name);
    const no = await page.locator(".panel .mono").first().innerText();
    const order = await stage.database
      .dbFor(BADMINTON.id)
      .selectFrom("booking_order")
      .selectAll()
      .where("no", "=", no.trim())
      .executeTakeFirstOrThrow();
    expect({ day: order.day, status: order.order_status }).toEqual({ day: stage.tomorrow, status: "paid" });

    await page.goto("/finance/booking-place-order/list");
    const row = page.locator(".ant-table-row", { hasText: no });
    await row.waitFor();
    expect(await row.innerText()).toContain(RICH.name);
    expect(await row.innerText()).toContain(showFen(total));

    await page.goto("/finance/venue-user-account-log");
    const moved = page.locator(".ant-table-row", { hasText: no });
    await moved.waitFor();
    for (const part of [RICH.name, words.spent, words.purse, "20.00"]) expect(await moved.innerText()).toContain(part);

    expect((await takings(page, words.title)) - before).toBe(total - FROM_PURSE);

    const postings = await postingsOf(stage.database, BADMINTON.id, order.id);
    expect(postings.reduce((sum, leg) => sum + leg.amount, 0)).toBe(0);
    expect(postings.filter((leg) => leg.account.startsWith("purse."))).toEqual([
      { account: "purse.principal", subject: order.member_id, amount: FROM_PURSE },
    ]);
    expect(postings.filter((leg) => leg.account.startsWith("tender.")).map(({ account, amount }) => ({ account, amount }))).toEqual([
      { account: "tender.wechat", amount: total - FROM_PURSE },
    ]);
    expect(desk.faults).toEqual([]);
    await desk.close();
  });
});
