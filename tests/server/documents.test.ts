/** A whole document number finds its document, for whoever may see its kind, and for nobody else. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DocumentKind, FINDABLE, PREFIXES } from "../../src/contract/core/document-kinds";
import { documents, typedDocument } from "../../src/contract/core/documents";
import { sale } from "../../src/contract/sale/sale";
import { shifts } from "../../src/contract/shift/shift";
import { post } from "../../src/server/ledger/post";
import { find } from "../../src/server/domains/platform/documents";
import { type Book, openBook } from "../support/book";
import { addVenue } from "../support/venue";

let b: Book;
beforeAll(async () => {
  b = await openBook();
});
afterAll(() => b.close());

const KINDS = Object.keys(FINDABLE) as DocumentKind[];
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
    ["shift", "shift"],
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

  it("finds a cart while it is on hold, and no longer once it is paid or given up", async () => {
    const [goods] = await b.count<{ id: string }>("SELECT id FROM product WHERE venue_id = $1 AND id = 'water'");
    const cart = await b.admin.ok(sale.modify, { mode: "hang", lines: [{ productId: goods?.id ?? "", quantity: 1 }] });
    expect(await b.admin.ok(documents.find, { no: cart.no })).toMatchObject({ kind: "cart", id: cart.id });
    await b.admin.ok(sale.remove, { id: cart.id });
    expect(await b.admin.ok(documents.find, { no: cart.no })).toBeNull();
  });

  it("finds what was paid to a supplier, collected by a code, and spent at another venue", async () => {
    await b.t.act((ctx) =>
      post(ctx, {
        document: { kind: "supplier", id: "su-1", no: "FK20261121-0001" },
        operation: "supplier paid",
        legs: [
          { account: "payable.supplier", amount: 700, subject: "su-1" },
          { account: "tender.transfer", amount: -700 },
        ],
      }),
    );
    await b.count(
      `INSERT INTO payment (venue_id, id, document_kind, document_id, type, amount, state, channel, no, person_id, operator, at)
       VALUES ($1, 'pay-p', 'collection', 'pay-p', 'scanCode', 700, 'succeeded', 'wechat', 'P20261121-0001', '1', 'admin', now()) RETURNING id`,
    );
    await b.count(
      `INSERT INTO roaming_payment (venue_id, id, no, visited_venue_id, document_no, member_id, principal, gift, operator, created_at)
       VALUES ($1, 'rp-1', 'YD20261121-0001', 'v-2', 'S20261121-0001', '${b.wang}', 700, 0, 'admin', now()) RETURNING id`,
    );
    expect(await b.admin.ok(documents.find, { no: "FK20261121-0001" })).toMatchObject({ kind: "supplierPayment", id: "su-1" });
    expect(await b.admin.ok(documents.find, { no: "P20261121-0001" })).toMatchObject({ kind: "collection", id: "pay-p" });
    expect(await b.admin.ok(documents.find, { no: "YD20261121-0001" })).toMatchObject({ kind: "roaming", parent: b.wang });
    await b.server.addPerson("desk-only", ["v-1"], ["sale_modify"]);
    const desk = await b.server.as("desk-only");
    for (const no of ["FK20261121-0001", "P20261121-0001", "YD20261121-0001"])
      expect([no, await desk.ok(documents.find, { no })]).toEqual([no, null]);
  });

  it("finds one's own shift, and another's only with the code of shift reports", async () => {
    const { no } = await numberOf("shift");
    await b.server.addPerson("counter", ["v-1"], ["shift"]);
    await b.server.addPerson("leader", ["v-1"], ["shift", "shift_report"]);
    const counter = await b.server.as("counter");
    expect(await counter.ok(documents.find, { no })).toBeNull();
    expect(await (await b.server.as("leader")).ok(documents.find, { no })).toMatchObject({ kind: "shift" });
    const own = await counter.ok(shifts.open, { float: "0.00" });
    expect(await counter.ok(documents.find, { no: own.no })).toMatchObject({ id: own.id });
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
});
