/** Threading masters, their skills and brands. */
import { type RawBuilder, sql } from "kysely";
import type { Label } from "../../../contract/core/resource/label";
import { threadingBrands, threadings, threadingSkills } from "../../../contract/unions/unions";
import { type Ctx } from "../../http/context";
import { auditEffects } from "../../kernel/audited";
import { refuse } from "../../resource/refuse";
import { serveResource } from "../../resource/serve";

const nameFrom = (table: string) => (): RawBuilder<string> =>
  sql`(select coalesce(string_agg(c.name, '、' order by c.name), '') from ${sql.table(table)} c where c.venue_id = t.venue_id and c.threading_id = t.id)`;

/** @throws AppError `badInput` where the master has one of that name already */
async function rejectDuplicateName(
  ctx: Ctx,
  table: "threading_skill" | "threading_brand",
  master: string,
  name: string,
  own: string,
  words: Label,
) {
  const found = await ctx.db
    .selectFrom(table)
    .select("id")
    .where("venue_id", "=", ctx.venue.id)
    .where("threading_id", "=", master)
    .where("name", "=", name)
    .where("id", "<>", own)
    .executeTakeFirst();
  if (found) throw refuse(ctx, words, {}, "name");
}

export const threadingRoutes = [
  ...serveResource(threadings, {
    table: "threading",
    columns: {
      skills: nameFrom("threading_skill"),
      brands: nameFrom("threading_brand"),
      fromPrice: () => sql`(select min(c.price) from threading_skill c where c.venue_id = t.venue_id and c.threading_id = t.id)`,
    },
    actions: {
      ...auditEffects,
      approve: async (ctx, row) => {
        if (row.skills === "")
          throw refuse(
            ctx,
            {
              zh: "“{name}”还没有登记技能，没有通过审核；请先添加穿线技能和工费",
              en: "“{name}” has no skills yet; the master was not approved. Add a threading skill with its fee first",
            },
            { name: row.name },
          );
        return auditEffects.approve();
      },
    },
    deleting: async (ctx, row) => {
      for (const table of ["threading_skill", "threading_brand"] as const)
        await ctx.db.deleteFrom(table).where("venue_id", "=", ctx.venue.id).where("threading_id", "=", row.id).execute();
    },
  }),
  ...serveResource(threadingSkills, {
    table: "threading_skill",
    saving: async (ctx, draft, before) => {
      await rejectDuplicateName(ctx, "threading_skill", before?.threading ?? draft.threading, draft.name, before?.id ?? "", {
        zh: "这位穿线师已有这个技能，没有重复添加；请修改原来的",
        en: "This master has this skill already; nothing was added. Change the one that is there",
      });
      return draft;
    },
  }),
  ...serveResource(threadingBrands, {
    table: "threading_brand",
    saving: async (ctx, draft, before) => {
      await rejectDuplicateName(ctx, "threading_brand", before?.threading ?? draft.threading, draft.name, before?.id ?? "", {
        zh: "这位穿线师已有这个品牌，没有重复添加；请修改原来的",
        en: "This master has this brand already; nothing was added. Change the one that is there",
      });
      return draft;
    },
  }),
];
