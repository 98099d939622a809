/** Timed transitions of open plays: those below their minimum fail, the others finish (states.md, moves marked ⏱). */
import { sql } from "kysely";
import { yuan } from "../../../contract/core/money";
import type { Ctx } from "../../http/context";
import { earliest, type Job } from "../../kernel/due";
import { addMessage, type Said } from "../../kernel/messages";
import { freeCourts } from "./courts";
import { refundUnattended, settleAbsent } from "./withdraw";
import { attendeesOf, movePlay, type PlayRow, activeTickets, timeOf } from "./play";
import { word } from "./words";

/** Open plays moved in one transaction. */
const BATCH = 20;

/** Takes those that are due for this run; those that another process has in hand are left to it. */
const claimDue = (ctx: Ctx, state: "open" | "confirmed", by: "deadline" | "ends_at"): Promise<PlayRow[]> =>
  ctx.db
    .selectFrom("open_play")
    .selectAll()
    .where("venue_id", "=", ctx.venue.id)
    .where("state", "=", state)
    .where(by, "<=", ctx.now)
    .orderBy("id")
    .limit(BATCH)
    .forUpdate()
    .skipLocked()
    .execute();

/** Fewer joined than it needs: everybody gets their money back, the courts are free, the desk is notified. */
async function fail(ctx: Ctx): Promise<boolean> {
  const plays = await claimDue(ctx, "open", "deadline");
  for (const play of plays) {
    const joined = attendeesOf(play);
    const short: Said = (language) => word("short", language, { attendees: joined, minimum: play.minimum });
    const reason = short(ctx.language);
    await movePlay(ctx, play, "fail", { reason }, "open");
    const tickets = await activeTickets(ctx, play.id);
    let owed = 0;
    for (const ticket of tickets) owed += await refundUnattended(ctx, play, ticket, reason);
    await addMessage(ctx, {
      kind: owed > 0 ? "payment" : "booking",
      title: (language) => word("failedTitle", language, { title: play.title, time: timeOf(play) }),
      text: (language) =>
        [
          short(language),
          word("failedText", language, { tickets: tickets.length, attendees: joined }),
          ...(owed > 0 ? [word("cashText", language, { owed: yuan(owed) })] : []),
        ].join(language === "zh" ? "；" : "; "),
      resource: "openPlay",
      resourceId: play.id,
    });
    await freeCourts(ctx, play.order_id);
  }
  return plays.length === BATCH;
}

/** It was played; its order in the grid is finished with it, and no-shows are settled by the policy. */
async function finish(ctx: Ctx): Promise<boolean> {
  const plays = await claimDue(ctx, "confirmed", "ends_at");
  for (const play of plays) {
    await movePlay(ctx, play, "finish", {}, "confirmed");
    await ctx.db
      .updateTable("booking_order")
      .set({ order_status: "finished" })
      .where("venue_id", "=", ctx.venue.id)
      .where("id", "=", play.order_id)
      .where("order_status", "in", ["paid", "checked_in"])
      .execute();
    ctx.emit({ type: "booking_changed", data: { day: play.day } });
    let owed = 0;
    for (const ticket of await activeTickets(ctx, play.id))
      if (ticket.entered < ticket.heads) owed += await settleAbsent(ctx, play, ticket);
    if (owed === 0) continue;
    await addMessage(ctx, {
      kind: "payment",
      title: (language) => word("absentTitle", language, { title: play.title, time: timeOf(play) }),
      text: (language) => word("absentText", language, { owed: yuan(owed) }),
      resource: "openPlay",
      resourceId: play.id,
    });
  }
  return plays.length === BATCH;
}

export const openPlayJobs = [
  { name: "openPlay.fail", run: fail, ...earliest("open_play", "deadline", sql`state = 'open'`) },
  { name: "openPlay.finish", run: finish, ...earliest("open_play", "ends_at", sql`state = 'confirmed'`) },
] satisfies readonly Job[];
