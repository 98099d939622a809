/**
 * Messages to customers by the SMS gateway: what waits goes out, each message with what became of it, and what fails is tried again. A message
 * is claimed in a transaction of its own and sent outside of any, so that no second process sends it; where this one dies between the two, the
 * claim runs out and it is sent again under the same id.
 */
import { sql } from "kysely";
import type { Ctx } from "../../http/context";
import { change, systemRequest } from "../../http/perform";
import type { Work } from "../../http/serve";
import { earliest, type Job } from "../../kernel/due";
import type { SmsText, Texts } from "../../sms/sms";

const NAME = "customerMessages.send";
const MINUTE_MS = 60_000;
/** For how long a claim stands: longer than the gateway is waited for. */
const CLAIM_MS = 5 * MINUTE_MS;
/** Older messages are left to a person; those about a match already after half an hour. */
const LATE_MS = 24 * 60 * MINUTE_MS;
const LATE_MATCH_MS = 30 * MINUTE_MS;
/** Waits between the tries, minutes. */
const WAITS = [1, 5, 25, 60] as const;
/** Messages on their way at once. */
const LINES = 4;
/** Limit of one run of the job; the next run follows soon. */
const MOST = 200;

interface Claimed extends SmsText {
  readonly tries: number;
}
type Row = Pick<SmsText, "id" | "text"> & { phone: string; source: string; tries: number; next_at: Date; agreed: boolean };

/** The next message that may be sent, claimed. What may not be sent is settled on the way. */
async function claim(ctx: Ctx): Promise<Claimed | undefined> {
  for (;;) {
    const { rows } = await sql<Row>`SELECT t.id, t.text, t.phone, t.source, t.tries, t.next_at,
      CASE t.source WHEN 'match'
        THEN EXISTS (SELECT FROM game_team_member p WHERE p.venue_id = t.venue_id AND p.phone = t.phone AND p.texts)
        ELSE EXISTS (SELECT FROM message_consent c WHERE c.venue_id = t.venue_id AND c.member_id = t.member_id) END AS agreed
      FROM customer_message t WHERE t.venue_id = ${ctx.venue.id} AND t.state = 'waiting' AND t.next_at <= ${ctx.now}
      ORDER BY t.next_at, t.id LIMIT 1 FOR UPDATE OF t SKIP LOCKED`.execute(ctx.db);
    const [row] = rows;
    if (!row) return undefined;
    const set = (columns: { state?: "failed" | "dropped"; problem?: string; tries?: number; next_at: Date | null }) =>
      ctx.db.updateTable("customer_message").set(columns).where("venue_id", "=", ctx.venue.id).where("id", "=", row.id).execute();
    if (row.next_at.getTime() < ctx.now.getTime() - (row.source === "match" ? LATE_MATCH_MS : LATE_MS))
      await set({ problem: "late", next_at: null });
    else if (row.phone === "") await set({ state: "failed", problem: "noPhone", next_at: null });
    // Attendees who signed up for an activity get its messages in any case.
    else if (row.source !== "activity" && !row.agreed) await set({ state: "dropped", problem: "withdrawn", next_at: null });
    else {
      const tries = row.tries + 1;
      await set({ tries, next_at: new Date(ctx.now.getTime() + CLAIM_MS) });
      return { id: row.id, mobile: row.phone, text: row.text, tries };
    }
  }
}

/** Writes down what became of a message, unless somebody has settled it meanwhile. */
async function record(ctx: Ctx, { id, tries }: Claimed, came: Awaited<ReturnType<Texts["send"]>>): Promise<void> {
  const wait = WAITS[tries - 1];
  await ctx.db
    .updateTable("customer_message")
    .set(
      came === "sent"
        ? { state: "sent", sent_at: ctx.now, next_at: null, problem: null }
        : wait === undefined
          ? { state: "failed", next_at: null, problem: came }
          : { next_at: new Date(ctx.now.getTime() + wait * MINUTE_MS), problem: came },
    )
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .where("state", "=", "waiting")
    .where("tries", "=", tries)
    .execute();
  ctx.emit({ type: "changed", data: { resource: "customerMessages", id } });
}

async function sendAll(work: Work, texts: Texts): Promise<void> {
  const inVenue = <T>(service: (ctx: Ctx) => Promise<T>): Promise<T> =>
    change(work.database, systemRequest(work.request.venue, NAME, work.now()), service);
  let left = MOST;
  const line = async (): Promise<void> => {
    while (left-- > 0) {
      const message = await inVenue(claim);
      if (!message) return;
      const came = await texts.send(message);
      await inVenue((ctx) => record(ctx, message, came));
    }
  };
  await Promise.all(Array.from({ length: LINES }, line));
}

/** Without a gateway nothing is sent: messages wait for a person. */
export const messageJobs = (texts: Texts | undefined): readonly Job[] =>
  texts === undefined
    ? []
    : [
        {
          name: NAME,
          outside: (work) => sendAll(work, texts),
          ...earliest("customer_message", "next_at", sql`state = 'waiting' AND next_at IS NOT NULL`),
        },
      ];
