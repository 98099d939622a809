/** Uploaded pictures in a bucket, on an S3 server that checks signatures: all that the disk does, and nothing of others touched. */
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import S3rver from "@20minutes/s3rver";
import { AwsClient } from "aws4fetch";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { uploads } from "../../src/contract/uploads/uploads";
import { exportVenue } from "../../src/server/archive/export";
import { importVenue } from "../../src/server/archive/import";
import { readConfig } from "../../src/server/config";
import { newPath, openStore } from "../../src/server/files/store";
import { sweepFiles } from "../../src/server/files/sweep";
import { hashPassword } from "../../src/server/kernel/password";
import { FULL } from "../support/forms";
import { query } from "../support/tables";
import { type TestServer, testServer } from "../support/server";

const PNG = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");
/** The server's own account. */
const [KEY_ID, SECRET] = ["S3RVER", "S3RVER"];

let directory: string;
let s3: S3rver;
let at: string;
let env: Record<string, string>;
let server: TestServer;
let owner: AwsClient;
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), "venue-bucket-"));
  s3 = new S3rver({ port: 0, address: "127.0.0.1", silent: true, directory, configureBuckets: [{ name: "pictures" }, { name: "others" }] });
  const { port } = await s3.run();
  at = `http://127.0.0.1:${port}`;
  env = { FILES_URL: `${at}/pictures`, FILES_KEY_ID: KEY_ID, FILES_SECRET: SECRET };
  owner = new AwsClient({ accessKeyId: KEY_ID, secretAccessKey: SECRET, region: "us-east-1", service: "s3", retries: 0 });
  server = await testServer({ env });
});
afterAll(async () => {
  await server.close();
  await s3.close();
  await rm(directory, { recursive: true, force: true });
});

const storeOf = (values: Record<string, string>) => openStore("/nowhere", readConfig(values).bucket);
async function upload(image = PNG): Promise<string> {
  const anyone = server.with("");
  const { upToken } = await anyone.ok(uploads.upToken, { organizationId: "o-1" });
  return (await anyone.ok(uploads.base64, { upToken, image: image.toString("base64") })).url;
}
const get = (url: string, headers: Record<string, string> = {}, method = "GET") => fetch(server.origin + url, { method, headers });
const keysIn = async (bucket: string) =>
  [...(await (await owner.fetch(`${at}/${bucket}`)).text()).matchAll(/<Key>(.*?)<\/Key>/g)].map(([, key]) => key ?? "");

it("serves a picture that was copied into the bucket as a picture, whatever the copy called it", async () => {
  const file = newPath("webp");
  await owner.fetch(`${at}/pictures/${file}`, { method: "PUT", body: PNG, headers: { "content-type": "text/html" } });
  expect((await get(`/files/${file}`)).headers.get("content-type")).toBe("image/webp");
  await owner.fetch(`${at}/pictures/${file}`, { method: "DELETE" });
});

describe("a picture that is uploaded", () => {
  it("is in the bucket, not on this disk, and served as from the disk", async () => {
    const url = await upload();
    expect(await keysIn("pictures")).toEqual([url.replace("/files/", "")]);
    expect(await readdir(server.dataDir)).toEqual([]);
    const answer = await get(url);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(PNG);
    const shown = (name: string) => answer.headers.get(name);
    expect(
      [
        "content-type",
        "content-length",
        "cache-control",
        "cross-origin-resource-policy",
        "content-security-policy",
        "x-content-type-options",
      ].map(shown),
    ).toEqual(["image/png", String(PNG.length), "public, max-age=31536000, immutable", "cross-origin", "default-src 'none'", "nosniff"]);
  });

  it("is served in part, by its head alone, and not again to who has it", async () => {
    const url = await upload();
    const part = await get(url, { range: "bytes=1-3" });
    expect([part.status, part.headers.get("content-range"), await part.text()]).toEqual([206, `bytes 1-3/${PNG.length}`, "PNG"]);
    const head = await get(url, {}, "HEAD");
    expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([200, String(PNG.length), ""]);
    const etag = head.headers.get("etag") ?? "";
    expect((await get(url, { "if-none-match": etag })).status).toBe(304);
    expect((await get(url, { range: "bytes=999999-" })).status).toBe(416);
  });

  it("is nothing but a picture of ours: other keys of the bucket, other buckets and unknown names are not found", async () => {
    await owner.fetch(`${at}/pictures/backup.tar`, { method: "PUT", body: "x" });
    await owner.fetch(`${at}/others/ab/${"0".repeat(38)}.png`, { method: "PUT", body: "x" });
    const names = ["backup.tar", newPath("png"), "../others/secret", `..%2fothers%2fab%2f${"0".repeat(38)}.png`, "?list-type=2", ""];
    for (const name of names) expect((await get(`/files/${name}`)).status).toBeGreaterThanOrEqual(400);
    await owner.fetch(`${at}/pictures/backup.tar`, { method: "DELETE" });
  });
});

it("sweeps what belongs to nothing, in full over more than a page, and leaves what others keep there", async () => {
  const store = storeOf(env);
  const known = (await upload()).replace("/files/", "");
  const strays = Array.from({ length: FULL ? 1_005 : 5 }, () => newPath("png"));
  const left = [...strays];
  const line = async (): Promise<void> => {
    for (let stray = left.pop(); stray !== undefined; stray = left.pop()) await store.put(stray, PNG);
  };
  await Promise.all(Array.from({ length: 20 }, line));
  await owner.fetch(`${at}/pictures/notes.txt`, { method: "PUT", body: "not ours" });
  expect(await sweepFiles(server.database, store, new Date())).toBe(0);
  const clock = vi.spyOn(Date, "now").mockReturnValue(Date.now() + 2 * 3_600_000);
  expect(await sweepFiles(server.database, store, new Date())).toBe(strays.length);
  clock.mockRestore();
  const found = await keysIn("pictures");
  expect(found).toContain(known);
  expect(found).toContain("notes.txt");
  expect(found.filter((key) => strays.includes(key))).toEqual([]);
});

it("goes into a venue's file and out of it, from one bucket to another", async () => {
  const url = await upload();
  await query(server.url, `UPDATE venue SET pictures = '{${url}}' WHERE id = 'v-1'`);
  const { body } = await exportVenue(server.database.dbFor("v-1"), "v-1", { store: storeOf(env), now: new Date() });
  const archive = Buffer.concat((await body.toArray()) as Buffer[]);
  const target = await testServer({ empty: true });
  const client = target.database.owner();
  await client.connect();
  try {
    const store = storeOf({ ...env, FILES_URL: `${at}/others/` });
    const before = await keysIn("others");
    const passwordHash = await hashPassword("Court-And-Lane-1");
    // A failed import leaves nothing in the bucket.
    await expect(importVenue(client, Readable.from([archive.subarray(0, -400)]), { store, passwordHash })).rejects.toThrow();
    expect(await keysIn("others")).toEqual(before);
    expect((await importVenue(client, Readable.from([archive]), { store, passwordHash })).files).toBe(1);
    expect(await store.read(url.replace("/files/", ""))).toEqual(PNG);
  } finally {
    await client.end();
    await target.close();
  }
});

describe("a bucket that refuses", () => {
  it("stores nothing, and the reader hears of a fault, not of a key", async () => {
    const wrong = storeOf({ ...env, FILES_SECRET: "wrong" });
    await expect(wrong.put(newPath("png"), PNG)).rejects.toThrow("403");
    await expect(wrong.read(newPath("png"))).rejects.toThrow("403");
    const other = await testServer({ url: server.url, env: { ...env, FILES_SECRET: "wrong" } });
    const answer = await fetch(`${other.origin}/files/${newPath("png")}`);
    const said = await answer.text();
    expect(answer.status).toBe(500);
    expect(said).not.toMatch(/S3RVER|wrong|127\.0\.0\.1/);
    await other.close();
  });

  it("stops the start where its settings are half", () => {
    for (const missing of ["FILES_URL", "FILES_KEY_ID", "FILES_SECRET"])
      expect(() => readConfig({ ...env, [missing]: "" })).toThrow("a bucket needs all three");
    expect(readConfig({}).bucket).toBeNull();
  });
});
