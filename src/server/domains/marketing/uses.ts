/** Uses of vouchers as rows, and what a use makes of its voucher. */
import type { Selectable } from "kysely";
import type { Fen } from "../../../contract/core/money";
import { voucher as machine } from "../../../contract/core/states";
import { type Ctx, today } from "../../http/context";
import { reverse } from "../../ledger/reverse";
import type { VoucherTable, VoucherUseTable } from "./rows";

export type UseRow = Selectable<VoucherUseTable>;
type VoucherRow = Selectable<VoucherTable>;

/** The state that follows from how many of its times are used; undefined: it may not move. */
export const move = (state: string, used: number, times: number, undo: boolean): string | undefined => {
  const action = undo ? (used === 0 ? "undoAll" : "undoPart") : used === times ? "useUp" : "usePart";
  return Reflect.get(machine.table, state)?.[action] as string | undefined;
};

/** Result of a use. */
interface Done {
  readonly id: string;
  readonly times: number;
  /** Times left after it. */
  readonly left: number;
  readonly value: Fen;
  readonly txId: string | null;
  readonly cost?: Fen;
  readonly orderId?: string | null;
  readonly holdingId?: string | null;
  readonly slot: string;
}

/** Writes down a use of today. */
export async function recordUse(ctx: Ctx, voucherId: string, done: Done): Promise<void> {
  await ctx.db
    .insertInto("voucher_use")
    .values({
      venue_id: ctx.venue.id,
      id: done.id,
      voucher_id: voucherId,
      day: today(ctx),
      times: done.times,
      left: done.left,
      value: done.value,
      cost: done.cost ?? 0,
      tx_id: done.txId,
      order_id: done.orderId ?? null,
      holding_id: done.holdingId ?? null,
      slot: done.slot,
      person_id: ctx.person.id,
      operator: ctx.person.name,
      at: ctx.now,
    })
    .execute();
}

/** Takes a use back, with what it earned. Its voucher is locked, and `state` is what it becomes. @returns the voucher as it is then */
export async function undoUse(ctx: Ctx, voucher: VoucherRow, use: UseRow, state: string, reason: string): Promise<VoucherRow> {
  const used = voucher.used - use.times;
  await ctx.db.updateTable("voucher").set({ used, state }).where("venue_id", "=", ctx.venue.id).where("id", "=", voucher.id).execute();
  await ctx.db
    .updateTable("voucher_use")
    .set({ undone_at: ctx.now, undone_by: ctx.person.name, reason })
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", use.id)
    .execute();
  if (use.tx_id !== null) await reverse(ctx, use.tx_id, "voucher undo", reason);
  return { ...voucher, used, state };
}
