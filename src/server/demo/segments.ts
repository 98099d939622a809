/** The demo's segments of members, who agreed to be written to, and messages to them. */
import { addDays, dayOf, instant } from "../../contract/core/time";
import type { Ctx } from "../http/context";
import { DESK } from "./act";

const SEGMENTS = [
  { name: "一个月没来的会员", absent_days: 30 },
  { name: "本月生日", birthday: "thisMonth" },
  { name: "消费满 2,000 的常客", spent_from: 200_000 },
] as const;
const GIVEN = ["desk", "mini", "phone"] as const;
const AGREED = 60;

/** Makes segments of members, who agreed to be written to, and messages: some sent, some waiting. */
export async function makeSegments(ctx: Ctx): Promise<void> {
  const { id: venue_id, zone } = ctx.venue;
  const today = dayOf(ctx.now, zone);
  for (const segment of SEGMENTS)
    await ctx.db
      .insertInto("member_segment")
      .values({
        venue_id,
        id: ctx.newId(),
        card_type_id: null,
        spent_from: null,
        spent_to: null,
        absent_days: null,
        birthday: null,
        memo: "",
        created_at: ctx.now,
        ...segment,
      })
      .execute();
  const members = await ctx.db
    .selectFrom("member")
    .select(["id", "name", "phone"])
    .where("venue_id", "=", venue_id)
    .where("state", "=", "active")
    .orderBy("id")
    .limit(AGREED)
    .execute();
  for (const [i, { id, name, phone }] of members.entries()) {
    const day = addDays(today, -(i % 40) - 1);
    await ctx.db
      .insertInto("message_consent")
      .values({
        venue_id,
        id: ctx.newId(),
        member_id: id,
        given_by: GIVEN[i % GIVEN.length] ?? "desk",
        given_on: day,
        created_at: instant(day, 660, zone),
      })
      .execute();
    if (i >= 12) continue;
    const at = instant(addDays(today, -2), 600, zone);
    await ctx.db
      .insertInto("customer_message")
      .values({
        venue_id,
        id: ctx.newId(),
        name,
        state: i < 8 ? "sent" : "waiting",
        phone,
        text: "好久不见！本周工作日来打球，凭此消息前台领双人畅打体验一次。",
        source: "segment",
        source_id: "demo",
        source_name: SEGMENTS[0].name,
        member_id: id,
        day: addDays(today, -2),
        sent_at: i < 8 ? new Date(at.getTime() + 600_000) : null,
        operator: DESK.name,
        created_at: at,
      })
      .execute();
  }
}
