/** Several venues side by side: the venues of a person, their days, profit and loss and liabilities, less the clearing between them. */
import { sql } from "kysely";
import {
  CLEARING,
  CLEARING_LABEL,
  ELIMINATED,
  ELIMINATED_LABEL,
  venuesDay,
  venuesLiabilities,
  venuesProfitLoss,
} from "../../../contract/finance/consolidated";
import { CLASSES, classOf, RESULT_CLASSES } from "../../../contract/finance/accounts";
import type { Label } from "../../../contract/core/resource/label";
import type { Report, ReportQuery } from "../../../contract/core/resource/report";
import type { Days } from "../../../contract/core/rows-behind";
import { addDays, daysBetween } from "../../../contract/core/time";
import type { Ctx, VenueRow } from "../../http/context";
import { otherVenues, readAt } from "../../kernel/at-venue";
import { codesHeld } from "../../kernel/codes-held";
import { earnings, listTakings } from "../../ledger/streams";
import { type Figures, serveReport } from "../../resource/report";
import type { Most } from "../../resource/report-rows";
import { type Balance, closingOf, readBalances } from "./account-balances";
import { readGoals } from "./goals";

export const consolidatedRoutes = [
  ...serveReport(venuesDay, { rows: dayRows }),
  ...serveReport(venuesProfitLoss, { rows: profitLossRows }),
  ...serveReport(venuesLiabilities, { rows: liabilityRows }),
];

/** Data read at one venue. */
interface At<T> {
  readonly venue: VenueRow;
  readonly read: T;
}

/**
 * Reads at this venue and at each other one where the person may see the report; for a file, where the person may also export it. A file takes all
 * rows, so it has no `most`.
 */
async function readEach<T>(ctx: Ctx, report: Report, most: Most | undefined, read: (there: Ctx) => Promise<T>): Promise<readonly At<T>[]> {
  const needed = [report.codes.page, ...(most === undefined && report.codes.export !== undefined ? [report.codes.export] : [])];
  const all: At<T>[] = [{ venue: ctx.venue, read: await read(ctx) }];
  for (const venue of await otherVenues(ctx)) {
    const codes = await codesHeld(ctx.db, ctx.person.id, venue.id);
    if (needed.every((code) => codes.has(code))) all.push({ venue, read: await readAt(ctx, venue, read) });
  }
  return all;
}

const sum = <R>(rows: readonly R[], of: (row: R) => number): number => rows.reduce((total, row) => total + of(row), 0);

/** Returns a row for each venue, or for each day with the venues below it. */
async function dayRows(ctx: Ctx, query: ReportQuery, most: Most | undefined): Promise<readonly Figures[]> {
  const venues = await readEach(ctx, venuesDay, most, async (there) => ({
    taken: await listTakings(there, query, ["day"]),
    earned: await earnings(there, query, ["day"]),
    goals: await readGoals(there, query),
  }));
  const figures = ({ read: { taken, earned, goals } }: (typeof venues)[number], day?: string) => {
    const own = taken.filter(({ period }) => day === undefined || period === day);
    const gained = earned.filter(({ period }) => day === undefined || period === day);
    const received = sum(own, (row) => row.received);
    const refunded = sum(own, (row) => row.refunded);
    const list = sum(gained, (row) => row.list);
    const discount = sum(gained, (row) => row.discount);
    const goal = day === undefined ? sum([...goals.values()], (amount) => amount) : (goals.get(day) ?? 0);
    return { received, refunded, takings: received - refunded, list, discount, earned: list - discount, goal };
  };
  if (query.group !== "day") return venues.map((one) => ({ key: one.venue.id, name: one.venue.name, ...figures(one) }));
  return Array.from({ length: daysBetween(query.from, query.to) + 1 }, (_, i) => addDays(query.from, i)).flatMap((day): Figures[] => {
    const below = venues.map((one) => ({ key: `${day}.${one.venue.id}`, level: 1, name: one.venue.name, ...figures(one, day) }));
    return [{ ...addUp(below, Object.keys(venuesDay.columns)), key: day, name: day }, ...below];
  });
}

/** Returns the sums of the rows' numbers under the given names. */
const addUp = (rows: readonly object[], names: readonly string[]): Readonly<Record<string, number>> =>
  Object.fromEntries(
    names.flatMap((name) =>
      rows.some((row) => typeof Reflect.get(row, name) === "number")
        ? [[name, sum(rows, (row) => Number(Reflect.get(row, name) ?? 0))]]
        : [],
    ),
  );

/** An account of a venue with its figures. */
interface Line {
  readonly venue: VenueRow;
  readonly account: string;
  readonly label: Label;
  readonly figures: Readonly<Record<string, number>>;
}
/** Returns the lines by venue with the accounts below, or by account with the venues below. */
function arrange(
  ctx: Ctx,
  group: string,
  venues: readonly VenueRow[],
  lines: readonly Line[],
  names: readonly string[],
): readonly Figures[] {
  const nothing = Object.fromEntries(names.map((name) => [name, 0]));
  const topRows =
    group === "account"
      ? [...new Map(lines.map(({ account, label }) => [account, label[ctx.language]]))]
      : venues.map(({ id, name }): [string, string] => [id, name]);
  return topRows.flatMap(([key, name]): Figures[] => {
    const own = lines.filter(({ venue, account }) => (group === "account" ? account : venue.id) === key);
    return [
      {
        ...nothing,
        ...addUp(
          own.map(({ figures }) => figures),
          names,
        ),
        key,
        name,
      },
      ...own.map(({ venue, account, label, figures }) => ({
        ...figures,
        key: `${key}.${group === "account" ? venue.id : account}`,
        level: 1,
        name: group === "account" ? venue.name : label[ctx.language],
      })),
    ];
  });
}

/** Balances of an account of several categories as one. */
function balanceOf(all: readonly Balance[], account: string): Omit<Balance, "category"> {
  const own = all.filter((row) => row.account === account);
  return { account, opening: sum(own, (row) => row.opening), debit: sum(own, (row) => row.debit), credit: sum(own, (row) => row.credit) };
}

const RESULTS = RESULT_CLASSES.flatMap((name) => Object.entries<Label>(CLASSES[name].accounts));
async function profitLossRows(ctx: Ctx, query: ReportQuery, most: Most | undefined): Promise<readonly Figures[]> {
  const venues = await readEach(ctx, venuesProfitLoss, most, (there) => readBalances(there, query));
  const lines = RESULTS.flatMap(([account, label]) =>
    venues.flatMap(({ venue, read }): Line[] => {
      const { debit, credit } = balanceOf(read, account);
      if (debit === 0 && credit === 0) return [];
      const of = classOf(account);
      const net = debit - credit;
      const figures = Object.fromEntries(RESULT_CLASSES.map((name) => [name, of !== name ? 0 : name === "income" ? -net || 0 : net]));
      return [{ venue, account, label, figures: { ...figures, profit: -net || 0 } }];
    }),
  );
  return arrange(
    ctx,
    query.group,
    venues.map(({ venue }) => venue),
    lines,
    ["profit", ...RESULT_CLASSES],
  );
}

/** Debt of a venue to another at the start and the end of a period, fen; negative for a claim. */
interface Clearing {
  readonly other: string;
  readonly opening: number;
  readonly closing: number;
}
async function readClearing(ctx: Ctx, { from, to }: Days): Promise<readonly Clearing[]> {
  const { rows } = await sql<Clearing>`
    SELECT subject AS other, coalesce(-sum(amount) FILTER (WHERE day < ${from}), 0)::bigint AS opening, -sum(amount)::bigint AS closing
    FROM posting WHERE venue_id = ${ctx.venue.id} AND account = ${CLEARING} AND day <= ${to} GROUP BY 1 ORDER BY 1`.execute(ctx.db);
  return rows;
}
/** Returns the figures of a debt at the start and the end of a period. */
const toMovement = (opening: number, closing: number) => ({
  opening,
  credit: Math.max(0, closing - opening),
  debit: Math.max(0, opening - closing),
  closing,
});
/** Returns the debts of a venue to some others; claims are not netted. */
const owedTo = (all: readonly Clearing[], counts: (other: string) => boolean) => {
  const own = all.filter(({ other }) => counts(other));
  return toMovement(
    sum(own, ({ opening }) => Math.max(0, opening)),
    sum(own, ({ closing }) => Math.max(0, closing)),
  );
};

async function liabilityRows(ctx: Ctx, query: ReportQuery, most: Most | undefined): Promise<readonly Figures[]> {
  const venues = await readEach(ctx, venuesLiabilities, most, async (there) => ({
    balances: await readBalances(there, query),
    clearing: await readClearing(there, query),
  }));
  const lines = Object.entries<Label>(CLASSES.liability.accounts).flatMap(([account, label]) =>
    venues.flatMap(({ venue, read }): Line[] => {
      const balance = balanceOf(read.balances, account);
      const { opening, debit, credit } = balance;
      if (opening === 0 && debit === 0 && credit === 0) return [];
      return [
        {
          venue,
          account,
          label,
          figures: { opening: -opening || 0, credit, debit, closing: -closingOf({ ...balance, category: "" }) || 0 },
        },
      ];
    }),
  );
  const isMoved = ({ opening, credit, debit }: ReturnType<typeof toMovement>): boolean => opening !== 0 || credit !== 0 || debit !== 0;
  const owed = venues.flatMap(({ venue, read }): Line[] => {
    const figures = owedTo(read.clearing, () => true);
    return isMoved(figures) ? [{ venue, account: CLEARING, label: CLEARING_LABEL, figures }] : [];
  });
  const listed = new Set(venues.map(({ venue }) => venue.id));
  const between = venues.map(({ read }) => owedTo(read.clearing, (other) => listed.has(other)));
  const eliminated = addUp(between, MOVEMENT);
  return [
    ...arrange(
      ctx,
      query.group,
      venues.map(({ venue }) => venue),
      [...lines, ...owed],
      MOVEMENT,
    ),
    ...(between.some(isMoved)
      ? [
          {
            key: ELIMINATED,
            name: ELIMINATED_LABEL[ctx.language],
            ...Object.fromEntries(MOVEMENT.map((name) => [name, -(eliminated[name] ?? 0) || 0])),
          },
        ]
      : []),
  ];
}
const MOVEMENT = ["opening", "credit", "debit", "closing"];
