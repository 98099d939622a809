/** A contract's row: locking it, moving its state by the table of `states.ts`, and the terms that it keeps. */
import { type Selectable, sql } from "kysely";
import { type ActionOf, fixedContract, next, sources } from "../../../contract/core/states";
import type { Ctx } from "../../http/context";
import { AppError } from "../../http/error";
import type { FixedContractTable, FixedOccurrenceTable } from "./rows";
import { word } from "./words";

export type ContractRow = Selectable<FixedContractTable>;
export type OccurrenceRow = Selectable<FixedOccurrenceTable>;
type ContractAction = ActionOf<typeof fixedContract>;

/**
 * The contract, locked until the transaction ends: whoever changes a contract or its occurrences comes through here first.
 * @throws AppError `missing`
 */
export async function lockContract(ctx: Ctx, id: string): Promise<ContractRow> {
  const row = await ctx.db
    .selectFrom("fixed_contract")
    .selectAll()
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  return row ?? missingContract(ctx);
}

/** @throws AppError `missing`, always */
export const missingContract = (ctx: Ctx): never => {
  throw new AppError("missing", { what: word("contract", ctx.language) });
};

/** The refusal that names the state. */
export const wrongStateError = (ctx: Ctx, state: string, action: string): AppError =>
  new AppError("wrongState", { state: word(state, ctx.language), action: word(action, ctx.language) }, { state, action });

/** @throws AppError `wrongState` unless the contract is in one of these states */
export function needState(ctx: Ctx, row: ContractRow, states: readonly string[], action: string): void {
  if (!states.includes(row.state)) throw wrongStateError(ctx, row.state, action);
}

type Changes = Partial<Pick<ContractRow, "paid" | "to_day" | "offered_at" | "declined">>;
/**
 * Moves a locked contract by one action.
 * @throws AppError `wrongState`
 */
export async function moveContract(ctx: Ctx, row: ContractRow, action: ContractAction, changes: Changes = {}): Promise<void> {
  const to = next(fixedContract, row.state, action);
  if (to === undefined) throw wrongStateError(ctx, row.state, action);
  await ctx.db
    .updateTable("fixed_contract")
    .set({ ...changes, state: to })
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", row.id)
    .where("state", "in", sources(fixedContract, action))
    .execute();
  changed(ctx, row.id);
}

/** Sets columns of a locked contract that are no state. */
export async function setContract(ctx: Ctx, id: string, changes: Changes): Promise<void> {
  await ctx.db.updateTable("fixed_contract").set(changes).where("venue_id", "=", ctx.venue.id).where("id", "=", id).execute();
  changed(ctx, id);
}

/** Adds to what a contract was paid and to the value of what was used, fen. */
export async function addMoney(ctx: Ctx, id: string, { paid = 0, used = 0 }: { paid?: number; used?: number }): Promise<void> {
  await ctx.db
    .updateTable("fixed_contract")
    .set({ paid: sql`paid + ${paid}`, used: sql`used + ${used}` })
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .execute();
  changed(ctx, id);
}

/** Tells the lists. */
export const changed = (ctx: Ctx, id: string): void => ctx.emit({ type: "changed", data: { resource: "fixed", id } });

/** A contract's occurrences that are still to come and hold slots, in order of time. */
export function openOccurrences(ctx: Ctx, contractId: string) {
  return ctx.db
    .selectFrom("fixed_occurrence as c")
    .innerJoin("booking_order as o", (join) => join.onRef("o.venue_id", "=", "c.venue_id").onRef("o.id", "=", "c.order_id"))
    .where("c.venue_id", "=", ctx.venue.id)
    .where("c.contract_id", "=", contractId)
    .where("c.state", "=", "planned")
    .where("o.order_status", "=", "paid")
    .where("o.starts_at", ">", ctx.now)
    .orderBy("c.day")
    .orderBy("c.start_minute")
    .orderBy("c.id")
    .selectAll("c")
    .execute();
}
