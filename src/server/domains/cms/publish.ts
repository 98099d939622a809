/** Shared server logic of all content: when it may be edited, its conditions for publishing, its tags, what is currently shown. */
import { type RawBuilder, sql } from "kysely";
import { next, publication, type StateOf } from "../../../contract/core/states";
import type { Ctx } from "../../http/context";
import { isPublished } from "../../kernel/content";
import { searchKeys } from "../../kernel/names";
import { refuse } from "../../resource/refuse";

export type CmsKind = "article" | "news" | "banner" | "video" | "competitionVideo";

interface Item {
  readonly id: string;
  readonly title: string;
  readonly state: string;
}
interface Timed {
  readonly publishAt: string | null;
  readonly offAt: string | null;
}

const figure = (column: "views" | "diggs") => (): RawBuilder<number> =>
  sql`coalesce((select ${sql.ref(`s.${column}`)} from cms_statistics s where s.venue_id = t.venue_id and s.item_id = t.id), 0)`;

/** Columns that all kinds read alike; those that only some kinds fill are named, because the table can't demand them. */
export const columns = {
  shown: isPublished,
  views: figure("views"),
  diggs: figure("diggs"),
  category: () => sql.ref("t.category_id"),
  position: () => sql.ref("t.position"),
  game: () => sql.ref("t.game_id"),
  playedOn: () => sql.ref("t.played_on"),
};

/**
 * The state of an item once it is edited: what is hidden is a draft again, so that nothing is shown that was not reviewed.
 * @throws AppError `refused` of what is published or in review
 */
export function edited(ctx: Ctx, item: Item): StateOf<typeof publication> {
  const state = next(publication, item.state, "edit");
  if (state !== undefined) return state;
  throw refuse(
    ctx,
    {
      zh: "“{title}”{state}，没有修改；请先{way}",
      en: "“{title}” is {state}; nothing was changed. {way} it first",
    },
    item.state === "published"
      ? ctx.language === "zh"
        ? { title: item.title, state: "已发布", way: "隐藏或改为草稿" }
        : { title: item.title, state: "published", way: "Hide or revise" }
      : ctx.language === "zh"
        ? { title: item.title, state: "正在审核", way: "退回" }
        : { title: item.title, state: "in review", way: "Send back" },
  );
}

/** @throws AppError `badInput` where it would go before it comes */
export function checkTimes(ctx: Ctx, { publishAt, offAt }: Timed): void {
  if (publishAt !== null && offAt !== null && new Date(offAt) <= new Date(publishAt))
    throw refuse(ctx, { zh: "自动下线要晚于定时显示", en: "It must be shown before it goes" }, {}, "offAt");
}

/** @throws AppError `badInput` where the category is not for this kind */
export async function checkCategory(ctx: Ctx, id: string, kind: CmsKind): Promise<void> {
  const found = await ctx.db
    .selectFrom("cms_category")
    .select(["name", "kinds"])
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  if (!found.kinds.includes(kind))
    throw refuse(
      ctx,
      {
        zh: "分类“{name}”不用于这类内容，没有保存；请选其他分类",
        en: "The category “{name}” is not for this kind; nothing was saved. Choose another",
      },
      { name: found.name },
      "category",
    );
}

/** Adds tags that were not used before to the list of tags. */
export async function storeNewTags(ctx: Ctx, tags: readonly string[]): Promise<void> {
  if (tags.length === 0) return;
  await ctx.db
    .insertInto("cms_tag")
    .values(
      [...new Set(tags)].sort().map((name) => {
        const { pinyin, initials } = searchKeys(name);
        return { venue_id: ctx.venue.id, id: ctx.newId(), name, hot: false, pinyin: `${pinyin} ${initials}`, created_at: ctx.now };
      }),
    )
    .onConflict((conflict) => conflict.columns(["venue_id", "name"]).doNothing())
    .execute();
}

/** @throws AppError `refused` where it would be over before it is shown */
function checkStillToCome(ctx: Ctx, item: Item & Timed): void {
  if (item.offAt !== null && new Date(item.offAt) <= ctx.now)
    throw refuse(
      ctx,
      {
        zh: "“{title}”的自动下线时间已过，没有发布；请先修改时间",
        en: "“{title}” was to go by now; it was not published. Change its time first",
      },
      { title: item.title },
    );
}

/**
 * The moves of the publication.
 * @param complete refuses what is not complete enough to be reviewed
 */
export const publishing = <T extends Item & Timed = Item & Timed>(complete: (ctx: Ctx, item: T) => void) => ({
  submit: async (ctx: Ctx, item: T) => {
    complete(ctx, item);
    checkStillToCome(ctx, item);
    return Promise.resolve({ reason: "" });
  },
  publish: async (ctx: Ctx, item: T) => {
    checkStillToCome(ctx, item);
    return Promise.resolve({ publishedAt: ctx.now, reason: "" });
  },
  reject: async (_: Ctx, __: T, { reason }: { readonly reason: string }) => Promise.resolve({ reason }),
  show: async (ctx: Ctx, item: T) => {
    checkStillToCome(ctx, item);
    return Promise.resolve({});
  },
});
