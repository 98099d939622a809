/**
 * Budgets of keystrokes: what a desk does all day takes few of them. Booking a regular is in desks.test.ts,
 * opening a screen in palette.test.ts.
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import { BADMINTON, BOOKED, RICH } from "../support/browser-data";
import { booking, type BookingOrderDetail } from "../../src/contract/booking/booking";
import { addDays } from "../../src/contract/core/time";
import { enter, openStage, settled, signIn, type Stage } from "../support/browser";
import { countedKeys } from "../support/browser-keys";
import { long } from "../support/forms";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

const GRID = "/book/venue-booking";

const PASSER_BY = { name: "贺知章", phone: "13712345678" } as const;

/** Hour of the next booking: each has its own, so that a test that fails takes no court from the next. */
let hour = 12;
/** A paid booking of the day after tomorrow. */
async function booked(booker: typeof PASSER_BY | { readonly memberId: string }): Promise<BookingOrderDetail> {
  const admin = await stage.admin();
  const venueId = BADMINTON.id;
  const day = addDays(stage.tomorrow, 1);
  const { places } = await admin.ok(booking.grid, { day, days: 1 }, { venueId });
  const start = hour++ * 60;
  const runs = [{ placeId: places.find(({ name }) => name === "5")?.id ?? "", start, end: start + 60 }];
  const { total } = await admin.ok(booking.quote, { venueId, day, runs, ...("memberId" in booker ? booker : {}) }, { venueId });
  const payments = [{ type: "Cash" as const, amount: total }];
  return admin.ok(booking.create, { day, runs, ...booker, mode: "pay", payments, expectedTotal: total }, { venueId });
}

it("checks the next booking of another day in at most three keystrokes after the grid is open", async () => {
  const desk = await stage.open();
  const { page } = desk;
  await signIn(page, "manager");
  await page.goto(GRID);
  await settled(page);
  await page.locator("table.g td:focus").waitFor();
  const { press, strokes } = countedKeys(page);
  await press("]");
  await page.locator(".next-open", { hasText: BOOKED.name }).waitFor();
  await press("n");
  await press("Enter");
  await page.locator(".panel h2", { hasText: BOOKED.name }).waitFor();
  expect(strokes()).toBeLessThanOrEqual(3);
  expect(desk.faults).toEqual([]);
  await desk.close();
});

long.each([
  ["a passer-by's", PASSER_BY.phone, () => Promise.resolve(PASSER_BY)],
  ["a member's", RICH.phone, async () => ({ memberId: await stage.memberId(RICH.phone) })],
])("refunds %s booking in at most eight keystrokes from another screen, after its preview was shown", async (_whose, phone, booker) => {
  const order = await booked(await booker());
  const desk = await stage.open();
  const { page } = desk;
  await enter(page, "manager");
  await settled(page);
  const { press, strokes } = countedKeys(page);
  await press("Control+k");
  await press(...phone.slice(-4).split(""));
  await page.locator(".palette-line[aria-selected=true]", { hasText: order.no }).waitFor();
  await press("Enter");
  await page.locator(".panel h2", { hasText: order.name }).waitFor();
  await press("x");
  await page.locator(".panel button[type=submit]:not([aria-disabled=true])", { hasText: "取消并退款" }).waitFor();
  await press("Enter");
  await page.locator(".panel .tags", { hasText: "已退款" }).waitFor();
  expect(strokes()).toBeLessThanOrEqual(8);
  const after = await (await stage.admin()).ok(booking.view, { id: order.id }, { venueId: BADMINTON.id });
  expect(after).toMatchObject({ orderStatus: "cancelled", refunded: order.paid });
  expect(desk.faults).toEqual([]);
  await desk.close();
});

it("finds a member by the phone's last digits beside the booking that comes next, in one more keystroke", async () => {
  const order = await booked({ memberId: await stage.memberId(RICH.phone) });
  const desk = await stage.open();
  const { page } = desk;
  await enter(page, "manager");
  await settled(page);
  await page.keyboard.press("Control+k");
  await page.keyboard.type(RICH.phone.slice(-4));
  await page.locator(".palette-line[aria-selected=true]", { hasText: order.no }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.locator(".drawer-head", { hasText: RICH.name }).waitFor();
  // The whole number names the person, not the booking.
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  await page.keyboard.type(RICH.phone, { delay: 40 });
  await page.locator(".palette-line[aria-selected=true]", { hasText: RICH.name }).waitFor();
  expect(await page.locator(".palette-line[aria-selected=true]", { hasText: order.no }).count()).toBe(0);
  expect(desk.faults).toEqual([]);
  await desk.close();
});
