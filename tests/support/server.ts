/** A real server for tests: the whole application on a free port over a fresh database, and typed clients for its people. */
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { FastifyInstance } from "fastify";
import type { Call, Envelope, Input, Output } from "../../src/contract/core/call";
import { ALL_CODES, type Code } from "../../src/contract/core/permissions";
import { createApp } from "../../src/server/app";
import { type Config, readConfig } from "../../src/server/config";
import { type Database, openDatabase, PLATFORM } from "../../src/server/db/client";
import { hashPassword } from "../../src/server/kernel/password";
import { startSession } from "../../src/server/kernel/tokens";
import type { Route } from "../../src/server/http/serve";
import type { Channels } from "../../src/server/payment/channel";
import { freshDatabase, type KeptDatabase, keptDatabase } from "./database";
import { addVenue, planAllJobs } from "./venue";

/** Options for sending one call, beside its input. */
export interface Sending {
  readonly venueId?: string;
  /** Idempotency key; made when left out, not sent when null. */
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** Input exactly as given, for calls that are meant to be refused. */
  readonly raw?: unknown;
}
/** Somebody who makes calls. */
export interface Client {
  readonly token: string;
  call<C extends Call>(call: C, input: Input<C>, sending?: Sending): Promise<Envelope<Output<C>>>;
  /** As `call`, but gives the HTTP answer. */
  fetch(call: Call, input: unknown, sending?: Sending): Promise<Response>;
  /** As `call`, and fails unless the answer is 200; gives the data. */
  ok<C extends Call>(call: C, input: Input<C>, sending?: Sending): Promise<Output<C>>;
}
export interface TestServer {
  readonly app: FastifyInstance;
  /** "http://127.0.0.1:port". */
  readonly origin: string;
  readonly url: string;
  readonly database: Database;
  /** Folder in which it stores files. */
  readonly dataDir: string;
  /** The server's clock; null: the one of the options. */
  now: Date | null;
  /** Makes a person with a role of these codes at the venues. The password is `password`. */
  addPerson(username: string, venues: readonly string[], codes?: readonly Code[]): Promise<string>;
  /** A client with a new session of that person. */
  as(username: string): Promise<Client>;
  /** A client with this token, or with none. */
  with(token: string): Client;
  close(): Promise<void>;
}

export const password = "Court-And-Lane-1";
let passwordHash: Promise<string> | undefined;

interface Options {
  /** Configuration beside that of tests. */
  readonly env?: Readonly<Record<string, string>>;
  /** Routes instead of the product's. */
  readonly routes?: readonly Route[];
  /** A database that another test server uses: a second process. */
  readonly url?: string;
  /** Connections apart for heavy reads. */
  readonly heavy?: number;
  /** Payment channels instead of the sandbox. */
  readonly channels?: Channels;
  /** Folder of a built console. */
  readonly consoleDir?: string;
  /** No venue and nobody. */
  readonly empty?: boolean;
  /** Database to copy instead of the migrated, empty one; what is in it stays as it is. */
  readonly template?: string;
  /** The clock while `now` is null, instead of the real one. */
  readonly clock?: () => Date;
}

/**
 * Starts a server with venues "v-1" and "v-2" and the administrator "admin" of both.
 */
export async function testServer(options: Options = {}): Promise<TestServer> {
  planAllJobs();
  const { url, pool, giveBack } = await databaseOf(options);
  const time = options.clock ?? (() => new Date());
  const dataDir = await mkdtemp(path.join(tmpdir(), "venue-test-"));
  const config: Config = readConfig({
    LOG_LEVEL: "silent",
    PORT: "0",
    HOST: "127.0.0.1",
    DATA_DIR: dataDir,
    RATE_LIMIT: "0",
    ...options.env,
  });
  const heavy = options.heavy === undefined ? {} : { heavy: options.heavy };
  const database = openDatabase(url, { ...(pool ? { pool } : { max: 10 }), ...heavy });
  const clock: { now: Date | null } = { now: null };
  const app = await createApp({
    database,
    config,
    now: () => clock.now ?? time(),
    checkAnswers: true,
    ...(options.routes === undefined ? {} : { routes: options.routes }),
    ...(options.channels === undefined ? {} : { channels: options.channels }),
    consoleDir: options.consoleDir ?? path.join(dataDir, "no-console"),
  });
  const origin = await app.listen({ port: config.port, host: "127.0.0.1" });
  const db = database.dbFor(PLATFORM);

  const server: TestServer = {
    app,
    origin,
    url,
    database,
    dataDir,
    get now() {
      return clock.now;
    },
    set now(now) {
      clock.now = now;
    },
    async addPerson(username, venues, codes = ALL_CODES) {
      const created_at = new Date();
      const id = `p-${username}`;
      const role_id = `r-${username}`;
      const password_hash = await (passwordHash ??= hashPassword(password));
      await db
        .insertInto("person")
        .values({ id, username, password_hash, name: `员工 ${username}`, created_at })
        .execute();
      await db.insertInto("role").values({ id: role_id, organization_id: "o-1", name: role_id }).execute();
      if (codes.length > 0)
        await db
          .insertInto("role_code")
          .values(codes.map((code) => ({ role_id, code })))
          .execute();
      if (venues.length > 0)
        await db
          .insertInto("person_venue")
          .values(venues.map((venue_id) => ({ person_id: id, venue_id, role_id })))
          .execute();
      return id;
    },
    async as(username) {
      const { access_token } = await startSession(
        db,
        `p-${username}`,
        clock.now ?? time(),
        "127.0.0.1",
        "",
        config.sessionHours * 3_600_000,
      );
      return clientOf(origin, access_token);
    },
    with: (token) => clientOf(origin, token),
    async close() {
      await app.close();
      await database.close();
      await giveBack();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  if (options.url === undefined && options.template === undefined && options.empty !== true) {
    await addVenue(database, "v-1");
    await addVenue(database, "v-2");
    await server.addPerson("admin", ["v-1", "v-2"]);
  }
  return server;
}

/** The database of the options: another server's, a copy of a template, or an empty one that is kept. */
async function databaseOf({
  url,
  template,
}: Options): Promise<{ url: string; pool?: KeptDatabase["pool"]; giveBack: () => Promise<void> }> {
  if (url !== undefined) return { url, giveBack: async () => undefined };
  if (template === undefined) return keptDatabase();
  const copy = await freshDatabase(template);
  return { url: copy.url, giveBack: copy.drop };
}

/** Returns a client of a server with a token. */
export function clientOf(origin: string, token: string): Client {
  const send = async (call: Call, input: unknown, { venueId = "v-1", key, headers = {}, raw }: Sending = {}): Promise<Response> => {
    const values = raw === undefined ? input : raw;
    // Open calls know the person by cookie and the venue by their input.
    const open = call.access === "cookie";
    const who: Record<string, string> = token === "" ? {} : open ? { cookie: `session=${token}`, origin } : { access_token: token };
    const where: Record<string, string> = venueId === "" || open ? {} : { sourceId: venueId };
    const once: Record<string, string> = call.effect && key !== null ? { "idempotency-key": key ?? randomUUID() } : {};
    const all = { "accept-language": "zh-CN", ...who, ...where, ...once, ...headers };
    const named = open && venueId !== "" ? { venueId, ...(values as object) } : values;
    if (call.method === "GET") return fetch(`${origin}${call.path}?${queryOf(named)}`, { headers: all });
    if (call.encoding === "form")
      return fetch(`${origin}${call.path}`, { method: "POST", headers: all, body: new URLSearchParams(queryOf(named)) });
    return fetch(`${origin}${call.path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...all },
      body: typeof named === "string" ? named : JSON.stringify(named),
    });
  };
  const client: Client = {
    token,
    fetch: send,
    async call<C extends Call>(call: C, input: Input<C>, sending?: Sending): Promise<Envelope<Output<C>>> {
      const response = await send(call, input, sending);
      return (await response.json()) as Envelope<Output<C>>;
    },
    async ok(call, input, sending) {
      const answer = await client.call(call, input, sending);
      if (answer.code !== 200) throw new Error(`${call.path}: ${answer.code} ${answer.msg} ${JSON.stringify(answer.data)}`);
      return answer.data;
    },
  };
  return client;
}

function queryOf(values: unknown): string {
  const query = new URLSearchParams();
  if (typeof values === "object" && values !== null)
    for (const [key, value] of Object.entries(values)) if (value !== undefined && value !== null) query.set(key, String(value));
  return query.toString();
}
