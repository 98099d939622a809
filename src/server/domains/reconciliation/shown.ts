/** Finding a bill, and showing its rows. */
import type { Selectable } from "kysely";
import { yuan } from "../../../contract/core/money";
import type { BillResult, BillRow, ClaimEnd } from "../../../contract/reconciliation/reconciliation";
import type { Ctx } from "../../http/context";
import { AppError } from "../../http/error";
import type { ChannelBillRowTable } from "./rows";

/** The bill of an id, as a query. */
export const find = (ctx: Ctx, id: string) =>
  ctx.db.selectFrom("channel_bill").selectAll().where("venue_id", "=", ctx.venue.id).where("id", "=", id);
export const missing = (ctx: Ctx): AppError => new AppError("missing", { what: ctx.language === "zh" ? "账单" : "Bill" });

/** A row as it is shown. */
export const toRow = (row: Selectable<ChannelBillRowTable>): BillRow => ({
  id: row.id,
  result: row.result as BillResult,
  way: row.way as BillRow["way"],
  at: row.at?.toISOString() ?? null,
  ourNo: row.our_no,
  channelNo: row.channel_no,
  matter: row.matter,
  ours: yuan(row.ours),
  theirs: yuan(row.theirs),
  difference: yuan(row.theirs - row.ours),
  note: row.note,
  handledBy: row.handled_by,
  handling: row.handling as BillRow["handling"],
  claim: row.claim_end === null ? null : { end: row.claim_end as ClaimEnd, note: row.claim_note, by: row.claim_by },
});
