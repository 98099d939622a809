/**
 * A venue to test in: a fresh migrated database with one organization, one venue, an administrator, and a way to run services as the
 * app does (transaction, audit, idempotency, events), without HTTP.
 */
import type { Language } from "../../src/contract/core/enums";
import { type Database, openDatabase, PLATFORM } from "../../src/server/db/client";
import { type Ctx, EVERY_CODE, type Operator, type VenueRow } from "../../src/server/http/context";
import { change, read, type Request, systemRequest } from "../../src/server/http/perform";
import { allJobs } from "../../src/server/jobs";
import { setJobs } from "../../src/server/kernel/due";
import { keptDatabase } from "./database";

export interface TestVenue {
  readonly url: string;
  readonly database: Database;
  readonly venue: VenueRow;
  /** The clock that `act` and `look` use; tests move it. */
  now: Date;
  /** Runs a changing service in its own transaction. */
  act<T>(service: (ctx: Ctx) => Promise<T>, as?: Partial<Request>): Promise<T>;
  /** Runs a reading service. */
  look<T>(service: (ctx: Ctx) => Promise<T>, as?: Partial<Request>): Promise<T>;
  close(): Promise<void>;
}

/** Default operator in tests. */
export const tester: Operator = { id: "p-tester", name: "测试员" };

/** From now on changes plan the work of time of all jobs, as in the server, whatever an earlier test file planned. */
export const planAllJobs = (): void => setJobs(allJobs({ wechat: undefined, alipay: undefined }));

/** Makes a second venue of the same organization in the same database. */
export async function addVenue(database: Database, id: string, extra: { mainTag?: string; zone?: string } = {}): Promise<VenueRow> {
  const db = database.dbFor(PLATFORM);
  const created_at = new Date("2026-01-01T00:00:00Z");
  await db
    .insertInto("organization")
    .values({ id: "o-1", name: "测试机构", created_at })
    .onConflict((c) => c.doNothing())
    .execute();
  return db
    .insertInto("venue")
    .values({
      id,
      organization_id: "o-1",
      name: `场馆 ${id}`,
      main_tag: extra.mainTag ?? "badminton",
      zone: extra.zone ?? "Asia/Shanghai",
      tags: [extra.mainTag ?? "badminton"],
      site_type_source_id: id,
      created_at,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A fresh venue "v-1"; the clock is at 2026-11-21 10:00 in Shanghai. */
export async function testVenue(options: { language?: Language; zone?: string } = {}): Promise<TestVenue> {
  planAllJobs();
  const { url, pool, giveBack } = await keptDatabase();
  const database = openDatabase(url, { pool });
  const venue = await addVenue(database, "v-1", options.zone === undefined ? {} : { zone: options.zone });
  const request = (self: TestVenue, as: Partial<Request> = {}): Request =>
    systemRequest(venue, as.action ?? "test", self.now, {
      person: tester,
      codes: EVERY_CODE,
      language: options.language ?? "zh",
      ...as,
    });
  const self: TestVenue = {
    url,
    database,
    venue,
    now: new Date("2026-11-21T02:00:00Z"),
    act: (service, as) => change(database, request(self, as), service),
    look: (service, as) => read(database, request(self, as), service),
    close: async () => {
      await database.close();
      await giveBack();
    },
  };
  return self;
}
