/**
 * Choices for a reference, as far as the person may see them. A person who may list the target chooses from its list. One who may only set
 * the reference chooses by its name. One who may do neither chooses among the references of visible rows.
 */
import { type Expression, sql, type SqlBool } from "kysely";
import type { Option } from "../../contract/core/resource/calls";
import type { Resource } from "../../contract/core/resource/define";
import { type Field, isMasked, isSeen } from "../../contract/core/resource/fields";
import type { Code } from "../../contract/core/permissions";
import { maskPhone } from "../../contract/core/phone";
import { contains } from "../db/contains";
import type { Ctx } from "../http/context";
import { badField } from "../http/error";
import { phoneIs } from "../kernel/phones";
import { from, type Reader } from "./query";
import { canList, type TargetTable, targetTable, visibleIn } from "./targets";

interface Asked {
  readonly field: string;
  readonly q: string;
  readonly id?: string | undefined;
}
/** A person who may not list people finds them by at least this much of a name. */
const LEAST_TYPED = 2;
const MOST = 20;

/** Serves the choices of a resource's references. */
export function optionsOf(resource: Resource, reader: Reader) {
  return async (ctx: Ctx, { field: name, q, id }: Asked): Promise<readonly Option[]> => {
    const found = settable(resource, name);
    if (!found?.field.of) throw badField("field", "other");
    const target = targetTable(found.field.of().resource);
    const lists = canList(target, ctx);
    const sets = found.by.some((code) => code === undefined || ctx.codes.has(code));
    const note = lists ? noteOf(target, ctx) : undefined;
    const title = sql.ref(`t.${target.name}`);
    let query = from(ctx.db, target.table)
      .select([
        sql<string>`t.id`.as("id"),
        sql<string>`${title}`.as("name"),
        note ? sql<string>`coalesce(${sql.ref(`t.${note.column}`)}, '')`.as("note") : sql<string>`''`.as("note"),
      ])
      .where("t.venue_id", "=", ctx.venue.id)
      .where(visibleIn(target, ctx))
      .orderBy(sql`length(${title})`)
      .orderBy(title)
      .limit(MOST);
    if (!lists && !sets) query = query.where(await reader.refersTo(ctx, name, sql.ref("t.id")));
    if (!lists && sets && target.people && id === undefined && q.length < LEAST_TYPED) return [];
    if (id !== undefined) query = query.where(sql<SqlBool>`t.id = ${id}`);
    const text = q.toLowerCase();
    if (text !== "") query = query.where(note ? sql<SqlBool>`(${contains(text, title)} or ${note.fits(text)})` : contains(text, title));
    return (await query.execute()).map((row) => ({ id: row.id, name: row.name, note: note?.isMasked ? maskPhone(row.note) : row.note }));
  };
}

/** A reference of the resource or of one of its actions, and the codes of which each sets it. */
function settable(
  { fields, codes, actions = {} }: Resource,
  name: string,
): { readonly field: Field; readonly by: readonly (Code | undefined)[] } | undefined {
  const field = fields[name];
  if (field) return { field, by: [codes.create, codes.modify].filter((code) => code !== undefined) };
  const action = Object.values(actions).find(({ fields: own }) => own?.[name]);
  const own = action?.fields?.[name];
  return own && { field: own, by: [action.code] };
}

/** The note beside the names, as the target's list shows it to the person. */
function noteOf(
  { note, noteField }: TargetTable,
  ctx: Ctx,
): { readonly column: string; readonly isMasked: boolean; readonly fits: (text: string) => Expression<SqlBool> } | undefined {
  if (note === undefined || (noteField && !isSeen(noteField, ctx.codes))) return undefined;
  const at = sql.ref(`t.${note}`);
  return {
    column: note,
    isMasked: noteField !== undefined && isMasked(noteField, ctx.codes),
    fits: (text) => (noteField?.kind === "phone" ? phoneIs(ctx, at, text) : sql<SqlBool>`lower(${at}) ^@ ${text}`),
  };
}
