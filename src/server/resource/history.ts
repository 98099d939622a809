/** History of a record, from the audit log, which the database writes in the transaction of each change. */
import { sql } from "kysely";
import type { Change } from "../../contract/core/resource/calls";
import { type Field, isMasked, isStored, nameKey } from "../../contract/core/resource/fields";
import { textOf } from "../../contract/core/resource/text";
import { maskPhone } from "../../contract/core/phone";
import type { Ctx } from "../http/context";
import { columnName, type Names, toWire } from "./columns";
import { from } from "./query";
import { targetTable } from "./targets";

/** Changes that are shown at once, newest first. */
const SHOWN = 100;
type Part = Readonly<Record<string, unknown>> | null;

/**
 * The changes of a row of a table, newest first.
 * @param fields those that the person may see
 * @param called columns that are called otherwise than their fields
 */
export async function changesOf(
  ctx: Ctx,
  table: string,
  id: string,
  fields: readonly (readonly [name: string, field: Field])[],
  called?: Names,
): Promise<readonly Change[]> {
  const log = await ctx.db
    .selectFrom("audit_log")
    .select(["id", "at", "operator", "action", "before", "after"])
    .where("venue_id", "=", ctx.venue.id)
    .where("object", "=", table)
    .where("object_id", "=", id)
    .orderBy("id", "desc")
    .limit(SHOWN)
    .execute();
  const stored = fields
    .filter(([, field]) => isStored(field))
    .map(([name, field]) => ({ name, field, column: columnName(name, field, called) }));
  const names = new Map<string, string>();
  for (const { field, column } of stored) {
    const ids = log.flatMap(({ before, after }) => [before?.[column], after?.[column]]).filter((each) => typeof each === "string");
    if (!field.of || ids.length === 0) continue;
    const target = targetTable(field.of().resource);
    const found = await from(ctx.db, target.table)
      .select(["t.id as id", sql<string>`${sql.ref(`t.${target.name}`)}`.as("name")])
      .where("t.venue_id", "=", ctx.venue.id)
      .where("t.id", "in", ids)
      .execute();
    for (const one of found) names.set(`${column} ${one.id}`, one.name);
  }
  const part = ({ name, field, column }: (typeof stored)[number], side: Part): Record<string, unknown> => {
    const storedValue = side?.[column] ?? null;
    const value = field.kind === "instant" && typeof storedValue === "string" ? new Date(storedValue) : storedValue;
    const masked = isMasked(field, ctx.codes) && value !== null ? maskPhone(textOf(value)) : toWire(field.kind, value);
    return { [name]: masked, ...(field.of ? { [nameKey(name)]: names.get(`${column} ${textOf(value)}`) ?? null } : {}) };
  };
  return log.map((entry) => ({
    id: String(entry.id),
    at: entry.at.toISOString(),
    operator: entry.operator,
    action: entry.action,
    // The values of a new or deleted row are in the record itself.
    fields:
      entry.before && entry.after
        ? stored
            .filter(({ column }) => Object.hasOwn(entry.after ?? {}, column))
            .map((each) => ({ name: each.name, before: part(each, entry.before), after: part(each, entry.after) }))
        : [],
  }));
}
