/** Sales at the till while fifty files and reports are asked for at once, against sales of an idle server. */
import { members } from "../../contract/members/members";
import { reportCalls } from "../../contract/core/resource/report";
import { saleReport } from "../../contract/stock/stock-reports";
import { sale } from "../../contract/sale/sale";
import { addDays, dayOf, DEFAULT_ZONE } from "../../contract/core/time";
import { openDatabase, PLATFORM } from "../../server/db/client";
import { startSession } from "../../server/kernel/tokens";
import { GOODS, VENUE } from "./data";
import type { Figure } from "./figures";
import { percentile, run, saysOf, type Target } from "./load";
import type { Stage } from "./parts";
import { rollUpAll } from "./reports";
import { target } from "./target";

const EXPORTS = 50;
/** People who export, each as often at once as the others. */
const PEOPLE = 25;
const TILLS = 4;
/** Milliseconds between two sales of a till. */
const PACE = 250;
const SECONDS = 20;
const ms = (value: number): string => `${Math.round(value)} ms`;

/** Tokens of people at the venue with the role of whoever runs the bench. */
async function makePeople({ url }: Stage): Promise<readonly string[]> {
  const database = openDatabase(url, { max: 2, role: null });
  const db = database.dbFor(PLATFORM);
  const [role] = await db.selectFrom("person_venue").select("role_id").where("venue_id", "=", VENUE).limit(1).execute();
  if (!role) throw new Error("nobody works at the venue");
  const tokens: string[] = [];
  for (let i = 0; i < PEOPLE; i++) {
    const id = `bench-exporter-${i}`;
    await db
      .insertInto("person")
      .values({ id, username: id, name: id, password_hash: "-", created_at: new Date() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await db
      .insertInto("person_venue")
      .values({ person_id: id, venue_id: VENUE, role_id: role.role_id })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    tokens.push((await startSession(db, id, new Date(), "127.0.0.1")).access_token);
  }
  await database.close();
  return tokens;
}

function selling({ server, token }: Stage, label: string): () => Target {
  const started = Date.now();
  let made = 0;
  return () => ({
    url: `${server.origin}${sale.create.path}`,
    headers: {
      access_token: token,
      sourceId: VENUE,
      "content-type": "application/json",
      "idempotency-key": `bench-${label}-${started}-${made++}`,
    },
    body: JSON.stringify({ lines: [{ productId: `g-${made % GOODS}`, quantity: 1 }], payments: [{ type: "Cash", amount: "5.00" }] }),
  });
}

export async function measureExports(stage: Stage): Promise<Figure[]> {
  await rollUpAll(stage);
  const tokens = await makePeople(stage);
  const today = dayOf(new Date(), DEFAULT_ZONE);
  const period = { from: addDays(today, -1_000), to: today, group: "product" };
  const report = reportCalls(saleReport);
  const sell = (label: string) => run(selling(stage, label), { connections: TILLS, seconds: SECONDS, pace: PACE });
  await sell("warm");
  const idle = await sell("idle");
  let requests = 0;
  const exporting = (): Target => {
    const at = { server: stage.server, token: tokens[requests % PEOPLE] ?? "" };
    return requests++ % 2 === 0 ? target(at, members.excel) : target(at, report.read, period);
  };
  const [busy, exports] = await Promise.all([sell("busy"), run(exporting, { connections: EXPORTS, seconds: SECONDS })]);
  const [before, during] = [percentile(idle.times, 0.95), percentile(busy.times, 0.95)];
  const ratio = during / before;
  return [
    {
      what: `p95 of sales at ${TILLS} tills while ${EXPORTS} files and reports of ${stage.rows.toLocaleString("en-US")} rows run at once, against idle`,
      value: `${ratio.toFixed(2)} ×`,
      bar: "< 3 ×",
      goal: "< 1.5 ×",
      met: busy.failed > 0 ? "no" : ratio < 1.5 ? "goal" : ratio < 3 ? "bar" : "no",
      note: `${busy.count} sales, p95 ${ms(during)} against ${ms(before)} of ${idle.count}; ${busy.failed} failed ${saysOf(busy)}; ${exports.count} files and reports meanwhile, ${exports.failed} told to come back ${saysOf(exports)}`,
    },
  ];
}
