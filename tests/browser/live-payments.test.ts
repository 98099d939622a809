/**
 * Payments arrive while the server is killed over and over, and two tabs of one browser listen: each payment is shown once and spoken
 * once, in one of them. Clients do as the console does: what was not answered is sent again with the same key.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { showFen } from "../../src/contract/core/money";
import { sale } from "../../src/contract/sale/sale";
import { paymentSentence } from "../../src/console/voice/sentences";
import { packageRoot } from "../../src/server/root";
import { builtConsole, login, openBrowser } from "../support/browser";
import { FULL, long } from "../support/forms";
import { bundleServer, type ServerProcess, startProcess } from "../support/process";
import { password, testServer, type TestServer } from "../support/server";

const KILLS = FULL ? 20 : 1;
const PAYMENTS_BETWEEN = 4;
const VENUE = "v-1";
/** Maximum time until the last of it is announced. */
const PATIENCE_MS = 30_000;

let seeded: TestServer;
let server: ServerProcess | undefined;
let context: BrowserContext;
let bundle: string;
let dataDir: string;
let main: string;
let port: string;
let token: string;
const heard = { shown: [] as string[], spoken: [] as string[] };

const freePort = (): Promise<string> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(String(typeof address === "object" && address !== null ? address.port : 0)));
    });
  });
const start = async (): Promise<void> => {
  server = await startProcess(main, dataDir, { DATABASE_URL: seeded.url, PORT: port, PAYMENT_SANDBOX: "on" });
};

/** In each page: tells of every notice that appears and every sentence that is spoken. */
function listen(): void {
  const told = new WeakSet<Element>();
  new MutationObserver(() => {
    for (const notice of document.querySelectorAll(".toast")) {
      if (told.has(notice)) continue;
      told.add(notice);
      void Reflect.apply(Reflect.get(window, "tell"), window, ["shown", notice.textContent ?? ""]);
    }
  }).observe(document, { childList: true, subtree: true });
  Object.defineProperty(speechSynthesis, "speak", {
    value(utterance: SpeechSynthesisUtterance) {
      void Reflect.apply(Reflect.get(window, "tell"), window, ["spoken", utterance.text]);
      setTimeout(() => utterance.dispatchEvent(new Event("end")), 5);
    },
  });
}

async function openTab(): Promise<Page> {
  const page = await context.newPage();
  await page.goto("/dashboard");
  if (page.url().includes("/login")) await login(page, "till", password);
  await page.locator(".foot output", { hasText: "实时" }).waitFor();
  return page;
}

beforeAll(async () => {
  builtConsole();
  seeded = await testServer();
  await seeded.addPerson("till", [VENUE]);
  token = (await seeded.as("till")).token;
  bundle = path.join(packageRoot, `.data/test-live-${process.pid}`);
  dataDir = await mkdtemp(path.join(tmpdir(), "venue-live-"));
  main = await bundleServer(bundle);
  port = await freePort();
  await start();
  context = await (await openBrowser()).newContext({ baseURL: `http://127.0.0.1:${port}`, locale: "zh-CN" });
  await context.exposeFunction("tell", (kind: "shown" | "spoken", text: string) => heard[kind].push(text));
  await context.addInitScript(listen);
});
afterAll(async () => {
  await context?.close();
  await server?.stop();
  await seeded?.close();
  for (const dir of [bundle, dataDir]) await rm(dir, { recursive: true, force: true });
});

/** Collects by a scanned code, asking until there is an answer. @returns fen */
async function pay(serial: number): Promise<number> {
  const amount = 1_001 + serial;
  const code = `13${String(serial).padStart(15, "0")}0`;
  const headers = {
    "content-type": "application/json",
    access_token: token,
    sourceId: VENUE,
    "idempotency-key": `live-${serial}`,
  };
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}${sale.amountAndCode.path}`, {
      method: "POST",
      headers,
      body: JSON.stringify({ amount, code }),
      signal: AbortSignal.timeout(10_000),
    })
      .then((response) => (response.status === 200 ? response.json() : undefined))
      .catch(() => undefined);
    const { code: said, data } = Object(answer) as { code?: number; data?: { state?: string } };
    if (said === 200 && data?.state === "succeeded") return amount;
    if (said !== undefined && said !== 200 && said !== 429) throw new Error(JSON.stringify(answer));
    await sleep(100);
  }
}

const noticeOf = (amount: number): string => `收款到账 ¥${showFen(amount)}`;
const times = (list: readonly string[], text: string): number => list.filter((one) => one === text).length;

long(`shows and speaks every payment once, over ${KILLS} kills of the server and two tabs`, { timeout: 600_000 }, async () => {
  await openTab();
  const second = await openTab();
  const paid: number[] = [];
  for (let kill = 0; kill < KILLS; kill++) {
    const paying = Array.from({ length: PAYMENTS_BETWEEN }, (_, i) => pay(kill * PAYMENTS_BETWEEN + i));
    // In the midst of them, sooner or later.
    await sleep(kill * 7);
    await server?.kill();
    await start();
    paid.push(...(await Promise.all(paying)));
    if (kill % 7 === 3) await second.reload();
  }
  const missing = (): string[] => [
    ...paid.filter((amount) => !heard.shown.includes(noticeOf(amount))).map(noticeOf),
    ...paid.filter((amount) => !heard.spoken.includes(paymentSentence(amount))).map(paymentSentence),
  ];
  await expect.poll(missing, { timeout: PATIENCE_MS }).toEqual([]);
  await sleep(1_000); // for a second telling, if there were one
  const more = paid.filter((amount) => times(heard.shown, noticeOf(amount)) > 1 || times(heard.spoken, paymentSentence(amount)) > 1);
  expect(more).toEqual([]);
  expect(paid).toHaveLength(KILLS * PAYMENTS_BETWEEN);
});
