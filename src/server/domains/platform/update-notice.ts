/** Release notes, and the newest published one, which the shell shows for three days, once a day. */
import { sql } from "kysely";
import type { Output, Parsed } from "../../../contract/core/call";
import type { shell } from "../../../contract/platform/shell";
import { updateLog } from "../../../contract/platform/update-log";
import type { PersonCtx } from "../../http/context";
import { refuse } from "../../resource/refuse";
import { serveResource } from "../../resource/serve";
import { organizationStore } from "./stores";

/** The organization's notes as the venue sees them. */
export const updateLogRoutes = serveResource(updateLog, {
  table: "venue_update_notice",
  writes: "update_notice",
  store: organizationStore("update_notice"),
  columns: { id: () => sql`t.id` },
  saving: (ctx, draft, before) => {
    if (before && before.state !== "draft")
      throw refuse(ctx, {
        zh: "已发布的内容不能再改，没有保存；请撤回后另写一条",
        en: "A published note can't be edited; nothing was saved. Withdraw it and write another one",
      });
    return draft;
  },
  deleting: async (ctx, row) => {
    if (row.state !== "draft")
      throw refuse(ctx, {
        zh: "发布过的更新日志要留存，没有删除；不再提示请用“撤回”",
        en: "A note that was published is kept; nothing was deleted. Withdraw it to stop showing it",
      });
  },
  actions: { publish: async (ctx) => ({ publishedAt: ctx.now, publishedBy: ctx.person.name }) },
});

/** The newest published note of a venue's organization; without a venue, of the only organization there is. */
export async function updateNotice(
  ctx: PersonCtx<null>,
  { venueId }: Parsed<typeof shell.updateNotice>,
): Promise<Output<typeof shell.updateNotice>> {
  const whose =
    venueId === undefined
      ? sql<string>`(SELECT min(id) FROM organization HAVING count(*) = 1)`
      : sql<string>`(SELECT organization_id FROM venue WHERE id = ${venueId})`;
  const row = await ctx.db
    .selectFrom("update_notice")
    .select(["title", "memo", "published_at"])
    .where("organization_id", "=", whose)
    .where("state", "=", "published")
    .orderBy("published_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.published_at ? { upTime: row.published_at.toISOString(), memo: `${row.title}\n${row.memo}` } : null;
}
