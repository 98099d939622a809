/**
 * Every action of a member from every state: it leads where the table says, or is refused. Each is tried in a transaction that is given up.
 * Renewing and ending have `member-ends`.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Call } from "../../src/contract/core/call";
import { memberRecords } from "../../src/contract/members/member-records";
import { members } from "../../src/contract/members/members";
import { member as machine, MemberState } from "../../src/contract/core/states";
import { AppError } from "../../src/server/http/error";
import { enrol, seedMembers } from "../support/members";
import { serves } from "../support/services";
import { testVenue, type TestVenue } from "../support/venue";

let t: TestVenue;
let id: string;
let other: string;
beforeAll(async () => {
  t = await testVenue();
  await seedMembers(t);
  ({ id } = await enrol(t));
  other = (await enrol(t)).id;
});
afterAll(() => t.close());

const GIVEN_UP = new Error("given up");
/** Runs a call for a member in a state and returns the state that it leads to, or the key of the refusal. */
async function tried(state: MemberState, call: Call, input: object): Promise<string> {
  let outcome = "";
  await t
    .act(async (ctx) => {
      const member = ctx.db.updateTable("member").where("venue_id", "=", ctx.venue.id).where("id", "=", id);
      await member.set({ state }).execute();
      await serves(call)(ctx, call.input.parse(input) as object);
      const now = ctx.db.selectFrom("member").select("state").where("venue_id", "=", ctx.venue.id).where("id", "=", id);
      outcome = (await now.executeTakeFirstOrThrow()).state;
      throw GIVEN_UP;
    })
    .catch((error: unknown) => {
      if (error === GIVEN_UP) return;
      if (!(error instanceof AppError)) throw error;
      outcome = error.key;
    });
  return outcome;
}
const leads = (state: MemberState, move: string): string => (machine.table[state] as Record<string, string>)[move] ?? "wrongState";

describe.each(MemberState.options)("a member who is %s", (state) => {
  it.each(["freeze", "unfreeze"] as const)("%s", async (action) => {
    expect(await tried(state, members.setState, { id, action, reason: "测试" })).toBe(leads(state, action));
  });

  it("closes only from where closing starts", async () => {
    const closed = leads(state, "startClosing") === "wrongState" ? "wrongState" : "closed";
    expect(await tried(state, memberRecords.close, { id, feePercent: 0, back: "0.00", method: "Cash", reason: "测试" })).toBe(closed);
  });

  it("is merged into another only from where the table says", async () => {
    expect(await tried(state, memberRecords.merge, { keepId: other, mergeId: id, reason: "测试" })).toBe(leads(state, "merge"));
  });
});
