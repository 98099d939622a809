/** Reviews: what a customer wrote stays; it is shown or hidden, featured, answered. */
import { sql } from "kysely";
import { diggs, ratings, reviews } from "../../../contract/marketing/reviews";
import { refuse } from "../../resource/refuse";
import { serveResource } from "../../resource/serve";

export const reviewRoutes = serveResource(reviews, {
  table: "review",
  columns: { replied: () => sql`(t.reply <> '')` },
  saving: (_, draft) => ({ ...draft, award: false, diggs: 0 }),
  actions: {
    hide: async (_, __, { reason }) => ({ reason, award: false }),
    show: async () => ({ reason: "" }),
    feature: async (ctx, row) => {
      if (row.award)
        throw refuse(
          ctx,
          { zh: "“{name}”的评论已是精选，没有改动", en: "The review of {name} is featured already; nothing changed" },
          { name: row.author },
        );
      return { award: true };
    },
    unfeature: async (ctx, row) => {
      if (!row.award)
        throw refuse(
          ctx,
          { zh: "“{name}”的评论不是精选，没有改动", en: "The review of {name} is not featured; nothing changed" },
          { name: row.author },
        );
      return { award: false };
    },
    reply: async (ctx, _, { reply }) => ({ reply, repliedAt: ctx.now, repliedBy: ctx.person.name }),
  },
});

export const ratingRoutes = serveResource(ratings, { table: "rating" });
/** The review counts them itself: a trigger of the table. */
export const diggRoutes = serveResource(diggs, { table: "digg" });
