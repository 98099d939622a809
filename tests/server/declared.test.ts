/** Common behaviour of every declared resource, one table over all of them: special cases are tested in the domain's own file. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ALL_CODES } from "../../src/contract/core/permissions";
import { type Field, isEdited, isMany, isRange } from "../../src/contract/core/resource/fields";
import type { Page } from "../../src/contract/core/call";
import { callsOf } from "../../src/contract/core/resource/calls";
import { availableActions, periodEnds, stateOf } from "../../src/contract/core/resource/define";
import { columnsOf } from "../../src/server/resource/columns";
import { servedResources } from "../../src/server/resource/serve";
import { servedReports } from "../../src/server/resource/report";
import { reportCalls } from "../../src/contract/core/resource/report";
import { callsOfDeclared, declaredResources, draftOf, make, OWN, sinceLongAgo } from "../support/declared";
import { sampleInput } from "../support/sample";
import { type Client, type TestServer, testServer } from "../support/server";
import { query } from "../support/tables";
import { excelRows } from "../support/unzip";

type Row = Readonly<Record<string, unknown>> & { readonly id: string };
let server: TestServer;
let admin: Client;
let poor: Client;
beforeAll(async () => {
  server = await testServer();
  admin = await server.as("admin");
  await server.addPerson("poor", ["v-1"], []);
  poor = await server.as("poor");
});
afterAll(() => server.close());

const rowsOf = async (call: Parameters<Client["ok"]>[0], input: object): Promise<readonly Row[]> =>
  ((await admin.ok(call, { size: 500, ...input })) as Page<Row>).content;
const amount = (value: unknown): number => Math.round(Number(value ?? 0) * 100);

describe.each(declaredResources.map((resource) => [resource.name, resource] as const))("%s", (name, resource) => {
  const calls = callsOfDeclared(resource);
  const fields = Object.entries<Field>(resource.fields);
  const writes = OWN[name] !== null && calls["create"] !== undefined;
  const served = servedResources.find((each) => each.resource === resource);
  const { history } = callsOf(resource);
  const { list, sums, view, create, modify, delete: remove, excel, options: choices } = calls;

  it("has the columns of its fields", async () => {
    const table = served?.source;
    if (!table || !list || table.columns?.["id"]) return;
    const found = await query<{ name: string; nullable: boolean }>(
      server.url,
      "SELECT column_name AS name, is_nullable = 'YES' AS nullable FROM information_schema.columns WHERE table_schema = 'public' AND table_name = $1",
      [table.table],
    );
    const there = new Map(found.map((column) => [column.name, column.nullable]));
    const mapped = new Set(Object.keys(table.columns ?? {}));
    const wrong = Object.entries(columnsOf({ fields: Object.fromEntries(fields.filter(([field]) => !mapped.has(field))) }, table.names))
      .filter(([column]) => !(column === "created_at" && mapped.has("createdAt")))
      .filter(([column, { nullable }]) => there.get(column) === undefined || (there.get(column) === true && !nullable));
    expect(wrong).toEqual([]);
  });

  it("is for who holds its codes, at its own venue", async () => {
    for (const [call, spec] of Object.entries(calls)) {
      const answer = await poor.call(spec, {}, { raw: { id: "x" } });
      expect([call, answer.code]).toEqual([call, spec.codes.length > 0 ? 403 : answer.code]);
    }
    if (!list) return;
    await server.addPerson(`only-${name}`, ["v-1"], [resource.codes.page]);
    const reader = await server.as(`only-${name}`);
    expect((await reader.call(list, {})).code).toBe(200);
    for (const call of [create, modify, remove].filter((each) => each && !each.codes.includes(resource.codes.page)))
      if (call) expect((await reader.call(call, {}, { raw: { id: "x" } })).code).toBe(403);
  });

  it("sorts, filters and exports without a fault", async () => {
    if (!list || !sums) return;
    for (const [field, { options }] of fields) if (options.sort) await rowsOf(list, { sort: `${field},desc` });
    const filter: Record<string, string> = {};
    for (const [field, { kind, options, choices, machine }] of fields) {
      if (!options.filter) continue;
      if (isRange(kind)) for (const end of periodEnds(resource, field)) filter[end] = kind === "money" ? "1.00" : "2026-11-21";
      else filter[field] = kind === "bool" ? "true" : isMany(kind) ? (Object.keys(choices ?? machine?.labels ?? { x: 1 })[0] ?? "x") : "x";
    }
    await rowsOf(list, { ...filter, q: "138" });
    await admin.ok(sums, { ...filter, q: "abc" });
    for (const view of Object.values(resource.views ?? {})) await rowsOf(list, view.filters);
  });

  it.runIf(writes)("keeps what was entered, lists and sums it, opens with what was saved, and deletes it", async () => {
    if (!create || !view || !list || !sums) return;
    const draft = await draftOf(server.url, admin, resource);
    const made = (await admin.ok(create, draft)) as Row;
    const shown = fields.filter(([field, spec]) => isEdited(spec) && spec.kind !== "richText" && OWN[name]?.(0)[`~${field}`] === undefined);
    for (const [field, { kind }] of shown)
      expect([field, kind === "instant" ? new Date(String(made[field])).toISOString() : made[field]]).toEqual([field, draft[field]]);
    expect(await admin.ok(view, { id: made.id })).toEqual(made);
    const second = await make(server.url, admin, resource);
    const all = await rowsOf(list, {});
    expect(all.map(({ id }) => id)).toEqual(expect.arrayContaining([made.id, second.id]));
    const added = (await admin.ok(sums, {})) as Readonly<Record<string, unknown>>;
    expect(added["count"]).toBe(all.length);
    for (const [field, { options }] of fields)
      if (options.sum) expect([field, amount(added[field])]).toEqual([field, all.reduce((sum, row) => sum + amount(row[field]), 0)]);
    const title = resource.fields[resource.title];
    if (title?.options.search) expect((await rowsOf(list, { q: String(made[resource.title]) })).map(({ id }) => id)).toContain(made.id);
    for (const [field, { kind, options, once }] of fields.map(([field, spec]) => [field, { ...spec, once: spec.options.once }] as const)) {
      if (!options.filter || once || !isEdited({ kind, label: resource.one, options })) continue;
      const value = made[field];
      if (value === null || (Array.isArray(value) && value.length === 0)) continue;
      // A filter that the address names by id finds its name.
      if (kind === "reference" && choices) {
        const named = (await admin.ok(choices, { field, id: String(value) })) as readonly { readonly id: string }[];
        expect([field, named.map(({ id }) => id)]).toEqual([field, [value]]);
      }
      const day = kind === "instant" ? String(value).slice(0, 10) : String(value);
      const found = await rowsOf(
        list,
        isRange(kind) ? Object.fromEntries(periodEnds(resource, field).map((end) => [end, day])) : { [field]: String(value) },
      );
      expect([field, found.some(({ id }) => id === made.id)]).toEqual([field, true]);
    }
    if (modify) {
      const other = await draftOf(server.url, admin, resource);
      const kept = Object.fromEntries(fields.filter(([, { options }]) => options.once).map(([field]) => [field, draft[field]]));
      const changed = (await admin.ok(modify, { ...other, ...kept, id: made.id })) as Row;
      expect(await admin.ok(view, { id: made.id })).toEqual(changed);
      const [last] = await admin.ok(history, { id: made.id });
      const altered = fields.filter(([field, spec]) => isEdited(spec) && JSON.stringify(made[field]) !== JSON.stringify(changed[field]));
      for (const [field] of altered) {
        const entry = last?.fields.find(({ name: each }) => each === field);
        if (entry) expect([field, entry.after[field]]).toEqual([field, changed[field]]);
      }
      if (served?.source.columns === undefined && altered.length > 0)
        expect(last?.fields.map(({ name: each }) => each)).toEqual(expect.arrayContaining(altered.map(([field]) => field)));
      const other2 = await admin.call(modify, { ...other, ...kept, id: made.id }, { venueId: "v-2" });
      expect(other2.code).not.toBe(200);
    }
    if (excel) {
      const file = await admin.fetch(excel, sinceLongAgo(resource));
      expect(await excelRows(Buffer.from(await file.arrayBuffer()))).toHaveLength(all.length);
      const lines = await query(server.url, "SELECT after FROM audit_log WHERE venue_id = 'v-1' AND action = $1", [`${name}.excel`]);
      const phones = fields.some(([, { kind, options }]) => kind === "phone" && !options.formOnly && !options.internal);
      expect(lines).toEqual(phones ? [{ after: { phones_state: "in_full" } }] : []);
    }
    if (remove) {
      await admin.ok(remove, { id: second.id });
      expect((await admin.call(view, { id: second.id })).code).toBe(404);
    }
    expect((await admin.call(view, { id: made.id }, { venueId: "v-2" })).code).toBe(404);
  });

  const [stateField] = stateOf(resource) ?? [];
  const actions = Object.keys(resource.actions ?? {});
  it.runIf(writes && stateField !== undefined && actions.length > 0)(
    "refuses in every state each action that it does not offer",
    async () => {
      const table = served?.source.table ?? "";
      for (const state of resource.fields[stateField ?? ""]?.machine?.states ?? []) {
        const { id } = await make(server.url, admin, resource);
        const open = availableActions(resource, { [stateField ?? ""]: state });
        // Some states come only with what leads to them.
        const put = query(server.url, `UPDATE "${table}" SET ${stateField ?? ""} = $2 WHERE id = $1`, [id, state]);
        if (
          !(await put.then(
            () => true,
            () => false,
          ))
        )
          continue;
        for (const action of actions) {
          const call = calls[action];
          if (!call || open.includes(action) || resource.actions?.[action]?.inCell) continue;
          const answer = await admin.call(call, {}, { raw: { ...sampleInput(call), id } });
          const [row] = await query<{ state: string }>(server.url, `SELECT ${stateField ?? ""} AS state FROM "${table}" WHERE id = $1`, [
            id,
          ]);
          expect([state, action, answer.code, answer.data, row?.state]).toEqual([state, action, 409, { state }, state]);
        }
      }
    },
  );

  it.runIf(writes)("refuses what is missing at each field, and writes nothing", async () => {
    if (!create || !list) return;
    const before = await rowsOf(list, {});
    const answer = await admin.call(create, {}, { raw: {} });
    const needed = fields.filter(([, spec]) => isEdited(spec) && spec.options.required && spec.kind !== "bool").map(([field]) => field);
    if (needed.length === 0) return;
    const errors = (answer.data as { errors?: Readonly<Record<string, string>> }).errors ?? {};
    expect([answer.code, Object.keys(errors).sort()]).toEqual([400, needed.sort()]);
    for (const field of needed) expect(errors[field]).toBe(`${resource.fields[field]?.label.zh ?? ""} 是必填项`);
    expect(await rowsOf(list, {})).toEqual(before);
  });
});

describe.each(servedReports.map((report) => [report.name, report] as const))("report %s", (_, report) => {
  const { read, excel } = reportCalls(report);
  const days = report.period === "days" ? { from: "2026-11-01", to: "2026-11-21" } : {};
  it("answers every grouping and comparison, and is for who holds its code", async () => {
    for (const group of [undefined, ...Object.keys(report.groups ?? {})])
      for (const compare of report.compares ? ["none", "previous", "year"] : [undefined])
        await admin.ok(read, { ...days, ...(group ? { group } : {}), ...(compare ? { compare } : {}) });
    if (excel) expect((await admin.fetch(excel, days)).status).toBe(200);
    expect((await poor.call(read, days)).code).toBe(read.codes.length > 0 ? 403 : 200);
    if (report.period === "days") expect((await admin.call(read, { from: "2026-11-21", to: "2026-11-01" })).code).toBe(400);
  });
});

it("knows every code that declarations name", () => {
  const named = declaredResources.flatMap(({ codes, actions = {} }) => [
    ...Object.values(codes).flat(),
    ...Object.values(actions).flatMap(({ code }) => code ?? []),
  ]);
  expect(named.filter((code) => !ALL_CODES.includes(code))).toEqual([]);
});
