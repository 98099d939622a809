/** One contract that cannot be renewed as it is keeps no other from being offered its renewal. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { fixed, type FixedDetail } from "../../src/contract/fixed/fixed";
import { instant } from "../../src/contract/core/time";
import { bookingJobs } from "../../src/server/domains/booking/jobs";
import * as change from "../../src/server/domains/fixed/change";
import { fixedJobs } from "../../src/server/domains/fixed/jobs";
import * as occurrences from "../../src/server/domains/fixed/occurrences";
import { view } from "../../src/server/domains/fixed/view";
import { at, seedBooking } from "../support/booking";
import { type TestVenue, testVenue } from "../support/venue";

let t: TestVenue;
beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
});
afterAll(() => t.close());

const make = (placeId: string): Promise<FixedDetail> =>
  t.act((ctx) =>
    change.create(
      ctx,
      fixed.create.input.parse({
        memberId: "m-1",
        placeIds: [placeId],
        weekdays: [3],
        start: at(19),
        end: at(21),
        from: "2026-11-25",
        to: "2026-12-09",
        payMode: "monthly",
        activate: true,
      }),
    ),
  );

it("where the place of one was switched off once nothing stood there, it and the others are offered", async () => {
  const [gone, other] = [await make("b-3"), await make("b-4")];
  const all = { id: gone.id, occurrenceId: gone.occurrences[0]?.id, scope: "all", reason: "球馆改造" };
  await t.act((ctx) => occurrences.cancel(ctx, fixed.cancel.input.parse(all)));
  await t.act((ctx) => ctx.db.updateTable("place").set({ active: false }).where("id", "=", "b-3").execute());
  t.now = instant("2026-11-28", at(9), t.venue.zone);
  for (const { run } of [...bookingJobs, ...fixedJobs]) await t.act(run);
  const kept = async ({ id }: FixedDetail) => (await t.look((ctx) => view(ctx, { id }))).hold?.count;
  expect([await kept(gone), await kept(other)]).toEqual([undefined, 2]);
  const told = await t.look((ctx) =>
    ctx.db.selectFrom("message").select("resource_id").where("resource", "=", "fixed").orderBy("id").execute(),
  );
  expect(new Set(told.map((one) => one.resource_id))).toEqual(new Set([gone.id, other.id]));
});
