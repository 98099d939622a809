/** Segments of members, consent, and messages to customers: written once to whoever may be written to. */
import { type RawBuilder, sql } from "kysely";
import { activityNotice, customerMessages, messageConsents, segments } from "../../../contract/marketing/segments";
import { memberMessage } from "../../../contract/members/member-message";
import type { Output, Parsed } from "../../../contract/core/call";
import { addMonths } from "../../../contract/core/time";
import { type Ctx, today } from "../../http/context";
import { AppError } from "../../http/error";
import { inVenue } from "../../http/serve";
import { queueMessages, type Receiver } from "../../kernel/customer-messages";
import { grantToSegment } from "./coupon-offers";
import { word } from "../../kernel/words";
import { refuse } from "../../resource/refuse";
import { serveResource } from "../../resource/serve";

/** Members of the segment `t`: active ones who fit all that it asks. */
function fits(ctx: Ctx): RawBuilder<unknown> {
  const day = today(ctx);
  const month = (ahead: number): number => Number(addMonths(`${day.slice(0, 7)}-01`, ahead).slice(5, 7));
  return sql`m.venue_id = t.venue_id AND m.state = 'active' AND (t.card_type_id IS NULL OR m.card_type_id = t.card_type_id)
    AND (t.spent_from IS NULL OR m.spent >= t.spent_from) AND (t.spent_to IS NULL OR m.spent <= t.spent_to)
    AND (t.absent_days IS NULL OR coalesce(m.last_visit_at, m.created_at) < ${ctx.now}::timestamptz - make_interval(days => t.absent_days))
    AND (t.birthday IS NULL OR CASE t.birthday WHEN 'today' THEN to_char(m.birthday, 'MM-DD') = ${day.slice(5)}
      WHEN 'thisMonth' THEN extract(month FROM m.birthday) = ${month(0)} ELSE extract(month FROM m.birthday) = ${month(1)} END)`;
}
const agreed = sql`EXISTS (SELECT FROM message_consent c WHERE c.venue_id = m.venue_id AND c.member_id = m.id) AND m.phone <> ''`;

/**
 * Writes to everybody who is signed up: it is about what they signed up for, so no consent is needed.
 * @throws AppError `missing`, `refused` where nobody is signed up or has a mobile
 */
async function notice(ctx: Ctx, { activityId, text }: Parsed<typeof activityNotice.send>): Promise<Output<typeof activityNotice.send>> {
  const activity = await ctx.db
    .selectFrom("activity")
    .select("title")
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", activityId)
    .executeTakeFirst();
  if (!activity) throw new AppError("missing", { what: ctx.language === "zh" ? "活动" : "Activity" });
  const joins = await ctx.db
    .selectFrom("activity_join")
    .select(["member_id as id", "name", "phone"])
    .where("venue_id", "=", ctx.venue.id)
    .where("activity_id", "=", activityId)
    .where("state", "<>", "left")
    .orderBy("id")
    .execute();
  // A parent of several children gets one message.
  const byPhone = new Map(joins.filter(({ phone }) => phone !== "").map((join) => [join.phone, join]));
  if (byPhone.size === 0)
    throw refuse(
      ctx,
      { zh: "“{title}”没有留手机号的报名者，没有写消息", en: "Nobody signed up for “{title}” left a mobile; nothing was written" },
      activity,
    );
  await queueMessages(ctx, [...byPhone.values()], { text, source: "activity", sourceId: activityId, sourceName: activity.title });
  return { written: byPhone.size, unreachable: joins.filter(({ phone }) => phone === "").length };
}

/**
 * Writes to one member who agreed, once a day.
 * @throws AppError `missing`, `memberState` once closed, `refused` without a mobile or consent, or where they were written to today
 */
async function toMember(ctx: Ctx, { id, text }: Parsed<typeof memberMessage.write>): Promise<Output<typeof memberMessage.write>> {
  // Locked, so that of two who write at once the second sees the first's message.
  const { rows } = await sql<
    Receiver & { state: string; card_no: string; agrees: boolean }
  >`SELECT m.id, m.name, m.phone, m.state, m.card_no,
    EXISTS (SELECT FROM message_consent c WHERE c.venue_id = m.venue_id AND c.member_id = m.id) AS agrees
    FROM member m WHERE m.venue_id = ${ctx.venue.id} AND m.id = ${id} FOR UPDATE`.execute(ctx.db);
  const [row] = rows;
  if (!row) throw new AppError("missing", { what: ctx.language === "zh" ? "会员" : "Member" });
  if (row.state === "closed") throw new AppError("memberState", { name: row.name, state: word(row.state, ctx.language) });
  const against = !row.agrees
    ? { zh: "没有同意接收消息", en: "has not agreed to messages" }
    : row.phone === ""
      ? { zh: "没有手机号", en: "has no mobile" }
      : (await writtenToday(ctx, id, "member"))
        ? { zh: "今天已经写过一条", en: "was written to today already" }
        : undefined;
  if (against)
    throw refuse(
      ctx,
      { zh: "{name} {why}，没有写消息", en: "{name} {why}; nothing was written" },
      { name: row.name, why: against[ctx.language] },
    );
  await queueMessages(ctx, [row], { text, source: "member", sourceId: id, sourceName: row.card_no });
  return { name: row.name };
}

/** True if the source wrote today. */
async function writtenToday(ctx: Ctx, id: string, source: "segment" | "member"): Promise<boolean> {
  const row = await ctx.db
    .selectFrom("customer_message")
    .select("id")
    .where("venue_id", "=", ctx.venue.id)
    .where("source_id", "=", id)
    .where("source", "=", source)
    .where("day", "=", today(ctx))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export const segmentRoutes = [
  ...serveResource(segments, {
    table: "member_segment",
    columns: {
      members: (ctx) => sql`(select count(*) from member m where ${fits(ctx)})`,
      reachable: (ctx) => sql`(select count(*) from member m where ${fits(ctx)} and ${agreed})`,
    },
    saving: (ctx, draft) => {
      if (draft.spentFrom !== null && draft.spentTo !== null && draft.spentTo < draft.spentFrom)
        throw refuse(ctx, { zh: "累计消费不超过 不能小于 不少于", en: "“Spent at most” is not below “spent at least”" }, {}, "spentTo");
      return draft;
    },
    actions: {
      giveCoupon: async (ctx, row, { offer }) => {
        const { rows } = await sql<{ id: string }>`SELECT m.id FROM member_segment t JOIN member m ON ${fits(ctx)}
          WHERE t.venue_id = ${ctx.venue.id} AND t.id = ${row.id} ORDER BY m.id`.execute(ctx.db);
        await grantToSegment(
          ctx,
          offer,
          rows.map(({ id }) => id),
        );
      },
      send: async (ctx, row, { text }) => {
        if (await writtenToday(ctx, row.id, "segment"))
          throw refuse(
            ctx,
            {
              zh: "“{name}”今天已经群发过，没有再发；明天再试",
              en: "“{name}” was written to today already; nothing was written. Try tomorrow",
            },
            { name: row.name },
          );
        const { rows } = await sql<Receiver>`SELECT m.id, m.name, m.phone FROM member_segment t JOIN member m ON ${fits(ctx)}
          WHERE t.venue_id = ${ctx.venue.id} AND t.id = ${row.id} AND ${agreed} ORDER BY m.id`.execute(ctx.db);
        if (rows.length === 0)
          throw refuse(
            ctx,
            {
              zh: "“{name}”里没有同意接收消息的会员，没有写消息；请先登记同意",
              en: "Nobody in “{name}” agreed to messages; nothing was written. Record their consent first",
            },
            { name: row.name },
          );
        await queueMessages(ctx, rows, { text, source: "segment", sourceId: row.id, sourceName: row.name });
      },
    },
  }),
  ...serveResource(messageConsents, {
    table: "message_consent",
    columns: { memberLabel: () => sql`(select m.name from member m where m.venue_id = t.venue_id and m.id = t.member_id)` },
    saving: (ctx, draft) => {
      if (draft.givenOn > today(ctx)) throw refuse(ctx, { zh: "同意日期 不能晚于今天", en: "It was not given after today" }, {}, "givenOn");
      return draft;
    },
  }),
  ...serveResource(customerMessages, {
    table: "customer_message",
    actions: {
      markSent: async (ctx) => ({ sentAt: ctx.now, problem: null }),
      retry: async (ctx, { id }) => {
        await ctx.db
          .updateTable("customer_message")
          .set({ next_at: ctx.now, tries: 0 })
          .where("venue_id", "=", ctx.venue.id)
          .where("id", "=", id)
          .execute();
        return { problem: null };
      },
    },
  }),
  ...inVenue(activityNotice, { send: notice }),
  ...inVenue(memberMessage, { write: toMember }),
];
