/** A package card sold and redeemed with the scanner: the member's card names the buyer, and the card to use; then used at the checkout. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { booking } from "../../src/contract/booking/booking";
import { fen, showFen } from "../../src/contract/core/money";
import { addDays } from "../../src/contract/core/time";
import { checkLedger } from "../../src/server/ledger/check";
import { axe, openStage, settled, shot, signIn, type Stage } from "../support/browser";
import { BADMINTON, POOR } from "../support/browser-data";
import { scan } from "../support/browser-scan";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());
const db = () => stage.database.dbFor(BADMINTON.id);

it("is sold to whoever's card is scanned, and redeemed by the next scan of it", async () => {
  const memberId = await stage.memberId(POOR.phone);
  const { card_no: cardNo } = await db().selectFrom("member").select("card_no").where("id", "=", memberId).executeTakeFirstOrThrow();
  const held = () => db().selectFrom("holding").select(["no", "used", "times", "state"]).where("member_id", "=", memberId).execute();
  const desk = await stage.open();
  const { page } = desk;
  await signIn(page, "cashier");
  await page.goto("/card/venue-user-package-card-form");
  await page.getByRole("radio", { name: /羽毛球 20 次卡/ }).check();
  await page.locator("h1").click();
  await scan(page, cardNo);
  await page.locator(".mem").getByText(POOR.name).waitFor();
  await page.getByRole("button", { name: /^收款 ¥.* 并开卡$/ }).click();
  await page.getByText(`已开卡：${POOR.name}`).waitFor();
  expect(await held()).toMatchObject([{ used: 0, state: "active" }]);

  await page.goto("/card/venue-user-package-card-list");
  await page.getByRole("row", { name: new RegExp(POOR.name) }).waitFor();
  await scan(page, cardNo);
  const dialog = page.getByRole("dialog", { name: /^核销/ });
  await dialog.getByRole("textbox", { name: /次数/ }).fill("2");
  await settled(page);
  await shot(page, "package-card-redeem");
  expect(await axe(page)).toEqual([]);
  await dialog.getByRole("button", { name: "核销" }).click();
  await dialog.waitFor({ state: "detached" });
  expect(await held()).toMatchObject([{ used: 2 }]);
  await scan(page, "NOBODY-404");
  await page.getByText("NOBODY-404 没有可核销的次卡").waitFor();
  expect(desk.faults).toEqual([]);
  await desk.close();
  expect(await checkLedger(db(), BADMINTON.id)).toEqual([]);
});

/** Each try books an hour of its own. */
let hour = 840;
it("pays for a booking at the checkout before money, unless it is put aside", async () => {
  const memberId = await stage.memberId(POOR.phone);
  const { card_no: cardNo } = await db().selectFrom("member").select("card_no").where("id", "=", memberId).executeTakeFirstOrThrow();
  const used = async () =>
    (await db().selectFrom("holding").select("used").where("member_id", "=", memberId).executeTakeFirstOrThrow()).used;
  const admin = await stage.admin();
  const sending = () => ({ venueId: BADMINTON.id, key: randomUUID() });
  const day = addDays(stage.tomorrow, 2);
  const grid = await admin.ok(booking.grid, { day, days: 1 }, sending());
  const runs = [{ placeId: grid.places.find(({ name }) => name === "5")?.id ?? "", start: hour, end: hour + 60 }];
  const order = await admin.ok(booking.create, { day, runs, memberId, mode: "hold" }, sending());
  hour += 60;
  const before = await used();
  const desk = await stage.open();
  const { page } = desk;
  await signIn(page, "cashier");
  await page.goto("/sale/sale-from2");
  await page.locator(".till-tile").first().waitFor();
  await scan(page, cardNo);
  await page.locator(".till-buyer").getByText(POOR.name).waitFor();
  await page.getByRole("button", { name: "订场尾款" }).click();
  await page
    .locator(".till-tile")
    .filter({ hasText: day.slice(5) })
    .click();
  const due = (amount: string) => page.locator(".till-due b").filter({ hasText: `¥${amount}` });
  await due("0.00").waitFor();
  const card = page.getByRole("checkbox", { name: /羽毛球 20 次卡.*用 1 次/ });
  expect(await card.isChecked()).toBe(true);
  await settled(page);
  await shot(page, "checkout-card-zh-light-1440");
  expect(await axe(page)).toEqual([]);
  await card.uncheck();
  await due(showFen(fen(order.total))).waitFor();
  await page.getByRole("checkbox", { name: /羽毛球 20 次卡.*未使用/ }).check();
  await due("0.00").waitFor();
  await page.keyboard.press("F9");
  await page.locator(".till-right .ft .btn-primary:focus").waitFor();
  await page.keyboard.press("Enter");
  await page.locator(".till-done").waitFor();
  expect(await used()).toBe(before + 1);
  expect(await admin.ok(booking.view, { id: order.id }, sending())).toMatchObject({ payStatus: "paid", total: "0.00" });
  expect(desk.faults).toEqual([]);
  await desk.close();
  expect(await checkLedger(db(), BADMINTON.id)).toEqual([]);
});
