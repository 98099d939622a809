/** Memory of a process under keys that clients choose stays bounded, however many they send. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { api } from "../../src/contract/all";
import { content } from "../../src/contract/cms/content";
import { countOf, totalsStored } from "../../src/server/db/counts";
import { Bounded } from "../../src/server/kernel/bounded";
import { packageRoot } from "../../src/server/root";
import { type TestServer, testServer } from "../support/server";

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

/** Maps and sets of modules that grow without a bound of their own, each with what bounds them. */
const BOUNDED_OTHERWISE: Readonly<Record<string, string>> = {
  "db/client.ts names": "stops at its most: a name given to another text would break what connections have prepared",
  "domains/platform/names.ts namesByLanguage": "one entry a language",
  "http/gbk.ts codes": "one entry a sign of GBK",
  "payment/attempt.ts sending": "one entry an attempt that is being sent",
  "resource/checking.ts indexes": "one entry a unique index of the schema",
  "resource/importing.ts steps": "one entry a resource, at start",
  "resource/targets.ts targets": "one entry a resource, at start",
};

it("keeps no map of a module that nothing bounds", () => {
  const root = path.join(packageRoot, "src/server");
  const found = readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.startsWith("demo"))
    .flatMap((file) =>
      // Filled later: without entries from the start. One of a function goes with it, but what `open…` keeps lives as long as the process.
      [
        ...readFileSync(path.join(root, file), "utf8").matchAll(
          /^(?:export )?(?:const|let) (\w+)\b(?!: Readonly)[^=\n]* = new (?:Map(?:<.*>)?\((?:\)|\[$)|Set(?:<.*>)?\(\))/gm,
        ),
      ].map(([, name = ""]) => `${file} ${name}`),
    );
  expect(found.sort()).toEqual(Object.keys(BOUNDED_OTHERWISE).sort());
});

it("drops what was used longest ago", () => {
  const map = new Bounded<string, number>(3);
  for (const [i, key] of ["a", "b", "c"].entries()) map.set(key, i);
  map.get("a");
  map.set("d", 3);
  expect([...map.keys()]).toEqual(["c", "a", "d"]);
  map.set("c", 9);
  map.set("e", 4);
  expect([...map.entries()]).toEqual([
    ["d", 3],
    ["c", 9],
    ["e", 4],
  ]);
  for (let i = 0; i < 10_000; i++) map.set(String(i), i);
  expect(map.size).toBe(3);
});

it("drops what was used longest ago once the values weigh too much", () => {
  const map = new Bounded<string, string>(10, { most: 10, of: (text) => text.length });
  map.set("a", "1234").set("b", "1234").set("a", "1");
  expect([...map.keys()]).toEqual(["b", "a"]);
  map.set("c", "123456");
  expect([...map.keys()]).toEqual(["a", "c"]);
  map.delete("a");
  map.set("d", "1234");
  expect([...map.keys()]).toEqual(["c", "d"]);
  map.set("e", "12345678901");
  expect(map.size).toBe(0);
  map.set("f", "1234567890");
  expect([...map.keys()]).toEqual(["f"]);
});

it("remembers nothing under venue ids that nobody has", async () => {
  const asked = vi.spyOn(server.database, "dbFor");
  const nobody = server.with("");
  const before = totalsStored().venues;
  for (let i = 0; i < 40; i++) {
    const venueId = `nowhere-${i}`;
    for (const [call, input] of [
      [content.articles, { venueId }],
      [content.pictures, { venueId }],
      [content.article, { venueId, id: "a" }],
    ] as const)
      expect((await nobody.call(call, input as never, { venueId: "" })).code).toBe(404);
  }
  expect(asked.mock.calls.filter(([venueId]) => venueId.startsWith("nowhere"))).toEqual([]);
  expect(totalsStored().venues).toBe(before);
  // One that is there is read, and remembered.
  expect((await nobody.call(content.articles, { venueId: "v-1" }, { venueId: "" })).code).toBe(200);
  expect(asked.mock.calls.some(([venueId]) => venueId === "v-1")).toBe(true);
  asked.mockRestore();
});

it("keeps no more totals of lists than its most, for however many venues and searches", async () => {
  const db = server.database.dbFor("v-1");
  const query = (q: number) => db.selectFrom("hall").where("name", "=", String(q)).select("id");
  for (let i = 0; i < 600; i++) await countOf({ db, venue: { id: "v-1" } }, query(i));
  expect(totalsStored().most).toBeLessThanOrEqual(500);
  const admin = await server.as("admin");
  await admin.ok(api.members.list, {});
  expect(totalsStored().most).toBeGreaterThan(100);
});
