/** What is written for a member while they are being merged waits for it, and is the other's: as the trigger `follow_merged_member`. */
import {
  type CompiledQuery,
  InsertQueryNode,
  type OperationNode,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
  ValueListNode,
  ValueNode,
  ValuesNode,
} from "kysely";
import type { Run } from "./rows";
import type { Write } from "./statement";

/** The insertion with the members who have everything now. @throws Error if it does not say its values: they could not be followed */
export async function followMerged(run: Run, query: CompiledQuery, write: Write, venue: string): Promise<CompiledQuery> {
  const unseen = (): Error => new Error(`without triggers, rows of ${write.table} are inserted by values alone`);
  const node = query.query as OperationNode;
  if (!InsertQueryNode.is(node)) throw unseen();
  const place = node.columns?.findIndex(({ column }) => column.name === "member_id") ?? -1;
  if (place < 0) return query;
  if (!node.values || !ValuesNode.is(node.values)) throw unseen();
  const { values } = node.values;
  const memberOf = (list: (typeof values)[number]): unknown => {
    if (PrimitiveValueListNode.is(list)) return list.values[place];
    const one = list.values[place];
    if (one === undefined || !ValueNode.is(one)) throw unseen();
    return one.value;
  };
  const ids = [...new Set(values.map(memberOf).filter((id): id is string => typeof id === "string"))].sort();
  if (ids.length === 0) return query;
  const { rows } = await run(
    "SELECT id, merged_into_id FROM member WHERE venue_id = $1 AND id = ANY ($2::text[]) ORDER BY id FOR KEY SHARE",
    [venue, ids],
  );
  const kept = new Map((rows as { id: string; merged_into_id: string | null }[]).map((row) => [row.id, row.merged_into_id]));
  if (![...kept.values()].some((id) => id !== null)) return query;
  const now = (id: unknown): unknown => kept.get(String(id)) ?? id;
  const moved = values.map((list) =>
    PrimitiveValueListNode.is(list)
      ? PrimitiveValueListNode.create(list.values.map((value, i) => (i === place ? now(value) : value)))
      : ValueListNode.create(list.values.map((value, i) => (i === place ? ValueNode.create(now(memberOf(list))) : value))),
  );
  return new PostgresQueryCompiler().compileQuery({ ...node, values: ValuesNode.create(moved) }, query.queryId);
}
