/** Content: categories, tags, articles, news, banners, videos and where they may be. */
import { sql } from "kysely";
import {
  articles,
  bannerItems,
  banners,
  cmsCategories,
  cmsTags,
  competitionVideos,
  news,
  videoPlatforms,
  videos,
} from "../../../contract/cms/cms";
import { content } from "../../../contract/cms/content";
import type { Ctx } from "../../http/context";
import { servePublicCalls } from "../../http/serve";
import { refuse } from "../../resource/refuse";
import { serveResource } from "../../resource/serve";
import { read, search } from "./open";
import { checkCategory, checkTimes, type CmsKind, columns, edited, storeNewTags, publishing } from "./publish";
import { checkPlayer, hostsOf, platformOf, playerUrl } from "./videos";

interface Draft {
  readonly publishAt: string | null;
  readonly offAt: string | null;
  readonly category?: string;
  readonly tags?: readonly string[];
}
type Before = { readonly id: string; readonly title: string; readonly state: string } | undefined;

/** The checks of a draft of any kind. @returns the state that it is saved in, where it was there before */
async function check(ctx: Ctx, kind: CmsKind, draft: Draft, before: Before): Promise<{ readonly state?: string }> {
  const state = before ? { state: edited(ctx, before) } : {};
  checkTimes(ctx, draft);
  if (draft.category !== undefined) await checkCategory(ctx, draft.category, kind);
  await storeNewTags(ctx, draft.tags ?? []);
  return state;
}

/** Builds the routes of a kind of content: the one table, its editing and its moves. */
const item = (kind: CmsKind) => ({
  table: "cms_item" as const,
  constants: { kind },
  columns,
  deleting: (ctx: Ctx, row: NonNullable<Before>): Promise<void> => {
    edited(ctx, row);
    return Promise.resolve();
  },
});

interface Readable extends Draft {
  readonly id: string;
  readonly title: string;
  readonly state: string;
  readonly body: string;
}
/** @throws AppError `refused` where there is nothing to read */
function needText(ctx: Ctx, { title, body }: Readable): void {
  if (body.replaceAll(/<(?!img)[^>]*>|&nbsp;|\s/g, "") === "")
    throw refuse(
      ctx,
      { zh: "“{title}”还没有正文，没有提交；请先写正文", en: "“{title}” has no text yet; it was not submitted. Write its text first" },
      { title },
    );
}

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

const inItems = (where: ReturnType<typeof sql>) => () => sql`(select count(*) from cms_item i where i.venue_id = t.venue_id and ${where})`;

export const cmsRoutes = [
  ...serveResource(cmsCategories, { table: "cms_category", columns: { items: inItems(sql`i.category_id = t.id`) } }),
  ...serveResource(cmsTags, { table: "cms_tag", columns: { items: inItems(sql`i.tags @> array[t.name]`) } }),
  ...serveResource(articles, {
    ...item("article"),
    saving: async (ctx, draft, before) => {
      const state = await check(ctx, "article", draft, before);
      return { ...draft, ...state, writer: ctx.person.name };
    },
    actions: publishing<Readable>(needText),
  }),
  ...serveResource(news, {
    ...item("news"),
    saving: async (ctx, draft, before) => {
      const state = await check(ctx, "news", draft, before);
      return { ...draft, ...state, writer: ctx.person.name };
    },
    actions: publishing<Readable>(needText),
  }),
  ...serveResource(banners, {
    ...item("banner"),
    columns: {
      ...columns,
      items: () => sql`(select count(*) from cms_banner_item i where i.venue_id = t.venue_id and i.banner_id = t.id)`,
    },
    saving: async (ctx, draft, before) => {
      const state = await check(ctx, "banner", draft, before);
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
      await editBanner(ctx, before?.banner ?? draft.banner);
      if (draft.link !== "" && !/^(\/(?!\/)|https:\/\/)[^\s"'<>\\]*$/.test(draft.link))
        throw refuse(
          ctx,
          { zh: "链接要是站内路径（/ 开头）或 https 地址", en: "A link is a path (from /) or an https address" },
          {},
          "link",
        );
      return draft;
    },
    deleting: (ctx, row) => editBanner(ctx, row.banner),
  }),
  ...serveResource(videoPlatforms, {
    table: "video_platform",
    columns: { videos: inItems(sql`i.platform_id = t.id`) },
    saving: (ctx, draft) => {
      checkPlayer(ctx, draft.player);
      return { ...draft, hosts: hostsOf(ctx, draft.hosts) };
    },
  }),
  ...serveResource(videos, {
    ...item("video"),
    columns: { ...columns, playerUrl },
    saving: async (ctx, draft, before) => {
      const state = await check(ctx, "video", draft, before);
      const platform = before?.videoUrl === draft.videoUrl ? before.platform : await platformOf(ctx, draft.videoUrl);
      return { ...draft, ...state, platform, writer: ctx.person.name };
    },
    actions: publishing(() => undefined),
  }),
  ...serveResource(competitionVideos, {
    ...item("competitionVideo"),
    columns: { ...columns, playerUrl },
    saving: async (ctx, draft, before) => {
      const state = await check(ctx, "competitionVideo", draft, before);
      const platform = before?.videoUrl === draft.videoUrl ? before.platform : await platformOf(ctx, draft.videoUrl);
      return { ...draft, ...state, platform, writer: ctx.person.name };
    },
    actions: publishing(() => undefined),
  }),
  ...servePublicCalls({ articles: content.articles, article: content.article }, { articles: search, article: read }),
];
