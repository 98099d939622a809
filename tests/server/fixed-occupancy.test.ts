/** Two occurrences of one series never occupy the same cells, however a person swaps and moves them. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Input } from "../../src/contract/core/call";
import { fixed, type FixedDetail } from "../../src/contract/fixed/fixed";
import * as change from "../../src/server/domains/fixed/change";
import * as occurrences from "../../src/server/domains/fixed/occurrences";
import { addDays } from "../../src/contract/core/time";
import { at, countRows, refusalOf, seedBooking } from "../support/booking";
import { type TestVenue, testVenue } from "../support/venue";

let t: TestVenue;
beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
});
afterAll(() => t.close());

let weeks = 0;
let wednesday = "";
beforeEach(() => {
  wednesday = addDays("2026-11-25", 14 * weeks++);
});

type Extra = Partial<Input<typeof fixed.create>>;
/** Two Wednesdays 19:00–21:00. */
const terms = () => ({
  memberId: "m-1",
  placeIds: ["b-3", "b-4"],
  weekdays: [3],
  start: at(19),
  end: at(21),
  from: wednesday,
  to: addDays(wednesday, 7),
  payMode: "monthly" as const,
});
const make = (extra: Extra): Promise<FixedDetail> =>
  t.act((ctx) => change.create(ctx, fixed.create.input.parse({ ...terms(), activate: true, ...extra })));
const plan = (extra: Extra) => t.look((ctx) => change.preview(ctx, fixed.preview.input.parse({ ...terms(), ...extra })));

it("a place is not swapped for another one of the pattern, nor two for the same, nor for one that covers it", async () => {
  const before = await countRows(t);
  const swap = (placeId: string, swapTo: string) => ({ day: wednesday, placeId, swapTo });
  const basket = { placeIds: ["k-east", "k-west"] };
  for (const extra of [
    { choices: [swap("b-3", "b-4")] },
    { choices: [swap("b-3", "b-9"), swap("b-4", "b-9")] },
    { ...basket, choices: [swap("k-east", "k-full")] },
  ]) {
    const { conflicts, occurrences: planned } = await plan(extra);
    expect(conflicts).toBe(1);
    const lacking = planned.find((one) => one.problem !== null);
    expect(lacking).toMatchObject({ day: wednesday, problem: "taken", holder: null });
    // An offered alternative does not belong to anybody of the series either.
    const free = lacking?.free.map((one) => one.placeId) ?? [];
    expect(free.some((id) => planned.some((one) => one.day === wednesday && one.placeId === id))).toBe(false);
    expect(await refusalOf(make(extra))).toMatchObject({ key: "linkedChosen" });
  }
  expect(await countRows(t)).toEqual(before);
});

it("two occurrences that came to one day are not moved to one time", async () => {
  const contract = await make({ placeIds: ["b-3"] });
  const [first, second] = contract.occurrences;
  const to = { id: contract.id, placeId: "b-3" };
  await t.act((ctx) =>
    occurrences.move(ctx, fixed.move.input.parse({ ...to, occurrenceId: second?.id, day: first?.day, start: at(14), end: at(16) })),
  );
  const all = fixed.move.input.parse({ ...to, occurrenceId: first?.id, scope: "all", start: at(10), end: at(12) });
  expect(await refusalOf(t.act((ctx) => occurrences.move(ctx, all)))).toMatchObject({ key: "linkedChosen" });
});

it("an occurrence is not moved to another sport's court, for which neither its money nor its card is", async () => {
  const contract = await make({ placeIds: ["b-3"] });
  const to = { id: contract.id, occurrenceId: contract.occurrences[0]?.id, placeId: "k-full", start: at(19), end: at(21) };
  const refusal = await refusalOf(t.act((ctx) => occurrences.move(ctx, fixed.move.input.parse(to))));
  expect(refusal).toMatchObject({ key: "badInput", data: { errors: { placeId: "oneProgram" } } });
});
