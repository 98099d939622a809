import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { booking } from "../../src/contract/booking/booking";
import type { Input } from "../../src/contract/core/call";
import { pricePlans } from "../../src/contract/prices/price-plans";
import { priceSync } from "../../src/contract/prices/price-sync";
import { addDays } from "../../src/contract/core/time";
import { quote } from "../../src/server/domains/booking/quote";
import { create } from "../../src/server/domains/prices/plan-change";
import { advance, cancel, continueSync, list, preview, run, view } from "../../src/server/domains/prices/sync";
import { view as orderOf } from "../../src/server/domains/booking/view";
import { release, releasePreview } from "../../src/server/domains/prices/release";
import { at, book, refusalOf, seedBooking, TODAY, TOMORROW } from "../support/booking";
import { testVenue, type TestVenue } from "../support/venue";

let t: TestVenue;
afterEach(() => t.close());

const draft = (extra: Partial<Input<typeof priceSync.run>> = {}) =>
  priceSync.run.input.parse({ planId: "pp-1", from: TODAY, to: TOMORROW, placeIds: ["b-5", "b-6"], ...extra });
const previewed = (extra = {}) => t.look((ctx) => preview(ctx, draft(extra)));
const begin = (extra = {}) => t.act((ctx) => run(ctx, draft(extra)));
async function whole(extra = {}) {
  let now = await begin(extra);
  while (now.state === "running") now = await t.act((ctx) => advance(ctx, { id: now.id }));
  return now;
}
const priceOf = async (day: string, placeId = "b-5", start = at(20)) => {
  const input = { venueId: t.venue.id, day, runs: [{ placeId, start, end: start + 60 }] };
  return (await t.look((ctx) => quote(ctx, booking.quote.input.parse(input)))).total;
};
const addPlan = (price: string, extra: object = {}) =>
  t.act((ctx) =>
    create(
      ctx,
      pricePlans.create.input.parse({
        name: `方案 ${price}`,
        programId: "g-b",
        priority: 9,
        from: "2026-01-01",
        to: "2027-12-31",
        prices: { walkIn: Array.from({ length: 7 }, () => Array.from({ length: 48 }, () => price)) },
        ...extra,
      }),
    ),
  );
const written = async () =>
  t.database
    .dbFor(t.venue.id)
    .selectFrom("synced_day")
    .select(["place_id", "day", "sheet_id", "synced_on"])
    .orderBy("place_id")
    .orderBy("day")
    .execute();
/** A promise to wait for, and what keeps it. */
function gate() {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
}

describe("syncing prices", () => {
  beforeEach(async () => {
    t = await testVenue();
    t.now = new Date("2026-11-21T10:00:00+08:00");
    await seedBooking(t);
  });

  it("writes the plan's prices down, which then stand whatever becomes of the plans", async () => {
    expect(await previewed()).toMatchObject({ places: 2, days: 2, slots: 136, added: 136, repriced: 0, kept: 0, same: 0 });
    expect(await written()).toEqual([]);
    expect(await whole()).toMatchObject({
      state: "done",
      done: 4,
      total: 4,
      added: 136,
      repriced: 0,
      kept: 0,
      same: 0,
      places: "5 号, 6 号",
    });
    await addPlan("60.00");
    expect(await priceOf(TODAY)).toBe("100.00");
    expect(await priceOf(TODAY, "b-7")).toBe("120.00");
    expect(await priceOf(addDays(TODAY, 2))).toBe("120.00");
  });

  it("changes nothing the second time", async () => {
    await whole();
    const first = await written();
    t.now = new Date("2026-11-21T11:00:00+08:00");
    expect(await whole()).toMatchObject({ added: 0, repriced: 0, kept: 0, same: 136 });
    expect(await written()).toEqual(first);
  });

  it("re-prices what was synced, and keeps what is sold", async () => {
    await whole();
    const other = await addPlan("60.00");
    await book(t);
    const seen = await previewed({ planId: other.id });
    expect(seen).toMatchObject({ added: 0, repriced: 134, kept: 2, same: 0 });
    expect(seen.samples.find((one) => one.outcome === "kept")).toMatchObject({
      day: TODAY,
      placeId: "b-5",
      start: at(20),
      end: at(21),
      from: "50.00",
      to: "60.00",
    });
    expect(await whole({ planId: other.id })).toMatchObject({ repriced: 134, kept: 2 });
    expect(await priceOf(TODAY)).toBe("100.00");
    expect(await priceOf(TODAY, "b-5", at(19))).toBe("120.00");
    expect(await whole({ planId: other.id })).toMatchObject({ repriced: 0, kept: 2, same: 134 });
  });

  it("leaves alone what the plan does not price, and slots of an hour as a whole", async () => {
    const halves = Array.from({ length: 48 }, (_, half) => (half === 40 || half >= 42 ? "60.00" : null));
    const hourly = await addPlan("1.00", { programId: "g-k", prices: { walkIn: Array.from({ length: 7 }, () => halves) } });
    expect(await previewed({ planId: hourly.id, to: TODAY, placeIds: ["k-east"] })).toMatchObject({ slots: 2, added: 2 });
    await whole({ planId: hourly.id, to: TODAY, placeIds: ["k-east"] });
    expect(await priceOf(TODAY, "k-east", at(21))).toBe("120.00");
  });

  it("covers only days that the plan is for, from today on", async () => {
    expect(await previewed({ from: "2026-11-01", to: TODAY })).toMatchObject({ days: 1 });
    expect((await refusalOf(begin({ from: "2026-11-01", to: "2026-11-20" }))).key).toBe("syncNothing");
    expect((await refusalOf(begin({ placeIds: ["k-full"] }))).key).toBe("missing");
    expect((await refusalOf(begin({ planId: "pp-none" }))).key).toBe("missing");
  });

  it("runs one at a time, continues by itself, and stops on request", async () => {
    const both = await Promise.allSettled([
      begin({ placeIds: [], to: addDays(TODAY, 29) }),
      begin({ placeIds: [], to: addDays(TODAY, 29) }),
    ]);
    const begun = both.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    expect(begun).toHaveLength(1);
    expect(both.find((one) => one.status === "rejected")).toMatchObject({ reason: { key: "syncRunning" } });
    const id = begun[0]?.id ?? "";
    expect(await t.act(continueSync)).toBe(true);
    const half = await t.look((ctx) => view(ctx, { id }));
    expect(half).toMatchObject({ done: 120, total: 300, state: "running" });
    expect(await t.act((ctx) => cancel(ctx, { id }))).toMatchObject({ state: "cancelled", done: 120 });
    expect((await refusalOf(t.act((ctx) => cancel(ctx, { id })))).key).toBe("wrongState");
    expect(await t.act((ctx) => advance(ctx, { id }))).toMatchObject({ state: "cancelled", done: 120 });
    expect(await t.act(continueSync)).toBe(false);
    expect(await written()).toHaveLength(120);
    const again = await begin({ placeIds: [], to: addDays(TODAY, 29) });
    while (await t.act(continueSync));
    expect(await t.look((ctx) => view(ctx, { id: again.id }))).toMatchObject({ state: "done", done: 300, same: 4080, added: 6120 });
    const page = await t.look((ctx) => list(ctx, priceSync.list.input.parse({ state: "done" })));
    expect(page.content.map((row) => row.id)).toEqual([again.id]);
  });

  it("takes a holiday's prices from the weekday that it is priced as", async () => {
    await t.database
      .dbFor(t.venue.id)
      .insertInto("holiday")
      .values({ venue_id: t.venue.id, day: TOMORROW, name: "调休", priced_as: 1 })
      .execute();
    await whole();
    expect(await priceOf(TOMORROW)).toBe("80.00");
  });

  describe("given back to live prices", () => {
    const back = (extra: Partial<Input<typeof priceSync.release>> = {}) =>
      priceSync.release.input.parse({ programId: "g-b", from: TODAY, to: TOMORROW, ...extra });
    const foreseen = (extra = {}) => t.look((ctx) => releasePreview(ctx, back(extra)));
    const giveBack = (extra = {}) => t.act((ctx) => release(ctx, back(extra)), { action: "priceSync.release" });

    it("costs what the plans say again, as the preview said; bookings keep their price", async () => {
      await whole();
      await addPlan("60.00");
      const sold = await book(t, { day: TOMORROW, runs: [{ placeId: "b-5", start: at(20), end: at(21) }] });
      const seen = await foreseen();
      // Two days of two courts, 34 half hours each: Saturday and Sunday cost 40.00, evenings 50.00; all become 60.00.
      expect(seen).toMatchObject({ plans: ["秋冬羽毛球"], days: 4, slots: 136, repriced: 134, kept: 2, lost: 0, same: 0 });
      expect(seen.samples[0]).toMatchObject({ day: TODAY, placeId: "b-5", outcome: "repriced", from: "40.00", to: "60.00" });
      expect(await written()).toHaveLength(4);
      const done = await giveBack();
      expect(done).toMatchObject({ kind: "release", state: "done", total: 4, repriced: 134, kept: 2, planName: "秋冬羽毛球" });
      expect(await written()).toEqual([]);
      expect([await priceOf(TODAY), await priceOf(TOMORROW, "b-6")]).toEqual(["120.00", "120.00"]);
      expect((await t.look((ctx) => orderOf(ctx, { id: sold.id }))).total).toBe("100.00");
      const { content } = await t.look((ctx) => list(ctx, priceSync.list.input.parse({})));
      expect(content.map((run) => run.kind).sort()).toEqual(["release", "sync"]);
    });

    it("forgets only the days and places asked for, never the past", async () => {
      await whole();
      await giveBack({ to: TODAY, placeIds: ["b-6"] });
      expect((await written()).map((row) => `${row.place_id} ${row.day}`)).toEqual([`b-5 ${TODAY}`, `b-5 ${TOMORROW}`, `b-6 ${TOMORROW}`]);
      t.now = new Date(`${TOMORROW}T10:00:00+08:00`);
      expect(await foreseen()).toMatchObject({ days: 2 });
      await giveBack();
      expect((await written()).map((row) => `${row.place_id} ${row.day}`)).toEqual([`b-5 ${TODAY}`]);
    });

    it("warns of slots that no plan prices then", async () => {
      await whole();
      await t.database.dbFor(t.venue.id).updateTable("price_plan").set({ enabled: false }).where("id", "=", "pp-1").execute();
      expect(await foreseen()).toMatchObject({ repriced: 0, lost: 136 });
      await giveBack();
      expect((await refusalOf(priceOf(TODAY))).key).toBe("noPrice");
    });

    it("is refused beside a sync that has begun and is not written down yet, and takes nothing back", async () => {
      await whole();
      const before = await written();
      const [began, stays] = [gate(), gate()];
      const syncing = t.act(async (ctx) => {
        const begun = await run(ctx, draft({ to: addDays(TODAY, 5) }));
        began.open();
        await stays.opened;
        return begun;
      });
      await began.opened;
      const refused = refusalOf(giveBack());
      // The release now waits for the sync to be written down; were it not to, it would be through by then.
      await Promise.race([refused.catch(() => undefined), sleep(500)]);
      stays.open();
      expect((await refused).key).toBe("syncRunning");
      expect(await written()).toEqual(before);
      const { id } = await syncing;
      while (await t.act(continueSync));
      expect(await t.look((ctx) => view(ctx, { id }))).toMatchObject({ state: "done", added: 272, same: 136 });
      expect(await giveBack({ to: addDays(TODAY, 5) })).toMatchObject({ total: 12 });
    });

    it("lets a sync begin only after it, never beside it", async () => {
      await whole();
      const [released, stays] = [gate(), gate()];
      const releasing = t.act(async (ctx) => {
        await release(ctx, back());
        released.open();
        await stays.opened;
      });
      await released.opened;
      const syncing = whole();
      await Promise.race([syncing, sleep(500)]);
      stays.open();
      await releasing;
      expect(await syncing).toMatchObject({ state: "done", added: 136, same: 0 });
      expect(await written()).toHaveLength(4);
    });

    it("is refused where nothing was synced, under a run, and for places that are not the program's; nothing changes", async () => {
      expect((await refusalOf(giveBack())).key).toBe("releaseNothing");
      await whole();
      const before = await written();
      expect((await refusalOf(giveBack({ placeIds: ["k-full"] }))).key).toBe("missing");
      const running = await begin();
      expect((await refusalOf(giveBack())).key).toBe("syncRunning");
      expect(await written()).toEqual(before);
      await t.act((ctx) => cancel(ctx, { id: running.id }));
      await giveBack();
      const audit = await t.database
        .dbFor(t.venue.id)
        .selectFrom("audit_log")
        .select("action")
        .where("action", "=", "priceSync.release")
        .execute();
      expect(audit.length).toBeGreaterThan(0);
    });
  });
});

it("cuts days in the venue's zone, also where clocks change", async () => {
  t = await testVenue({ zone: "Europe/Berlin" });
  t.now = new Date("2026-10-24T23:30:00Z");
  await seedBooking(t);
  const days = { from: "2026-10-24", to: "2026-10-26", placeIds: ["b-5"] };
  expect(await previewed(days)).toMatchObject({ days: 2, slots: 68 });
  await whole(days);
  expect((await written()).map((row) => [row.day, row.synced_on])).toEqual([
    ["2026-10-25", "2026-10-25"],
    ["2026-10-26", "2026-10-25"],
  ]);
  expect(await priceOf("2026-10-25", "b-5", at(6))).toBe("80.00");
});
