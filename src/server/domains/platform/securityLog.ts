/** The operation log: every change at the venue, as the platform wrote it. */
import { type Selectable, sql } from "kysely";
import type { Page, Parsed } from "../../../contract/call";
import type { platform, SecurityLog } from "../../../contract/platform";
import { addDays, instant } from "../../../contract/time";
import { mapPage, pageOf, type Sortable } from "../../db/page";
import type { Ctx } from "../../http/context";
import type { AuditLogTable } from "../../http/rows";

const SORTABLE: Sortable = { id: "id", at: "at" };

/** A page of changes, newest first. */
export async function securityLog(ctx: Ctx, input: Parsed<typeof platform.securityLog>): Promise<Page<SecurityLog>> {
  const page = await pageOf(ctx, changesOf(ctx, input).selectAll(), input, SORTABLE, "at,desc");
  return mapPage(page, shown);
}

function changesOf(ctx: Ctx, input: Parsed<typeof platform.securityLog>) {
  let query = ctx.db.selectFrom("audit_log").where("venue_id", "=", ctx.venue.id);
  if (input.from !== undefined) query = query.where("at", ">=", instant(input.from, 0, ctx.venue.zone));
  if (input.to !== undefined) query = query.where("at", "<", instant(addDays(input.to, 1), 0, ctx.venue.zone));
  if (input.operatorId !== undefined) query = query.where("person_id", "=", input.operatorId);
  if (input.action?.length) query = query.where("action", "in", input.action);
  if (input.object?.length) query = query.where("object", "in", input.object);
  if (input.objectId !== undefined) query = query.where("object_id", "=", input.objectId);
  if (input.q !== undefined && input.q !== "") {
    const like = `%${input.q.replace(/[\\%_]/g, "\\$&")}%`;
    query = query.where(sql<boolean>`(operator ILIKE ${like} OR action ILIKE ${like} OR object ILIKE ${like} OR object_id = ${input.q})`);
  }
  return query;
}

function shown(row: Selectable<AuditLogTable>): SecurityLog {
  const fields = [...new Set([...Object.keys(row.before ?? {}), ...Object.keys(row.after ?? {})])].filter((field) => field !== "venue_id");
  return {
    id: String(row.id),
    at: row.at.toISOString(),
    operatorId: row.person_id,
    operator: row.operator,
    address: row.address,
    action: row.action,
    object: row.object,
    objectId: row.object_id,
    change: row.before === null ? "created" : row.after === null ? "removed" : "changed",
    fields: fields.map((field) => ({ field, before: text(field, row.before?.[field]), after: text(field, row.after?.[field]) })),
  };
}

/** A value as text; telephone numbers masked as everywhere (spec §5). */
function text(field: string, value: unknown): string | null {
  if (value === null || value === undefined) return null;
  const plain = typeof value === "string" ? value : JSON.stringify(value);
  return field === "phone" ? plain.replace(/^(\d{3})\d{4}(\d{4})$/, "$1****$2") : plain;
}
