/** Memberships that end with their last day, and are renewed. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { member as machine, MemberState } from "../../src/contract/core/states";
import { memberJobs, renew } from "../../src/server/domains/members/expire";
import { view } from "../../src/server/domains/members/list";
import { refusalOf, TODAY } from "../support/booking";
import { enrol, seedMembers } from "../support/members";
import { testVenue, type TestVenue } from "../support/venue";

let t: TestVenue;
beforeAll(async () => {
  t = await testVenue();
  await seedMembers(t);
});
afterAll(() => t.close());

const set = async (id: string, values: { state?: string; expires_on?: string | null }) =>
  void (await t.database.dbFor("v-1").updateTable("member").set(values).where("venue_id", "=", "v-1").where("id", "=", id).execute());
const look = (id: string) => t.look((ctx) => view(ctx, { id }));
const night = async (): Promise<void> => {
  for (const job of memberJobs) while (await t.act((ctx) => job.run(ctx)));
};
const stateOf = async (id: string): Promise<[string, string | null]> => {
  const { state, expiresOn } = await look(id);
  return [state, expiresOn];
};

it("ends an active membership when its last day is over, and no other", async () => {
  const ids: string[] = [];
  for (const [state, day] of [
    ["active", "2026-11-20"],
    ["active", TODAY],
    ["active", null],
    ["frozen", "2026-11-20"],
  ] as const) {
    const { id } = await enrol(t);
    await set(id, { state, expires_on: day });
    ids.push(id);
  }
  await night();
  expect((await Promise.all(ids.map(stateOf))).map(([state]) => state)).toEqual(["expired", "active", "active", "frozen"]);
});

it("is renewed from its last day while it runs, and from today once it has ended", async () => {
  const { id } = await enrol(t);
  await set(id, { expires_on: "2026-12-10" });
  await t.act((ctx) => renew(ctx, { id, months: 3 }));
  expect(await stateOf(id)).toEqual(["active", "2027-03-10"]);
  await set(id, { expires_on: "2026-11-01" });
  await night();
  expect(await stateOf(id)).toEqual(["expired", "2026-11-01"]);
  await t.act((ctx) => renew(ctx, { id, months: 12 }));
  expect(await stateOf(id)).toEqual(["active", "2027-11-21"]);
});

it("is renewed as the states say, and where it has an end", async () => {
  const { id } = await enrol(t);
  for (const state of MemberState.options) {
    await set(id, { state, expires_on: "2026-12-10" });
    const renewed = t.act((ctx) => renew(ctx, { id, months: 1 }));
    if (state === "active" || "renew" in machine.table[state]) expect((await renewed).state, state).toBe("active");
    else {
      expect((await refusalOf(renewed)).key, state).toBe("wrongState");
      expect(await stateOf(id), state).toEqual([state, "2026-12-10"]);
    }
  }
  await set(id, { state: "active", expires_on: null });
  expect((await refusalOf(t.act((ctx) => renew(ctx, { id, months: 1 })))).key).toBe("wrongState");
  expect((await refusalOf(t.act((ctx) => renew(ctx, { id: "nobody", months: 1 })))).key).toBe("missing");
});
