/** Classes and their bookings, as lists and forms. */
import { sql } from "kysely";
import { coachBookings, coachClasses } from "../../../contract/coaches/coach-classes";
import { refuse } from "../../resource/refuse";
import { serveResource } from "../../resource/serve";
import { refundBooking, chargeBooking, reservePlace } from "./bookings";
import { cancel, checkOver, move, plan, repeat, settle } from "./classes";
import { lockClass } from "./lock";
import { seenBy } from "./pay";

export const classRoutes = [
  ...serveResource(coachClasses, {
    table: "coach_class",
    note: "no",
    where: (ctx) => (ctx.codes.has("coach_class_book") ? sql`true` : seenBy(ctx, "t.coach_id")),
    columns: {
      booked: () =>
        sql`(select count(*) from coach_booking b where b.venue_id = t.venue_id and b.coach_class_id = t.id and b.state <> 'cancelled')`,
      income: () =>
        sql`(select coalesce(sum(b.amount - b.refunded), 0) from coach_booking b where b.venue_id = t.venue_id and b.coach_class_id = t.id)`,
    },
    saving: async (ctx, draft, before) => {
      if (!before) return { ...draft, ...(await plan(ctx, draft)) };
      if (before.state !== "planned")
        throw refuse(
          ctx,
          { zh: "“{title}”已上完或已取消，没有修改", en: "“{title}” is over or cancelled; nothing was changed" },
          { title: before.title },
        );
      if (draft.capacity < (before.booked ?? 0))
        throw refuse(
          ctx,
          { zh: "已报 {booked} 人，名额不能更少，没有修改", en: "{booked} take part; there can't be fewer places. Nothing was changed" },
          { booked: before.booked ?? 0 },
          "capacity",
        );
      return draft;
    },
    saved: async (ctx, _, before, draft) => {
      if (!before) await repeat(ctx, draft);
    },
    actions: {
      move: async (ctx, row, to) => move(ctx, await lockClass(ctx, row.id), to),
      finish: async (ctx, row) => {
        const klass = await lockClass(ctx, row.id);
        await checkOver(ctx, klass);
        await settle(ctx, klass);
      },
      cancel: async (ctx, row, { reason }) => {
        await cancel(ctx, await lockClass(ctx, row.id), reason);
        return { reason };
      },
    },
  }),
  ...serveResource(coachBookings, {
    table: "coach_booking",
    where: (ctx) =>
      ctx.codes.has("coach_class_book")
        ? sql`true`
        : sql`exists (select from coach_class k where k.venue_id = t.venue_id and k.id = t.coach_class_id and ${seenBy(ctx, "k.coach_id")})`,
    saving: (ctx, draft) => reservePlace(ctx, draft),
    saved: (ctx, row, _, draft) => chargeBooking(ctx, row, draft),
    actions: {
      cancel: async (ctx, row, { reason }) => {
        const [klass, booking] = [
          await ctx.db
            .selectFrom("coach_class")
            .selectAll()
            .where("venue_id", "=", ctx.venue.id)
            .where("id", "=", row.coachClass)
            .executeTakeFirstOrThrow(),
          await ctx.db
            .selectFrom("coach_booking")
            .selectAll()
            .where("venue_id", "=", ctx.venue.id)
            .where("id", "=", row.id)
            .executeTakeFirstOrThrow(),
        ];
        if (klass.state !== "planned")
          throw refuse(
            ctx,
            {
              zh: "“{title}”已结课，教练分成已记，没有退款",
              en: "“{title}” is over and its coach has been credited; nothing was refunded",
            },
            { title: klass.title },
          );
        await refundBooking(ctx, klass, booking, reason);
      },
    },
  }),
];
