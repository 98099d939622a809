/** Clubs and their members. */
import { sql } from "kysely";
import type { clubMembers } from "../../../contract/clubs/clubs";
import type { Draft } from "../../../contract/core/resource/define";
import type { Ctx } from "../../http/context";
import { refuse } from "../../resource/refuse";

/** The number of members of the club `t`. */
export const countMembers = () => sql`(select count(*) from club_member c where c.venue_id = t.venue_id and c.club_id = t.id)`;

/** The name of the member of the membership `t`. */
export const memberName = () => sql`(select m.name from member m where m.venue_id = t.venue_id and m.id = t.member_id)`;

/** @throws AppError `badInput` where the member belongs to the club already */
export async function rejectSecondMembership(ctx: Ctx, draft: Draft<typeof clubMembers.fields>, before?: object) {
  const sameName =
    before === undefined &&
    (await ctx.db
      .selectFrom("club_member")
      .select("id")
      .where("venue_id", "=", ctx.venue.id)
      .where("club_id", "=", draft.club)
      .where("member_id", "=", draft.member)
      .executeTakeFirst());
  if (sameName) throw refuse(ctx, { zh: "已是该俱乐部成员，没有重复添加", en: "Already in this club; nothing was added" }, {}, "member");
  return draft;
}
