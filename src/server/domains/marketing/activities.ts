/** Activities: what may be changed when, cancelling, and what begins and ends by the clock. */
import { sql } from "kysely";
import { activities, activityDesk, activityJoins } from "../../../contract/marketing/activities";
import { yuan } from "../../../contract/core/money";
import { dayOf } from "../../../contract/core/time";
import { type Ctx, need } from "../../http/context";
import { inVenue } from "../../http/serve";
import { checkAll, refuse } from "../../resource/refuse";
import { serveResource } from "../../resource/serve";
import { earliest, type Job } from "../../kernel/due";
import { addMessage } from "../../kernel/messages";
import { allowEntry, changed, checkInByCode, cancelSignUp, joinOf, withdrawalFee, readActivity, signUp, wrongStateError } from "./sign-up";

const refundNow = (
  ctx: Ctx,
) => sql`(select case when t.state <> 'joined' or a.state not in ('published', 'closed') or a.starts_at <= ${ctx.now} then 0
  when a.starts_at - ${ctx.now} >= make_interval(hours => a.free_hours) then t.paid
  else t.paid - round(t.paid * a.late_percent / 100) end from activity a where a.venue_id = t.venue_id and a.id = t.activity_id)`;

export const activityRoutes = [
  ...serveResource(activities, {
    table: "activity",
    columns: {
      signedUp: () => sql`(t.capacity - t."left")`,
      checkedIn: () =>
        sql`(select count(*) from activity_join j where j.venue_id = t.venue_id and j.activity_id = t.id and j.state = 'checked_in')`,
      received: () =>
        sql`(select coalesce(sum(j.paid - j.refunded), 0) from activity_join j where j.venue_id = t.venue_id and j.activity_id = t.id)`,
    },
    saving: async (ctx, draft, before) => {
      const joined = before ? before.capacity - before.left : 0;
      if (before && ["finished", "cancelled"].includes(before.state))
        throw refuse(
          ctx,
          { zh: "“{title}”已结束或取消，没有改动", en: "“{title}” is over or cancelled; nothing was changed" },
          { title: before.title },
        );
      await checkAll(ctx, [
        () =>
          draft.capacity < joined &&
          refuse(
            ctx,
            { zh: "名额 不能少于已报名的 {joined} 人", en: "{joined} have signed up; there can't be fewer places" },
            { joined },
            "capacity",
          ),
        () =>
          before &&
          joined > 0 &&
          dayOf(new Date(draft.startsAt), ctx.venue.zone) !== dayOf(new Date(before.startsAt), ctx.venue.zone) &&
          refuse(
            ctx,
            {
              zh: "已有 {joined} 人报名，日期不能改；请取消活动再新建",
              en: "{joined} have signed up: its day stays. Cancel it and make another",
            },
            { joined },
            "startsAt",
          ),
        ...(["freeHours", "latePercent"] as const).map(
          (field) => () =>
            before &&
            joined > 0 &&
            (draft[field] ?? 0) > (before[field] ?? 0) &&
            refuse(
              ctx,
              {
                zh: "已有 {joined} 人按原来的取消规则报名，规则只能放宽",
                en: "{joined} have signed up under the rule for cancelling as it was; it can only get milder",
              },
              { joined },
              field,
            ),
        ),
        () =>
          before &&
          joined > 0 &&
          draft.questions.join("\n") !== before.questions.join("\n") &&
          refuse(
            ctx,
            { zh: "已有 {joined} 人报名，填写项不能改", en: "{joined} have signed up: its questions stay" },
            { joined },
            "questions",
          ),
      ]);
      return { ...draft, left: draft.capacity - joined };
    },
    deleting: async (ctx, row) => {
      if (row.state !== "draft")
        throw refuse(
          ctx,
          { zh: "“{title}”已发布过，没有删除；可以取消活动", en: "“{title}” was published and is not deleted; it can be cancelled" },
          { title: row.title },
        );
    },
    actions: {
      publish: async (ctx, row) => {
        if (new Date(row.deadline) <= ctx.now)
          throw refuse(ctx, {
            zh: "报名截止时间已过，没有发布；请先修改时间",
            en: "Sign-up would be over already; nothing was published. Change its times first",
          });
      },
      reopen: async (ctx, row) => {
        if (new Date(row.deadline) <= ctx.now)
          throw refuse(ctx, {
            zh: "报名截止时间已过，没有继续报名；请先修改时间",
            en: "Sign-up is over; it was not reopened. Change its times first",
          });
      },
      cancel: async (ctx, { id }, { reason }) => {
        const row = await readActivity(ctx, id);
        if (row.ends_at <= ctx.now) throw wrongStateError(ctx, row, "已经结束，没有取消", "is over; nothing was cancelled");
        const joins = await ctx.db
          .selectFrom("activity_join")
          .selectAll()
          .where("venue_id", "=", ctx.venue.id)
          .where("activity_id", "=", id)
          .where("state", "<>", "left")
          .orderBy("id")
          .forUpdate()
          .execute();
        for (const join of joins) await cancelSignUp(ctx, row, join, 0, "activity cancellation", reason);
        if (joins.length > 0) {
          const refund = yuan(joins.reduce((sum, { paid }) => sum + paid, 0));
          await addMessage(ctx, {
            kind: "booking",
            title: (language) => (language === "zh" ? `活动取消：${row.title}` : `Activity cancelled: ${row.title}`),
            text: (language) =>
              language === "zh"
                ? `${joins.length} 人已退款 ${refund} 元，请通知。原因：${reason}`
                : `${joins.length} got ${refund} back; please tell them. Reason: ${reason}`,
            resource: "activities",
            resourceId: id,
          });
        }
        return { reason };
      },
    },
  }),
  ...serveResource(activityJoins, {
    table: "activity_join",
    columns: { refundNow },
    actions: {
      checkIn: async (ctx, { activity }) => {
        allowEntry(ctx, await readActivity(ctx, activity));
        changed(ctx, "activities", activity);
        return { enteredAt: ctx.now };
      },
      undoCheckIn: async (ctx, { activity }) => {
        allowEntry(ctx, await readActivity(ctx, activity));
        changed(ctx, "activities", activity);
        return { enteredAt: null };
      },
      leave: async (ctx, { id, activity }, { reason, waive }) => {
        if (waive) need(ctx, "activity_modify");
        const row = await readActivity(ctx, activity);
        if (!["published", "closed"].includes(row.state) || row.starts_at <= ctx.now)
          throw wrongStateError(ctx, row, "已开始，不能取消报名；没有退款", "has begun; the sign-up stays and nothing went back");
        const join = await joinOf(ctx, id);
        await cancelSignUp(ctx, row, join, waive ? 0 : withdrawalFee(ctx, row, join.paid), "activity leave", reason);
        changed(ctx, "activities", activity);
      },
    },
  }),
  ...inVenue(activityDesk, { signUp, checkInByCode }),
];

/** Begins and ends activities by the clock; each run moves what is due, once. */
const advanceActivities =
  (from: readonly string[], to: string, by: "starts_at" | "ends_at") =>
  async (ctx: Ctx): Promise<void> => {
    const rows = await ctx.db
      .updateTable("activity")
      .set({ state: to })
      .where("venue_id", "=", ctx.venue.id)
      .where("state", "in", from)
      .where(by, "<=", ctx.now)
      .returning("id")
      .execute();
    for (const { id } of rows) changed(ctx, "activities", id);
  };
export const activityJobs = [
  {
    name: "activities.start",
    run: advanceActivities(["published", "closed"], "running", "starts_at"),
    ...earliest("activity", "starts_at", sql`state IN ('published', 'closed')`),
  },
  {
    name: "activities.finish",
    run: advanceActivities(["running"], "finished", "ends_at"),
    ...earliest("activity", "ends_at", sql`state = 'running'`),
  },
] satisfies readonly Job[];
