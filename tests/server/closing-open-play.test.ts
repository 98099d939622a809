/** An open play whose court is closed: moved to another one it says where it is played now, cancelled it gives everybody their money back. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Input } from "../../src/contract/core/call";
import { closing } from "../../src/contract/closing/closing";
import { openPlay } from "../../src/contract/openPlay/open-play";
import { apply } from "../../src/server/domains/closing/apply";
import { view as viewClosing } from "../../src/server/domains/closing/list";
import { preview } from "../../src/server/domains/closing/preview";
import { join } from "../../src/server/domains/openPlay/join";
import { create } from "../../src/server/domains/openPlay/plan";
import { view } from "../../src/server/domains/openPlay/view";
import { checkLedger } from "../../src/server/ledger/check";
import { at, refusalOf, seedBooking } from "../support/booking";
import { type TestVenue, testVenue } from "../support/venue";

let t: TestVenue;
beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
});
afterAll(async () => {
  expect(await checkLedger(t.database.dbFor("v-1"), "v-1")).toEqual([]);
  await t.close();
});

const when = { start: at(10), end: at(12) };
/** Two courts, 45.00 a head, 41.00 for a gold card. */
const playOn = (day: string) => {
  const levels = [{ cardTypeId: "ct-85", price: "41" }];
  const terms = { title: "双打", placeIds: ["b-1", "b-2"], day, ...when, capacity: 8, minimum: 2, price: "45", levels, open: true };
  return t.act((ctx) => create(ctx, openPlay.create.input.parse(terms)));
};
const enter = (id: string, more: Omit<Input<typeof openPlay.join>, "id">) =>
  t.act((ctx) => join(ctx, openPlay.join.input.parse({ id, ...more })));
/** A walk-in and a member: 45.00 and 41.00. */
async function twoJoin(id: string): Promise<void> {
  await enter(id, { name: "散客", payments: [{ type: "WeChat", amount: "45" }] });
  await enter(id, { memberId: "m-1", payments: [{ type: "Balance", amount: "41" }] });
}
const wish = (day: string, placeIds: string[], refundLineIds: string[] = []) =>
  closing.preview.input.parse({ placeIds, from: day, to: day, ...when, reason: "漏水", refundLineIds });
const look = (input: ReturnType<typeof wish>) => t.look((ctx) => preview(ctx, input));
const close = (input: ReturnType<typeof wish>, fingerprint: string) =>
  t.act((ctx) => apply(ctx, closing.apply.input.parse({ ...input, fingerprint })));
const see = (id: string) => t.look((ctx) => view(ctx, { id }));

it("is moved in its own words and to whoever changes it, and nobody gets money back", async () => {
  const day = "2026-11-23";
  const play = await playOn(day);
  await twoJoin(play.id);
  const input = wish(day, ["b-1"]);
  const seen = await look(input);
  expect(seen).toMatchObject({ moves: 1, refunds: 0, refundTotal: "0.00", hits: [{ proposal: "move", toPlaceId: "b-3", refund: "0.00" }] });
  expect(await close(input, seen.fingerprint)).toMatchObject({ moves: 1, refunds: 0, refundTotal: "0.00" });
  const now = await see(play.id);
  expect(now).toMatchObject({ state: "confirmed", attendees: 2, income: "86.00", places: "2 号, 3 号" });
  expect([...now.placeIds].sort()).toEqual(["b-2", "b-3"]);
});

it("is cancelled for what its participants paid, as it was shown and as it is kept", async () => {
  const day = "2026-11-24";
  const play = await playOn(day);
  await enter(play.id, { name: "散客", payments: [{ type: "WeChat", amount: "45" }] });
  const lineIds = (await look(wish(day, ["b-1"]))).hits.map((hit) => hit.lineId);
  const input = wish(day, ["b-1"], lineIds);
  const before = await look(input);
  expect(before).toMatchObject({ refundTotal: "45.00", hits: [{ proposal: "refund", refund: "45.00" }] });
  await enter(play.id, { memberId: "m-1", payments: [{ type: "Balance", amount: "41" }] });
  const seen = await look(input);
  const refusal = await refusalOf(close(input, before.fingerprint));
  expect([refusal.key, refusal.data["preview"]]).toEqual(["closingChanged", seen]);
  expect(seen).toMatchObject({ moves: 0, refunds: 1, refundTotal: "86.00", hits: [{ proposal: "refund", refund: "86.00" }] });
  const done = await close(input, seen.fingerprint);
  expect(done).toMatchObject({ moves: 0, refunds: 1, refundTotal: "86.00" });
  const kept = await t.look((ctx) => viewClosing(ctx, { id: done.id }));
  expect(kept.hits.map((hit) => [hit.placeName, hit.toPlaceName, hit.refund])).toEqual([["1", null, "86.00"]]);
  const now = await see(play.id);
  expect(now).toMatchObject({ state: "cancelled", income: "0.00" });
  expect(now.tickets.map((ticket) => ticket.refunded).sort()).toEqual(["41.00", "45.00"]);
});

it("is cancelled whole where one of its courts is not moved: none of them moves, and the money is shared over them", async () => {
  const day = "2026-11-25";
  const play = await playOn(day);
  await twoJoin(play.id);
  const both = await look(wish(day, ["b-1", "b-2"]));
  expect(both).toMatchObject({ moves: 2, refundTotal: "0.00" });
  const input = wish(
    day,
    ["b-1", "b-2"],
    both.hits.filter((hit) => hit.placeId === "b-2").map((hit) => hit.lineId),
  );
  const seen = await look(input);
  expect(seen).toMatchObject({ moves: 0, refunds: 2, refundTotal: "86.00" });
  expect(seen.hits.map((hit) => [hit.placeId, hit.proposal, hit.refund])).toEqual([
    ["b-1", "refund", "43.00"],
    ["b-2", "refund", "43.00"],
  ]);
  expect(await close(input, seen.fingerprint)).toMatchObject({ moves: 0, refunds: 2, refundTotal: "86.00" });
  expect(await see(play.id)).toMatchObject({ state: "cancelled", attendees: 0, income: "0.00" });
});
