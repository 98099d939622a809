/**
 * Ids of another venue in the bodies of changing calls, nested ones too. A venue of the demo gets a twin at which the caller has no role: every
 * id that a body names is replaced by that of the twin's row, and by one that nobody has. Both must be answered alike, and the twin stays as it
 * is. Bodies that move money or occupancy, which are seldom hit by chance, are those of `idempotency.test.ts`, sent so there.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { calls, type CallName } from "../../src/contract/all";
import { AnswerCode } from "../../src/contract/core/answer-code";
import type { Call, Envelope } from "../../src/contract/core/call";
import type { Field } from "../../src/contract/core/resource/fields";
import { dayOf, DEFAULT_ZONE } from "../../src/contract/core/time";
import { PLATFORM } from "../../src/server/db/client";
import { startSession } from "../../src/server/kernel/tokens";
import { servedResources } from "../../src/server/resource/serve";
import { targetTable } from "../../src/server/resource/targets";
import { demoTemplate, NOW } from "../support/demo";
import { fieldAt, idsOf, makeTwin, pathsOf, sendForeign, TWIN } from "../support/foreign";
import { FULL } from "../support/forms";
import { type Dice, diceOf, generate, type Harvest, harvest } from "../support/generate";
import { type Client, type TestServer, testServer } from "../support/server";
import { query, snapshot } from "../support/tables";

/** Bodies for each call; the venue's own ids in one that is taken are enough. */
const BODIES = FULL ? 40 : 1;
const TODAY = dayOf(NOW, DEFAULT_ZONE);

let server: TestServer;
let client: Client;
let venueId: string;
let ids: ReadonlyMap<string, readonly string[]>;
let all: ReadonlySet<string>;
let twin: Record<string, string>;
const known: Harvest = new Map();
const dice: Dice = diceOf(20_261_125);
const send = async (call: Call, body: unknown): Promise<Envelope> =>
  (await (await client.fetch(call, body, { venueId })).json()) as Envelope;

beforeAll(async () => {
  server = await testServer({ template: await demoTemplate() });
  server.now = NOW;
  venueId = (await query<{ id: string }>(server.url, "SELECT id FROM venue WHERE main_tag = 'badminton' ORDER BY id"))[0]?.id ?? "";
  await makeTwin(server.url, venueId);
  const [admin] = await query<{ id: string }>(server.url, "SELECT id FROM person WHERE username = 'admin'");
  const { access_token } = await startSession(server.database.dbFor(PLATFORM), admin?.id ?? "", NOW, "127.0.0.1");
  client = server.with(access_token);
  ids = await idsOf(server.url, venueId);
  all = new Set([...ids.values()].flat());
  for (const { name, call } of calls)
    if (call.method === "GET" && call.access === "venue" && call.file === undefined) {
      const answer = await send(call, {});
      if (answer.code === AnswerCode.done) harvest(known, name, answer.data);
    }
  twin = await snapshot(server.url, TWIN);
}, 400_000);
afterAll(() => server.close());

/** The table whose rows a field of a call names; none: it names none. */
function tableOf(name: CallName, field: string): string | undefined {
  const [domain = ""] = name.split(".");
  const declared = servedResources.find(({ resource }) => resource.name === domain);
  if (field === "id" || field === "ids") return declared?.source.writes ?? declared?.source.table;
  const fields: Readonly<Record<string, Field>> = declared?.resource.fields ?? {};
  const target = fields[field]?.of?.();
  if (target) return targetTable(target.resource).table;
  return /Ids?$/.test(field) ? field.replace(/Ids?$/, "").replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) : undefined;
}

/** The body, with ids of the venue's rows where it wants some. */
function withIds(name: CallName, value: unknown, field = ""): unknown {
  if (Array.isArray(value)) return value.map((one) => withIds(name, one, field));
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withIds(name, one, key)]));
  const table = typeof value === "string" ? tableOf(name, field) : undefined;
  const of = table === undefined ? undefined : (ids.get(table) ?? known.get(field.replace(/s$/, "")));
  return of?.[dice(of.length)] ?? value;
}

const changing = calls.filter(({ call }) => call.effect && call.access === "venue");
const seen = { calls: 0, taken: 0, bodies: 0, ids: 0, whatever: new Set<string>() };
afterAll(() => {
  const { whatever, ...counted } = seen;
  console.log(`foreign ids: ${JSON.stringify(counted)}; taken whatever the id: ${[...whatever].join(", ")}`);
});

describe("ids of another venue", () => {
  it.each(changing)("$name takes them for ids that nobody has", async ({ name, call }) => {
    seen.calls++;
    const isId = (text: string): boolean => all.has(text);
    const wrong: string[] = [];
    for (let n = 0, taken = false; n < BODIES && !taken; n++) {
      const body = withIds(name, generate(name, call, known, dice, TODAY, false));
      seen.bodies++;
      for (const path of pathsOf(body, isId)) {
        seen.ids++;
        const answer = await sendForeign(send, call, body, path);
        if (answer.taken) seen.whatever.add(`${name} ${fieldAt(path)}`);
        if (answer.wrong !== undefined) wrong.push(answer.wrong);
      }
      taken = (await send(call, body)).code === AnswerCode.done;
      if (taken) seen.taken++;
    }
    expect(wrong).toEqual([]);
  });

  it("sends very many, and changes nothing at the other venue", async () => {
    expect(seen.ids).toBeGreaterThan(FULL ? 3_000 : 400);
    const after = await snapshot(server.url, TWIN);
    expect(Object.keys(after).filter((table) => after[table] !== twin[table])).toEqual([]);
  });

  it("would find a call that reads them", async () => {
    const told = { msg: "", data: null };
    const leaky = async (_: Call, body: unknown): Promise<Envelope> => ({ code: JSON.stringify(body).includes("f-") ? 409 : 404, ...told });
    const [one] = changing;
    if (!one) throw new Error("no call changes anything");
    expect(await sendForeign(leaky, one.call, { lines: [{ id: "x" }] }, ["lines", 0, "id"])).toMatchObject({
      wrong: expect.stringContaining("lines.id"),
    });
  });
});
