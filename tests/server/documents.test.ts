/** A whole document number finds its document, for whoever may see its kind, and for nobody else. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { documentOf, FINDABLE, type FindableKind, PREFIXES } from "../../src/contract/core/documentKinds";
import { documents, typedDocument } from "../../src/contract/core/documents";
import { find } from "../../src/server/domains/platform/documents";
import { type Book, openBook } from "../support/book";
import { addVenue } from "../support/venue";

let b: Book;
beforeAll(async () => {
  b = await openBook();
});
afterAll(() => b.close());

const KINDS = Object.keys(FINDABLE) as FindableKind[];
const numberOf = async (table: string): Promise<{ id: string; no: string }> => {
  const [row] = await b.count<{ id: string; no: string }>(`SELECT id, no FROM ${table} WHERE venue_id = $1 ORDER BY id LIMIT 1`);
  if (!row) throw new Error(`no row in ${table}`);
  return row;
};

describe("a document number", () => {
  it.each([
    ["sale", "sale"],
    ["order", "booking_order"],
    ["recharge", "recharge"],
    ["holding", "holding"],
    ["saleReturn", "sale_return"],
    ["session", "session_order"],
  ] as const)("finds a %s", async (kind, table) => {
    const { id, no } = await numberOf(table);
    expect(await b.admin.ok(documents.find, { no })).toMatchObject({ kind, id, no });
    expect(await b.admin.ok(documents.find, { no: no.toLowerCase().replace("-", "") })).toMatchObject({ id });
    expect(await b.admin.ok(documents.find, { no: no.slice(0, -1) })).toBeNull();
  });

  it("names what is opened: the member of a recharge, the sale of a return", async () => {
    const [back] = await b.count<{ no: string; sale_id: string }>("SELECT no, sale_id FROM sale_return WHERE venue_id = $1 LIMIT 1");
    expect(await b.admin.ok(documents.find, { no: back?.no ?? "" })).toMatchObject({ parent: back?.sale_id });
    const [paid] = await b.count<{ no: string; member_id: string }>("SELECT no, member_id FROM recharge WHERE venue_id = $1 LIMIT 1");
    expect(await b.admin.ok(documents.find, { no: paid?.no ?? "" })).toMatchObject({ parent: paid?.member_id });
  });

  it("finds nothing for a person who may not see the kind, nor at another venue", async () => {
    await addVenue(b.server.database, "v-2");
    await b.server.addPerson("till-only", ["v-1"], ["sale_list"]);
    await b.server.addPerson("elsewhere", ["v-2"]);
    const [till, elsewhere] = [await b.server.as("till-only"), await b.server.as("elsewhere")];
    const [sold, recharged] = [await numberOf("sale"), await numberOf("recharge")];
    expect(await till.ok(documents.find, { no: sold.no })).toMatchObject({ id: sold.id });
    expect(await till.ok(documents.find, { no: recharged.no })).toBeNull();
    expect(await elsewhere.ok(documents.find, { no: sold.no }, { venueId: "v-2" })).toBeNull();
    await b.server.addPerson("nothing", ["v-1"], ["venue_view"]);
    expect((await (await b.server.as("nothing")).call(documents.find, { no: sold.no })).code).toBe(403);
  });

  it("has a source for each kind, which finds nothing under a number that was never given away", async () => {
    const answers = await Promise.all(KINDS.map((kind) => b.t.look((ctx) => find(ctx, { no: `${PREFIXES[kind]}20010101-0001` }))));
    expect(answers.filter((answer) => answer !== null)).toEqual([]);
  });
});

it("reads a number however it is typed or scanned, and takes nothing else for one", () => {
  const found = { kind: "sale", no: "S20261121-0007" };
  for (const text of ["S20261121-0007", " s20261121-0007 ", "Ｓ20261121－0007", "S202611210007", "S20261121‐0007\u200b"])
    expect([text, typedDocument(text)]).toEqual([text, found]);
  for (const text of ["", "S20261121", "20261121-0007", "13800020001", "SPY", "X20261121-0007", "6901234567892"])
    expect([text, typedDocument(text)]).toEqual([text, undefined]);
  expect(documentOf("SH20261121-0001"), "an open shift has no page of its own").toBeUndefined();
});
