/** Articles as everybody reads them: what is shown now, newest first. */
import { sql } from "kysely";
import { contains, holds } from "../../db/contains";
import type { Page, Parsed } from "../../../contract/core/call";
import type { Article, content, OpenArticle } from "../../../contract/cms/content";
import type { Db } from "../../db/client";
import { mapPage, pageOf } from "../../db/page";
import type { PersonCtx } from "../../http/context";
import { AppError } from "../../http/error";
import { openVenue } from "../../kernel/at-venue";
import { isPublished } from "../../kernel/content";

const publishedArticles = (db: Db, venueId: string, now: Date) =>
  db
    .selectFrom("cms_item as t")
    .innerJoin("cms_category as c", (join) => join.onRef("c.venue_id", "=", "t.venue_id").onRef("c.id", "=", "t.category_id"))
    .leftJoin("cms_statistics as s", (join) => join.onRef("s.venue_id", "=", "t.venue_id").onRef("s.item_id", "=", "t.id"))
    .where("t.venue_id", "=", venueId)
    .where("t.kind", "=", "article")
    .where(isPublished({ now }))
    .select([
      "t.id",
      "t.title",
      "t.summary",
      "t.cover",
      "c.name as category",
      sql<Date>`coalesce(greatest(t.published_at, t.publish_at), t.created_at)`.as("at"),
      sql<number>`coalesce(s.views, 0)`.as("views"),
    ]);

/** Articles of a venue that are shown now. */
export async function search(ctx: PersonCtx<null>, input: Parsed<typeof content.articles>): Promise<Page<Article>> {
  const db = await openVenue(ctx, input.venueId);
  let found = publishedArticles(db, input.venueId, ctx.now);
  if (input.categoryId !== undefined) found = found.where("t.category_id", "=", input.categoryId);
  if (input.q) {
    const q = input.q.toLowerCase();
    found = found.where(sql<boolean>`(${contains(q, sql.ref("t.title"))} or ${holds(q, sql.ref("t.pinyin"))} or ${input.q} = any(t.tags))`);
  }
  const page = await pageOf(
    { db, venue: { id: input.venueId } },
    found,
    input,
    { id: "t.id", at: sql`coalesce(greatest(t.published_at, t.publish_at), t.created_at)` },
    "at,desc",
  );
  return mapPage(page, ({ category, at, ...row }) => ({ ...row, categoryName: category, publishedAt: at.toISOString() }));
}

/** One article, which counts as read. @throws AppError `missing` for what is not shown now */
export async function read(ctx: PersonCtx<null>, { venueId, id }: Parsed<typeof content.article>): Promise<OpenArticle> {
  const db = await openVenue(ctx, venueId);
  const found = await publishedArticles(db, venueId, ctx.now)
    .select(["t.tags", "t.author", "t.body", sql<number>`coalesce(s.diggs, 0)`.as("diggs")])
    .where("t.id", "=", id)
    .executeTakeFirst();
  if (!found) throw new AppError("missing", { what: ctx.language === "zh" ? "文章" : "Article" });
  await db
    .insertInto("cms_statistics")
    .values({ venue_id: venueId, item_id: id, views: 1 })
    .onConflict((conflict) =>
      conflict.columns(["venue_id", "item_id"]).doUpdateSet((eb) => ({ views: eb("cms_statistics.views", "+", 1) })),
    )
    .execute();
  const { category, at, ...row } = found;
  return { ...row, views: row.views + 1, categoryName: category, publishedAt: at.toISOString() };
}
