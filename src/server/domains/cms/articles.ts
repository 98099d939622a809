/** Categories, tags, articles and news. */
import { sql } from "kysely";
import { articles, cmsCategories, cmsTags, news } from "../../../contract/cms/cms";
import type { Ctx } from "../../http/context";
import { refuse } from "../../resource/refuse";
import { serveResource } from "../../resource/serve";
import { checkItem, countItems, type Draft, item } from "./item";
import { publishing } from "./publish";

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

export const articleRoutes = [
  ...serveResource(cmsCategories, { table: "cms_category", columns: { items: countItems(sql`i.category_id = t.id`) } }),
  ...serveResource(cmsTags, { table: "cms_tag", columns: { items: countItems(sql`i.tags @> array[t.name]`) } }),
  ...serveResource(articles, {
    ...item("article"),
    saving: async (ctx, draft, before) => {
      const state = await checkItem(ctx, "article", draft, before);
      return { ...draft, ...state, writer: ctx.person.name };
    },
    actions: publishing<Readable>(needText),
  }),
  ...serveResource(news, {
    ...item("news"),
    saving: async (ctx, draft, before) => {
      const state = await checkItem(ctx, "news", draft, before);
      return { ...draft, ...state, writer: ctx.person.name };
    },
    actions: publishing<Readable>(needText),
  }),
];
