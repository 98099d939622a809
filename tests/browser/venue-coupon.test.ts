/** The venue's coupons at the two desks that take them: at the till by promo code, at the booking panel as a coupon that the member holds. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { couponOffers } from "../../src/contract/marketing/coupon-offers";
import { callsOf } from "../../src/contract/core/resource/calls";
import { addDays } from "../../src/contract/core/time";
import { axe, openStage, settled, shot, signIn, type Stage } from "../support/browser";
import { BADMINTON, RICH } from "../support/browser-data";
import { bookerOf, chooseCells, openGrid, pickMember, totalOf } from "../support/browser-grid";
import { scan } from "../support/browser-scan";
import { long } from "../support/forms";

const DRINK = { name: "红牛 维生素功能饮料 250ml", barcode: "6920202888883", price: 700 };
let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
  const admin = await stage.admin();
  const inVenue = { venueId: BADMINTON.id };
  const terms = { kind: "amount" as const, startsOn: addDays(stage.tomorrow, -2), endsOn: addDays(stage.tomorrow, 30), stock: 20 };
  const { create, give } = callsOf(couponOffers);
  await admin.ok(create, { ...terms, name: "水吧减 5", amount: "5.00", goodFor: "product", perMember: 0, promoCode: "BAR5" }, inVenue);
  const held = await admin.ok(create, { ...terms, name: "订场减 20", amount: "20.00", goodFor: "booking", perMember: 1 }, inVenue);
  await admin.ok(give, { id: held.id, member: await stage.memberId(RICH.phone) }, inVenue);
});
afterAll(() => stage?.close());
const db = () => stage.database.dbFor(BADMINTON.id);
const ENGLISH_PHONE = { language: "en", width: 390 } as const;

it("comes off goods at the till by its promo code, says why a wrong one doesn't, and is posted apart", async () => {
  const desk = await stage.open();
  const { page } = desk;
  await signIn(page, "cashier");
  await page.goto("/sale/sale-from2");
  await page.locator(".till-tile").first().waitFor();
  await scan(page, DRINK.barcode);
  await page.locator(".till-lines").getByText(DRINK.name).waitFor();
  await page.getByRole("button", { name: "场馆优惠券" }).click();
  const field = page.locator(".discount-fields input");
  await field.fill("NOSUCH");
  await field.press("Enter");
  await page.locator(".field-error").getByText("没有券号").waitFor();
  await page.locator(".discount-fields button").click();
  await field.fill("bar5");
  await field.press("Enter");
  await page.locator(".till-due b").getByText("2.00").waitFor();
  await settled(page);
  expect(await axe(page)).toEqual([]);
  await shot(page, "coupon-till-zh-light-1440");
  await page.keyboard.press("F9");
  await page.locator(".till-right .ft .btn-primary:focus").waitFor();
  await page.keyboard.press("Enter");
  await page.locator(".till-done").waitFor();
  const sold = await db()
    .selectFrom("sale")
    .selectAll()
    .where("state", "=", "paid")
    .orderBy("at", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  expect(sold).toMatchObject({ list: DRINK.price, discount: 500, total: 200 });
  await desk.close();
});

it("is offered at the booking panel to the member who holds it, and comes off the booking", async () => {
  const desk = await stage.open();
  const { page } = desk;
  await signIn(page, "cashier");
  await openGrid(page, stage.tomorrow);
  await chooseCells(page, "8", 600, 660);
  await pickMember(page, RICH.initials, RICH.name);
  const coupon = page.getByRole("checkbox", { name: /订场减 20/ });
  await coupon.waitFor();
  await settled(page);
  const before = await totalOf(page);
  await coupon.focus();
  await page.keyboard.press("Space");
  await expect.poll(() => totalOf(page)).toBe(before - 2_000);
  await settled(page);
  expect(await axe(page)).toEqual([]);
  await shot(page, "coupon-panel-zh-light-1440");
  await page.keyboard.press("Control+Enter");
  await expect.poll(() => bookerOf(page, "8", 600), { timeout: 10_000 }).toBe(RICH.name);
  const used = await db()
    .selectFrom("member_coupon")
    .selectAll()
    .where("state", "=", "used")
    .where("document_kind", "=", "order")
    .execute();
  expect(used).toHaveLength(1);
  await desk.close();
});

long("has its field on a phone, in English", async () => {
  const desk = await stage.open(ENGLISH_PHONE);
  const { page } = desk;
  await signIn(page, "cashier");
  await page.goto("/sale/sale-from2");
  await page.locator(".till-tile").first().waitFor();
  await scan(page, DRINK.barcode);
  await page.getByRole("button", { name: /The cart: 1 pieces/ }).click();
  await page.getByRole("button", { name: "Coupon" }).click();
  await page.locator(".discount-fields input").fill("BAR5");
  await page.locator(".discount-fields input").press("Enter");
  await page.locator(".till-due b").getByText("2.00").waitFor();
  await settled(page);
  expect(await axe(page)).toEqual([]);
  await shot(page, "coupon-till-en-light-390");
  await desk.close();
});
