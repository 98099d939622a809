/** Clubs and their members. */
import { sql } from "kysely";
import { clubMembers, clubs } from "../../../contract/clubs/clubs";
import { auditEffects } from "../../kernel/audited";
import { refuse } from "../../resource/refuse";
import { serveResource } from "../../resource/serve";

export const clubRoutes = [
  ...serveResource(clubs, {
    table: "club",
    columns: {
      members: () => sql`(select count(*) from club_member c where c.venue_id = t.venue_id and c.club_id = t.id)`,
    },
    actions: auditEffects,
  }),
  ...serveResource(clubMembers, {
    table: "club_member",
    columns: { memberLabel: () => sql`(select m.name from member m where m.venue_id = t.venue_id and m.id = t.member_id)` },
    saving: async (ctx, draft, before) => {
      const taken =
        before === undefined &&
        (await ctx.db
          .selectFrom("club_member")
          .select("id")
          .where("venue_id", "=", ctx.venue.id)
          .where("club_id", "=", draft.club)
          .where("member_id", "=", draft.member)
          .executeTakeFirst());
      if (taken) throw refuse(ctx, { zh: "已是该俱乐部成员，没有重复添加", en: "Already in this club; nothing was added" }, {}, "member");
      return draft;
    },
  }),
];
