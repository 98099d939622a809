/** Every declared report, and the day, over all rows there are, while lists are read at a desk's pace. */
import { api } from "../../contract/all";
import { reportCalls } from "../../contract/core/resource/report";
import { addDays, dayOf, DEFAULT_ZONE } from "../../contract/core/time";
import { openDatabase, PLATFORM } from "../../server/db/client";
import { change, systemRequest } from "../../server/http/perform";
import { servedReports } from "../../server/resource/report";
import { allRollups } from "../../server/rollups/all";
import { rollUp } from "../../server/rollups/rollup";
import "../../server/routes";
import { VENUE } from "./data";
import { sendRequest, percentile, run, saysOf } from "./load";
import type { Figure } from "./figures";
import type { Stage } from "./parts";
import { target } from "./target";

/** Days that the bulk rows lie on. */
const DAYS = 2_200;
const ms = (value: number): string => `${Math.round(value)} ms`;

/** Rolls up all days there are, as the clock does from day to day. @returns how long it took, ms */
export async function rollUpAll(stage: Pick<Stage, "url">): Promise<number> {
  const database = openDatabase(stage.url, { max: 2 });
  const venue = await database.dbFor(PLATFORM).selectFrom("venue").selectAll().where("id", "=", VENUE).executeTakeFirstOrThrow();
  const started = performance.now();
  for (const rollup of allRollups) while (await change(database, systemRequest(venue, "bench", new Date()), (ctx) => rollUp(ctx, rollup)));
  // Rolled up from day to day, they are looked at by autovacuum long before they are this many.
  const owner = database.owner();
  await owner.connect();
  await owner.query("VACUUM (ANALYZE) rollup, rollup_day, rollup_touch");
  await owner.end();
  await database.close();
  return performance.now() - started;
}

export async function measureReports(stage: Stage): Promise<Figure[]> {
  const rolled = `${((await rollUpAll(stage)) / 1000).toFixed(0)} s to roll up all days at once`;
  const today = dayOf(new Date(), DEFAULT_ZONE);
  const readings = servedReports.flatMap((report) =>
    Object.keys(report.groups ?? { "": "" }).map((group) => {
      const period: Record<string, string> = report.period === "days" ? { from: addDays(today, -DAYS), to: today } : {};
      return [
        report.name,
        `${report.name}.${group}`,
        `${report.title.en}${group === "" ? "" : ` by ${group}`}`,
        target(stage, reportCalls(report).read, { ...period, ...(group === "" ? {} : { group }) }),
      ] as const;
    }),
  );
  const page = ["dayReport", "dayReport.page", "daily report", target(stage, api.dayReport.page, { day: today })] as const;
  const figures: Figure[] = [];
  const chosen = [...readings, page].filter(
    ([report, grouping]) => stage.only.length === 0 || [report, grouping].some((one) => stage.only.includes(one)),
  );
  // A server that has just started reads its code and the database's files; who opens reports comes to one that has run since morning.
  await sendRequest(target(stage, api.members.list, {}));
  for (const [, , , asked] of chosen) await sendRequest(asked);
  for (const [, , name, asked] of chosen) {
    const [load, lists] = await Promise.all([
      run(() => asked, { connections: 1, seconds: 4, pace: 200 }),
      run(() => target(stage, api.members.list, {}), { connections: 2, seconds: 4, pace: 100 }),
    ]);
    const [p95, p99] = [percentile(load.times, 0.95), percentile(lists.times, 0.99)];
    const failed = load.failed + lists.failed;
    figures.push({
      what: `${name} over ${stage.rows.toLocaleString("en-US")} sales and as many bookings, p95`,
      value: ms(p95),
      bar: "< 1 s",
      goal: "< 300 ms",
      met: failed > 0 || p99 >= 100 ? "no" : p95 < 300 ? "goal" : p95 < 1_000 ? "bar" : "no",
      note: `${load.count} reports, p50 ${ms(percentile(load.times, 0.5))}; lists meanwhile p99 ${ms(p99)} (bar 100 ms); each was asked once before; ${rolled}; ${failed} failed ${saysOf(load)}`,
    });
  }
  return figures;
}
