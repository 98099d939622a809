import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { setTimeout as sleep } from "node:timers/promises";
import { type RawData, WebSocket } from "ws";
import { change, systemRequest } from "../../src/server/http/perform";
import { type Client, password, type TestServer, testServer } from "../support/server";
import { platform } from "../../src/contract/platform/platform";
import { callsOf } from "../../src/contract/core/resource/calls";
import { session } from "../../src/contract/session/session";
import { staff } from "../../src/contract/platform/staff";
import { query } from "../support/tables";
import { addVenue } from "../support/venue";

let server: TestServer;
let client: Client;
const open: WebSocket[] = [];
const textOf = (data: RawData): string => (data as Buffer).toString("utf8");
beforeAll(async () => {
  server = await testServer();
  await server.addPerson("elsewhere", ["v-2"]);
  client = await server.as("admin");
});
afterEach(() => open.splice(0).forEach((socket) => socket.terminate()));
afterAll(() => server.close());

interface Line {
  socket: WebSocket;
  heard: { id: number; type: string; orderId?: string; amount?: string }[];
  closed: Promise<number>;
}
/** Opens a websocket and waits for its hello; the HTTP status when it is refused. */
async function dial(query: Record<string, string>, headers: Record<string, string> = {}, at = server): Promise<Line | number> {
  const socket = new WebSocket(
    `${at.origin.replace("http", "ws")}/api/manage/venue/ws?${new URLSearchParams({ siteType: "venue", ...query }).toString()}`,
    { headers },
  );
  open.push(socket);
  const heard: Line["heard"] = [];
  const closed = new Promise<number>((resolve) => socket.on("close", resolve));
  socket.on("message", (data) => {
    const text = textOf(data);
    if (text !== "pong") heard.push(JSON.parse(text) as Line["heard"][number]);
  });
  return new Promise((resolve) => {
    socket.on("unexpected-response", (_request, response) => resolve(response.statusCode ?? 0));
    socket.on("error", () => undefined);
    const wait = setInterval(() => {
      if (!heard.some((message) => message.type === "hello")) return;
      clearInterval(wait);
      resolve({ socket, heard, closed });
    }, 5);
    socket.on("close", () => clearInterval(wait));
  });
}
const line = async (...args: Parameters<typeof dial>): Promise<Line> => {
  const answer = await dial(...args);
  if (typeof answer === "number") throw new Error(`refused with ${answer}`);
  return answer;
};

/** A change at the venue that emits payments of these orders. */
async function pay(orders: readonly string[], venueId = "v-1"): Promise<void> {
  const venue = await server.database.dbFor("-").selectFrom("venue").selectAll().where("id", "=", venueId).executeTakeFirstOrThrow();
  await change(server.database, systemRequest(venue, "test", new Date()), async (ctx) => {
    for (const orderId of orders) ctx.emit({ type: "payment", orderId, amount: 1999 });
  });
}
const orders = ({ heard }: Line): string[] => heard.filter(({ type }) => type === "payment").map(({ orderId }) => orderId ?? "");

describe("who may listen", () => {
  it("needs a session", async () => {
    expect(await dial({ sourceId: "v-1" })).toBe(403);
    expect(await dial({ sourceId: "v-1" }, { origin: server.origin })).toBe(401);
    expect(await dial({ sourceId: "v-1", access_token: "wrong" })).toBe(401);
  });
  it("needs our own Origin when a cookie speaks", async () => {
    const cookie = `session=${client.token}`;
    expect(await dial({ sourceId: "v-1" }, { cookie, origin: "https://evil.example" })).toBe(403);
    expect(await dial({ sourceId: "v-1" }, { cookie })).toBe(403);
    expect(typeof (await dial({ sourceId: "v-1" }, { cookie, origin: server.origin }))).toBe("object");
  });
  it("needs a venue of the person's list", async () => {
    const { token } = await server.as("elsewhere");
    expect(await dial({ sourceId: "v-1", access_token: token })).toBe(403);
  });
});

describe("an open line", () => {
  it("answers ping with pong", async () => {
    const { socket } = await line({ sourceId: "v-1", access_token: client.token });
    const pong = new Promise((resolve) => socket.once("message", (data) => resolve(textOf(data))));
    socket.send("ping");
    expect(await pong).toBe("pong");
  });

  it("hears what was committed, in order, with id, type, order and yuan", async () => {
    const one = await line({ sourceId: "v-1", access_token: client.token });
    await pay(["o-1", "o-2"]);
    await pay(["o-3"]);
    await expect.poll(() => orders(one), { timeout: 3_000 }).toEqual(["o-1", "o-2", "o-3"]);
    expect(one.heard.at(-1)).toMatchObject({ type: "payment", orderId: "o-3", amount: "19.99" });
    const ids = one.heard.map(({ id }) => id);
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
  });

  it("hears nothing of other venues, nor of what was rolled back", async () => {
    const one = await line({ sourceId: "v-1", access_token: client.token });
    await pay(["elsewhere"], "v-2");
    const venue = await addVenue(server.database, "v-3");
    await change(server.database, systemRequest(venue, "test", new Date()), async (ctx) => {
      ctx.emit({ type: "payment", orderId: "undone" });
      throw new Error("undone");
    }).catch(() => undefined);
    await pay(["seen"]);
    await expect.poll(() => orders(one), { timeout: 3_000 }).toEqual(["seen"]);
  });

  it("gets what it missed after `since`, once, also while more comes in", async () => {
    const before = await line({ sourceId: "v-1", access_token: client.token });
    const since = before.heard[0]?.id ?? 0;
    before.socket.terminate();
    await pay(["missed-1", "missed-2"]);
    const expected = ["missed-1", "missed-2"];
    const storm = (async () => {
      for (let i = 0; i < 30; i++) {
        await pay([`storm-${i}`]);
        expected.push(`storm-${i}`);
      }
    })();
    await sleep(10);
    const again = await line({ sourceId: "v-1", access_token: client.token, since: String(since) });
    await storm;
    await expect.poll(() => orders(again).length, { timeout: 5_000 }).toBe(expected.length);
    expect(orders(again)).toEqual(expected);
  });

  it("hears of changes that another process made", async () => {
    const other = await testServer({ url: server.url });
    const there = await line({ sourceId: "v-1", access_token: client.token }, {}, other);
    await pay(["from-here"]);
    await expect.poll(() => orders(there), { timeout: 3_000 }).toEqual(["from-here"]);
    there.socket.terminate();
    await other.close();
  });

  it("ends with its session, and where its venue is taken away; others continue", async () => {
    await server.addPerson("leaver", ["v-1"]);
    await server.addPerson("moved", ["v-1", "v-2"]);
    const [leaver, moved, stays] = [await server.as("leaver"), await server.as("moved"), await server.as("moved")];
    const lines = await Promise.all([
      line({ sourceId: "v-1", access_token: leaver.token }),
      line({ sourceId: "v-1", access_token: moved.token }),
      line({ sourceId: "v-2", access_token: stays.token }),
    ]);
    const started = performance.now();
    await leaver.ok(session.logout, {});
    const db = server.database.dbFor("-");
    await db.deleteFrom("person_venue").where("person_id", "=", "p-moved").where("venue_id", "=", "v-1").execute();
    expect(await Promise.all([lines[0]?.closed, lines[1]?.closed])).toEqual([1008, 1008]);
    expect(performance.now() - started).toBeLessThan(5_000);
    expect(lines[2]?.socket.readyState).toBe(WebSocket.OPEN);
  });

  it("ends with a password that is changed at another desk, which stays, and with an account that is disabled", async () => {
    await server.addPerson("twice", ["v-1"]);
    const [there, here] = [await server.as("twice"), await server.as("twice")];
    const [gone, own] = await Promise.all([there, here].map(({ token }) => line({ sourceId: "v-1", access_token: token })));
    await here.ok(platform.changePassword, { oldPassword: password, newPassword: "Another-Lane-22" });
    expect(await gone?.closed).toBe(1008);
    expect(own?.socket.readyState).toBe(WebSocket.OPEN);
    await client.ok(callsOf(staff).status, { id: "p-twice", action: "disable" });
    expect(await own?.closed).toBe(1008);
  });

  it("has amounts only for who handles money, also of what was missed, and as their role changes", async () => {
    await server.addPerson("grid", ["v-1"], ["venue_booking", "member_phone"]);
    await server.addPerson("till", ["v-1"], ["sale_create"]);
    const [grid, till] = [await server.as("grid"), await server.as("till")];
    const [seen, counts] = await Promise.all([grid, till].map(({ token }) => line({ sourceId: "v-1", access_token: token })));
    if (!seen || !counts) throw new Error("no lines");
    const since = String(seen.heard.at(-1)?.id ?? 0);
    await pay(["o-40", "o-41"]);
    await expect
      .poll(() => [orders(seen), orders(counts)], { timeout: 3_000 })
      .toEqual([
        ["o-40", "o-41"],
        ["o-40", "o-41"],
      ]);
    const amounts = ({ heard }: Line) => heard.filter(({ type }) => type === "payment").map(({ amount }) => amount);
    expect([amounts(seen), amounts(counts)]).toEqual([
      [undefined, undefined],
      ["19.99", "19.99"],
    ]);
    expect(JSON.stringify(seen.heard)).not.toContain("19.99");
    // Missed events arrive by the same rule.
    const again = await line({ sourceId: "v-1", access_token: grid.token, since });
    expect([orders(again), amounts(again)]).toEqual([
      ["o-40", "o-41"],
      [undefined, undefined],
    ]);
    const replayed = await line({ sourceId: "v-1", access_token: till.token, since });
    expect(amounts(replayed)).toEqual(["19.99", "19.99"]);
    // The role loses its till: the open connection hears no amount from then on.
    await query(server.url, "UPDATE role_code SET code = 'club_list' WHERE role_id = 'r-till'");
    await expect
      .poll(
        async () => {
          await pay(["probe"]);
          await sleep(50);
          return amounts(counts).at(-1);
        },
        { timeout: 5_000 },
      )
      .toBeUndefined();
  });

  it("is one of 20 of its session and one of 3 of its page: the oldest ends with 4020, other sessions' stay", async () => {
    const [own, other] = [await server.as("admin"), await server.as("admin")];
    const elsewhere = await line({ sourceId: "v-1", access_token: other.token });
    const dialled: Line[] = [];
    for (let i = 0; i < 4; i++) dialled.push(await line({ sourceId: "v-1", access_token: own.token, page: "page-a" }));
    expect(await dialled[0]?.closed).toBe(4020);
    const isOpen = () => dialled.filter(({ socket }) => socket.readyState === WebSocket.OPEN).length;
    expect(isOpen()).toBe(3);
    for (let i = 0; i < 18; i++) dialled.push(await line({ sourceId: "v-1", access_token: own.token, page: `page-${i}` }));
    expect(await dialled[1]?.closed).toBe(4020);
    expect([isOpen(), elsewhere.socket.readyState]).toEqual([20, WebSocket.OPEN]);
    // One that left makes room.
    dialled[5]?.socket.close();
    await dialled[5]?.closed;
    dialled.push(await line({ sourceId: "v-1", access_token: own.token }));
    expect(isOpen()).toBe(20);
  });

  it("is closed with 1001 when the server goes away", async () => {
    const other = await testServer({ url: server.url });
    const there = await line({ sourceId: "v-1", access_token: client.token }, {}, other);
    await other.close();
    expect(await there.closed).toBe(1001);
  });
});
