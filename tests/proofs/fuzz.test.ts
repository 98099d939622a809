/**
 * Whatever is sent, the server answers: inputs made from the contract's schemas, for every served call, over rows that are there. No
 * answer is a fault of the server, and every answer is what the contract says.
 */
import { randomInt } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { calls, type CallName } from "../../src/contract/all";
import { AnswerCode } from "../../src/contract/core/answer-code";
import type { Call, Envelope } from "../../src/contract/core/call";
import { dayOf, DEFAULT_ZONE } from "../../src/contract/core/time";
import { asRefusal } from "../../src/server/http/faults";
import type { Route } from "../../src/server/http/serve";
import { checkLedger } from "../../src/server/ledger/check";
import { allRoutes } from "../../src/server/routes";
import { seedBooking } from "../support/booking";
import { seedCommerce } from "../support/commerce";
import { deskOf, venueOf } from "../support/desk";
import { diceOf, generate, type Harvest, harvest } from "../support/generate";
import { type Client, type TestServer, testServer } from "../support/server";
import { FULL } from "../support/forms";

const CALLS = FULL ? 20_000 : 1_500;
/** The full form looks for what is new, with another seed each time; the short one tells whether a change broke something. */
const SEED = Number(process.env["PROVE_SEED"] ?? (FULL ? randomInt(1_000_000) : 20_261_123));
const AT_ONCE = 4;
const NOW = new Date("2026-11-21T02:00:00Z");
const TODAY = dayOf(NOW, DEFAULT_ZONE);

let server: TestServer;
let client: Client;
/** Number of times that the administrator signed in again, after calls that end sessions. */
let signIns = 0;
const served: { name: CallName; call: Call }[] = [];
/** Call → how often its service ran. */
const reached = new Map<string, number>();
const faults: string[] = [];

/** The route, with its service watched. */
function watched(route: Route): Route {
  const name = calls.find(({ call }) => call === route.call)?.name ?? "?";
  const service = async (ctx: never, input: never): Promise<unknown> => {
    reached.set(name, (reached.get(name) ?? 0) + 1);
    try {
      const answer = await route.service(ctx, input);
      if (route.call.file === undefined) route.call.output.parse(answer);
      return answer;
    } catch (error) {
      // An error after a failed write on its connection is not the fault: the answer reports the write's own error.
      if (asRefusal(error) === undefined && !(error instanceof Error && "code" in error && error.code === "25P02"))
        faults.push(`${name} ${JSON.stringify(input)}: ${String(error instanceof Error ? error.stack : error)}`);
      throw error;
    }
  };
  return { ...route, service } as Route;
}

beforeAll(async () => {
  console.log(`fuzz: seed ${SEED}, ${CALLS} calls`);
  const routes = allRoutes({ dataDir: `/tmp/venue-fuzz-${process.pid}` }).map(watched);
  server = await testServer({ routes });
  server.now = NOW;
  for (const one of calls) if (routes.some((route) => route.call === one.call)) served.push(one);
  client = await server.as("admin");
  const desk = deskOf(server.database, server.url, await venueOf(server.database, "v-1"), NOW);
  await seedBooking(desk);
  await seedCommerce(desk, 10_000, 100, 1_000);
});
afterAll(() => server.close());

interface Seen {
  readonly codes: Record<string, number>;
  readonly wrong: string[];
}

/** Sends one input and looks at what comes back. */
async function send(name: CallName, call: Call, input: Record<string, unknown>, known: Harvest, seen: Seen): Promise<void> {
  try {
    await sendOrThrow(name, call, input, known, seen);
  } catch (error) {
    // A connection that breaks is no answer.
    seen.wrong.push(`${name} ${JSON.stringify(input).slice(0, 600)}: ${String(error)}`);
  }
}

async function sendOrThrow(name: CallName, call: Call, input: Record<string, unknown>, known: Harvest, seen: Seen): Promise<void> {
  // Whoever logs out has a session of its own to lose.
  const who = name === "session.logout" ? await server.as("admin") : client;
  const used = client;
  const response = await who.fetch(call, input);
  const said = (what: string): void => void seen.wrong.push(`${name} ${JSON.stringify(input).slice(0, 600)}: ${what}`);
  const type = response.headers.get("content-type") ?? "";
  if (response.status >= 500) said(`HTTP ${response.status} ${await response.text()}`);
  else if (call.file !== undefined && !type.includes("json")) {
    seen.codes["file"] = (seen.codes["file"] ?? 0) + 1;
    const bytes = (await response.arrayBuffer()).byteLength;
    if (!type.startsWith(call.file) || bytes === 0) said(`${type}, ${bytes} bytes`);
  } else {
    const answer = (await response.json()) as Envelope;
    const code = String(answer.code);
    seen.codes[code] = (seen.codes[code] ?? 0) + 1;
    if (answer.code >= 500 && answer.code !== AnswerCode.notServed && answer.code !== 503) said(`envelope ${code} ${answer.msg}`);
    if (answer.code === AnswerCode.signedOut && client === used) {
      signIns++;
      client = await server.as("admin");
    }
    if (answer.code !== AnswerCode.done) {
      if (typeof answer.msg !== "string" || answer.msg === "") said(`refused with ${code} and no words`);
      return;
    }
    const fits = call.output.safeParse(answer.data);
    if (!fits.success) said(`the answer does not fit: ${fits.error.message.slice(0, 500)}`);
    harvest(known, name, answer.data);
  }
}

describe(`${CALLS} calls made from the schemas`, () => {
  it("are all answered as the contract says, and most of them reach a service", { timeout: CALLS * 200 + 60_000 }, async () => {
    const known: Harvest = new Map();
    const seen: Seen = { codes: {}, wrong: [] };
    const dice = diceOf(SEED);
    let sent = 0;
    // Reading first, so that there are ids to ask with.
    const first = served.filter(({ call }) => call.method === "GET");
    const work = async (): Promise<void> => {
      while (sent < CALLS) {
        const n = sent++;
        const one = n < first.length ? first[n] : served[n % served.length];
        if (one)
          await send(
            one.name,
            one.call,
            generate(one.name, one.call, known, dice, TODAY, n >= first.length && dice(100) < 12),
            known,
            seen,
          );
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    // Calls whose fields must agree with each other are seldom hit by chance.
    for (const { name, call } of served)
      for (let more = 0; more < 100 && !reached.has(name); more++)
        await send(name, call, generate(name, call, known, dice, TODAY, false), known, seen);

    const services = [...reached.values()].reduce((a, b) => a + b, 0);
    const percent = Math.floor((services / CALLS) * 100);
    console.log(
      `fuzz: seed ${SEED}: ${CALLS} calls of ${served.length}; ${percent} % reached a service; answers ${JSON.stringify(seen.codes)}; ` +
        `${faults.length} faults, ${seen.wrong.length} wrong answers`,
    );
    expect({ faults: faults.slice(0, 5), wrong: seen.wrong.slice(0, 5) }).toEqual({ faults: [], wrong: [] });
    expect(percent).toBeGreaterThanOrEqual(60);
    // Only the few calls that end sessions do so.
    expect(signIns).toBeLessThanOrEqual(FULL ? 200 : 20);
    expect(served.map(({ name }) => name).filter((name) => !reached.has(name))).toEqual([]);
    expect(await checkLedger(server.database.dbFor("v-1"), "v-1")).toEqual([]);
  });
});
