/**
 * Killed at any moment, the server loses nothing that it acknowledged and does nothing twice. A real server process with its own
 * database works under load; the application, the database or both are killed with SIGKILL and started again, over and over. Clients
 * do as the console does: what was not answered is sent again with the same key. Some give up; theirs may be there once or not at all.
 */
import { randomInt } from "node:crypto";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { booking } from "../../src/contract/booking/booking";
import type { Call, Envelope } from "../../src/contract/core/call";
import { members } from "../../src/contract/members/members";
import { sale } from "../../src/contract/sale/sale";
import { addDays, dayOf, DEFAULT_ZONE, weekday } from "../../src/contract/core/time";
import { type Database, openDatabase } from "../../src/server/db/client";
import { startEmbedded } from "../../src/server/db/embedded";
import { migrate } from "../../src/server/db/migrate";
import { checkLedger } from "../../src/server/ledger/check";
import { packageRoot } from "../../src/server/root";
import { seedBooking, seedMember } from "../support/booking";
import { seedCommerce } from "../support/commerce";
import { deskOf, venueOf } from "../support/desk";
import { type Dice, diceOf } from "../support/generate";
import { bundleServer, postmasterPid, type ServerProcess, startProcess } from "../support/process";
import { testServer } from "../support/server";
import { query } from "../support/tables";
import { addVenue } from "../support/venue";
import { KILLS } from "../support/forms";

const SEED = Number(process.env["PROVE_SEED"] ?? randomInt(1_000_000));
const CLIENTS = 6;
const MEMBERS = 20;
const VENUE = "v-1";
/** Maximum time until the application works again. */
const PATIENCE_MS = 30_000;

/** Request of a client, and the outcome that it knows. */
interface Action {
  readonly kind: "booking" | "recharge" | "sale" | "cancel";
  readonly call: Call;
  readonly body: Readonly<Record<string, unknown>>;
  readonly key: string;
  /** Is in the document's remark; of a cancellation: the order's id. */
  readonly mark: string;
  outcome: "asked" | "done" | "refused" | "givenUp";
  /** Number of attempts: if one went unanswered, the first may have been done. */
  asked: number;
}

let folder: string;
let bundle: string;
let main: string;
let token: string;
let server: ServerProcess | undefined;
const run = {
  /** The living server's; clients wait while there is none. */
  origin: undefined as string | undefined,
  preview: true,
  acknowledged: 0,
};
const actions: Action[] = [];
const paidOrders: string[] = [];
const unexpected: string[] = [];

beforeAll(async () => {
  console.log(`crash: seed ${SEED}, ${KILLS} kills`);
  folder = await mkdtemp(path.join(tmpdir(), "venue-crash-"));
  // Started as root the database runs as another user, who has to get here.
  await chmod(folder, 0o755);
  bundle = path.join(packageRoot, `.data/test-crash-${process.pid}`);
  const embedded = await startEmbedded({ dataDir: folder });
  await migrate(embedded.url);
  const seeded = await testServer({ url: embedded.url });
  await addVenue(seeded.database, VENUE);
  await seeded.addPerson("admin", [VENUE]);
  const desk = deskOf(seeded.database, embedded.url, await venueOf(seeded.database, VENUE), new Date());
  await seedBooking(desk);
  await seedCommerce(desk, 1_000_000);
  for (let i = 0; i < MEMBERS; i++) await seedMember(desk, `rich-${i}`, { principal: 100_000_000 });
  token = (await seeded.as("admin")).token;
  await seeded.close();
  await embedded.stop();
  main = await bundleServer(bundle);
  await start();
});
afterAll(async () => {
  run.preview = false;
  await server?.stop();
  for (const dir of [folder, bundle]) await rm(dir, { recursive: true, force: true });
});

async function start(): Promise<void> {
  server = await startProcess(main, folder);
  run.origin = server.origin;
}

/** Monday to Friday of the next four weeks: until 18:00 half an hour lists at 25.00. */
const weekdays = Array.from({ length: 28 }, (_, i) => addDays(dayOf(new Date(), DEFAULT_ZONE), i + 1)).filter((day) => weekday(day) <= 5);

function invent(pick: Dice, client: number, serial: number): Action {
  const mark = `mark-${client}-${serial}`;
  const base = { key: `key-${client}-${serial}`, mark, outcome: "asked" as const, asked: 0 };
  const memberId = `rich-${pick(MEMBERS)}`;
  const kind = pick(10);
  if (kind < 4) {
    const start = 360 + pick(23) * 30;
    const half = pick(2) + 1;
    const amount = `${half * 25}.00`;
    const who = pick(2) ? { name: "散客", payments: [{ type: "Cash", amount }] } : { memberId, payments: [{ type: "Balance", amount }] };
    const body = {
      day: weekdays[pick(weekdays.length)],
      runs: [{ placeId: `b-${pick(10) + 1}`, start, end: start + half * 30 }],
      mode: "pay",
      remark: mark,
      ...who,
    };
    return { ...base, kind: "booking", call: booking.create, body };
  }
  if (kind < 6) {
    const body = { memberId, pay: `${pick(500) + 1}.00`, gift: `${pick(50)}.00`, method: pick(2) ? "WeChat" : "Cash", remark: mark };
    return { ...base, kind: "recharge", call: members.recharge, body };
  }
  const order = kind < 8 ? paidOrders.splice(pick(paidOrders.length), 1)[0] : undefined;
  if (order !== undefined) return { ...base, mark: order, kind: "cancel", call: booking.cancel, body: { id: order, reason: "客人有事" } };
  const quantity = pick(3) + 1;
  const amount = (["3.33", "6.66", "9.99"] as const)[quantity - 1] ?? "3.33";
  const body = { lines: [{ productId: "water", quantity }], payments: [{ type: "Cash", amount }], remark: mark };
  return { ...base, kind: "sale", call: sale.create, body };
}

/** One attempt. @returns the answer; undefined when it is not known what became of it */
async function attempt(action: Action): Promise<Envelope<{ id?: string }> | undefined> {
  const headers = { "content-type": "application/json", access_token: token, sourceId: VENUE, "idempotency-key": action.key };
  try {
    const url = `${run.origin}${action.call.path}`;
    action.asked++;
    const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(action.body), signal: AbortSignal.timeout(20_000) });
    if (response.status !== 200) return undefined;
    return (await response.json()) as Envelope<{ id?: string }>;
  } catch {
    return undefined;
  }
}

/** A desk at work: one action after another, each until it is answered. */
async function desk(client: number): Promise<void> {
  const pick = diceOf(SEED + client);
  for (let serial = 0; run.preview; serial++) {
    const action = invent(pick, client, serial);
    actions.push(action);
    const givesUp = pick(4) === 0;
    for (let answer; action.outcome === "asked";) {
      while (run.origin === undefined) await sleep(10);
      answer = await attempt(action);
      if (answer === undefined) {
        if (givesUp) action.outcome = "givenUp";
        else await sleep(50);
      } else if (answer.code === 200) action.outcome = "done";
      else if (answer.code === 429 || answer.code === 503) await sleep(50);
      else {
        action.outcome = "refused";
        if (answer.code !== 409) unexpected.push(`${action.kind} ${answer.code} ${answer.msg}`);
      }
      if (action.outcome === "done") run.acknowledged++;
      if (action.outcome === "done" && action.kind === "booking" && answer?.data.id) paidOrders.push(answer.data.id);
    }
  }
}

const killed = { app: 0, database: 0, both: 0 };
/** Kills what the dice say and brings back what does not come back by itself. */
async function kill(pick: Dice): Promise<void> {
  const what = (["app", "database", "both"] as const)[pick(3)] ?? "both";
  killed[what]++;
  const pid = what === "app" ? undefined : postmasterPid(folder);
  if (what !== "app" && pid === undefined) throw new Error("no PostgreSQL server stands over the data folder");
  if (pid !== undefined) process.kill(pid, "SIGKILL");
  if (what === "database") {
    const deadline = Date.now() + PATIENCE_MS;
    while (!(await ready())) {
      if (Date.now() > deadline) throw new Error(`the application did not bring its database back:\n${server?.words()}`);
      await sleep(25);
    }
    return;
  }
  run.origin = undefined;
  await server?.kill();
  await start();
}
/** Waits until so many actions are acknowledged. */
async function workUntil(many: number): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (run.acknowledged < many) {
    if (Date.now() > deadline) throw new Error(`the server does not work any more:\n${server?.words()}`);
    await sleep(2);
  }
}
const ready = (): Promise<boolean> =>
  fetch(`${run.origin}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
    (response) => response.ok,
    () => false,
  );

interface Verdict {
  readonly lost: string[];
  readonly doubled: string[];
  readonly unbalanced: unknown[];
}
/** Lays what the clients know beside what the database holds. */
async function judge(url: string, database: Database, known: readonly Action[]): Promise<Verdict> {
  const rows = await query<{ kind: string; mark: string; n: number; txs: number }>(
    url,
    `WITH document AS (
       SELECT 'booking' AS kind, 'order' AS document_kind, remark AS mark, id FROM booking_order WHERE venue_id = $1
       UNION ALL SELECT 'recharge', 'recharge', remark, id FROM recharge WHERE venue_id = $1
       UNION ALL SELECT 'sale', 'sale', remark, id FROM sale WHERE venue_id = $1
     ), cancelled AS (
       SELECT 'cancel' AS kind, 'order' AS document_kind, id AS mark, id FROM booking_order WHERE venue_id = $1 AND order_status = 'cancelled'
     )
     SELECT d.kind, d.mark, count(DISTINCT d.id)::int AS n, count(t.id) FILTER (WHERE (t.operation LIKE '%place') = (d.kind = 'booking') OR d.kind IN ('recharge', 'sale'))::int AS txs
     FROM (TABLE document UNION ALL TABLE cancelled) d
     LEFT JOIN ledger_tx t ON t.venue_id = $1 AND t.document_kind = d.document_kind AND t.document_id = d.id
     GROUP BY d.kind, d.mark`,
    [VENUE],
  );
  const found = new Map(rows.map((row) => [`${row.kind} ${row.mark}`, row]));
  const lost: string[] = [];
  const doubled: string[] = [];
  for (const action of known) {
    const name = `${action.kind} ${action.mark}`;
    const { n = 0, txs = 0 } = found.get(name) ?? {};
    if (action.outcome === "done" && (n < 1 || txs < 1)) lost.push(name);
    // Each action posts one transaction.
    if (n > 1 || txs > 1) doubled.push(`${name}: ${n} documents, ${txs} transactions`);
    if (action.outcome === "refused" && n > 0 && action.kind !== "cancel") doubled.push(`${name}: refused, and yet there`);
  }
  const unasked = [...found.keys()].filter(
    (name) => !name.startsWith("cancel") && /mark-/.test(name) && !known.some((a) => `${a.kind} ${a.mark}` === name),
  );
  return {
    lost,
    doubled: [...doubled, ...unasked],
    unbalanced: [...(await checkLedger(database.dbFor(VENUE), VENUE)), ...(await overlaps(url))],
  };
}
/** Active lines that share a unit and a time, found in the orders themselves. */
const overlaps = (url: string): Promise<unknown[]> =>
  query(
    url,
    `SELECT a.id, b.id AS other FROM booking_line a JOIN place pa ON pa.venue_id = a.venue_id AND pa.id = a.place_id
     JOIN booking_line b ON b.venue_id = a.venue_id AND b.id > a.id AND b.day = a.day AND b.start_minute < a.end_minute AND a.start_minute < b.end_minute
     JOIN place pb ON pb.venue_id = b.venue_id AND pb.id = b.place_id AND pb.unit_ids && pa.unit_ids
     WHERE a.venue_id = $1 AND a.status = 'active' AND b.status = 'active'`,
    [VENUE],
  );

describe(`a server that is killed ${KILLS} times under load`, () => {
  it(
    "has every acknowledged action once, no other more than once, and its books in order",
    { timeout: KILLS * 20_000 + 120_000 },
    async () => {
      const pick = diceOf(SEED);
      const desks = Array.from({ length: CLIENTS }, (_, client) => desk(client));
      for (let n = 0; n < KILLS; n++) {
        await workUntil(run.acknowledged + 5 + pick(20));
        await sleep(pick(30));
        await kill(pick);
      }
      await workUntil(run.acknowledged + 10);
      run.preview = false;
      await Promise.all(desks);
      await server?.stop();
      run.origin = undefined;

      const embedded = await startEmbedded({ dataDir: folder });
      const database = openDatabase(embedded.url, { max: 4 });
      try {
        const { lost, doubled, unbalanced } = await judge(embedded.url, database, actions);
        const count = (outcome: Action["outcome"]): number => actions.filter((action) => action.outcome === outcome).length;
        const retried = actions.filter((action) => action.outcome === "done" && action.asked > 1).length;
        console.log(
          `crash: seed ${SEED}: killed ${JSON.stringify(killed)}; ${count("done")} acknowledged (${retried} of them asked again), ` +
            `${count("refused")} refused, ${count("givenUp")} given up; lost ${lost.length}, doubled ${doubled.length}, unbalanced ${unbalanced.length}`,
        );
        expect(unexpected).toEqual([]);
        expect({ lost, doubled, unbalanced }).toEqual({ lost: [], doubled: [], unbalanced: [] });
        // The proof is none unless answers were cut off and work continued between the kills.
        expect(retried).toBeGreaterThan(0);
        expect(count("done")).toBeGreaterThan(KILLS * 5);

        // Negative control: the judge must see what is missing and what is there twice.
        const [sample] = actions.filter((action) => action.kind === "sale" && action.outcome === "done");
        if (!sample) throw new Error("nothing was sold");
        const missing: Action = { ...sample, mark: "mark-never-asked" };
        expect((await judge(embedded.url, database, [...actions, missing])).lost).toEqual(["sale mark-never-asked"]);
        expect(
          (
            await judge(
              embedded.url,
              database,
              actions.filter((action) => action !== sample),
            )
          ).doubled,
        ).toEqual([`sale ${sample.mark}`]);
      } finally {
        await database.close();
        await embedded.stop();
      }
    },
  );
});
