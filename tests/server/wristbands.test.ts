/** Wristbands of the swimming desk: handed out once, found, taken back or lost. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { capacitySessions } from "../../src/contract/capacitySessions/capacity-sessions";
import { wristband as machine } from "../../src/contract/core/states";
import { addDays } from "../../src/contract/core/time";
import { seedBooking, TODAY } from "../support/booking";
import { deskOf, venueOf } from "../support/desk";
import { type Client, type TestServer, testServer } from "../support/server";
import { addSession, seedPool } from "../support/capacity-sessions";

let server: TestServer;
let admin: Client;
let today: string;
let tomorrow: string;
beforeAll(async () => {
  server = await testServer();
  server.now = new Date(`${TODAY}T10:00:00+08:00`);
  admin = await server.as("admin");
  const desk = deskOf(server.database, server.url, await venueOf(server.database, "v-1"), server.now);
  await seedBooking(desk);
  await seedPool(desk);
  today = await addSession(desk, { day: TODAY, start: 600, minutes: 90, places: 30 });
  tomorrow = await addSession(desk, { day: addDays(TODAY, 1), start: 600 });
});
afterAll(() => server.close());

const take = async (name: string, attendees = 1, id = today) =>
  (await admin.ok(capacitySessions.book, { id, attendees, name, payments: [{ type: "Cash", amount: `${attendees * 30}.00` }] })).id;
const give = (id: string, code: string) => admin.call(capacitySessions.giveBand, { id, code });
const bands = async () => (await admin.ok(capacitySessions.bands, {})).content;
const bandOf = async (code: string) => (await bands()).find((band) => band.code === code)?.id ?? "";

it("checks in whom it is handed to, is with one person at a time, and is free again once it is back", async () => {
  const [wu, lu] = [await take("吴敏", 2), await take("陆远")];
  expect((await give(wu, "a-47")).data).toMatchObject({ entered: 1 });
  expect((await give(lu, "A-47")).msg).toContain("已经发给 吴敏");
  expect((await give(wu, "A-48")).data).toMatchObject({ entered: 2 });
  // A third for two attendees.
  expect((await give(wu, "A-49")).msg).toContain("只订了 2 人");
  expect(await bands()).toMatchObject([
    { code: "A-47", name: "吴敏", bookingId: wu, hallName: "标准池", lateMinutes: 0 },
    { code: "A-48", name: "吴敏" },
  ]);
  expect((await admin.call(capacitySessions.checkIn, { id: wu, entered: 1 })).msg).toContain("2 个手环没收回");
  const id = await bandOf("A-47");
  const both = await Promise.all([admin.call(capacitySessions.settleBand, { id }), admin.call(capacitySessions.settleBand, { id })]);
  expect(both.map(({ code }) => String(code)).toSorted()).toEqual(["200", "409"]);
  expect((await give(lu, "A-47")).data).toMatchObject({ entered: 1 });
  expect((await bands()).map(({ code, name }) => [code, name])).toEqual([
    ["A-47", "陆远"],
    ["A-48", "吴敏"],
  ]);
});

it("goes to one of two desks that scan it at once", async () => {
  const ids = await Promise.all(["甲", "乙", "丙"].map((name) => take(name)));
  const codes = (await Promise.all(ids.map((id) => give(id, "B-1")))).map(({ code }) => code);
  expect(codes.filter((code) => code === 200)).toHaveLength(1);
  expect((await bands()).filter(({ code }) => code === "B-1")).toHaveLength(1);
  const { bookings } = await admin.ok(capacitySessions.view, { id: today });
  expect(bookings.filter(({ id, entered }) => ids.includes(id) && entered === 1)).toHaveLength(1);
});

it("is attached to who came in before without counting them twice, and a lost one is replaced", async () => {
  const id = await take("严冬");
  await admin.ok(capacitySessions.checkIn, { id, entered: 1 });
  expect((await give(id, "C-1")).data).toMatchObject({ entered: 1 });
  await admin.ok(capacitySessions.settleBand, { id: await bandOf("C-1"), lost: true });
  expect((await give(id, "C-2")).data).toMatchObject({ entered: 1 });
  // Found again, it is handed out as any other.
  expect((await give(await take("何夕"), "C-1")).code).toBe(200);
});

it("says how long its session is over", async () => {
  const before = server.now;
  await give(await take("迟到"), "D-1");
  server.now = new Date(`${TODAY}T11:36:00+08:00`);
  expect((await bands()).find(({ code }) => code === "D-1")?.lateMinutes).toBe(6);
  server.now = before;
});

it("is refused for another day, a cancelled booking, a member's card, and without the code", async () => {
  const id = await take("韩梅");
  expect((await give(await take("明天", 1, tomorrow), "E-1")).code).toBe(409);
  const { card_no } = await server.database
    .dbFor("v-1")
    .selectFrom("member")
    .select("card_no")
    .where("id", "=", "m-1")
    .executeTakeFirstOrThrow();
  expect((await give(id, card_no.toLowerCase())).msg).toContain("会员卡");
  expect((await give(id, "手环 1")).code).toBe(400);
  await admin.ok(capacitySessions.cancelBooking, { id, reason: "客人有事" });
  expect((await give(id, "E-1")).msg).toContain("已取消");
  await server.addPerson("looks", ["v-1"], ["hall-booking"]);
  const looks = await server.as("looks");
  expect((await looks.call(capacitySessions.giveBand, { id, code: "E-2" })).code).toBe(403);
  expect((await looks.ok(capacitySessions.bands, {})).content.length).toBeGreaterThan(0);
  expect(await bandOf("E-1")).toBe("");
});

it("moves by its table alone", async () => {
  for (const [lost, action] of [
    [false, "takeBack"],
    [true, "lose"],
  ] as const) {
    const code = `F-${action}`.toUpperCase();
    await give(await take("状态"), code);
    const id = await bandOf(code);
    await admin.ok(capacitySessions.settleBand, { id, lost });
    expect(Object.keys(machine.table[lost ? "lost" : "back"])).toEqual([]);
    for (const again of [false, true]) expect((await admin.call(capacitySessions.settleBand, { id, lost: again })).code).toBe(409);
  }
});
