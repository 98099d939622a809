/** Files and reports run in a lane of their own: two of a person at once, a third of the connections, and never before a desk. */
import { EventEmitter, once } from "node:events";
import { Readable } from "node:stream";
import type { ServerResponse } from "node:http";
import { Client as Postgres } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { api, calls } from "../../src/contract/all";
import type { AppError } from "../../src/server/http/error";
import { openHeavyLane } from "../../src/server/http/heavy";
import { explain } from "../../src/contract/core/explain";
import { addDays, dayOf, DEFAULT_ZONE } from "../../src/contract/core/time";
import { periodOf } from "../../src/contract/core/resource/define";
import { declaredResources } from "../support/declared";
import { waitingFor } from "../support/gate";
import { type Client, type TestServer, testServer } from "../support/server";
import { query } from "../support/tables";

const response = (): ServerResponse => new EventEmitter() as ServerResponse;
/** A read that lasts until it is ended. */
function held() {
  const done = new EventEmitter();
  let started = false;
  return {
    read: async () => {
      started = true;
      await once(done, "end");
      return "read";
    },
    hasStarted: () => started,
    end: () => done.emit("end"),
  };
}
const soon = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe("the lane", () => {
  it("runs two reads of a person and as many as there are connections; the rest wait in their order, and let others pass", async () => {
    const lane = openHeavyLane(3);
    const reads = Array.from({ length: 5 }, held);
    const [a1, a2, a3, b1, c1] = reads;
    const all = [
      ["ann", a1],
      ["ann", a2],
      ["ann", a3],
      ["bob", b1],
      ["cid", c1],
    ].map(([person, one]) => lane.run(person as string, response(), (one as ReturnType<typeof held>).read));
    await soon();
    expect(reads.map((one) => one.hasStarted())).toEqual([true, true, false, true, false]);
    b1?.end();
    await soon();
    // Ann was here before Cid, and has two running.
    expect(reads.map((one) => one.hasStarted())).toEqual([true, true, false, true, true]);
    a1?.end();
    await soon();
    expect(a3?.hasStarted()).toBe(true);
    expect(lane.size()).toEqual({ running: 3, waiting: 0 });
    for (const one of reads) one.end();
    expect(await Promise.all(all)).toEqual(Array(5).fill("read"));
    expect(lane.size()).toEqual({ running: 0, waiting: 0 });
  });

  it("rejects who waits with very many, too long, or has left", async () => {
    const keyOf = (promise: Promise<unknown>) =>
      promise.then(
        () => "read",
        (error: AppError) => error.key,
      );
    const lane = openHeavyLane(1);
    const first = held();
    const running = lane.run("ann", response(), first.read);
    const leaving = response();
    const left = keyOf(lane.run("ann", leaving, held().read));
    const waiting = Array.from({ length: 19 }, () => lane.run("ann", response(), async () => "read"));
    expect(await keyOf(lane.run("ann", response(), held().read))).toBe("heavyBusy");
    leaving.emit("close");
    expect(await left).toBe("heavyBusy");
    first.end();
    expect(await Promise.all([running, ...waiting])).toEqual(Array(20).fill("read"));

    const short = openHeavyLane(1, { waitMs: 1, fileMs: 60_000 });
    const long = held();
    const kept = short.run("ann", response(), long.read);
    expect(await keyOf(short.run("bob", response(), held().read))).toBe("heavyBusy");
    long.end();
    await kept;
    expect(short.size()).toEqual({ running: 0, waiting: 0 });
  });

  it("keeps a file's turn until it was read, its reader has left, or its time is up, and gives it back after a fault", async () => {
    const lane = openHeavyLane(1, { waitMs: 60_000, fileMs: 60_000 });
    const file = (body: Readable) => async () => ({ fileName: "x", type: "text/plain", body });
    const whole = await lane.run("ann", response(), file(Readable.from(["a", "b"])));
    expect(lane.size().running).toBe(1);
    for await (const _ of whole.body);
    await soon();
    expect(lane.size().running).toBe(0);
    const dropped = await lane.run("ann", response(), file(Readable.from(["a", "b"])));
    dropped.body.destroy();
    await once(dropped.body, "close");
    expect(lane.size().running).toBe(0);
    const slow = openHeavyLane(1, { waitMs: 60_000, fileMs: 1 });
    const stalled = await slow.run("ann", response(), file(new Readable({ read: () => undefined })));
    const [error] = (await once(stalled.body, "error")) as [Error];
    expect(error.message).toContain("too long");
    expect(slow.size().running).toBe(0);
    await expect(lane.run("ann", response(), () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
    expect(lane.size()).toEqual({ running: 0, waiting: 0 });
  });
});

describe("a file", () => {
  /** Reads a file of pieces, and tells how many it has been given. */
  async function readingFile(giveWayMs: number) {
    const lane = openHeavyLane(1, { giveWayMs });
    const desk = held();
    const call = lane.runFirst(desk.read);
    let pieces = 0;
    const { body } = await lane.run("ann", response(), async () => ({ body: Readable.from(["a", "b", "c"]) }));
    const read = (async () => {
      for await (const _ of body) pieces++;
    })();
    return { desk, call, read, pieces: () => pieces };
  }

  it("lets the calls of desks go first between its pieces, and gets on when they have ended", async () => {
    const { desk, call, read, pieces } = await readingFile(60_000);
    for (let i = 0; i < 5; i++) await soon();
    expect(pieces()).toBe(1);
    desk.end();
    await Promise.all([call, read]);
    expect(pieces()).toBe(3);
  });

  it("gets on however long a desk's call lasts", async () => {
    const { desk, call, read, pieces } = await readingFile(1);
    await read;
    expect(pieces()).toBe(3);
    desk.end();
    await call;
  });

  it("gets on after a desk's call that failed", async () => {
    const lane = openHeavyLane(1, { giveWayMs: 60_000 });
    await expect(lane.runFirst(() => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
    const { body } = await lane.run("ann", response(), async () => ({ body: Readable.from(["a", "b"]) }));
    const read: unknown[] = [];
    for await (const piece of body) read.push(String(piece));
    expect(read).toEqual(["a", "b"]);
  });
});

describe("exports at a server", () => {
  let server: TestServer;
  let people: Client[];
  beforeAll(async () => {
    server = await testServer({ heavy: 4 });
    for (const name of ["ann", "bob", "cid"]) await server.addPerson(name, ["v-1"]);
    people = await Promise.all(["ann", "bob", "cid"].map((name) => server.as(name)));
  });
  afterAll(() => server.close());

  /** Runs `work` while nobody can read members. */
  async function whileLocked(work: () => Promise<void>): Promise<void> {
    const holder = new Postgres({ connectionString: server.url });
    await holder.connect();
    try {
      await holder.query("BEGIN; LOCK TABLE member IN ACCESS EXCLUSIVE MODE");
      await work();
    } finally {
      await holder.end();
    }
  }
  const waitingNow = async () =>
    (
      await query<{ n: number }>(
        server.url,
        "SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      )
    )[0]?.n;

  it("are at the database twice for a person, and as often as there are connections for all; desks don't wait", async () => {
    const exported: Promise<Response>[] = [];
    const start = (client: Client | undefined, times: number) => {
      for (let i = 0; i < times; i++) if (client) exported.push(client.fetch(api.members.excel, {}));
    };
    await whileLocked(async () => {
      start(people[0], 4);
      await waitingFor(server.url, 2);
      // Whatever of the four comes next comes after a call that came later and is answered.
      expect((await people[0]?.call(api.clubs.list, {}))?.code).toBe(200);
      expect(await waitingNow()).toBe(2);
      start(people[1], 4);
      start(people[2], 4);
      await waitingFor(server.url, 3);
      for (const client of people) expect((await client.call(api.clubs.list, {})).code).toBe(200);
      expect(await waitingNow()).toBe(3);
      // A list is no heavy read: it is on the desks' connections, and waits there for the same table.
      const listing = people[0]?.call(api.members.list, {});
      await waitingFor(server.url, 4);
      exported.push(Promise.resolve(new Response()));
      void listing;
    });
    const files = await Promise.all(exported);
    expect(files.map(({ status }) => status)).toEqual(Array(13).fill(200));
    const sizes = await Promise.all(files.slice(0, 12).map(async (file) => (await file.arrayBuffer()).byteLength));
    expect(sizes.every((size) => size > 1_000)).toBe(true);
  });

  it("give their place back when their reader leaves", async () => {
    const [ann] = people;
    await whileLocked(async () => {
      const leaving = new AbortController();
      const gone = [1, 2, 3].map(() =>
        fetch(`${server.origin}${api.members.excel.path}`, {
          headers: { access_token: ann?.token ?? "", sourceId: "v-1" },
          signal: leaving.signal,
        }).catch(() => "gone"),
      );
      await waitingFor(server.url, 2);
      leaving.abort();
      expect(await Promise.all(gone)).toEqual(["gone", "gone", "gone"]);
    });
    if (!ann) throw new Error("nobody exports");
    const files = await Promise.all([1, 2, 3, 4].map(() => ann.fetch(api.members.excel, {})));
    expect(files.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });
});

/** Files that are written out, each with what bounds it. */
const WRITTEN_OUT: Readonly<Record<string, string>> = {
  "dayReport.excel": "one day",
  "fixed.excel": "contracts, of which there are few",
  "invoiceFiles.taxSheet": "requests that wait, 1,000 at most",
  "journalFiles.csv": "a batch, of a year at most",
  "journalFiles.kingdee": "a batch, of a year at most",
  "journalFiles.yonyou": "a batch, of a year at most",
  "members.excel": "who is a member",
  "openPlay.excel": "occasions, of which there are few",
  "openPlay.roster": "one occasion",
  "pricePlans.excel": "plans there are",
  "stockNow.excel": "goods on hand",
  "venue.archive": "the whole venue, to move it",
};
/** Files of what there is now, whose rows have no days: members, goods, courts. Files of dated rows are none of them. */
const FILES_OF_NOW = new Set([
  ...declaredResources.filter((resource) => periodOf(resource) === undefined).map(({ name }) => `${name}.excel`),
  ...Object.keys(WRITTEN_OUT),
]);
const LONG_AGO = { from: "2000-01-01", to: "2030-01-01", dayFrom: "2000-01-01", dayTo: "2030-01-01", venueId: "v-1" };

it("states a longest period for each report and each file of generated rows", () => {
  const heavy = calls.filter(({ call }) => call.heavy && call.method === "GET");
  const limited = heavy.filter(({ call }) => {
    const parsed = call.input.safeParse(LONG_AGO);
    return !parsed.success && parsed.error.issues.some(({ message }) => message === "tooManyDays");
  });
  const open = heavy.filter((one) => !limited.includes(one)).map(({ name }) => name as string);
  const unlimited = open.filter((name) => !FILES_OF_NOW.has(name));
  expect(unlimited.sort().join(" ")).toEqual(NO_DAYS.join(" "));
  expect(limited.length).toBeGreaterThan(20);
});
/** Heavy reads without a longest period: the state of now; pages and sums of a list, whose file has one. */
const NO_DAYS = ["courtHours.list", "courtHours.sums", "courtOpenings.list", "courtOpenings.sums", "stockNow.read"];

it("takes five years of stored rows in a file, up to today unless its end is named, and says so", () => {
  const messageOf = (input: object, language: "zh" | "en"): string | undefined => {
    const parsed = api.securityLog.excel.input.safeParse(input);
    return parsed.success ? undefined : explain(parsed.error, language)["atFrom"];
  };
  expect(messageOf({}, "zh")).toBe("请选择日期范围，一次最多 1830 天");
  expect(messageOf({ atFrom: "2015-01-01" }, "en")).toBe("Choose a first and a last day, at most 1830 days at once");
  expect(messageOf({ atFrom: "2015-01-01", atTo: "2019-12-31" }, "zh")).toBeUndefined();
  expect(messageOf({ atFrom: addDays(dayOf(Date.now(), DEFAULT_ZONE), -1_800) }, "zh")).toBeUndefined();
});

it("asks for days before it makes a file of hours on sale, and takes a year of them", () => {
  const { excel } = api.courtOpenings;
  const issue = (input: object) => excel.input.safeParse(input).error?.issues[0]?.message;
  expect([issue({}), issue({ dayFrom: "2026-01-01" }), issue({ dayTo: "2026-01-01" })]).toEqual(Array(3).fill("tooManyDays"));
  expect(issue({ dayFrom: "2026-01-01", dayTo: "2027-01-02" })).toBe("tooManyDays");
  expect(issue({ dayFrom: "2026-01-01", dayTo: "2026-12-31" })).toBeUndefined();
});
