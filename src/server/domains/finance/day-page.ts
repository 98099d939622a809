/** The day of a venue on both bases, against yesterday, last week and the month to date. */
import { sql } from "kysely";
import { bookingInfo } from "../../../contract/finance/booking-info";
import { type DayPage, type Method, METHODS, SPENT_KINDS, type Stream, STREAMS } from "../../../contract/finance/day-reports";
import { fen, yuan } from "../../../contract/core/money";
import { addDays, instant, wall } from "../../../contract/core/time";
import type { Ctx } from "../../http/context";
import { closedDays } from "../../kernel/holidays";
import { loadPlaces, openSlots } from "../../kernel/places";
import { lockedHalves, sessionHours } from "../../kernel/utilisation";
import { groups } from "./booking-info";
import { ofKinds } from "./kinds";
import { purseTotals } from "./purses";
import { isOnCredit } from "../../ledger/takings";
import { type Earned, earnings, type Range, type Taken, listTakings } from "../../ledger/streams";

type Times = "today" | "yesterday" | "lastWeek" | "month";
type Figures = Readonly<Record<Times, number>>;

/** Rows that the figures of a day, or of a month to date, are made of. */
interface DayBasis {
  readonly taken: readonly Taken[];
  readonly earned: readonly Earned[];
  readonly counts: Counts;
}
interface Counts {
  readonly sessions: number;
  readonly soldHours: number;
  readonly openHours: number;
  readonly newMembers: number;
  readonly cardsSold: number;
  readonly cardUses: number;
}

/** Figures of a day without its closing. */
type DayFigures = Omit<DayPage, "closed">;

/** Reads the figures of a day as they are now. Needs a `snapshot`, or books that nobody writes. */
export async function readDay(at: Ctx, day: string): Promise<DayFigures> {
  const now = wall(at.now, at.venue.zone);
  const running = now.day === day;
  // A day that runs is compared with what others had at the same time of day.
  const until = (days: number): Date | undefined => (running ? instant(addDays(day, days), now.minute + 1, at.venue.zone) : undefined);
  const bases: Readonly<Record<Times, DayBasis>> = {
    today: await readBasis(at, { from: day, to: day }),
    yesterday: await readBasis(at, { from: addDays(day, -1), to: addDays(day, -1), before: until(-1) }),
    lastWeek: await readBasis(at, { from: addDays(day, -7), to: addDays(day, -7), before: until(-7) }),
    month: await readBasis(at, { from: `${day.slice(0, 7)}-01`, to: day }),
  };
  const of = (figure: (one: DayBasis) => number): Figures => ({
    today: figure(bases.today),
    yesterday: figure(bases.yesterday),
    lastWeek: figure(bases.lastWeek),
    month: figure(bases.month),
  });
  const money = (figure: (one: DayBasis) => number) => {
    const { today, yesterday, lastWeek, month } = of(figure);
    return { today: yuan(today), yesterday: yuan(yesterday), lastWeek: yuan(lastWeek), month: yuan(month) };
  };
  const any = (figure: (one: DayBasis) => number): boolean => Object.values(of(figure)).some((value) => value !== 0);
  const streams = Object.keys(STREAMS) as Stream[];
  const inflow = (one: DayBasis, stream: Stream): number =>
    one.taken.reduce((all, row) => all + (row.stream === stream ? row.received : 0), 0);
  const back = (one: DayBasis): number => -one.taken.reduce((all, row) => all + row.refunded, 0);
  const byMethod = (one: DayBasis, method: Method): number => net(one.taken.filter((row) => row.method === method));
  const earnedBy = (one: DayBasis, stream: Stream): number => gained(one.earned.filter((row) => row.stream === stream));
  const today = bases.today;
  return {
    day,
    now: at.now.toISOString(),
    running,
    takings: money((one) => net(one.taken)),
    earned: money((one) => gained(one.earned)),
    received: [
      ...streams
        .filter((stream) => any((one) => inflow(one, stream)))
        .map((stream) => ({
          key: stream,
          count: today.taken.reduce((all, row) => all + (row.stream === stream ? row.payments : 0), 0),
          ...money((one) => inflow(one, stream)),
        })),
      ...(any(back) ? [{ key: "refund" as const, count: 0, ...money(back) }] : []),
    ],
    methods: (Object.keys(METHODS) as Method[])
      .filter((method) => any((one) => byMethod(one, method)))
      .map((method) => ({
        key: method,
        count: today.taken.reduce((all, row) => all + (row.method === method ? row.payments : 0), 0),
        ...money((one) => byMethod(one, method)),
      })),
    income: streams
      .filter((stream) => any((one) => earnedBy(one, stream)))
      .map((stream) => ({
        key: stream,
        count: today.earned.reduce((all, row) => all + (row.stream === stream ? row.times : 0), 0),
        ...money((one) => earnedBy(one, stream)),
      })),
    counts: (Object.keys(today.counts) as (keyof Counts)[]).map((key) => ({ key, ...of((one) => one.counts[key]) })),
    purses: await purses(at, day),
    onCredit: yuan(await creditSales(at, day)),
    hours: await hours(at, day, running ? now.minute : undefined),
  };
}

const net = (rows: readonly Taken[]): number => rows.reduce((all, row) => all + row.received - row.refunded, 0);
const gained = (rows: readonly Earned[]): number => rows.reduce((all, row) => all + row.list - row.discount, 0);

/** Reads takings and earned of a day as they are now, fen. Needs a `snapshot`. */
export async function readTotals(at: Ctx, day: string): Promise<{ readonly takings: number; readonly earned: number }> {
  const range = { from: day, to: day };
  return { takings: net(await listTakings(at, range, [])), earned: gained(await earnings(at, range, [])) };
}

const readBasis = async (ctx: Ctx, range: Range): Promise<DayBasis> => ({
  taken: await listTakings(ctx, range, ["stream", "method"]),
  earned: await earnings(ctx, range, ["stream"]),
  counts: await counts(ctx, range),
});

/** Counts of a run of days, as the lists that they open have them: a full court counts as its halves. Open hours are those of the whole days. */
async function counts(ctx: Ctx, { from, to, before }: Range): Promise<Counts> {
  const { id: venue, zone } = ctx.venue;
  const [start, end] = [instant(from, 0, zone), before ?? instant(addDays(to, 1), 0, zone)];
  const { rows } = await sql<Omit<Counts, "openHours">>`
    SELECT l.sessions, l."soldHours",
      (SELECT count(*)::int FROM member m WHERE m.venue_id = ${venue} AND m.created_at >= ${start} AND m.created_at < ${end}) AS "newMembers",
      (SELECT count(*)::int FROM ledger_tx t WHERE t.venue_id = ${venue} AND t.document_kind = 'card' AND t.operation = 'package card'
        AND t.reverses IS NULL AND t.posted_at >= ${start} AND t.posted_at < ${end}) AS "cardsSold",
      (SELECT coalesce(sum(u.times), 0)::int FROM holding_use u WHERE u.venue_id = ${venue} AND u.kind = 'use' AND u.at >= ${start} AND u.at < ${end}) AS "cardUses"
    FROM (
      SELECT coalesce(sum(h.sessions), 0)::int AS sessions, coalesce(sum(h.minutes), 0)::float8 / 60 AS "soldHours" FROM court_hour h
      WHERE h.venue_id = ${venue} AND h.day BETWEEN ${from} AND ${to} AND ${before === undefined ? sql`true` : sql`h.created_at < ${before}`}
    ) l`.execute(ctx.db);
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  const [places, shut] = [await loadPlaces(ctx), await closedDays(ctx, days)];
  const [locked, sessions] = [await lockedHalves(ctx, from, to), await sessionHours(ctx, from, to)];
  const openHours =
    days.reduce((all, day) => all + openSlots(places, day, shut.has(day), locked), 0) / 2 +
    sessions.reduce((all, { onSale }) => all + onSale, 0) / 60;
  const [own] = rows;
  if (!own) throw new Error("a count without a row");
  return { ...own, openHours };
}

/** Returns the balances of the purses at the end of the day, and members' spending from them on it. */
async function purses(ctx: Ctx, day: string): Promise<DayPage["purses"]> {
  const { rows } = await sql<{ spent: number }>`
    SELECT coalesce(sum(p.amount), 0)::bigint AS spent FROM posting p JOIN ledger_tx t ON t.venue_id = p.venue_id AND t.id = p.tx_id
    WHERE p.venue_id = ${ctx.venue.id} AND p.account IN ('purse.principal', 'purse.gift') AND p.day = ${day} AND ${ofKinds(SPENT_KINDS)}`.execute(
    ctx.db,
  );
  const { principal, gift } = await purseTotals(ctx, day);
  return { principal: yuan(principal), gift: yuan(gift), spent: yuan(rows[0]?.spent ?? 0) };
}

/** Computes the credit purchases of members, less refunds, fen. */
async function creditSales(ctx: Ctx, day: string): Promise<number> {
  const { rows } = await sql<{ owed: number }>`
    SELECT coalesce(sum(p.amount), 0)::bigint AS owed FROM posting p JOIN ledger_tx t ON t.venue_id = p.venue_id AND t.id = p.tx_id
    WHERE p.venue_id = ${ctx.venue.id} AND p.day = ${day} AND ${isOnCredit}`.execute(ctx.db);
  return rows[0]?.owed ?? 0;
}

/** Returns the income of courts by the hour of their start, today's and last week's, as in the booking details. */
async function hours(ctx: Ctx, day: string, minute: number | undefined): Promise<DayPage["hours"]> {
  const of = async (on: string): Promise<ReadonlyMap<number, number>> => {
    const { content } = await groups(ctx, bookingInfo.groups.input.parse({ from: on, to: on, by: "play", group: "hour" }));
    return new Map(content.map(({ key, net }) => [Number(key), fen(net)]));
  };
  const [now, before] = [await of(day), await of(addDays(day, -7))];
  const all = [...now.keys(), ...before.keys()];
  if (all.length === 0) return [];
  const first = Math.min(...all);
  return Array.from({ length: Math.max(...all) - first + 1 }, (_, i) => {
    const hour = first + i;
    const amount = now.get(hour) ?? 0;
    const started = minute === undefined || hour * 60 <= minute;
    return {
      hour,
      started: yuan(started ? amount : 0),
      booked: yuan(started ? 0 : amount),
      lastWeek: yuan(before.get(hour) ?? 0),
    };
  });
}
