/** The tree of permissions that the API tells: whole, in order, with what each code opens. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { calls } from "../../src/contract/all";
import { ALL_CODES } from "../../src/contract/core/permissions";
import { platform } from "../../src/contract/platform/platform";
import { type Client, type TestServer, testServer } from "../support/server";

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await testServer();
  admin = await server.as("admin");
});
afterAll(() => server.close());

it("has each code once, its parent before it, numbered among those of the same parent", async () => {
  const { content } = await admin.ok(platform.menuTree, {});
  expect(content.map(({ code }) => code).sort()).toEqual([...ALL_CODES].sort());
  const seen = new Map<string | null, number>([[null, 0]]);
  for (const { code, parentId, sequence } of content) {
    expect([code, seen.get(parentId)]).toEqual([code, sequence]);
    seen.set(parentId, sequence + 1);
    seen.set(code, 0);
  }
});

it("says what a code opens, what of it the operation log keeps, and where its page is", async () => {
  const { content } = await admin.ok(platform.menuTree, {});
  const of = (code: string) => content.find((node) => node.code === code);
  expect(of("venue_user_list")).toMatchObject({
    parentId: "venue_user_admin",
    type: "page",
    path: "/venueUser/venue-user-list",
    title: "会员列表",
  });
  expect(of("member_recharge")).toMatchObject({ parentId: "venue_user_list", type: "button", title: "充值", path: "" });
  const opened = content.flatMap(({ code, calls: own }) => own.map(({ method, uri }) => `${code} ${method} ${uri}`));
  expect(opened.sort()).toEqual(calls.flatMap(({ call }) => call.codes.map((code) => `${code} ${call.method} ${call.path}`)).sort());
  const logged = content.flatMap(({ calls: own }) => own.filter(({ recordLog }) => recordLog));
  expect(logged.length).toBeGreaterThan(200);
  expect(logged.filter(({ method }) => method !== "POST")).toEqual([]);
});

it("tells in the reader's language which pages are not for the venue's kind, to who sets up roles", async () => {
  const closed = async (): Promise<readonly string[]> =>
    (await admin.ok(platform.menuTree, {})).content.flatMap(({ code, type, disable }) => (disable && type === "page" ? [code] : []));
  expect(await closed()).toContain("hall-booking");
  expect(await closed()).not.toContain("venue_booking");
  await server.database.dbFor("v-1").updateTable("venue").set({ main_tag: "swimming" }).where("id", "=", "v-1").execute();
  // The server hears of a change that it did not make itself a moment later.
  await expect.poll(closed).toContain("venue_booking");
  expect(await closed()).not.toContain("hall-booking");
  await server.addPerson("desk", ["v-1"], ["sale_from2"]);
  expect((await (await server.as("desk")).call(platform.menuTree, {})).code).toBe(403);
});
