/**
 * One scan is one charge. A server speaks the wire of the payment channels to a gateway that books what customers pay; desks double-click,
 * ask again after a lost answer, scan again, a dozen at once; the server is killed while the money is booked, and between the channel's answer
 * and its own commit. Afterwards the gateway has booked each customer once, the ledger says the same, and it balances. The negative control
 * scans two codes and must be charged twice.
 */
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client as Pg } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Envelope } from "../../src/contract/core/call";
import type { ScanPayment } from "../../src/contract/sale/collections";
import { sale } from "../../src/contract/sale/sale";
import { checkLedger } from "../../src/server/ledger/check";
import { packageRoot } from "../../src/server/root";
import { waitingFor } from "../support/gate";
import { type Gateway, openGateway } from "../support/gateway";
import { bundleServer, type ServerProcess, startProcess } from "../support/process";
import { type Client, type TestServer, testServer } from "../support/server";
import { query } from "../support/tables";
import { FULL } from "../support/forms";

const KILLS = FULL ? 40 : 1;
const CROWD = FULL ? 50 : 8;
const AMOUNT = 1_999;

let gateway: Gateway;
let server: TestServer;
let client: Client;
let main: string;
let dataDir: string;
let desk: ServerProcess;
const bundle = path.join(packageRoot, `.data/test-scan-${process.pid}`);

beforeAll(async () => {
  gateway = await openGateway();
  server = await testServer({ env: { DEMO: "off", ...gateway.env } });
  client = await server.as("admin");
  dataDir = await mkdtemp(path.join(tmpdir(), "venue-scan-"));
  main = await bundleServer(bundle);
  desk = await start();
});
afterAll(async () => {
  await desk?.stop();
  await server?.close();
  await gateway?.close();
  for (const dir of [bundle, dataDir]) await rm(dir, { recursive: true, force: true });
});
beforeEach(() => {
  gateway.manner = "pay";
  gateway.onCharge = async () => undefined;
});

const start = (): Promise<ServerProcess> => startProcess(main, dataDir, { DATABASE_URL: server.url, ...gateway.env });

let codes = 0;
const newCode = (channel: "wechat" | "alipay" = "wechat"): string =>
  channel === "wechat" ? `12${String(codes++).padStart(16, "0")}` : `28${String(codes++).padStart(16, "0")}`;

/** Submits as the console does; undefined where no answer came. */
async function submit(code: string, key: string = randomUUID(), origin = desk.origin): Promise<ScanPayment | undefined> {
  const headers = { "content-type": "application/json", access_token: client.token, sourceId: "v-1", "idempotency-key": key };
  try {
    const answer = await fetch(`${origin}${sale.amountAndCode.path}`, {
      method: "POST",
      headers,
      body: JSON.stringify({ amount: AMOUNT, code }),
    });
    const { code: status, data } = (await answer.json()) as Envelope<ScanPayment>;
    return status === 200 ? data : undefined;
  } catch {
    return undefined;
  }
}
async function settled(paymentId: string): Promise<ScanPayment> {
  for (;;) {
    const query = new URLSearchParams({ paymentId, access_token: client.token, sourceId: "v-1" });
    const answer = await fetch(`${desk.origin}${sale.scanState.path}?${query.toString()}`);
    const { data } = (await answer.json()) as Envelope<ScanPayment>;
    if (!["created", "processing", "unknown"].includes(data.state)) return data;
    await sleep(200);
  }
}
/** Counts how often the customer of a code paid, and sums the ledger's amount of it, fen. */
const booked = (code: string): number => [...gateway.charges.values()].filter((one) => one.code === code && one.state === "paid").length;
const posted = async (paymentId: string): Promise<number> => {
  const [row] = await query<{ sum: number }>(
    server.url,
    `SELECT coalesce(sum(p.amount), 0)::float8 AS sum FROM ledger_tx t JOIN posting p ON p.venue_id = t.venue_id AND p.tx_id = t.id
     WHERE t.document_kind = 'collection' AND t.document_id = $1 AND p.account LIKE 'tender.%'`,
    [paymentId],
  );
  return row?.sum ?? 0;
};
async function chargedOnce(code: string, answers: readonly (ScanPayment | undefined)[]): Promise<void> {
  const ids = new Set(answers.flatMap((answer) => answer?.paymentId ?? []));
  expect(ids.size).toBe(1);
  const [id = ""] = ids;
  expect(await settled(id)).toMatchObject({ state: "succeeded", amount: "19.99" });
  expect(booked(code)).toBe(1);
  expect(await posted(id)).toBe(AMOUNT);
}

describe.each(["wechat", "alipay"] as const)("%s charges once", (channel) => {
  it("for a double click", async () => {
    const code = newCode(channel);
    const key = randomUUID();
    await chargedOnce(code, await Promise.all([submit(code, key), submit(code, key)]));
  });

  it("for a retry after a lost answer", async () => {
    const code = newCode(channel);
    const key = randomUUID();
    gateway.manner = "after";
    const first = await submit(code, key);
    gateway.manner = "pay";
    await chargedOnce(code, [first, await submit(code, key)]);
  });

  it("for a code that is scanned again under a new key", async () => {
    const code = newCode(channel);
    gateway.manner = "password";
    const answers = [await submit(code), await submit(code)];
    gateway.confirm(answers[0]?.paymentId ?? "");
    gateway.manner = "pay";
    await chargedOnce(code, [...answers, await submit(code)]);
  });

  it(`for ${CROWD} desks at once, on two processes`, async () => {
    const code = newCode(channel);
    await chargedOnce(
      code,
      await Promise.all(Array.from({ length: CROWD }, (_, i) => submit(code, randomUUID(), i % 2 ? desk.origin : server.origin))),
    );
  });
});

it("charges twice where two codes are scanned: the control", async () => {
  const before = gateway.charges.size;
  const answers = [await submit(newCode()), await submit(newCode())];
  expect(new Set(answers.map((answer) => answer?.paymentId)).size).toBe(2);
  expect(gateway.charges.size - before).toBe(2);
});

describe("a server that is killed", () => {
  /** As the console: the same key and code again, until there is an answer. */
  async function insist(code: string, key: string): Promise<ScanPayment> {
    for (;;) {
      const answer = await submit(code, key);
      if (answer) return answer;
      await sleep(100);
    }
  }

  it(`while the customer's money is booked, ${KILLS} times, charges once`, async () => {
    for (let i = 0; i < KILLS; i++) {
      const code = newCode(i % 2 ? "alipay" : "wechat");
      const key = randomUUID();
      gateway.onCharge = () => desk.kill();
      expect(await submit(code, key)).toBeUndefined();
      gateway.onCharge = async () => undefined;
      desk = await start();
      await chargedOnce(code, [await insist(code, key)]);
    }
  });

  it(`between the channel's answer and its own commit, ${KILLS} times, charges once`, async () => {
    for (let i = 0; i < KILLS; i++) {
      const code = newCode(i % 2 ? "alipay" : "wechat");
      const key = randomUUID();
      const holder = new Pg({ connectionString: server.url });
      await holder.connect();
      await holder.query("BEGIN; LOCK TABLE ledger_tx IN ACCESS EXCLUSIVE MODE");
      const lost = submit(code, key);
      // It has the answer when it waits for the book.
      await waitingFor(server.url, 1);
      expect(booked(code)).toBe(1);
      await desk.kill();
      expect(await lost).toBeUndefined();
      await holder.query("ROLLBACK");
      await holder.end();
      desk = await start();
      await chargedOnce(code, [await insist(code, key)]);
    }
  });

  it("and whose desk never asks again is found out by the next one's scheduler", async () => {
    const code = newCode();
    gateway.onCharge = () => desk.kill();
    await submit(code);
    gateway.onCharge = async () => undefined;
    desk = await start();
    const open = "SELECT state FROM payment WHERE id = $1";
    const [no = ""] = [...gateway.charges].flatMap(([id, one]) => (one.code === code ? [id] : []));
    await expect
      .poll(async () => (await query<{ state: string }>(server.url, open, [no]))[0]?.state, { timeout: 30_000 })
      .toBe("succeeded");
    expect(await posted(no)).toBe(AMOUNT);
  });
});

it("leaves gateway and ledger saying the same, and books in order", async () => {
  const paid = [...gateway.charges.values()].filter((one) => one.state === "paid");
  const [row] = await query<{ sum: number }>(
    server.url,
    "SELECT sum(amount)::float8 AS sum FROM posting WHERE account IN ('tender.wechat', 'tender.alipay')",
    [],
  );
  expect(row?.sum).toBe(paid.reduce((sum, one) => sum + one.amount, 0));
  expect(await checkLedger(server.database.dbFor("v-1"), "v-1")).toEqual([]);
  console.log(`scan-to-pay: ${paid.length} customers charged once each, ${2 * KILLS + 1} kills`);
});
