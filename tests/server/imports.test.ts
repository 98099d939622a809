/** Common behaviour of every import, one table over all declared resources that have one. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Field, isEdited, labelsOf } from "../../src/contract/core/resource/fields";
import { importCalls, type ImportFault } from "../../src/contract/core/resource/importing";
import { declaredResources, draftOf, OWN } from "../support/declared";
import { type Client, type TestServer, testServer } from "../support/server";

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await testServer();
  admin = await server.as("admin");
});
afterAll(() => server.close());

const importable = declaredResources.filter(({ codes }) => codes.import !== undefined);

it("is declared for several resources", () => expect(importable.length).toBeGreaterThanOrEqual(8));

/** Importable resources for which a draft can be made without the setup of their own tests. */
const writable = importable.filter(({ name }) => OWN[name] !== null);

describe.each(writable.map((resource) => [resource.name, resource] as const))("%s", (_, resource) => {
  const calls = importCalls(resource);
  const fields = Object.entries<Field>(resource.fields).filter(([, field]) => isEdited(field));
  /** A draft as somebody writes it into a file, in one of the languages. */
  async function cellsOf(language: "zh" | "en"): Promise<Record<string, string>> {
    const draft = await draftOf(server.url, admin, resource);
    const word = (field: Field, value: unknown): string => labelsOf(field)[String(value)]?.[language] ?? String(value);
    return Object.fromEntries(
      fields.flatMap(([name, field]): [string, string][] => {
        const value = draft[name];
        if (value === null || value === undefined || value === "") return [];
        if (field.kind === "bool") return [[name, value === true ? "√" : "否"]];
        if (Array.isArray(value)) return value.length === 0 ? [] : [[name, value.map((one) => word(field, one)).join("、")]];
        return [[name, word(field, value)]];
      }),
    );
  }
  async function faultsOf(cells: Record<string, string>): Promise<ImportFault["errors"]> {
    const { job } = await admin.ok(calls.import, { file: "all.xlsx", total: 1, rows: [{ row: 2, cells }] });
    return job.faults[0]?.errors ?? {};
  }

  it.each(["zh", "en"] as const)("takes what a form takes, options by their names (%s)", async (language) => {
    expect(await faultsOf(await cellsOf(language))).toEqual({});
  });

  it("takes a field's first value where the cell is blank", async () => {
    const cells = await cellsOf("zh");
    for (const [name, { options }] of fields) if (options.initial !== undefined || options.otherwise !== undefined) delete cells[name];
    expect(await faultsOf(cells)).toEqual({});
  });

  it("refuses words that are neither yes nor no, unknown options and formula errors, each in its cell", async () => {
    const cells = await cellsOf("zh");
    for (const [name, field] of fields) {
      expect((await faultsOf({ ...cells, [name]: "#N/A" }))[name]).toContain("#N/A");
      if (field.kind === "bool") expect((await faultsOf({ ...cells, [name]: "也许" }))[name]).toContain("也许");
      if (field.kind === "choice") expect((await faultsOf({ ...cells, [name]: "没有这一项" }))[name]).toContain("之一");
    }
  });
});
