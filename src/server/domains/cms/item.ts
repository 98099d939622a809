/** The table, checks and editing shared by all kinds of content. */
import { sql } from "kysely";
import type { Ctx } from "../../http/context";
import { checkAll } from "../../resource/refuse";
import { checkCategory, checkTimes, type CmsKind, columns, edited, storeNewTags } from "./publish";

/** Fields of a draft that the checks read. */
export interface Draft {
  readonly publishAt: string | null;
  readonly offAt: string | null;
  readonly category?: string;
  readonly tags?: readonly string[];
}
export type Before = { readonly id: string; readonly title: string; readonly state: string } | undefined;

/** Checks a draft of any kind. @param rules of its kind @returns the state that it is saved in, where it was there before */
export async function checkItem(
  ctx: Ctx,
  kind: CmsKind,
  draft: Draft,
  before: Before,
  ...rules: readonly (() => unknown)[]
): Promise<{ readonly state?: string }> {
  const state = before ? { state: edited(ctx, before) } : {};
  await checkAll(ctx, [
    () => checkTimes(ctx, draft),
    () => draft.category !== undefined && checkCategory(ctx, draft.category, kind),
    ...rules,
  ]);
  await storeNewTags(ctx, draft.tags ?? []);
  return state;
}

/** Builds the routes of a kind of content: the one table, its editing and its moves. */
export const item = (kind: CmsKind) => ({
  table: "cms_item" as const,
  constants: { kind },
  columns,
  deleting: (ctx: Ctx, row: NonNullable<Before>): Promise<void> => {
    edited(ctx, row);
    return Promise.resolve();
  },
});

/** SQL: the number of items of a category, tag or platform `t`. */
export const countItems = (where: ReturnType<typeof sql>) => () =>
  sql`(select count(*) from cms_item i where i.venue_id = t.venue_id and ${where})`;
