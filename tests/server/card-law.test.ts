/** The law of one package card binds whenever one is sold, exchanged, made dearer or let run on, not only when its definition is saved. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { addTimes, extend } from "../../src/server/domains/cards/change";
import { exchange, transfer } from "../../src/server/domains/cards/hand-on";
import { sellCard } from "../../src/server/domains/cards/sell";
import { refusalOf, seedBooking, seedMember } from "../support/booking";
import { seedCommerce } from "../support/commerce";
import { testVenue, type TestVenue } from "../support/venue";

let t: TestVenue;
beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
  await seedCommerce(t);
  await seedMember(t, "li", { name: "李雷" });
  await seedMember(t, "han", { name: "韩梅" });
});
afterAll(() => t.close());
const db = () => t.database.dbFor("v-1");
interface Definition {
  readonly price: number;
  readonly valid_days: number;
  readonly activation: string;
  readonly activate_within: number;
}
const PLAIN: Definition = { price: 10_000, valid_days: 90, activation: "purchase", activate_within: 30 };
/** Makes a card's definition another one, as it may have been before there was the law. */
const set = (id: "pk" | "pk-k", to: Partial<Definition>) =>
  db()
    .updateTable("package_card")
    .set({ ...PLAIN, ...to })
    .where("id", "=", id)
    .execute();
const row = (id: string) => db().selectFrom("holding").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
beforeEach(async () => {
  t.now = new Date("2026-11-21T02:00:00Z");
  await set("pk", {});
});
const shanghai = () => ({ venue: { ...t.venue, province: "上海市" } });
const refused = async (field: string | undefined, work: Promise<unknown>) => {
  const error = await refusalOf(work);
  expect(JSON.stringify([error.text("zh"), error.data])).toContain("沪体规文〔2025〕1号：会员卡");
  if (field !== undefined) expect(error.data["errors"]).toHaveProperty(field);
};
const selling = (amount = 10_000) =>
  t.act((ctx) => sellCard(ctx, { memberId: "li", packageCardId: "pk", payments: [{ type: "WeChat", amount }] }), shanghai());

it("binds where a card is sold by a definition that is older than it, also one that waits for its first use", async () => {
  await set("pk", { price: 500_001 });
  await refused(undefined, selling(500_001));
  await set("pk", { valid_days: 732 });
  await refused(undefined, selling());
  await set("pk", { valid_days: 700, activation: "firstUse", activate_within: 60 });
  await refused(undefined, selling());
  await set("pk", { valid_days: 670, activation: "firstUse", activate_within: 60 });
  expect(await row(await selling())).toMatchObject({ state: "inactive", expires_on: "2027-01-20" });
});

it("binds where a card is let run on, from the day of its sale, whoever has it", async () => {
  const id = await selling();
  await refused(
    "until",
    t.act((ctx) => extend(ctx, id, "2028-11-22", "补偿"), shanghai()),
  );
  await t.act((ctx) => extend(ctx, id, "2028-11-21", "补偿"), shanghai());
  t.now = new Date("2026-12-11T02:00:00Z");
  await t.act((ctx) => transfer(ctx, id, { to: "han", method: "Cash", reason: "转让" }));
  await db().updateTable("holding").set({ state: "transferred" }).where("id", "=", id).execute();
  const { id: handed } = await db().selectFrom("holding").select("id").where("from_id", "=", id).executeTakeFirstOrThrow();
  await refused(
    "until",
    t.act((ctx) => extend(ctx, handed, "2028-11-22", "补偿"), shanghai()),
  );
});

it("binds where one is exchanged or made dearer", async () => {
  const id = await selling();
  const more = { extra: 1, amount: 490_001, method: "WeChat", reason: "加次" } as const;
  await refused(
    "amount",
    t.act((ctx) => addTimes(ctx, id, more), shanghai()),
  );
  for (const [change, price] of [
    [{ price: 500_001 }, 500_001],
    [{ valid_days: 732 }, 10_000],
  ] as const) {
    await set("pk-k", change);
    const into = { into: "pk-k", due: price - 10_000, method: "WeChat", reason: "换项目" } as const;
    await refused(
      "into",
      t.act((ctx) => exchange(ctx, id, into), shanghai()),
    );
  }
});
