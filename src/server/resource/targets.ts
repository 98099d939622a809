/** Targets of references as rows: the table of a resource, the column that names a row, and which rows each person may see. */
import { type Expression, type RawBuilder, sql, type SqlBool } from "kysely";
import { members } from "../../contract/members/members";
import type { Code } from "../../contract/core/permissions";
import type { Field } from "../../contract/core/resource/fields";
import type { Tables } from "../db/tables";
import type { Ctx } from "../http/context";

/** Table of a referenced record. */
export interface TargetTable {
  readonly table: keyof Tables;
  /** Column that names a row. */
  readonly name: string;
  /** Column shown beside the name where people choose, with its field where it is declared: who may list the resource sees it as the list shows it. */
  readonly note?: string;
  readonly noteField?: Field;
  /** Codes of which each lists the resource; none: everybody at the venue does. */
  readonly list: readonly Code[];
  /** Rows that the person may see; the table is `t`. */
  readonly where?: (ctx: Ctx) => Expression<SqlBool>;
  /** Columns with one value in all rows of the resource, where its table has those of others, too. */
  readonly constants?: Readonly<Record<string, string>>;
  /** A directory of people: who may not list it finds nobody without typing part of a name. */
  readonly people?: true;
  /** Scope in which a name is unique, where that is another record: the column that refers to that record, and its resource. */
  readonly within?: { readonly column: string; readonly resource: string };
}

/** Resources that are written out, or referred to by what runs without them. Declared ones enter themselves when they are served. */
const targets = new Map<string, TargetTable>([
  ["members", { table: "member", name: "name", note: "card_no", list: members.list.codes, people: true }],
  ["cardTypes", { table: "card_type", name: "name", list: [] }],
  ["halls", { table: "hall", name: "name", list: [] }],
  ["programs", { table: "program", name: "name", list: [] }],
  ["places", { table: "place", name: "name", list: [] }],
  ["units", { table: "use_unit", name: "name", list: [] }],
]);

export const addTarget = (resource: string, target: TargetTable): void => void targets.set(resource, target);
/** @throws TypeError when no such resource is served */
export function targetTable(resource: string): TargetTable {
  const target = targets.get(resource);
  if (!target) throw new TypeError(`no table is known for references to ${resource}`);
  return target;
}
/** The rows of a target that the person may see; the table is `t`. */
export const visibleIn = ({ where, constants = {} }: TargetTable, ctx: Ctx): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.join([where?.(ctx) ?? sql`true`, ...Object.entries(constants).map(([name, value]) => sql`${sql.ref(`t.${name}`)} = ${value}`)], sql` and `)})`;
/** True if the person may list the resource that a reference points to. */
export const canList = ({ list }: TargetTable, ctx: Ctx): boolean => list.length === 0 || list.some((code) => ctx.codes.has(code));
