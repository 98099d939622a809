/** What references point to, as rows: the table of a resource and the column that names a row. */
import type { Tables } from "../db/tables";

/** Where a referenced record is. */
export interface TargetTable {
  readonly table: keyof Tables;
  /** Column that names a row. */
  readonly name: string;
  /** Column shown beside the name where people choose. */
  readonly note?: string;
}

/** Resources that are written out, or referred to by what runs without them. Declared ones enter themselves when they are served. */
const targets = new Map<string, TargetTable>([
  ["members", { table: "member", name: "name", note: "card_no" }],
  ["cardTypes", { table: "card_type", name: "name" }],
  ["halls", { table: "hall", name: "name" }],
  ["programs", { table: "program", name: "name" }],
  ["places", { table: "place", name: "name" }],
  ["units", { table: "unit", name: "name" }],
]);

export const addTarget = (resource: string, target: TargetTable): void => void targets.set(resource, target);
/** @throws TypeError when no such resource is served */
export function targetTable(resource: string): TargetTable {
  const target = targets.get(resource);
  if (!target) throw new TypeError(`no table is known for references to ${resource}`);
  return target;
}
