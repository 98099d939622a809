/** Introductions of members, and the subjects that they follow. */
import { sql } from "kysely";
import { attentions, spreads } from "../../../contract/members/introductions";
import { refuse } from "../../resource/refuse";
import { serveResource } from "../../resource/serve";

export const introductionRoutes = [
  ...serveResource(spreads, {
    table: "spread",
    columns: {
      memberLabel: () => sql`(SELECT m.name FROM member m WHERE m.venue_id = t.venue_id AND m.id = t.member_id)`,
      // The member's own referrer, whom rewards go to.
      introducer: () =>
        sql`coalesce((SELECT r.name FROM member m JOIN member r ON r.venue_id = m.venue_id AND r.id = m.referrer_id
          WHERE m.venue_id = t.venue_id AND m.id = t.member_id), '')`,
    },
    saving: async (ctx, draft) => {
      const code = draft.promotionCode.trim();
      if (code === "") return { ...draft, promotionCode: "" };
      const found = await ctx.db
        .selectFrom("venue_staff")
        .select(["id", "promotion_code"])
        .where("venue_id", "=", ctx.venue.id)
        .where(sql`lower(promotion_code)`, "=", code.toLowerCase())
        .executeTakeFirst();
      if (!found)
        throw refuse(
          ctx,
          { zh: "本馆没有推广码为 {code} 的员工，没有保存", en: "Nobody of the staff has the code {code}; nothing was saved" },
          { code },
          "promotionCode",
        );
      return { ...draft, promotionCode: found.promotion_code, staff: found.id };
    },
  }),
  ...serveResource(attentions, { table: "attention" }),
];
