/** The sheets of closed days: stored once the day is over, shown as they were, with what was booked on the day since. */
import { sql } from "kysely";
import type { Parsed } from "../../../contract/core/call";
import { DayPage, type dayReport } from "../../../contract/finance/day-reports";
import { fen, yuan } from "../../../contract/core/money";
import { addDays } from "../../../contract/core/time";
import { type Ctx, today } from "../../http/context";
import { type Job, nightly } from "../../kernel/due";
import { holdBooks } from "../../ledger/period";
import { DOCUMENT_STREAMS, TENDERS } from "../../ledger/takings";
import { snapshot } from "../../resource/report";
import { readDay, readTotals } from "./day-page";

const Stored = DayPage.omit({ closed: true });

/** Maximum number of days that are closed at once: after a longer pause older days stay open. */
const MAX_DAYS = 7;
/** Maximum number of corrections that are listed. */
const MAX_DOCUMENTS = 100;
/** Minutes after midnight at which days are closed: what was being posted at midnight is in the books by then. */
const CLOSING_MINUTES = 5;

/** Returns the day from one snapshot: of a closed day the stored figures, with the corrections since. */
export const dayPage = (ctx: Ctx, { day }: Parsed<typeof dayReport.page>): Promise<DayPage> => snapshot(ctx, (at) => pageOf(at, day));

async function pageOf(ctx: Ctx, day: string): Promise<DayPage> {
  const sheet = await ctx.db
    .selectFrom("day_sheet")
    .select(["closed_at", "page"])
    .where("venue_id", "=", ctx.venue.id)
    .where("day", "=", day)
    .executeTakeFirst();
  // A sheet of an older release may lack figures of this one: its day is shown as it is now.
  const stored = Stored.safeParse(sheet?.page);
  if (!sheet || !stored.success) return { ...(await readDay(ctx, day)), closed: null };
  const page = stored.data;
  const now = await readTotals(ctx, day);
  const corrections = await listCorrections(ctx, day, sheet.closed_at);
  const change = (basis: "takings" | "earned"): string => yuan(now[basis] - fen(page[basis].today));
  return {
    ...page,
    closed: {
      at: sheet.closed_at.toISOString(),
      takings: change("takings"),
      earned: change("earned"),
      ...corrections,
    },
  };
}

interface Correction {
  readonly id: string;
  readonly at: Date;
  readonly no: string;
  readonly documentKind: string;
  readonly operation: string;
  readonly operator: string;
  readonly takings: number;
  readonly earned: number;
  readonly bookedOn: string;
  /** Number of all corrections. */
  readonly count: number;
}
/** Returns the latest transactions since the closing that are dated on the day, or would be if it were not locked, and the number of all. */
async function listCorrections(ctx: Ctx, day: string, since: Date): Promise<Pick<NonNullable<DayPage["closed"]>, "count" | "documents">> {
  const customers = Object.entries(DOCUMENT_STREAMS).flatMap(([kind, stream]) => (stream === null ? [] : [kind]));
  const { rows } = await sql<Correction>`
    SELECT t.id, t.posted_at AS at, t.document_no AS no, t.document_kind AS "documentKind", t.operation, t.operator,
      coalesce(sum(p.amount) FILTER (WHERE p.account = ANY (${TENDERS}::text[]) AND p.day = ${day} AND t.document_kind = ANY (${customers}::text[])), 0)::bigint AS takings,
      coalesce(-sum(p.amount) FILTER (WHERE (p.account ^@ 'income.' OR p.account ^@ 'discount.')
        AND (p.earned_on = ${day} OR p.corrects = ${day})), 0)::bigint AS earned,
      max(coalesce(p.earned_on, p.day)) FILTER (WHERE p.earned_on = ${day} OR p.corrects = ${day} OR p.day = ${day})::text AS "bookedOn",
      count(*) OVER ()::int AS count
    FROM ledger_tx t JOIN posting p ON p.venue_id = t.venue_id AND p.tx_id = t.id
    WHERE t.venue_id = ${ctx.venue.id} AND t.posted_at > ${since} AND t.id IN (
      SELECT e.tx_id FROM posting e WHERE e.venue_id = ${ctx.venue.id} AND e.earned_on = ${day} AND e.posted_at > ${since}
      UNION ALL SELECT c.tx_id FROM posting c WHERE c.venue_id = ${ctx.venue.id} AND c.corrects = ${day}
      UNION ALL SELECT d.tx_id FROM posting d WHERE d.venue_id = ${ctx.venue.id} AND d.day = ${day} AND d.account = ANY (${TENDERS}::text[]) AND d.posted_at > ${since})
    GROUP BY t.id, t.posted_at, t.document_no, t.document_kind, t.operation, t.operator ORDER BY t.posted_at DESC, t.id DESC LIMIT ${MAX_DOCUMENTS}`.execute(
    ctx.db,
  );
  return {
    count: rows[0]?.count ?? 0,
    documents: rows.map(({ id, at, no, documentKind, operation, operator, takings, earned, bookedOn }) => ({
      id,
      at: at.toISOString(),
      no,
      documentKind,
      operation,
      operator,
      takings: yuan(takings),
      earned: yuan(earned),
      bookedOn,
    })),
  };
}

/** Stores the sheets of days that are over. Nobody posts meanwhile: a sheet has all postings until its `closed_at`. */
export async function closeDays(ctx: Ctx): Promise<void> {
  const last = addDays(today(ctx), -1);
  await holdBooks(ctx);
  const { rows } = await sql<{ day: string }>`
    SELECT d.day::date::text AS day FROM generate_series(greatest(${last}::date - ${MAX_DAYS - 1}::int, (SELECT min(l.day) FROM ledger_tx l WHERE l.venue_id = ${ctx.venue.id}),
        (SELECT max(s.day) + 1 FROM day_sheet s WHERE s.venue_id = ${ctx.venue.id})), ${last}::date, interval '1 day') d (day)`.execute(
    ctx.db,
  );
  if (rows.length === 0) return;
  // Whoever was waited for may have posted after this transaction began.
  const { closedAt } = await ctx.db
    .selectFrom("ledger_tx")
    .select(sql<Date>`greatest(${ctx.now}::timestamptz, max(posted_at))`.as("closedAt"))
    .where("venue_id", "=", ctx.venue.id)
    .executeTakeFirstOrThrow();
  for (const { day } of rows)
    await ctx.db
      .insertInto("day_sheet")
      .values({ venue_id: ctx.venue.id, day, closed_at: closedAt, page: JSON.stringify(await readDay(ctx, day)) })
      .execute();
}

export const daySheetJobs = [
  { name: "day.close", run: closeDays, ...nightly("ledger_tx", sql`true`, CLOSING_MINUTES) },
] satisfies readonly Job[];
