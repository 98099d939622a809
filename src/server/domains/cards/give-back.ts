/** Uses of a package card that go back to it (ledger.md "one use / its undo"). */
import { share } from "../../../contract/money";
import { holding as machine, next } from "../../../contract/states";
import { dayOf } from "../../../contract/time";
import { type Ctx, today } from "../../http/context";
import { post } from "../../ledger/post";

/** The card after uses went back to it. */
export interface GivenBack {
  readonly no: string;
  readonly state: string;
  readonly expiresOn: string;
  /** Whether the uses can be used again. */
  readonly usable: boolean;
}

/**
 * Gives back `times` of the uses that a document took, with their part of what they earned, dated as it was earned. A card that they had
 * used up is active again; one that ended otherwise keeps its state, which the caller tells.
 * @param times at most as many as the document took
 */
export async function giveBackUses(ctx: Ctx, about: { kind: string; id: string }, times: number): Promise<GivenBack> {
  const use = await ctx.db
    .selectFrom("holding_use")
    .selectAll()
    .where("venue_id", "=", ctx.venue.id)
    .where("document_kind", "=", about.kind)
    .where("document_id", "=", about.id)
    .where("times", ">", 0)
    .executeTakeFirstOrThrow();
  const holding = await ctx.db
    .selectFrom("holding")
    .selectAll()
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", use.holding_id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const before = holding.times + holding.bonus_times - holding.used;
  const [value = 0] = share(use.value, [times, use.times - times]);
  const state = holding.state === "used_up" ? (next(machine, holding.state, "restore") ?? holding.state) : holding.state;
  await ctx.db
    .updateTable("holding")
    .set({ used: holding.used - times, state })
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", holding.id)
    .execute();
  await ctx.db
    .insertInto("holding_use")
    .values({
      venue_id: ctx.venue.id,
      id: ctx.newId(),
      holding_id: holding.id,
      times: -times,
      before,
      after: before + times,
      value: -value,
      document_kind: about.kind,
      document_id: about.id,
      operator: ctx.person.name,
      at: ctx.now,
    })
    .execute();
  if (value > 0) {
    await post(ctx, {
      document: { kind: "card", id: holding.id, no: holding.no },
      operation: "use undone",
      legs: [
        { account: "income.card_use", amount: value, subject: holding.package_card_id, earnedOn: dayOf(use.at, ctx.venue.zone) },
        { account: "card.value", amount: -value, subject: holding.id },
      ],
    });
  }
  const usable = state === "active" && holding.expires_on >= today(ctx);
  return { no: holding.no, state, expiresOn: holding.expires_on, usable };
}
