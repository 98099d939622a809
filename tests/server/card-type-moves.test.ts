import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { cardTypeMoves, type CardTypeMove, MOVE_STEP } from "../../src/contract/members/card-type-moves";
import type { Input } from "../../src/contract/core/call";
import { listMoves, previewMove, startMove, stepMove, stopMove, undoMove } from "../../src/server/domains/members/move-card-types";
import { refusalOf, seedBooking } from "../support/booking";
import { testVenue, type TestVenue } from "../support/venue";

let t: TestVenue;
const COUNT = MOVE_STEP + 30;
beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
});
afterAll(() => t.close());
const db = () => t.database.dbFor("v-1");
beforeEach(async () => {
  await db().deleteFrom("card_type_move_line").execute();
  await db().deleteFrom("card_type_move").execute();
  await db().deleteFrom("member").where("id", "like", "x-%").execute();
  await db()
    .insertInto("member")
    .values(
      Array.from({ length: COUNT }, (_, i) => ({
        venue_id: "v-1",
        id: `x-${String(i).padStart(4, "0")}`,
        card_no: `X${i}`,
        name: `会员${i}`,
        phone: `139${String(i).padStart(8, "0")}`,
        birthday: null,
        card_type_id: "ct-full",
        expires_on: null,
        last_visit_at: null,
        tags: ["批量"],
        spent: i * 100,
        created_at: t.now,
      })),
    )
    .execute();
});
const WISH = { toId: "ct-85", fromIds: "ct-full", tags: "批量" };
const look = (wish: Input<typeof cardTypeMoves.preview> = WISH) =>
  t.look((ctx) => previewMove(ctx, cardTypeMoves.preview.input.parse(wish)));
const start = (expected: number, wish: object = WISH) =>
  t.act((ctx) => startMove(ctx, cardTypeMoves.start.input.parse({ ...wish, expected, reason: "年度调整" })));
const step = ({ id }: CardTypeMove) => t.act((ctx) => stepMove(ctx, { id }));
const carrying = async (type: string) =>
  (await db().selectFrom("member").select("id").where("id", "like", "x-%").where("card_type_id", "=", type).execute()).length;

describe("moving members to another card type", () => {
  it("finds who fits by each condition, and never who has the type already", async () => {
    expect((await look()).count).toBe(COUNT);
    expect((await look({ ...WISH, spentFrom: "10.00", spentTo: "19.00" })).count).toBe(10);
    expect((await look({ ...WISH, absentDays: 1 })).count).toBe(0);
    expect((await look({ ...WISH, toId: "ct-full" })).count).toBe(0);
    const { first, byType } = await look();
    expect([byType.map(({ count }) => count), first[0]?.spent, first[0]?.phone]).toEqual([[COUNT], `${COUNT - 1}.00`, "139****0229"]);
  });

  it("runs in steps to its end, leaves alone who changed meanwhile, and is undone the same way", async () => {
    let run = await start(COUNT);
    run = await step(run);
    expect(run).toMatchObject({ state: "running", through: MOVE_STEP, moved: MOVE_STEP });
    await db()
      .updateTable("member")
      .set({ card_type_id: "ct-85" })
      .where("id", "=", `x-${String(COUNT - 1).padStart(4, "0")}`)
      .execute();
    run = await step(run);
    expect(run).toMatchObject({ state: "done", through: COUNT, moved: COUNT - 1, left: 1 });
    expect(await carrying("ct-85")).toBe(COUNT);
    expect(await step(run)).toEqual(run);

    await db().updateTable("card_type").set({ position: 0 }).where("id", "=", "ct-full").execute();
    await db().updateTable("member").set({ card_type_id: "ct-full" }).where("id", "=", "x-0000").execute();
    run = await t.act((ctx) => undoMove(ctx, { id: run.id }));
    expect(run).toMatchObject({ state: "undoing" });
    run = await step(await step(run));
    expect(run.state).toBe("undone");
    // Whoever had the type by another way keeps it.
    expect([await carrying("ct-full"), await carrying("ct-85")]).toEqual([COUNT - 1, 1]);
    expect((await refusalOf(t.act((ctx) => undoMove(ctx, { id: run.id })))).key).toBe("wrongState");
  });

  it("begins only over as many as were seen, one at a time, and can be stopped and undone half way", async () => {
    expect((await refusalOf(start(COUNT - 1))).text("zh")).toContain(`现在有 ${COUNT} 位`);
    const both = await Promise.allSettled([start(COUNT), start(COUNT)]);
    expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const [run] = (await t.look(listMoves)).content;
    if (!run) throw new Error("no run");
    await step(run);
    expect((await t.act((ctx) => stopMove(ctx, { id: run.id }))).state).toBe("stopped");
    expect(await carrying("ct-85")).toBe(MOVE_STEP);
    await t.act((ctx) => undoMove(ctx, { id: run.id }));
    await step(run);
    expect((await step(run)).state).toBe("undone");
    expect(await carrying("ct-full")).toBe(COUNT);
  });
});
