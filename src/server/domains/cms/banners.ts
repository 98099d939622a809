/** Banners and their pictures. */
import { sql } from "kysely";
import { bannerItems, banners } from "../../../contract/cms/cms";
import type { Ctx } from "../../http/context";
import { checkAll, refuse } from "../../resource/refuse";
import { serveResource } from "../../resource/serve";
import { columns, edited, publishing } from "./publish";
import { type Before, checkItem, type Draft, item } from "./item";

/** A picture that is added to a banner, changed or taken away edits the banner. Locks it. */
async function editBanner(ctx: Ctx, id: string): Promise<void> {
  const banner = await ctx.db
    .selectFrom("cms_item")
    .select(["id", "title", "state"])
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .where("kind", "=", "banner")
    .forUpdate()
    .executeTakeFirst();
  if (!banner) throw refuse(ctx, { zh: "请选择轮播图", en: "Choose a banner" }, {}, "banner");
  const state = edited(ctx, banner);
  if (state === banner.state) return;
  await ctx.db.updateTable("cms_item").set({ state }).where("venue_id", "=", ctx.venue.id).where("id", "=", id).execute();
}

export const bannerRoutes = [
  ...serveResource(banners, {
    ...item("banner"),
    columns: {
      ...columns,
      items: () => sql`(select count(*) from cms_banner_item i where i.venue_id = t.venue_id and i.banner_id = t.id)`,
    },
    saving: async (ctx, draft, before) => {
      const state = await checkItem(ctx, "banner", draft, before);
      return { ...draft, ...state, writer: ctx.person.name };
    },
    actions: publishing<NonNullable<Before> & Draft & { readonly items: number | null }>((ctx, banner) => {
      if (!banner.items)
        throw refuse(
          ctx,
          {
            zh: "“{title}”还没有图片，没有提交；请先添加图片",
            en: "“{title}” has no pictures yet; it was not submitted. Add pictures first",
          },
          { title: banner.title },
        );
    }),
    deleting: async (ctx, row) => {
      edited(ctx, row);
      await ctx.db.deleteFrom("cms_banner_item").where("venue_id", "=", ctx.venue.id).where("banner_id", "=", row.id).execute();
    },
  }),
  ...serveResource(bannerItems, {
    table: "cms_banner_item",
    saving: async (ctx, draft, before) => {
      await checkAll(ctx, [
        () => editBanner(ctx, before?.banner ?? draft.banner),
        () =>
          draft.link !== "" &&
          !/^(\/(?!\/)|https:\/\/)[^\s"'<>\\]*$/.test(draft.link) &&
          refuse(ctx, { zh: "链接要是站内路径（/ 开头）或 https 地址", en: "A link is a path (from /) or an https address" }, {}, "link"),
      ]);
      return draft;
    },
    deleting: (ctx, row) => editBanner(ctx, row.banner),
  }),
];
