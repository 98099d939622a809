/** Reminders: set by whoever looks after the message centre, and a message in it at their time. */
import { sql } from "kysely";
import { reminders } from "../../../contract/messages/reminders";
import type { Ctx } from "../../http/context";
import { earliest, type Job } from "../../kernel/due";
import { addMessage } from "../../kernel/messages";
import { serveResource } from "../../resource/serve";

export const reminderRoutes = serveResource(reminders, {
  table: "reminder",
  // Put off, it reminds again.
  saving: (ctx, draft) => ({ ...draft, operator: ctx.person.name, sent: false }),
});

async function remind(ctx: Ctx): Promise<void> {
  const due = await ctx.db
    .updateTable("reminder")
    .set({ sent: true })
    .where("venue_id", "=", ctx.venue.id)
    .where("sent", "=", false)
    .where("at", "<=", ctx.now)
    .returning(["id", "title", "memo"])
    .execute();
  for (const { title, memo } of due) await addMessage(ctx, { kind: "system", title: () => title, text: () => memo });
}

export const reminderJobs = [{ name: "reminders.due", run: remind, ...earliest("reminder", "at", sql`NOT sent`) }] satisfies readonly Job[];
