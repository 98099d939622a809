/** Reports of days and periods on both bases. */
import {
  complexOld,
  complexReport,
  DAY_COLUMNS,
  dayReports,
  METHODS,
  type Method,
  STREAMS,
  type Stream,
} from "../../../contract/finance/day-reports";
import type { ReportQuery } from "../../../contract/core/resource/report";
import { addDays, daysBetween } from "../../../contract/core/time";
import type { Ctx } from "../../http/context";
import { groupBy } from "../../kernel/group-by";
import { type Figures, serveReport } from "../../resource/report";
import { type Dimension, type Earned, earnings, type Taken, listTakings } from "../../ledger/streams";

export const periodRoutes = [
  ...serveReport(dayReports, { rows: days }),
  ...serveReport(complexReport, { rows: complex }),
  ...serveReport(complexOld, { rows: old }),
];

const timeOf = (group: string): Dimension => (group === "week" || group === "month" ? group : "day");
/** The periods between two days that have anything; of days all, so that one compares with the next. */
function periods(query: ReportQuery, rows: readonly { readonly period: string }[]): readonly string[] {
  if (query.group === "day") return Array.from({ length: daysBetween(query.from, query.to) + 1 }, (_, i) => addDays(query.from, i));
  return [...new Set(rows.map(({ period }) => period))].sort();
}
/** Rows by their period. */
const byPeriod = <R extends { readonly period: string }>(rows: readonly R[]): ((period: string) => readonly R[]) => {
  const found = groupBy(rows, ({ period }) => period);
  return (period) => found.get(period) ?? [];
};
const sum = <R>(rows: readonly R[], of: (row: R) => number): number => rows.reduce((all, row) => all + of(row), 0);
const figures = (rows: readonly Taken[]) => {
  const received = sum(rows, (row) => row.received);
  const refunded = sum(rows, (row) => row.refunded);
  return { payments: sum(rows, (row) => row.payments), received, refunded, takings: received - refunded };
};
const income = (rows: readonly Earned[]) => {
  const list = sum(rows, (row) => row.list);
  const discount = sum(rows, (row) => row.discount);
  return { list, discount, earned: list - discount };
};

async function days(ctx: Ctx, query: ReportQuery): Promise<readonly Figures[]> {
  const time = timeOf(query.group);
  const received = await listTakings(ctx, query, [time, "stream"]);
  const earned = await earnings(ctx, query, [time]);
  const [receivedOf, earnedOf] = [byPeriod(received), byPeriod(earned)];
  return periods(query, [...received, ...earned]).map((period) => {
    const own = receivedOf(period);
    const { payments, refunded, takings } = figures(own);
    const byStream = Object.entries(DAY_COLUMNS).map(([name, streams]) => [
      name,
      sum(own, (row) => (streams.some((stream) => stream === row.stream) ? row.received : 0)),
    ]);
    return {
      ...Object.fromEntries(byStream),
      key: period,
      name: period,
      payments,
      refunded,
      takings,
      earned: income(earnedOf(period)).earned,
    };
  });
}

async function complex(ctx: Ctx, query: ReportQuery): Promise<readonly Figures[]> {
  const streams = query.filter["stream"] as readonly string[] | undefined;
  const only = streams?.length ? streams : undefined;
  if (query.group !== "stream") {
    const time = timeOf(query.group);
    const received = await listTakings(ctx, query, [time], only);
    const earned = await earnings(ctx, query, [time], only);
    const [receivedOf, earnedOf] = [byPeriod(received), byPeriod(earned)];
    return periods(query, [...received, ...earned]).map((period) => ({
      key: period,
      name: period,
      ...figures(receivedOf(period)),
      ...income(earnedOf(period)),
    }));
  }
  const received = await listTakings(ctx, query, ["stream", "method"], only);
  const earned = await earnings(ctx, query, ["stream"], only);
  return (Object.keys(STREAMS) as Stream[]).flatMap((stream): Figures[] => {
    const own = received.filter((row) => row.stream === stream);
    const gained = earned.filter((row) => row.stream === stream);
    if (own.length + gained.length === 0) return [];
    return [{ key: stream, name: STREAMS[stream][ctx.language], ...figures(own), ...income(gained) }, ...methodsOf(ctx, own, stream)];
  });
}

/** Returns the amounts of each account for one business or in total, below its row. */
const methodsOf = (ctx: Ctx, rows: readonly Taken[], under: string): Figures[] =>
  (Object.keys(METHODS) as Method[]).flatMap((method) => {
    const own = rows.filter((row) => row.method === method);
    return own.length === 0 ? [] : [{ key: `${under}.${method}`, level: 1, name: METHODS[method][ctx.language], ...figures(own) }];
  });

async function old(ctx: Ctx, query: ReportQuery): Promise<readonly Figures[]> {
  if (query.group === "day") {
    const received = await listTakings(ctx, query, ["day"]);
    const receivedOf = byPeriod(received);
    return periods(query, received).map((period) => ({ key: period, name: period, ...figures(receivedOf(period)) }));
  }
  const received = await listTakings(ctx, query, ["stream", "method"]);
  if (query.group === "stream")
    return (Object.keys(STREAMS) as Stream[]).flatMap((stream): Figures[] => {
      const own = received.filter((row) => row.stream === stream);
      return own.length === 0
        ? []
        : [{ key: stream, name: STREAMS[stream][ctx.language], ...figures(own) }, ...methodsOf(ctx, own, stream)];
    });
  return (Object.keys(METHODS) as Method[]).flatMap((method): Figures[] => {
    const own = received.filter((row) => row.method === method);
    if (own.length === 0) return [];
    const below = (Object.keys(STREAMS) as Stream[]).flatMap((stream): Figures[] => {
      const part = own.filter((row) => row.stream === stream);
      return part.length === 0 ? [] : [{ key: `${method}.${stream}`, level: 1, name: STREAMS[stream][ctx.language], ...figures(part) }];
    });
    return [{ key: method, name: METHODS[method][ctx.language], ...figures(own) }, ...below];
  });
}
