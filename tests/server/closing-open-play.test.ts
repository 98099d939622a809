/** An open play whose court is closed and that is moved to another one says where it is played now. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { closing } from "../../src/contract/closing";
import { openPlay } from "../../src/contract/openPlay";
import { apply } from "../../src/server/domains/closing/apply";
import { preview } from "../../src/server/domains/closing/preview";
import { create } from "../../src/server/domains/openPlay/plan";
import { view } from "../../src/server/domains/openPlay/view";
import { at, seedBooking } from "../support/booking";
import { type TestVenue, testVenue } from "../support/venue";

let t: TestVenue;
beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
});
afterAll(() => t.close());

it("in its own words and to whoever changes it", async () => {
  const when = { start: at(10), end: at(12) };
  const day = "2026-11-23";
  const terms = { title: "双打", placeIds: ["b-1", "b-2"], day, ...when, capacity: 8, minimum: 2, price: "10", open: true };
  const play = await t.act((ctx) => create(ctx, openPlay.create.input.parse(terms)));
  const input = closing.preview.input.parse({ placeIds: ["b-1"], from: day, to: day, ...when, reason: "漏水" });
  const { fingerprint, hits } = await t.look((ctx) => preview(ctx, input));
  expect(hits).toMatchObject([{ proposal: "move", toPlaceId: "b-3" }]);
  await t.act((ctx) => apply(ctx, closing.apply.input.parse({ ...input, fingerprint })));
  const now = await t.look((ctx) => view(ctx, { id: play.id }));
  expect(now).toMatchObject({ state: "open", places: "2 号, 3 号" });
  expect([...now.placeIds].sort()).toEqual(["b-2", "b-3"]);
});
