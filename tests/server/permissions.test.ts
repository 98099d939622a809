/** Every code × every call: a role made on screen, changed while its holder works, opens exactly the calls of what is ticked. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { calls } from "../../src/contract/all";
import type { Call } from "../../src/contract/core/call";
import { PAGES } from "../../src/contract/core/page-codes";
import { ALL_CODES, BUTTONS, type Code, withParents } from "../../src/contract/core/permissions";
import { platform } from "../../src/contract/platform/platform";
import { callsOf } from "../../src/contract/core/resource/calls";
import { session } from "../../src/contract/session/session";
import { roles, staff } from "../../src/contract/platform/staff";
import { FULL } from "../support/forms";
import { type Client, type TestServer, testServer } from "../support/server";

/** Codes that can be ticked: groups follow from their pages. */
const TICKED = ALL_CODES.filter((code) => code in PAGES || code in BUTTONS);
const guarded = calls.filter(({ call }) => call.access === "venue" && call.codes.length > 0);
/** Number of sets of codes that are removed at once. */
const AT_ONCE = FULL ? 1 : 30;
/** Calls on their way at the same time. */
const DESKS = 8;

let server: TestServer;
let admin: Client;
let holder: Client;
let role: string;
beforeAll(async () => {
  server = await testServer();
  admin = await server.as("admin");
  ({ id: role } = await admin.ok(callsOf(roles).create, { name: "逐项授权", base: null, memo: "", discountPercent: 20 }));
  const secret = "Smash-And-Drop-77";
  await admin.ok(callsOf(staff).create, { name: "周凯", username: "holder", phone: "", role, password: secret });
  const { access_token } = await server.with("").ok(session.login, { username: "holder", password: secret, newPassword: "Own-Smash-55" });
  holder = server.with(access_token);
});
afterAll(() => server.close());

let ticked: readonly Code[] = [];
/** Ticks these codes and no other. @returns what they come to with the pages above them */
async function tick(codes: readonly Code[]): Promise<ReadonlySet<Code>> {
  await admin.ok(platform.saveRoleCodes, { id: role, codes: [...codes], was: [...ticked] });
  ticked = codes;
  return withParents(codes);
}

/** Input that hardly any call accepts: an admitted caller fails at the input. */
const UNFIT = { page: "x", from: "x", day: "x" };
/** True if the holder passes the permission check. */
async function passes(call: Call): Promise<boolean> {
  const answer = await holder.fetch(call, {}, { raw: UNFIT, key: null });
  const text = await answer.text();
  return !(text.startsWith('{"code":403') && text.includes(`"codes":${JSON.stringify(call.codes)}`));
}
/** Names of the calls that let the holder in although none of their codes is held, or the other way round. */
async function wrong(some: typeof guarded, held: ReadonlySet<Code>): Promise<string[]> {
  const found: string[] = [];
  const next = some.values();
  const desk = async (): Promise<void> => {
    for (const { name, call } of next) if ((await passes(call)) !== call.codes.some((code) => held.has(code))) found.push(name);
  };
  await Promise.all(Array.from({ length: DESKS }, desk));
  return found;
}

/** Codes in sets of which no call has two, so that a call that opens was opened by one of its codes; in the long form each by itself. */
function apart(): readonly (readonly Code[])[] {
  if (FULL) return TICKED.map((code) => [code]);
  const sets: Code[][] = [];
  for (const code of TICKED) {
    const met = new Set(guarded.filter(({ call }) => call.codes.includes(code)).flatMap(({ call }) => call.codes));
    const free = sets.find((set) => !set.some((each) => met.has(each)));
    if (free) free.push(code);
    else sets.push([code]);
  }
  return sets;
}

it("opens each call by any one of its codes", { timeout: 3_000_000 }, async () => {
  const found: string[] = [];
  for (const codes of apart()) {
    const held = await tick(codes);
    const some = guarded.filter(({ call }, i) => call.codes.some((code) => codes.includes(code)) || (FULL && i % 20 === 0));
    for (const name of await wrong(some, held)) found.push(name);
  }
  expect(found).toEqual([]);
});

it("closes each call to who holds every code but its own", { timeout: 3_000_000 }, async () => {
  const sets = [...new Set(guarded.map(({ call }) => call.codes.join()))];
  const found: string[] = [];
  for (let from = 0; from < sets.length; from += AT_ONCE) {
    const without = sets.slice(from, from + AT_ONCE);
    const gone = new Set(without.flatMap((set) => set.split(",")));
    const held = await tick(TICKED.filter((code) => [...withParents([code])].every((each) => !gone.has(each))));
    const some = guarded.filter(({ call }) => without.includes(call.codes.join()));
    expect(some.every(({ call }) => !call.codes.some((code) => held.has(code)))).toBe(true);
    for (const name of await wrong(some, held)) found.push(name);
  }
  expect(found).toEqual([]);
  expect(guarded.length).toBeGreaterThan(200);
});
