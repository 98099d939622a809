/** The sheets of closed days: stored once the day is over, shown as they were, with what was booked on the day since. */
import { sql } from "kysely";
import type { Parsed } from "../../../contract/core/call";
import { DayPage, type dayReport } from "../../../contract/finance/dayReports";
import { fen, yuan } from "../../../contract/core/money";
import { addDays } from "../../../contract/core/time";
import { type Ctx, today } from "../../http/context";
import type { Job } from "../../kernel/due";
import { holdBooks } from "../../ledger/post";
import { DOCUMENT_STREAMS, TENDERS } from "../../ledger/takings";
import { snapshot } from "../../resource/report";
import { readDay } from "./dayPage";

const Stored = DayPage.omit({ closed: true });

/** As many days back are closed at once: after a longer pause older days stay open. */
const MOST_DAYS = 7;
/** As many corrections are listed. */
const MOST_DOCUMENTS = 100;

/** Returns the day in one consistent look: of a closed day as it was closed, with what was corrected since. */
export const dayPage = (ctx: Ctx, { day }: Parsed<typeof dayReport.page>): Promise<DayPage> => snapshot(ctx, (at) => pageOf(at, day));

async function pageOf(ctx: Ctx, day: string): Promise<DayPage> {
  const sheet = await ctx.db
    .selectFrom("day_sheet")
    .select(["closed_at", "page"])
    .where("venue_id", "=", ctx.venue.id)
    .where("day", "=", day)
    .executeTakeFirst();
  const now = await readDay(ctx, day);
  if (!sheet) return { ...now, closed: null };
  const page = Stored.parse(sheet.page);
  const rows = await correctionsOf(ctx, day, sheet.closed_at);
  const change = (basis: "takings" | "earned"): string => yuan(fen(now[basis].today) - fen(page[basis].today));
  return {
    ...page,
    closed: {
      at: sheet.closed_at.toISOString(),
      takings: change("takings"),
      earned: change("earned"),
      count: rows.length,
      documents: rows
        .slice(0, MOST_DOCUMENTS)
        .map(({ takings, earned, ...row }) => ({ ...row, takings: yuan(takings), earned: yuan(earned) })),
    },
  };
}

interface Correction {
  readonly id: string;
  readonly at: string;
  readonly no: string;
  readonly documentKind: string;
  readonly operation: string;
  readonly operator: string;
  readonly takings: number;
  readonly earned: number;
  readonly bookedOn: string;
}
/** Transactions since the closing that are dated on the day, or would be if it were not locked, the latest first. */
async function correctionsOf(ctx: Ctx, day: string, since: Date): Promise<readonly Correction[]> {
  const customers = Object.entries(DOCUMENT_STREAMS).flatMap(([kind, stream]) => (stream === null ? [] : [kind]));
  const { rows } = await sql<Omit<Correction, "at"> & { at: Date }>`
    SELECT t.id, t.posted_at AS at, t.document_no AS no, t.document_kind AS "documentKind", t.operation, t.operator,
      coalesce(sum(p.amount) FILTER (WHERE p.account = ANY (${TENDERS}::text[]) AND p.day = ${day} AND t.document_kind = ANY (${customers}::text[])), 0)::bigint AS takings,
      coalesce(-sum(p.amount) FILTER (WHERE (p.account ^@ 'income.' OR p.account ^@ 'discount.')
        AND (p.earned_on = ${day} OR p.corrects = ${day})), 0)::bigint AS earned,
      max(coalesce(p.earned_on, p.day)) FILTER (WHERE p.earned_on = ${day} OR p.corrects = ${day} OR p.day = ${day})::text AS "bookedOn"
    FROM ledger_tx t JOIN posting p ON p.venue_id = t.venue_id AND p.tx_id = t.id
    WHERE t.venue_id = ${ctx.venue.id} AND t.posted_at > ${since} AND t.id IN (
      SELECT e.tx_id FROM posting e WHERE e.venue_id = ${ctx.venue.id} AND e.earned_on = ${day} AND e.posted_at > ${since}
      UNION ALL SELECT c.tx_id FROM posting c WHERE c.venue_id = ${ctx.venue.id} AND c.corrects = ${day}
      UNION ALL SELECT d.tx_id FROM posting d WHERE d.venue_id = ${ctx.venue.id} AND d.day = ${day} AND d.account = ANY (${TENDERS}::text[]) AND d.posted_at > ${since})
    GROUP BY t.id, t.posted_at, t.document_no, t.document_kind, t.operation, t.operator ORDER BY t.posted_at DESC, t.id DESC`.execute(
    ctx.db,
  );
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

/** Stores the sheets of days that are over. Nobody posts meanwhile, so that a sheet is one moment of the books. */
export async function closeDays(ctx: Ctx): Promise<void> {
  const last = addDays(today(ctx), -1);
  await holdBooks(ctx);
  const { rows } = await sql<{ day: string }>`
    SELECT d.day::date::text AS day FROM generate_series(greatest(${last}::date - ${MOST_DAYS - 1}::int, (SELECT min(l.day) FROM ledger_tx l WHERE l.venue_id = ${ctx.venue.id}),
        (SELECT max(s.day) + 1 FROM day_sheet s WHERE s.venue_id = ${ctx.venue.id})), ${last}::date, interval '1 day') d (day)`.execute(
    ctx.db,
  );
  for (const { day } of rows)
    await ctx.db
      .insertInto("day_sheet")
      .values({ venue_id: ctx.venue.id, day, closed_at: ctx.now, page: JSON.stringify(await readDay(ctx, day)) })
      .execute();
}

export const daySheetJobs = [
  {
    name: "day.close",
    run: closeDays,
    of: ["ledger_tx"],
    next: ({ venueId, midnight }) =>
      sql`(SELECT ${midnight}::timestamptz WHERE EXISTS (SELECT FROM ledger_tx WHERE venue_id = ${venueId}))`,
  },
] satisfies readonly Job[];
