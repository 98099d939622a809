/** Each figure of a report opens rows that sum to it: every grouping, row, measure and total, over the wire. */
import { expect } from "vitest";
import { api } from "../../src/contract/all";
import type { Call } from "../../src/contract/core/call";
import { measuresOf, type Report, reportCalls, type ReportQuery, rowsOf } from "../../src/contract/core/resource/report";
import type { Client } from "./server";

/** Lists that figures open, by path: the call of their sums. */
const SUMS: Readonly<Record<string, Call>> = {
  "/trade/book-entry-list": api.bookEntries.sums,
  "/trade/account-entry-list": api.accountEntries.sums,
  "/venue/venue-account-log": api.finance.venueLogSums,
  "/finance/court-hour-list": api.courtHours.sums,
  "/finance/court-opening-list": api.courtOpenings.sums,
  "/finance/venue-user-account-log": api.accountLogs.sums,
  "/card/venue-user-package-card-log": api.cardLog.sums,
  "/finance/card-opening-list": api.cardsOpened.sums,
  "/marketing/marketing-entry-list": api.marketingEntries.sums,
};
type Sums = Readonly<Record<string, unknown>>;
/** Computes the figure from the sums. */
export type Making = (sums: Sums, measure: string, path: string) => unknown;
const hundredths = (value: unknown): number => Math.round(Number(value ?? 0) * 100);

export interface Looked {
  /** Figures that were compared; of them those that are not 0. */
  readonly figures: number;
  readonly some: number;
}

/** The sums of the list at an address. */
export async function sumsAt(admin: Client, address: string): Promise<Sums> {
  const { pathname, searchParams } = new URL(address, "http://console");
  const call = SUMS[pathname];
  if (call === undefined) throw new Error(`no list is known at ${address}`);
  return (await admin.ok(call, Object.fromEntries(searchParams))) as Sums;
}

/** Looks at every figure of a report; a ratio opens its two parts, which are looked at as well. */
export async function checkRows(
  admin: Client,
  report: Report,
  asked: { readonly from: string; readonly to: string } & Readonly<Record<string, string>>,
  making: Making,
): Promise<Looked> {
  let [figures, some] = [0, 0];
  const { from, to, ...filter } = asked;
  for (const group of Object.keys(report.groups ?? { "": "" })) {
    const question = { ...asked, ...(group === "" ? {} : { group }), ...(report.path.startsWith("/api/open/") ? { venueId: "v-1" } : {}) };
    const { rows, sums } = await admin.ok(reportCalls(report).read, question);
    const query: ReportQuery = { from, to, group, compare: "none", filter };
    const check = async (row: Sums, measure: string, address: string | undefined): Promise<void> => {
      const figure = hundredths(row[measure]);
      // There are many empty hours below courts.
      if (figure === 0 && Number(row["level"] ?? 0) > 0) return;
      const what = `${report.name} by ${group}, ${String(row["name"] ?? row["key"] ?? "total")}, ${measure}, opens ${address ?? "nothing"}`;
      if (address === undefined) return expect(figure, what).toBe(0);
      const opened = await sumsAt(admin, address);
      expect(hundredths(making(opened, measure, new URL(address, "http://console").pathname)), what).toBe(figure);
      figures++;
      if (figure !== 0) some++;
    };
    for (const measure of measuresOf(report).filter((name) => report.ratios?.[name] === undefined)) {
      for (const row of rows)
        if (row[measure] !== null && row[measure] !== undefined) await check(row, measure, rowsOf(report, row, query, measure));
      await check(sums, measure, rowsOf(report, "total", query, measure));
    }
  }
  return { figures, some };
}
