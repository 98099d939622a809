/** Numbers of documents that people can say. */
import { type DocumentKind, PREFIXES } from "../../contract/core/document-kinds";
import type { Ctx } from "../http/context";
import { nextNumber } from "../http/perform";

export { PREFIXES };

/** The next number of a kind: prefix, day of the venue, running number of that day ("B20261121-0007"). */
export async function documentNumber(ctx: Ctx, kind: DocumentKind, day: string): Promise<string> {
  const [no = ""] = await documentNumbers(ctx, kind, day, 1);
  return no;
}

/** The next numbers of a kind. Locks the day's counter until commit: ask late. */
export async function documentNumbers(ctx: Ctx, kind: DocumentKind, day: string, count: number): Promise<string[]> {
  const prefix = PREFIXES[kind];
  const last = await nextNumber(ctx.db, ctx.venue.id, `${prefix}${day}`, count);
  return Array.from({ length: count }, (_, i) => `${prefix}${day.replaceAll("-", "")}-${String(last - count + 1 + i).padStart(4, "0")}`);
}
