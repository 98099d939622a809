/** Introductions and follows of some of the demo's members, and the pattern of coaches' certificates. */
import { checkRules } from "../../contract/core/check-rules";
import { attentions, spreads } from "../../contract/members/introductions";
import { addDays, dayOf, instant } from "../../contract/core/time";
import type { Ctx } from "../http/context";
import { putRows } from "./rows";

const MANAGER = "2";
/** Channels of those whom nobody of the members brought. */
const CAME = ["staff", "poster", "online", "staff", "other"] as const;
const SHOWN = 18;

/** Writes introductions of the newest members, and follows of coaches and activities that are there. */
export async function makeIntroductions(ctx: Ctx): Promise<void> {
  const { id: venueId, zone } = ctx.venue;
  const today = dayOf(ctx.now, zone);
  const createdAt = (daysAgo: number): Date => instant(addDays(today, -daysAgo), 660 + daysAgo, zone);
  const members = await ctx.db
    .selectFrom("member")
    .select(["id", "referrer_id"])
    .where("venue_id", "=", venueId)
    .where("state", "=", "active")
    .orderBy("id", "desc")
    .limit(SHOWN)
    .execute();
  await putRows(
    ctx,
    spreads,
    "spread",
    members.map(({ id, referrer_id }, i) => {
      const channel = referrer_id === null ? (CAME[i % CAME.length] ?? "other") : "member";
      return { member: id, channel, staff: channel === "staff" ? MANAGER : null, createdAt: createdAt(SHOWN - i) };
    }),
  );
  const coaches = await ctx.db.selectFrom("coach").select("name").where("venue_id", "=", venueId).orderBy("id").limit(3).execute();
  const activities = await ctx.db
    .selectFrom("activity")
    .select("title")
    .where("venue_id", "=", venueId)
    .where("state", "=", "published")
    .orderBy("id")
    .execute();
  const subjects = [
    ...coaches.map(({ name }) => ["coach", name] as const),
    ...activities.map(({ title }) => ["activity", title] as const),
    ["venue", ctx.venue.name] as const,
  ];
  await putRows(
    ctx,
    attentions,
    "attention",
    members.flatMap(({ id }, i) => {
      const [subject, subjectName] = subjects[i % subjects.length] ?? ["venue", ctx.venue.name];
      return { member: id, subject, subjectName, createdAt: createdAt(SHOWN - i) };
    }),
  );
  await putRows(ctx, checkRules, "check_rule", [{ target: "certificateNo", pattern: "SH-JL-9999", memo: "区体育局发的教练证" }]);
}
