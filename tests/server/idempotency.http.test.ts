import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { venue } from "../../src/contract/venue/venue";
import { inVenue } from "../../src/server/http/serve";
import { addMessage } from "../../src/server/kernel/messages";
import { view } from "../../src/server/domains/venue/venue";
import { AppError } from "../../src/server/http/error";
import { type Client, type TestServer, testServer } from "../support/server";

let server: TestServer;
let client: Client;
const change = {
  name: "新名字",
  address: "",
  phone: "",
  holdMinutes: 15,
  daysAhead: 30,
  freeCancelHours: 24,
  lateCancelPercent: 20,
  purseOrder: "giftFirst",
} as const;

/** A service whose every run leaves a message, so that runs can be counted. */
const routes = inVenue(venue, {
  view,
  modify: async (ctx, input) => {
    await addMessage(ctx, { kind: "system", title: () => input.name });
    if (input.name === "拒绝") throw new AppError("conflict");
    return view(ctx);
  },
});
const runs = async (title: string) =>
  (await server.database.dbFor("v-1").selectFrom("message").select("id").where("title", "=", title).execute()).length;

beforeAll(async () => {
  server = await testServer({ routes });
  client = await server.as("admin");
});
afterAll(() => server.close());

describe("a call with an effect", () => {
  it("refuses to run without an Idempotency-Key", async () => {
    expect(await client.call(venue.modify, { ...change, name: "无编号" }, { key: null })).toMatchObject({
      code: 400,
      msg: expect.stringContaining("Idempotency-Key"),
    });
    expect(await client.call(venue.modify, { ...change, name: "无编号" }, { key: "k".repeat(256) })).toMatchObject({ code: 400 });
    expect(await runs("无编号")).toBe(0);
  });

  it("runs once for one key and body, and gives the first answer again", async () => {
    const first = await client.ok(venue.modify, { ...change, name: "重放" }, { key: "replay" });
    const again = await client.ok(venue.modify, { ...change, name: "重放" }, { key: "replay" });
    expect(again).toEqual(first);
    expect(await runs("重放")).toBe(1);
  });

  it("takes the key from a form field as well", async () => {
    const body = new URLSearchParams({ access_token: client.token, sourceId: "v-1", idempotencyKey: "form-key" });
    const sent = await fetch(`${server.origin}${venue.modify.path}`, { method: "POST", body });
    // The missing fields of the form are refused by name: the key was not missing.
    expect(Object.keys(((await sent.json()) as { data: { errors: object } }).data.errors)).toContain("name");
  });

  it("runs once when fifty come at once", async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => client.call(venue.modify, { ...change, name: "五十" }, { key: "fifty" })),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]?.code).toBe(200);
    expect(await runs("五十")).toBe(1);
  });

  it("refuses the key with another body", async () => {
    await client.ok(venue.modify, { ...change, name: "甲馆" }, { key: "other-body" });
    expect((await client.call(venue.modify, { ...change, name: "乙馆" }, { key: "other-body" })).code).toBe(422);
    expect(await runs("乙馆")).toBe(0);
  });

  it("keeps no refusal: the same key may try again", async () => {
    expect((await client.call(venue.modify, { ...change, name: "拒绝" }, { key: "refused" })).code).toBe(409);
    expect(await runs("拒绝")).toBe(0);
    expect((await client.call(venue.modify, { ...change, name: "拒绝" }, { key: "refused" })).code).toBe(409);
    expect((await client.call(venue.modify, { ...change, name: "好了" }, { key: "refused" })).code).toBe(200);
  });

  it("keeps keys apart by person and by venue", async () => {
    await server.addPerson("second", ["v-1"]);
    await client.ok(venue.modify, { ...change, name: "分开" }, { key: "apart" });
    await (await server.as("second")).ok(venue.modify, { ...change, name: "分开" }, { key: "apart" });
    await client.ok(venue.modify, { ...change, name: "分开" }, { key: "apart", venueId: "v-2" });
    expect(await runs("分开")).toBe(2);
  });
});
