/**
 * Visibility by role, on the demo's data: choices of references are those of the target's own list. Data guarded by a code is in no answer,
 * file, sum, order or search of a person without the code. Narrow roles with a single page are tried through the preview of roles.
 */
import { declaredResources, sinceLongAgo } from "../support/declared";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { api, calls, type CallName } from "../../src/contract/all";
import { AnswerCode } from "../../src/contract/core/answer-code";
import { type Call, XLSX } from "../../src/contract/core/call";
import { ALL_CODES, type Code, withParents } from "../../src/contract/core/permissions";
import { callsByName, type Option } from "../../src/contract/core/resource/calls";
import type { Resource } from "../../src/contract/core/resource/define";
import { type Field, isStored } from "../../src/contract/core/resource/fields";
import { session } from "../../src/contract/session/session";
import { dayOf, DEFAULT_ZONE } from "../../src/contract/core/time";
import { DEMO_PASSWORD } from "../../src/server/demo/venues";
import { columnName } from "../../src/server/resource/columns";
import { servedResources } from "../../src/server/resource/serve";
import { targetTable } from "../../src/server/resource/targets";
import { demoTemplate, NOW } from "../support/demo";
import { diceOf, generate, type Harvest, harvest } from "../support/generate";
import { type Client, type TestServer, testServer } from "../support/server";
import { query } from "../support/tables";
import { unzip } from "../support/unzip";

const TODAY = dayOf(NOW, DEFAULT_ZONE);
/** The product's average cost and what a sale's goods cost, in every row: no other amount of the demo is these. */
const [COST, SOLD_AT_COST] = ["7731.17", "7732.19"];

let server: TestServer;
/** Person or previewed role → who makes calls with its codes at a venue. */
interface Viewer {
  readonly name: string;
  readonly client: Client;
  readonly venueId: string;
  readonly codes: ReadonlySet<Code>;
  readonly headers?: Readonly<Record<string, string>>;
}
const people: Viewer[] = [];
let admin: Viewer;
const known: Harvest = new Map();

const send = async ({ client, venueId, headers = {} }: Viewer, call: Call, input: object) =>
  client.fetch(call, input, { venueId, headers: { ...headers, "accept-language": "en" } });
const ask = async (viewer: Viewer, call: Call, input: object): Promise<{ code: number; data: unknown }> =>
  (await (await send(viewer, call, input)).json()) as { code: number; data: unknown };

/** Makes a role of these codes that nobody has, to look as it does. */
async function previewOf(codes: readonly Code[]): Promise<Viewer> {
  const id = `see-${codes.join("-").slice(0, 60)}-${codes.length}`;
  const all = [...withParents(codes)];
  await query(server.url, "INSERT INTO role (id, organization_id, name) VALUES ($1, '1', $1) ON CONFLICT DO NOTHING", [id]);
  await query(server.url, "INSERT INTO role_code (role_id, code) SELECT $1, unnest($2::text[]) ON CONFLICT DO NOTHING", [id, all]);
  return { ...admin, name: codes.join(" + ") || "nothing", codes: new Set(all), headers: { "preview-role": id } };
}

beforeAll(async () => {
  server = await testServer({ template: await demoTemplate() });
  server.now = NOW;
  await query(server.url, `UPDATE product SET cost = ${Number(COST.replace(".", ""))}`);
  await query(server.url, `UPDATE sale_line SET cost = ${Number(SOLD_AT_COST.replace(".", ""))}`);
  for (const [username, venueId] of [
    ["admin", "10001"],
    ["manager", "10001"],
    ["cashier", "10001"],
    ["swim", "10002"],
    ["coach", "10001"],
  ] as const) {
    const { access_token } = await server.with("").ok(session.login, { username, password: DEMO_PASSWORD });
    const client = server.with(access_token);
    const { menuList } = await client.ok(session.menus, {}, { venueId });
    const viewer = { name: username, client, venueId, codes: new Set(menuList.map(({ code }) => code)) };
    people.push(viewer);
  }
  const [first] = people;
  if (!first) throw new Error("nobody logs in");
  admin = { ...first, codes: new Set(ALL_CODES) };
  people.push(await previewOf([]));
  for (const { name, call } of calls)
    if (call.method === "GET" && call.access === "venue" && call.file === undefined) {
      const answer = await ask(admin, call, {});
      if (answer.code === AnswerCode.done) harvest(known, name, answer.data);
    }
}, 400_000);
afterAll(() => server.close());

/** A reference of a declared resource or of one of its actions. */
interface Reference {
  readonly resource: Resource;
  readonly name: string;
  readonly target: string;
}
const references: Reference[] = servedResources.flatMap(({ resource }) => {
  const own = [resource.fields, ...Object.values(resource.actions ?? {}).map(({ fields }) => fields ?? {})];
  const found = new Map<string, string>();
  for (const fields of own)
    for (const [name, field] of Object.entries<Field>(fields))
      if (field.kind === "reference" && field.of && !found.has(name)) found.set(name, field.of().resource);
  return [...found].map(([name, target]) => ({ resource, name, target }));
});

/** Returns the call that reads the target's own record, and the field that holds the note of the choices. */
function recordOf(target: string): { readonly call: Call | undefined; readonly note: string | undefined } {
  if (target === "members") return { call: api.members.view, note: "cardNo" };
  const served = servedResources.find(({ resource }) => resource.name === target);
  if (!served) return { call: undefined, note: undefined };
  const column = targetTable(target).note;
  const note = Object.entries<Field>(served.resource.fields).find(
    ([name, field]) => isStored(field) && columnName(name, field, served.source.names) === column,
  );
  return { call: callsByName(served.resource)["view"], note: note?.[0] };
}

const counted = { asked: 0, forbidden: 0, options: 0, notes: 0, unlisted: 0 };
/** Returns what a viewer sees of a reference beyond the target's own list. */
async function beyond(viewer: Viewer, { resource, name, target }: Reference): Promise<string[]> {
  const call = callsByName(resource)["options"];
  if (!call) return [];
  counted.asked++;
  const answer = await ask(viewer, call, { field: name });
  if (answer.code === AnswerCode.forbidden) {
    counted.forbidden++;
    return [];
  }
  expect([viewer.name, resource.name, name, answer.code]).toEqual([viewer.name, resource.name, name, AnswerCode.done]);
  const options = answer.data as readonly Option[];
  counted.options += options.length;
  const record = recordOf(target);
  const wrong: string[] = [];
  for (const option of options) {
    const at = `${viewer.name}: ${resource.name}.${name} → ${target} ${option.id}`;
    const row = record.call && (await ask(viewer, record.call, { id: option.id }));
    if (!row || row.code === AnswerCode.forbidden) {
      counted.unlisted++;
      if (option.note !== "" && targetTable(target).list.length > 0) wrong.push(`${at}: note ${option.note}`);
      continue;
    }
    if (row.code !== AnswerCode.done) wrong.push(`${at}: not in its own list`);
    // A note that is no field of its own is in the record under another one.
    const shown: unknown =
      record.note === undefined
        ? Object.values(row.data as object).find((value) => value === option.note)
        : Reflect.get(row.data as object, record.note);
    if (option.note !== "") counted.notes++;
    if (option.note !== String(shown ?? "")) wrong.push(`${at}: note ${option.note} instead of ${String(shown)}`);
  }
  return wrong;
}

describe("choices of references", () => {
  it.each(references.map((one) => [`${one.resource.name}.${one.name}`, one] as const))(
    "of %s are those of the target's own list, for every role",
    async (_, one) => {
      const { page, modify } = one.resource.codes;
      const narrow = [await previewOf([page]), ...(modify ? [await previewOf([modify])] : [])];
      const wrong: string[] = [];
      for (const viewer of [...people, ...narrow]) wrong.push(...(await beyond(viewer, one)));
      expect(wrong).toEqual([]);
    },
  );

  it("were many, with notes for who may see them", () => {
    expect(counted.asked).toBeGreaterThan(500);
    expect(counted.options).toBeGreaterThan(500);
    expect(counted.notes).toBeGreaterThan(100);
    expect(counted.forbidden).toBeGreaterThan(100);
    expect(counted.unlisted).toBeGreaterThan(20);
    console.log(`choices: ${JSON.stringify(counted)}`);
  });

  it("show a coach no colleague, no colleague's card and no mobile", async () => {
    const coach = people.find(({ name }) => name === "coach") ?? admin;
    const choices = async (viewer: Viewer, field: string) =>
      (
        await ask(viewer, callsByName(servedResources.find(({ resource }) => resource.name === "withdraws")!.resource)["options"]!, {
          field,
        })
      ).data as Option[];
    for (const field of ["coach", "bankCard"]) {
      const [own, all] = [await choices(coach, field), await choices(admin, field)];
      expect(own.length).toBeLessThanOrEqual(1);
      expect(all.length).toBeGreaterThan(1);
      expect(own.every(({ note }) => note === "")).toBe(true);
    }
  });

  it("are found by the beginning of a mobile only by who may see mobiles", async () => {
    const phones = await query<{ phone: string; id: string }>(
      server.url,
      "SELECT id, phone FROM coach WHERE venue_id = '10001' AND phone <> ''",
    );
    const resource = servedResources.find(({ resource: one }) => one.name === "coachClasses")?.resource;
    const call = resource && callsByName(resource)["options"];
    const [one] = phones;
    if (!call || !one) throw new Error("the demo has no coaches");
    const find = async (viewer: Viewer) =>
      ((await ask(viewer, call, { field: "coach", q: one.phone.slice(0, 7) })).data as Option[]).length;
    const listing = await previewOf(["coach_list", "coach_class_modify"]);
    const seeing = await previewOf(["coach_list", "coach_class_modify", "member_phone"]);
    expect([await find(listing), (await find(seeing)) > 0]).toEqual([0, true]);
  });
});

/** The text of an answer: of a spreadsheet that of its sheets. */
async function textOf(response: Response, call: Call): Promise<string> {
  const bytes = Buffer.from(await response.arrayBuffer());
  if (call.file !== XLSX || bytes[0] !== 0x50) return bytes.toString("utf8");
  return [...unzip(bytes).values()].join("\n");
}

/** Every call that only reads, with an input that it takes. */
const reading = calls.filter(({ call }) => !call.effect && call.codes.length > 0);
const dice = diceOf(20_261_127);
async function answersOf(viewer: Viewer, name: CallName, call: Call): Promise<string[]> {
  const ofFile = declaredResources.find((resource) => callsByName(resource)["excel"] === call);
  const inputs = [
    ofFile ? sinceLongAgo(ofFile) : {},
    { venueId: viewer.venueId },
    { from: TODAY, to: TODAY },
    generate(name, call, known, dice, TODAY, false) as object,
  ];
  const texts: string[] = [];
  for (const input of inputs) {
    const response = await send(viewer, call, call.access === "cookie" ? { ...input, venueId: viewer.venueId } : input);
    if (response.status === 200) texts.push(await textOf(response, call));
  }
  return texts.filter((text) => text.startsWith('{"code":200') || !text.startsWith("{"));
}

/** Calls that show purchase costs to who holds one of their codes, each with why. */
const SHOWS_COSTS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(["list", "view", "excel", "history"].map((call) => [`products.${call}`, "who keeps the products"])),
  "stockDocuments.goods": "who writes documents of goods at their cost",
  ...Object.fromEntries(["stockNow.read", "stockNow.excel"].map((name) => [name, "who values the stock"])),
  ...Object.fromEntries(
    ["stock.shopLog", "stock.mainLog", "mainStockLog.list", "stockMovements.list"].map((name) => [name, "who follows goods at their cost"]),
  ),
};
/** Calls that show a telephone in full: of a business, which people of the venue ring up. */
const SHOWS_PHONES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(["list", "view", "excel"].map((call) => [`suppliers.${call}`, "the telephone of a supplier"])),
  "securityLog.excel": "changes of a supplier",
  "securityLog.list": "changes of a supplier",
};
/** Data only for holders of a code: its appearance, and the codes. */
const GUARDED: readonly {
  readonly what: string;
  readonly looks: RegExp;
  readonly code: Code;
  readonly shown: Readonly<Record<string, string>>;
}[] = [
  { what: "a mobile", looks: /(?<!\d)1[3-9]\d{9}(?!\d)/, code: "member_phone", shown: SHOWS_PHONES },
  { what: "the cost of goods", looks: new RegExp(COST.replace(".", "\\.")), code: "product_report", shown: SHOWS_COSTS },
  { what: "the cost of what was sold", looks: new RegExp(SOLD_AT_COST.replace(".", "\\.")), code: "product_report", shown: {} },
];
const tried = { calls: 0, answers: 0 };

describe("what a code guards", () => {
  it.each(reading.map(({ name, call }) => [name, call] as const))("is in no answer of %s for who lacks the code", async (name, call) => {
    const wrong: string[] = [];
    for (const code of call.codes) {
      const viewer = await previewOf([code]);
      const texts = await answersOf(viewer, name, call);
      tried.calls += texts.length > 0 ? 1 : 0;
      tried.answers += texts.length;
      for (const { what, looks, code: needed, shown } of GUARDED) {
        if (viewer.codes.has(needed) || shown[name] !== undefined) continue;
        const found = texts.map((text) => looks.exec(text)).find(Boolean);
        if (found) wrong.push(`${code}: ${what}: …${found.input.slice(Math.max(0, found.index - 60), found.index + 20)}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it("orders no list for who lacks the code", async () => {
    const wrong: string[] = [];
    for (const { name, call } of reading) {
      if (call.file !== undefined || !/sort/.test(Object.keys(Reflect.get(call.input, "shape") ?? {}).join())) continue;
      for (const code of call.codes) {
        const viewer = await previewOf([code]);
        if (viewer.codes.has("product_report") || SHOWS_COSTS[name] !== undefined) continue;
        const input = { ...(call.access === "cookie" ? { venueId: viewer.venueId } : {}), page: 0, size: 1, sort: "cost,asc" };
        if ((await ask(viewer, call, input)).code === AnswerCode.done) wrong.push(`${name}: ${code}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it("was looked for in very many answers, and is found where it is shown", async () => {
    console.log(`guarded: ${JSON.stringify(tried)}`);
    expect(tried.answers).toBeGreaterThan(300);
    const texts = await answersOf(
      admin,
      "products.list",
      callsByName(servedResources.find(({ resource }) => resource.name === "products")!.resource)["list"]!,
    );
    expect(texts.join()).toContain(COST);
    expect((await answersOf(admin, "members.list", api.members.list)).join()).toMatch(/\*\*\*\*|1[3-9]\d{9}/);
  });
});
