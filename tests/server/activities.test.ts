/** Activities: places, fees by who attends, states, cancelling, check-in; money to the fen. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { activities, activityDesk, activityJoins } from "../../src/contract/marketing/activities";
import type { Input } from "../../src/contract/core/call";
import { callsOf } from "../../src/contract/core/resource/calls";
import { activity as machine, activityJoin } from "../../src/contract/core/states";
import { activityJobs } from "../../src/server/domains/marketing/activities";
import { checkLedger } from "../../src/server/ledger/check";
import { VENUE_CHECKS } from "../../src/tools/doctor/checks";
import { ACTIVITY, BEFORE, ON_THE_DAY, published } from "../support/activity";
import { postingsOf, seedBooking, TOMORROW } from "../support/booking";
import { deskOf, venueOf } from "../support/desk";
import { type Client, type TestServer, testServer } from "../support/server";
import { query } from "../support/tables";
import type { TestVenue } from "../support/venue";

let server: TestServer;
let admin: Client;
let desk: TestVenue;
const act = callsOf(activities);
const join = callsOf(activityJoins);
beforeAll(async () => {
  server = await testServer();
  desk = deskOf(server.database, server.url, await venueOf(server.database, "v-1"), BEFORE);
  await seedBooking(desk);
});
beforeEach(() => at(BEFORE));
afterAll(async () => {
  const db = server.database.dbFor("v-1");
  expect(await checkLedger(db, "v-1")).toEqual([]);
  for (const [name, check] of Object.entries(VENUE_CHECKS))
    if (/spent/.test(name)) expect({ name, found: (await check("v-1").execute(db)).rows }).toEqual({ name, found: [] });
  await server.close();
});

/** Moves the clock; sessions of the day before are over by then. */
async function at(now: Date): Promise<void> {
  server.now = now;
  admin = await server.as("admin");
}

const guest = (activityId: string, more: Partial<Input<typeof activityDesk.signUp>> = {}) =>
  admin.call(activityDesk.signUp, {
    activityId,
    attendee: "guest",
    name: "王伟",
    payments: [{ type: "WeChat", amount: "80.00" }],
    ...more,
  });
const member = (activityId: string, payments: Input<typeof activityDesk.signUp>["payments"]) =>
  admin.call(activityDesk.signUp, { activityId, attendee: "member", memberId: "m-1", payments });
const idOf = async (answer: ReturnType<typeof guest>): Promise<string> => {
  const { code, msg, data } = await answer;
  if (code !== 200) throw new Error(msg);
  return data.id;
};

describe("signing up", () => {
  it("takes the fee of who attends, earned on the activity's day", async () => {
    const id = await published(admin);
    const own = await idOf(
      member(id, [
        { type: "Balance", amount: "50.00" },
        { type: "Coupon", amount: "10.00" },
      ]),
    );
    expect(await postingsOf(desk, own)).toEqual([
      "activity purse.principal m-1 5000",
      "activity purse.gift m-1 1000",
      `activity income.activity ${id} -6000 ${TOMORROW}`,
    ]);
    const child = await admin.call(activityDesk.signUp, {
      activityId: id,
      attendee: "child",
      memberId: "m-1",
      name: "小明",
      payments: [{ type: "Cash", amount: "30.00" }],
    });
    expect(child).toMatchObject({ code: 200, data: { name: "小明", fee: "30.00" } });
    await idOf(guest(id));
    expect(await admin.ok(act.view, { id })).toMatchObject({ left: 5, signedUp: 3, received: "170.00" });
  });

  it("refuses whoever it can't take, charges nothing and keeps the place", async () => {
    const id = await published(admin, { capacity: 2, questions: ["球衣尺码"] });
    const refused = [
      [guest(id), 400],
      [guest(id, { answers: [""] }), 400],
      [guest(id, { answers: ["L"], name: "" }), 400],
      [guest(id, { answers: ["L"], payments: [{ type: "WeChat", amount: "60.00" }] }), 400],
      [guest(id, { answers: ["L"], expectedPrice: "70.00" }), 409],
      [guest(id, { answers: ["L"], attendee: "member" }), 400],
    ] as const;
    for (const [answer, code] of refused) expect((await answer).code).toBe(code);
    expect(await admin.ok(act.view, { id })).toMatchObject({ left: 2, received: "0.00" });
    await idOf(
      admin.call(activityDesk.signUp, {
        activityId: id,
        attendee: "member",
        memberId: "m-1",
        answers: ["M"],
        payments: [{ type: "Balance", amount: "60.00" }],
      }),
    );
    const twice = await admin.call(activityDesk.signUp, {
      activityId: id,
      attendee: "member",
      memberId: "m-1",
      answers: ["M"],
      payments: [{ type: "Balance", amount: "60.00" }],
    });
    expect([twice.code, twice.msg]).toEqual([409, expect.stringContaining("已报名")]);
    await idOf(guest(id, { answers: ["L"] }));
    const full = await guest(id, { answers: ["L"] });
    expect([full.code, full.msg]).toEqual([409, expect.stringContaining("名额已满")]);
    await at(new Date(`${TOMORROW}T12:00:00+08:00`));
    expect((await guest(id, { answers: ["L"] })).msg).toContain("不在报名时间");
  });

  it("costs nothing where there is no fee", async () => {
    const id = await published(admin, { guestFee: "0.00" });
    const joined = await idOf(guest(id, { payments: [] }));
    expect(await postingsOf(desk, joined)).toEqual([]);
    await admin.ok(join.leave, { id: joined, reason: "有事", waive: false });
    expect(await admin.ok(act.view, { id })).toMatchObject({ left: 8 });
  });
});

describe("leaving", () => {
  it("gives all back until the free hours, then keeps the activity's percent", async () => {
    const id = await published(admin);
    const early = await idOf(guest(id));
    expect(await admin.ok(join.view, { id: early })).toMatchObject({ refundNow: "80.00" });
    expect(await admin.ok(join.leave, { id: early, reason: "有事", waive: false })).toMatchObject({
      state: "left",
      refunded: "80.00",
      kept: "0.00",
    });
    const late = await idOf(
      member(id, [
        { type: "Balance", amount: "50.00" },
        { type: "Coupon", amount: "10.00" },
      ]),
    );
    await at(new Date(`${TOMORROW}T10:00:00+08:00`));
    expect(await admin.ok(join.view, { id: late })).toMatchObject({ refundNow: "45.00" });
    expect(await admin.ok(join.leave, { id: late, reason: "有事", waive: false })).toMatchObject({ refunded: "45.00", kept: "15.00" });
    expect((await postingsOf(desk, late)).slice(3)).toEqual([
      `activity leave income.activity ${id} 6000 ${TOMORROW}`,
      "activity leave purse.principal m-1 -3750",
      "activity leave purse.gift m-1 -750",
      `activity leave income.fee ${id} -1500 ${TOMORROW}`,
    ]);
    const free = await idOf(guest(id));
    await server.addPerson("desk", ["v-1"], ["activity_join"]);
    const cashier = await server.as("desk");
    expect((await cashier.call(join.leave, { id: free, reason: "有事", waive: true })).code).toBe(403);
    expect(await admin.ok(join.leave, { id: free, reason: "场馆原因", waive: true })).toMatchObject({ refunded: "80.00", kept: "0.00" });
    expect(await admin.ok(act.view, { id })).toMatchObject({ left: 8 });
  });

  it("is refused once it has begun", async () => {
    const id = await published(admin);
    const joined = await idOf(guest(id));
    await at(new Date(`${TOMORROW}T14:00:00+08:00`));
    expect((await admin.call(join.leave, { id: joined, reason: "有事", waive: true })).code).toBe(409);
    expect(await admin.ok(join.view, { id: joined })).toMatchObject({ state: "joined", refundNow: "0.00" });
  });
});

describe("cancelling", () => {
  it("gives everybody exactly what they paid, by the method that they paid with, and no other", async () => {
    const id = await published(admin);
    const paid = [
      await idOf(
        member(id, [
          { type: "Balance", amount: "33.33" },
          { type: "Coupon", amount: "16.67" },
          { type: "Cash", amount: "10.00" },
        ]),
      ),
      await idOf(guest(id)),
      await idOf(
        guest(id, {
          payments: [
            { type: "Alipay", amount: "79.99" },
            { type: "BankCard", amount: "0.01" },
          ],
        }),
      ),
    ];
    const gone = await idOf(guest(id));
    await admin.ok(join.leave, { id: gone, reason: "有事", waive: false });
    await at(ON_THE_DAY);
    await admin.ok(join.checkIn, { id: paid[1] ?? "" });
    await admin.ok(act.cancel, { id, reason: "停电" });
    for (const each of paid) {
      const net = await query<{ account: string; subject: string; sum: string }>(
        server.url,
        `SELECT p.account, p.subject, sum(p.amount) AS sum FROM ledger_tx t JOIN posting p ON p.venue_id = t.venue_id AND p.tx_id = t.id
          WHERE t.document_id = $1 AND p.account !~ '^tender.cash' GROUP BY 1, 2 HAVING sum(p.amount) <> 0`,
        [each],
      );
      expect(net).toEqual([]);
    }
    const methods = await query<{ type: string; amount: string; refunded: string }>(
      server.url,
      "SELECT type, sum(amount) AS amount, sum(refunded) AS refunded FROM payment WHERE document_id = ANY($1) GROUP BY 1 HAVING sum(amount) <> sum(refunded)",
      [paid],
    );
    expect(methods).toEqual([]);
    expect(await admin.ok(act.view, { id })).toMatchObject({ state: "cancelled", left: 8, received: "0.00", reason: "停电" });
    expect((await admin.ok(join.list, { activity: id, state: "joined,checked_in" })).totalElements).toBe(0);
    const [message] = await query<{ text: string }>(server.url, "SELECT text FROM message WHERE resource_id = $1", [id]);
    expect(message?.text).toContain("3 人已退款 220.00 元");
  });

  it("is refused once it is over, even before the clock has said so", async () => {
    const id = await published(admin);
    await idOf(guest(id));
    await at(new Date(`${TOMORROW}T17:00:00+08:00`));
    expect((await admin.call(act.cancel, { id, reason: "停电" })).code).toBe(409);
    expect(await admin.ok(act.view, { id })).toMatchObject({ state: "published", received: "80.00" });
  });
});

describe("checking in", () => {
  it("takes a code once, on the day, at its own activity, and is undone", async () => {
    const id = await published(admin);
    const other = await published(admin, { title: "另一场" });
    const { data } = await guest(id);
    const code = { activityId: id, checkInCode: data.checkInCode };
    expect((await admin.call(activityDesk.checkInByCode, code)).msg).toContain("当天才能签到");
    await at(ON_THE_DAY);
    expect((await admin.call(activityDesk.checkInByCode, { ...code, activityId: other })).msg).toContain("没有签到码");
    expect((await admin.call(activityDesk.checkInByCode, { ...code, checkInCode: "000" })).code).toBe(409);
    expect(await admin.ok(activityDesk.checkInByCode, code)).toMatchObject({ name: "王伟" });
    expect((await admin.call(activityDesk.checkInByCode, code)).msg).toContain("没有重复签到");
    expect(await admin.ok(act.view, { id })).toMatchObject({ checkedIn: 1 });
    expect(await admin.ok(join.undoCheckIn, { id: data.id })).toMatchObject({ state: "joined", enteredAt: null });
  });
});

describe("changing", () => {
  it("keeps day and questions once somebody signed up, and places for all of them", async () => {
    const id = await published(admin, { capacity: 2 });
    await idOf(guest(id));
    const change = (more: object) => admin.call(act.modify, { ...ACTIVITY, capacity: 2, id, ...more });
    expect((await change({ questions: ["尺码"] })).data).toMatchObject({ errors: { questions: expect.any(String) } });
    expect((await change({ startsAt: "2026-11-23T14:00:00+08:00", endsAt: "2026-11-23T15:00:00+08:00" })).data).toMatchObject({
      errors: { startsAt: expect.any(String) },
    });
    for (const more of [{ freeHours: 48 }, { latePercent: 30 }])
      expect((await change(more)).data).toMatchObject({ errors: { [Object.keys(more)[0] ?? ""]: expect.stringContaining("只能放宽") } });
    const milder = { freeHours: 12, latePercent: 20 };
    expect((await change(milder)).data).toMatchObject(milder);
    expect((await change({ ...milder, capacity: 0 })).code).toBe(400);
    expect((await change({ ...milder, endsAt: ACTIVITY.startsAt })).data).toMatchObject({ errors: { endsAt: expect.any(String) } });
    expect((await change({ ...milder, deadline: ACTIVITY.endsAt })).data).toMatchObject({ errors: { deadline: expect.any(String) } });
    expect((await change({ ...milder, capacity: 5 })).data).toMatchObject({ left: 4, signedUp: 1 });
    expect((await admin.call(act.delete, { id })).code).toBe(409);
  });
});

it("begins and ends by the clock", async () => {
  const id = await published(admin);
  const run = async (now: Date) => {
    desk.now = now;
    for (const job of activityJobs) await desk.act(job.run);
    return (await admin.ok(act.view, { id })).state;
  };
  expect(await run(ON_THE_DAY)).toBe("published");
  expect(await run(new Date(`${TOMORROW}T14:00:00+08:00`))).toBe("running");
  expect(await run(new Date(`${TOMORROW}T17:00:00+08:00`))).toBe("finished");
});

it("allows of every state and action exactly those of the machines", async () => {
  await at(ON_THE_DAY);
  const id = await published(admin, {
    startsAt: `${TOMORROW}T20:00:00+08:00`,
    endsAt: `${TOMORROW}T21:00:00+08:00`,
    deadline: `${TOMORROW}T19:00:00+08:00`,
  });
  const put = (state: string) => query(server.url, "UPDATE activity SET state = $1 WHERE id = $2", [state, id]);
  for (const state of machine.states)
    for (const action of ["publish", "close", "reopen", "cancel"] as const) {
      await put(state);
      const { code, data } = await admin.call(act[action] as typeof act.cancel, { id, reason: "测试" });
      const to = Reflect.get(machine.table[state], action) as string | undefined;
      expect([state, action, code, code === 200 ? data.state : undefined]).toEqual([state, action, to ? 200 : 409, to]);
    }
  await put("published");
  for (const from of activityJoin.states)
    for (const action of ["checkIn", "undoCheckIn", "leave"] as const) {
      const joined = await idOf(guest(id));
      if (from === "checked_in") await admin.ok(join.checkIn, { id: joined });
      if (from === "left") await admin.ok(join.leave, { id: joined, reason: "测试", waive: true });
      const { code, data } = await admin.call(join[action] as typeof join.leave, { id: joined, reason: "测试", waive: true });
      const to = Reflect.get(activityJoin.table[from], action) as string | undefined;
      expect([from, action, code, code === 200 ? data.state : undefined]).toEqual([from, action, to ? 200 : 409, to]);
    }
});
