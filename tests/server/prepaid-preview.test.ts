/** The legal limit of prepaid money is refused in the preview, before the customer pays: recharge, enrolment, card sale, exchange, times, till. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { cards } from "../../src/contract/cards/cards";
import { members } from "../../src/contract/members/members";
import { ALL_CODES, type Code } from "../../src/contract/core/permissions";
import { sale } from "../../src/contract/sale/sale";
import { rechargePreview } from "../../src/server/domains/members/recharge";
import { checkCardSale, sellCard, sellPreview } from "../../src/server/domains/cards/sell";
import { preview } from "../../src/server/domains/cards/preview";
import { quote } from "../../src/server/domains/sale/price";
import type { Ctx } from "../../src/server/http/context";
import { refusalOf, seedBooking, seedMember } from "../support/booking";
import { seedCommerce } from "../support/commerce";
import { query } from "../support/tables";
import { testVenue, type TestVenue } from "../support/venue";

let t: TestVenue;
beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
  await seedCommerce(t);
  // 4,900 of the 5,000 yuan that Shanghai allows.
  await seedMember(t, "full", { name: "满额", principal: 490_000 });
  await seedMember(t, "frozen", { name: "冻结" });
  await t.database.dbFor("v-1").updateTable("member").set({ state: "frozen" }).where("id", "=", "frozen").execute();
  await t.database
    .dbFor("v-1")
    .insertInto("recharge_offer")
    .values({ venue_id: "v-1", id: "of-big", name: "充 200", pay: 20_000, principal: 20_000, gift: 0, position: 1 })
    .execute();
});
afterAll(() => t.close());

const shanghai = () => ({ ...t.venue, province: "上海市" });
const look = <T>(service: (ctx: Ctx) => Promise<T>, codes: readonly Code[] = ALL_CODES, venue = shanghai()): Promise<T> =>
  t.act(service, { venue, codes: new Set(codes) });
const rows = async () => (await query(t.url, "SELECT (SELECT count(*) FROM ledger_tx) + (SELECT count(*) FROM recharge) AS n"))[0];
const refill = (input: object) => look((ctx) => rechargePreview(ctx, members.rechargePreview.input.parse(input)));

it("refuses a recharge above the limit, allows one up to it, and moves nothing", async () => {
  const before = await rows();
  expect((await refusalOf(refill({ memberId: "full", pay: "100.01" }))).key).toBe("prepaidLimit");
  expect((await refusalOf(refill({ memberId: "full", offerId: "of-big", pay: "200.00" }))).data).toMatchObject({ after: "5100.00" });
  expect(await refill({ memberId: "full", pay: "100.00" })).toEqual({
    before: { principal: "4900.00", gift: "0.00" },
    after: { principal: "5000.00", gift: "0.00" },
  });
  expect((await refusalOf(refill({ memberId: "frozen", pay: "1.00" }))).key).toBe("memberState");
  expect(await rows()).toEqual(before);
});

it("knows no limit where no law has one", async () => {
  const anywhere = t.act((ctx) => rechargePreview(ctx, members.rechargePreview.input.parse({ memberId: "full", pay: "9000.00" })));
  expect((await anywhere).after.principal).toBe("13900.00");
});

it("refuses the first recharge of somebody who is enrolled with it", async () => {
  expect((await refusalOf(refill({ pay: "5000.01" }))).key).toBe("prepaidLimit");
  expect((await refill({ pay: "5000.00" })).after.principal).toBe("5000.00");
});

it("refuses a package card that the sale would be refused, for whatever reason", async () => {
  const sells = (packageCardId: string) =>
    look((ctx) => sellPreview(ctx, cards.sellPreview.input.parse({ memberId: "full", packageCardId })));
  expect(await sells("pk")).toEqual({ due: "100.00" });
  await t.database.dbFor("v-1").updateTable("package_card").set({ price: 500_001 }).where("id", "=", "pk-k").execute();
  const buy = () =>
    look((ctx) => sellCard(ctx, { memberId: "full", packageCardId: "pk-k", payments: [{ type: "WeChat", amount: 500_001 }] }));
  const [seen, done] = [await refusalOf(sells("pk-k")), await refusalOf(buy())];
  expect([seen.key, seen.text("zh")]).toEqual([done.key, done.text("zh")]);
  expect((await refusalOf(look((ctx) => checkCardSale(ctx, { memberId: "frozen", wanted: [{ id: "pk" }] })))).key).toBe("memberState");
});

it("refuses times that are paid for and an exchange in their preview, each with its own permission", async () => {
  const holdingId = await look((ctx) =>
    sellCard(ctx, { memberId: "full", packageCardId: "pk", payments: [{ type: "WeChat", amount: 10_000 }] }),
  );
  const shown = (input: object, codes?: readonly Code[]) =>
    look((ctx) => preview(ctx, cards.preview.input.parse({ holdingId, ...input })), codes);
  expect((await shown({ action: "addTimes", amount: "50.00" })).due).toBe("50.00");
  const above = await refusalOf(shown({ action: "addTimes", amount: "4900.01" }));
  expect(JSON.stringify(above.data)).toContain("沪体规文〔2025〕1号");
  await t.database.dbFor("v-1").updateTable("package_card").set({ price: 500_001, on_shelf: true }).where("id", "=", "pk-k").execute();
  expect(JSON.stringify((await refusalOf(shown({ action: "exchange", into: "pk-k" }))).data)).toContain("沪体规文〔2025〕1号");
  expect((await refusalOf(shown({ action: "refund" }, ["package_card_transfer"]))).key).toBe("forbidden");
});

it("refuses a cart whose recharge and cards would be too much together, while it is priced", async () => {
  const cart = (...items: object[]) => look((ctx) => quote(ctx, sale.quote.input.parse({ memberId: "full", lines: [], items })));
  const recharge = (amount: string) => ({ kind: "recharge", quantity: 1, amount });
  expect((await cart(recharge("100.00"))).due).toBe("100.00");
  expect((await refusalOf(cart(recharge("100.01")))).key).toBe("prepaidLimit");
  await t.database.dbFor("v-1").updateTable("package_card").set({ price: 10_000 }).where("id", "=", "pk").execute();
  expect((await cart(recharge("50.00"), { kind: "card", of: "pk", quantity: 1 })).due).toBe("150.00");
  expect((await refusalOf(cart(recharge("100.01"), { kind: "card", of: "pk", quantity: 1 }))).key).toBe("prepaidLimit");
});
