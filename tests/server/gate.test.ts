/** The gate of the swimming desk: who comes in by a scan, who doesn't and why, and how many are in. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { capacitySessions } from "../../src/contract/capacitySessions/capacity-sessions";
import { sellCard } from "../../src/server/domains/cards/sell";
import { checkLedger } from "../../src/server/ledger/check";
import { at, seedBooking, seedMember, TODAY } from "../support/booking";
import { addSession, seedPool } from "../support/capacity-sessions";
import { deskOf, venueOf } from "../support/desk";
import { type Client, type TestServer, testServer } from "../support/server";
import { query } from "../support/tables";

let server: TestServer;
let admin: Client;
let now: string;
let later: string;
const card = (id: string): Promise<string> =>
  query<{ card_no: string }>(server.url, "SELECT card_no FROM member WHERE id = $1", [id]).then(([row]) => row?.card_no ?? "");
beforeAll(async () => {
  server = await testServer();
  server.now = new Date(`${TODAY}T10:00:00+08:00`);
  admin = await server.as("admin");
  const desk = deskOf(server.database, server.url, await venueOf(server.database, "v-1"), server.now);
  await seedBooking(desk);
  await seedPool(desk);
  for (const id of ["m-3", "m-4", "m-5", "m-6"]) await seedMember(desk, id);
  now = await addSession(desk, { day: TODAY, start: at(9, 30), minutes: 90, places: 30 });
  later = await addSession(desk, { day: TODAY, start: at(15) });
  await desk.act((ctx) => sellCard(ctx, { memberId: "m-2", packageCardId: "pk-s", payments: [{ type: "Cash", amount: 10_000 }] }));
  await desk.act((ctx) => sellCard(ctx, { memberId: "m-6", packageCardId: "pk-s", payments: [{ type: "Cash", amount: 10_000 }] }));
});
afterAll(() => server.close());

const scan = (code: string, lastId?: string) => admin.ok(capacitySessions.scan, { code, ...(lastId === undefined ? {} : { lastId }) });
const book = async (id: string, values: { memberId?: string; name?: string; phone?: string; attendees?: number }) =>
  admin.ok(capacitySessions.book, {
    id,
    attendees: 1,
    ...values,
    payments: [{ type: "Cash", amount: `${(values.attendees ?? 1) * 30}.00` }],
  });
const inside = async () => (await admin.ok(capacitySessions.gate, {})).inside;
const rows = () =>
  query(
    server.url,
    "SELECT (SELECT count(*) FROM session_order) AS orders, (SELECT sum(entered) FROM session_order) AS entered, (SELECT count(*) FROM wristband) AS bands, (SELECT sum(used) FROM holding) AS used",
  );

it("lets a member in by the booking for now, once, and gives the next code out as wristband until it comes back", async () => {
  const booking = await book(now, { memberId: "m-1", attendees: 2 });
  const before = await inside();
  const first = await scan(await card("m-1"));
  expect(first).toMatchObject({ outcome: "admitted", booking: { id: booking.id, entered: 2, session: { id: now } }, card: null });
  expect(await inside()).toBe(before + 2);
  expect(await scan(await card("m-1"))).toMatchObject({ outcome: "refused", why: "09:30 的场次已经入场" });
  expect(await scan("w-047", booking.id)).toMatchObject({ outcome: "banded", band: "W-047", booking: { id: booking.id } });
  expect(await scan("W-047")).toMatchObject({ outcome: "left", band: "W-047" });
  expect(await inside()).toBe(before + 1);
});

it("lets a member in by a card that fits, and says what is left of it", async () => {
  expect(await scan(await card("m-2"))).toMatchObject({
    outcome: "admitted",
    card: { name: "游泳次卡", left: 2 },
    booking: { entered: 1 },
  });
  expect(await scan(await card("m-2"))).toMatchObject({ outcome: "refused" });
  expect(await checkLedger(server.database.dbFor("v-1"), "v-1")).toEqual([]);
});

it("lets a walk-in in by number or by the end of the phone, and asks where several fit", async () => {
  const one = await book(now, { name: "赵六", phone: "13700001111" });
  expect(await scan(one.no)).toMatchObject({ outcome: "admitted", name: "赵六" });
  await book(now, { name: "钱七", phone: "13700002222" });
  expect(await scan("2222")).toMatchObject({ outcome: "admitted", name: "钱七" });
  await book(now, { name: "孙八", phone: "13711112222" });
  expect((await scan("2222")).why).toContain("2 笔预订");
});

it("refuses with the reason, and changes nothing", async () => {
  await book(later, { memberId: "m-3" });
  await query(server.url, "UPDATE member SET state = 'frozen' WHERE id = 'm-4'");
  const before = await rows();
  const whys = await Promise.all([scan(await card("m-3")), scan(await card("m-4")), scan(await card("m-5")), scan("NOBODY-1")]);
  expect(whys.map(({ outcome }) => outcome)).toEqual(["refused", "refused", "refused", "refused"]);
  expect(whys.map(({ why }) => why)).toEqual([
    "预订的是 15:00 的场次，开场前 30 分钟起入场",
    "会员已冻结，请到前台处理",
    "没有现在的预订，也没有可用的次卡",
    "没有卡号、单号或手机号尾号 NOBODY-1",
  ]);
  expect(await rows()).toEqual(before);
});

it.each(["m-5", "m-6"])("admits once of many scans of one card at a time: by booking, by card (%s)", async (id) => {
  if (id === "m-5") await book(now, { memberId: id });
  const no = await card(id);
  const before = await inside();
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => scan(no)));
  expect(outcomes.filter(({ outcome }) => outcome === "admitted")).toHaveLength(1);
  expect(await inside()).toBe(before + 1);
});
