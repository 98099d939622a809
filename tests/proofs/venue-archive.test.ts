/** A venue exported to one file and imported into an empty installation is the same venue, row for row and picture for picture. */
import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LEFT_OUT } from "../../src/server/archive/catalogue";
import { exportVenue } from "../../src/server/archive/export";
import { type Imported, importVenue } from "../../src/server/archive/import";
import { type Entry, tarEntries, tarEntry } from "../../src/server/archive/tar";
import { type Database, openDatabase, PLATFORM } from "../../src/server/db/client";
import { filesDir, newPath, openStore } from "../../src/server/files/store";
import { hashPassword, passwordMatches } from "../../src/server/kernel/password";
import { examine } from "../../src/tools/doctor/examine";
import { type FreshDatabase, freshDatabase } from "../support/database";
import { demoTemplate, NOW } from "../support/demo";
import { query, snapshot, venueTables } from "../support/tables";

const PASSWORD = "Court-And-Lane-1";
const PNG = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");

interface Installation extends FreshDatabase {
  readonly database: Database;
  readonly dataDir: string;
}
const open: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of open.toReversed()) await close();
});

async function installation(template?: string): Promise<Installation> {
  const fresh = await freshDatabase(template);
  const database = openDatabase(fresh.url, { max: 8 });
  const dataDir = await mkdtemp(path.join(tmpdir(), "venue-archive-"));
  open.push(
    () => rm(dataDir, { recursive: true }),
    () => fresh.drop(),
    () => database.close(),
  );
  return { ...fresh, database, dataDir };
}

async function addPicture({ database, dataDir }: Installation): Promise<string> {
  const file = newPath("png");
  await openStore(dataDir).put(file, PNG);
  const row = { venue_id: PLATFORM, id: file.slice(-12), path: file, type: "image/png", bytes: PNG.length, address: "::1", at: NOW };
  await database.dbFor(PLATFORM).insertInto("uploaded_file").values(row).execute();
  return file;
}

const exported = async ({ database, dataDir }: Installation, venueId: string): Promise<Buffer> => {
  const { body } = await exportVenue(database.dbFor(venueId), venueId, { store: openStore(dataDir), now: NOW });
  return Buffer.concat((await body.toArray()) as Buffer[]);
};

async function imported({ database, dataDir }: Installation, archive: Buffer): Promise<Imported> {
  const client = database.owner();
  await client.connect();
  try {
    return await importVenue(client, Readable.from([archive]), { store: openStore(dataDir), passwordHash: await hashPassword(PASSWORD) });
  } finally {
    await client.end();
  }
}

/** The plan of work is the scheduler's, which does not run here. */
const PLAN = "every deadline has its row in the plan of work";
const findings = async ({ url, dataDir }: Installation): Promise<string[]> =>
  (await examine(url, () => undefined, openStore(dataDir), NOW))
    .filter(({ note, check }) => !note && check !== PLAN)
    .flatMap((result) => result.findings.map(({ check, subject }) => `${check}: ${subject}`));
/** Triggers and keys as they are: an import puts back what it lifted. */
const guards = (url: string): Promise<unknown[]> =>
  query(
    url,
    `SELECT tgrelid::regclass::text AS on, tgname::text AS name, tgenabled::text AS state FROM pg_trigger WHERE NOT tgisinternal
     UNION ALL SELECT conrelid::regclass::text, conname, concat(condeferrable, condeferred) FROM pg_constraint WHERE contype = 'f' ORDER BY 1, 2`,
  );
const filesOf = async ({ dataDir }: Installation): Promise<string[]> =>
  (await readdir(filesDir(dataDir), { recursive: true }).catch(() => [])).filter((name) => name.endsWith("png"));

let source: Installation;
let venueId: string;
let archive: Buffer;
let shown: string;
beforeAll(async () => {
  source = await installation(await demoTemplate());
  venueId = (await source.database.dbFor(PLATFORM).selectFrom("venue").select("id").orderBy("id").executeTakeFirstOrThrow()).id;
  shown = await addPicture(source);
  await addPicture(source);
  await source.database
    .dbFor(venueId)
    .updateTable("venue")
    .set({ pictures: [`/files/${shown}`] })
    .where("id", "=", venueId)
    .execute();
  archive = await exported(source, venueId);
}, 3_600_000);

it("is equal in every table, with the pictures that it names and sound by doctor's checks", async () => {
  const target = await installation();
  const result = await imported(target, archive);
  const tables = (await venueTables(source.url)).filter((name) => LEFT_OUT[name] === undefined && name !== "uploaded_file");
  const [before, after] = await Promise.all([snapshot(source.url, venueId), snapshot(target.url, venueId)]);
  // Preferences belong to people as well.
  for (const table of tables) expect(after[table], table).toBe(before[table]);
  expect(tables.filter((name) => !before[name]?.startsWith("0:")).length).toBeGreaterThan(60);

  const shared = {
    organization: "t",
    venue: "t",
    role: "t",
    role_code: "t",
    update_notice: "t",
    person: "row(t.id, t.username, t.name, t.phone, t.avatar, t.language, t.state, t.created_at)",
  };
  for (const [table, row] of Object.entries(shared)) {
    const rowsOf = async (url: string) =>
      (await query<{ row: string }>(url, `SELECT (${row})::text AS row FROM "${table}" t ORDER BY 1`)).map((one) => one.row);
    const [theirs, ours] = [await rowsOf(source.url), await rowsOf(target.url)];
    expect(ours.length, table).toBeGreaterThan(0);
    expect(theirs, table).toEqual(expect.arrayContaining(ours));
    if (table === "organization" || table.startsWith("role") || table === "update_notice") expect(ours, table).toHaveLength(theirs.length);
  }
  expect(await filesOf(target)).toEqual([path.normalize(shown)]);
  expect(await readFile(path.join(filesDir(target.dataDir), shown))).toEqual(PNG);
  expect(await query(target.url, "SELECT path, bytes FROM uploaded_file")).toEqual([{ path: shown, bytes: PNG.length }]);
  expect(result.files).toBe(1);

  expect(await findings(source)).toEqual([]);
  expect(await findings(target)).toEqual([]);
  expect(await guards(target.url)).toEqual(await guards(source.url));

  // Nobody's password came along; the administrator has the one that was given, and what is done next is numbered behind what came.
  const people = await query<{ username: string; password_hash: string }>(target.url, "SELECT username, password_hash FROM person");
  for (const { username, password_hash } of people)
    expect(await passwordMatches(password_hash, PASSWORD), username).toBe(username === result.administrator.username);
  await target.database.dbFor(venueId).updateTable("venue").set({ phone: "1" }).where("id", "=", venueId).execute();
  expect(await query(target.url, "SELECT object FROM audit_log WHERE id = (SELECT max(id) FROM audit_log)")).toEqual([{ object: "venue" }]);

  // The imported venue exports to the same rows and pictures.
  const entriesOf = async (bytes: Buffer) =>
    ((await Readable.from(tarEntries(Readable.from([gunzipSync(bytes)]))).toArray()) as Entry[])
      .filter(({ name }) => /^(rows\/(member|posting|booking_order)|files)\//.test(name))
      .map(({ name, content }) => `${name} ${createHash("sha256").update(content).digest("hex")}`);
  const again = await entriesOf(await exported(target, venueId));
  expect(again.length).toBeGreaterThan(3);
  expect(again).toEqual(await entriesOf(archive));
});

describe("an import", () => {
  const refused = async (target: Installation, bytes: Buffer): Promise<string> => {
    const before = await snapshot(target.url);
    const error: unknown = await imported(target, bytes).then(
      () => "imported",
      (reason: unknown) => reason,
    );
    expect(await snapshot(target.url)).toEqual(before);
    expect(await filesOf(target)).toEqual([]);
    return error instanceof Error && "key" in error ? String(error.key) : String(error);
  };
  const changed = async (change: (name: string, content: Buffer) => Buffer | undefined): Promise<Buffer> => {
    const parts: Buffer[] = [];
    for await (const { name, content } of tarEntries(Readable.from([gunzipSync(archive)]))) {
      const now = change(name, Buffer.from(content));
      if (now) parts.push(tarEntry({ name, content: now }));
    }
    return gzipSync(Buffer.concat([...parts, Buffer.alloc(1_024)]));
  };
  const edited = (find: string, text: string) => (name: string, content: Buffer) =>
    name.startsWith(find) ? Buffer.from(content.toString("utf8").replace(/\d(?=\D*\n)/, text)) : content;

  it("refuses a file that was changed, cut or is none, and keeps nothing of it", async () => {
    const target = await installation();
    const flipped = Buffer.from(archive);
    const at = Math.floor(flipped.length / 2);
    flipped.writeUInt8(flipped.readUInt8(at) ^ 1, at);
    expect(await refused(target, flipped)).toBe("importDamaged");
    // Whole again for gzip and tar: only the seal tells.
    expect(await refused(target, await changed(edited("rows/member/", "7")))).toBe("importDamaged");
    expect(await refused(target, await changed((name, content) => (name.startsWith("rows/review/") ? undefined : content)))).toBe(
      "importDamaged",
    );
    expect(await refused(target, archive.subarray(0, archive.length - 2_000))).toBe("importDamaged");
    expect(await refused(target, Buffer.from("no archive"))).toBe("importDamaged");
    // Taken apart and put together again without a change it is the same file.
    expect((await imported(target, await changed((_, content) => content))).files).toBe(1);
  });

  it("refuses an installation that has people, and a file of another version", async () => {
    const target = await installation();
    const other = await changed((name, content) =>
      name === "manifest.json" ? Buffer.from(content.toString("utf8").replace(/"schema":"\w/, '"schema":"_')) : content,
    );
    expect(await refused(target, other)).toBe("importSchema");
    await target.database.dbFor(PLATFORM).insertInto("organization").values({ id: "o", name: "o", created_at: NOW }).execute();
    expect(await refused(target, archive)).toBe("importNotEmpty");
  });
});
