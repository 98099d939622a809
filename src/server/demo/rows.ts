/** Rows of declared resources, put straight into their tables: for what moves no money and takes no place. */
import type { Draft, Resource } from "../../contract/core/resource/define";
import type { Tables } from "../db/tables";
import type { Ctx } from "../http/context";
import { toColumns } from "../resource/columns";

/**
 * Puts rows into a resource's table, the first as the oldest.
 * @param more columns that are no fields of the form, by field name: state, number; `createdAt`
 * @returns their ids
 */
export async function putRows<R extends Resource>(
  ctx: Ctx,
  resource: R,
  table: keyof Tables,
  rows: readonly (Partial<Draft<R["fields"]>> & Readonly<Record<string, unknown>>)[],
  constants: Readonly<Record<string, string>> = {},
): Promise<string[]> {
  const values = rows.map((row) => ({
    venue_id: ctx.venue.id,
    id: ctx.newId(),
    created_at: row["createdAt"] ?? ctx.now,
    ...constants,
    ...toColumns(resource.fields, row),
  }));
  // One at a time: rows may leave different columns to their defaults.
  for (const value of values) await ctx.db.insertInto(table).values(value).execute();
  return values.map(({ id }) => id);
}
