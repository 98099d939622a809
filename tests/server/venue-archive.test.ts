/** The export of a venue and the import on the page of the setup link, as the screens make them. */
import { execFile } from "node:child_process";
import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { promisify } from "node:util";
import { createGzip, gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ALL_CODES } from "../../src/contract/core/permissions";
import { callsOf } from "../../src/contract/core/resource/calls";
import { securityLog } from "../../src/contract/platform/security-log";
import { session } from "../../src/contract/session/session";
import { ARCHIVE, venue } from "../../src/contract/venue/venue";
import { type Entry, TAR_END, tarEntries, tarEntry, unpack } from "../../src/server/archive/tar";
import { openSetup } from "../../src/server/domains/session/setup";
import { packageRoot } from "../../src/server/root";
import { password, type TestServer, testServer } from "../support/server";
import { query, snapshot } from "../support/tables";

let source: TestServer;
let target: TestServer;
beforeAll(async () => {
  [source, target] = await Promise.all([testServer(), testServer({ empty: true })]);
});
afterAll(() => Promise.all([source.close(), target.close()]));

const NEW_PASSWORD = "Another-Court-77";
const AT_ONCE = 1_000;

it("gives the venue to whoever may export it, and brings it into an empty installation in parts", async () => {
  await source.addPerson(
    "clerk",
    ["v-1"],
    ALL_CODES.filter((code) => code !== "venue_export"),
  );
  expect((await (await source.as("clerk")).call(venue.archiveSize, {}, { venueId: "v-1" })).code).toBe(403);
  const admin = await source.as("admin");
  expect((await admin.ok(venue.archiveSize, {}, { venueId: "v-1" })).rows).toBeGreaterThan(50);
  const answer = await admin.fetch(venue.archive, {}, { venueId: "v-1" });
  expect(answer.headers.get("content-type")).toBe(ARCHIVE);
  const file = Buffer.from(await answer.arrayBuffer());
  const [line] = (await admin.ok(callsOf(securityLog).list, { q: "venue.archive" }, { venueId: "v-1" })).content;
  expect(line).toMatchObject({ operator: "员工 admin", address: "127.0.0.1", objectId: "v-1", what: "导出整馆数据" });
  expect((await admin.ok(callsOf(securityLog).list, { q: "venue.archive" }, { venueId: "v-2" })).content).toEqual([]);

  const token = await openSetup(target.database);
  if (token === null) throw new Error("the target is not empty");
  const anyone = target.with("");
  const send = (at: number, secret = token) =>
    anyone.call(session.setupPart, { token: secret, at, data: file.subarray(at, at + AT_ONCE).toString("base64") });
  expect((await send(0, "wrong")).code).toBe(409);
  expect((await anyone.call(session.setupImport, { token, password: NEW_PASSWORD })).code).toBe(400);
  for (let at = 0; at < file.length; at += AT_ONCE) expect((await send(at)).code).toBe(200);
  // A part that came twice does not continue the file.
  expect((await send(file.length - 1)).code).toBe(400);
  expect((await anyone.call(session.setupImport, { token, password: "12345678" })).code).toBe(400);
  const { username, access_token } = await anyone.ok(session.setupImport, { token, password: NEW_PASSWORD });

  expect((await target.with(access_token).ok(venue.view, {}, { venueId: "v-1" })).id).toBe("v-1");
  const { idempotency: _, outbox: __, ...theirs } = await snapshot(source.url, "v-1");
  expect(await snapshot(target.url, "v-1")).toMatchObject(theirs);
  for (const [secret, code] of [
    [NEW_PASSWORD, 200],
    [password, 400],
  ] as const)
    expect((await anyone.call(session.login, { username, password: secret })).code).toBe(code);
  // A person imported without a password cannot log in, and the link is used up.
  expect((await anyone.call(session.login, { username: "clerk", password })).code).toBe(400);
  expect((await send(0)).code).toBe(409);
  expect(await query(target.url, "SELECT name FROM platform_secret WHERE name = 'setup'")).toEqual([]);
});

it("is made by the command as well, which writes its line before the file and overwrites none", async () => {
  const out = path.join(source.dataDir, "v-1.tar.gz");
  const env = { PATH: process.env["PATH"], DATABASE_URL: source.url, DATA_DIR: source.dataDir };
  const args = ["--import", "tsx", "src/tools/venue.ts", "export", "--venue", "v-1", "--out", out];
  const command = () => promisify(execFile)(process.execPath, args, { cwd: packageRoot, env });
  await command();
  const lines = () =>
    query(
      source.url,
      "SELECT object, object_id FROM audit_log WHERE venue_id = 'v-1' AND action = 'venue.archive' AND operator = 'system'",
    );
  expect(await lines()).toMatchObject([{ object: "venue", object_id: "v-1" }]);
  expect((await stat(out)).mode & 0o777).toBe(0o600);
  const bytes = await readFile(out);
  const entries = (await Readable.from(tarEntries(Readable.from([gunzipSync(bytes)]))).toArray()) as Entry[];
  const log = entries.filter(({ name }) => name.startsWith("rows/audit_log/")).map(({ content }) => Buffer.from(content).toString("utf8"));
  expect(log.join("").match(/"action":"venue\.archive"/g)).toHaveLength(2);
  await expect(command()).rejects.toThrow(/EEXIST/);
  expect(await readFile(out)).toEqual(bytes);
  const { content } = await (await source.as("admin")).ok(callsOf(securityLog).list, { q: "venue.archive" }, { venueId: "v-1" });
  expect(content.map(({ operator, what }) => [operator, what])).toContainEqual(["系统", "导出整馆数据"]);
});

describe("what an archive unpacks to", () => {
  /** An entry's head that announces so many bytes, and as many zeros after it, made as they are asked for. */
  async function* announcing(bytes: number, sent: { bytes: number }): AsyncGenerator<Buffer> {
    yield tarEntry({ name: "manifest.json", content: Buffer.from("{}") });
    const chunk = Buffer.alloc(1024 * 1024);
    for (let made = 0; made < bytes; made += chunk.length) {
      sent.bytes += chunk.length;
      yield chunk;
    }
  }
  const MB = 1024 * 1024;

  it("stops at many times its size, long before it was read", async () => {
    const sent = { bytes: 0 };
    const unpacked = unpack(Readable.from(announcing(2_000 * MB, sent)).pipe(createGzip()));
    let read = 0;
    await expect(
      (async () => {
        for await (const chunk of unpacked) read += (chunk as Buffer).length;
      })(),
    ).rejects.toThrow(RangeError);
    expect(read).toBeLessThan(300 * MB);
    expect(sent.bytes).toBeLessThan(1_000 * MB);
  });

  it("is read whole where it is as archives are, and no entry is larger than those are", async () => {
    const rows = Array.from({ length: 20_000 }, (_, i) =>
      JSON.stringify({ id: `row-${i}`, at: i * 7_919, name: `会员${(i * 31) % 997}` }),
    ).join("\n");
    const names = ["manifest.json", "rows/member/000000.ndjson"];
    const tar = Buffer.concat([...names.map((name) => tarEntry({ name, content: Buffer.from(rows) })), TAR_END]);
    const found: string[] = [];
    for await (const { name, content } of tarEntries(unpack(Readable.from([gzipSync(tar)])))) {
      found.push(name);
      expect(content.toString()).toBe(rows);
    }
    expect(found).toEqual(names);
    const large = tarEntry({ name: "rows/member/000000.ndjson", content: Buffer.alloc(33 * MB) });
    await expect(Readable.from(tarEntries(Readable.from([large]))).toArray()).rejects.toThrow(RangeError);
  });
});
