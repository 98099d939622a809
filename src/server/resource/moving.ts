/** An action that any number of records is moved by at once. */
import { sql } from "kysely";
import type { Domain } from "../../contract/all";
import { type Resource, stateOf } from "../../contract/core/resource/define";
import type { Ctx } from "../http/context";
import { columnName } from "./columns";
import type { Reader, Source } from "./query";

interface Given {
  readonly resource: Resource & { readonly name: Domain };
  readonly serving: Source;
  readonly reader: Reader;
}

/** Moves the records that are named, none: all, by one statement. Those from whose state it does not lead stay as they are. */
export function moving(action: string, { resource, serving, reader }: Given) {
  return async (ctx: Ctx, { ids }: { readonly ids: readonly string[] }): Promise<Record<string, never>> => {
    const [name, field] = stateOf(resource) ?? [];
    if (name === undefined || !field?.machine) throw new TypeError(`${resource.name} has no states to be moved`);
    const moves = Object.entries(field.machine.table).flatMap(([from, { [action]: to }]) => (to === undefined ? [] : [{ from, to }]));
    const column = sql.ref(columnName(name, field, serving.names));
    const next = moves.map(({ from, to }) => sql`when ${from} then ${to}`);
    const own = (await reader.matching(ctx, {})).select("t.id");
    const { numAffectedRows = 0n } = await sql`update ${sql.table(serving.writes ?? serving.table)}
      set ${column} = case ${column} ${sql.join(next, sql` `)} end
      where venue_id = ${ctx.venue.id} and ${column} = any(${moves.map(({ from }) => from)}::text[]) and id in (${own})
      ${ids.length > 0 ? sql`and id = any(${ids}::text[])` : sql``}`.execute(ctx.db);
    if (numAffectedRows > 0n) ctx.emit({ type: "changed", data: { resource: resource.name } });
    return {};
  };
}
