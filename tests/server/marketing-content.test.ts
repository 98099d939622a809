/** Reviews and albums: what is shown, featured and answered; the order, cover and reach of photos. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { albums, photos } from "../../src/contract/marketing/albums";
import { content } from "../../src/contract/cms/content";
import { callsOf } from "../../src/contract/core/resource/calls";
import { availableActions } from "../../src/contract/core/resource/define";
import { reviews } from "../../src/contract/marketing/reviews";
import { review as machine } from "../../src/contract/core/states";
import { type Client, type TestServer, testServer } from "../support/server";

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await testServer();
  admin = await server.as("admin");
});
afterAll(() => server.close());

const review = callsOf(reviews);
const album = callsOf(albums);
const wrote = () => admin.ok(review.create, { author: "李娜", score: "4", subject: "venue", memo: "灯光很好", source: "mini" });

describe("a review", () => {
  it("is hidden with a reason, is then no longer featured, and can't be featured until it is shown", async () => {
    const { id } = await wrote();
    expect((await admin.ok(review.feature, { id })).award).toBe(true);
    expect((await admin.call(review.hide, { id, reason: "" })).code).toBe(400);
    expect(await admin.ok(review.hide, { id, reason: "广告" })).toMatchObject({ state: "hidden", award: false, reason: "广告" });
    const refused = await admin.call(review.feature, { id });
    expect([refused.code, refused.data]).toEqual([409, { state: "hidden" }]);
    expect((await admin.call(review.hide, { id, reason: "再次" })).code).toBe(409);
    expect(await admin.ok(review.show, { id })).toMatchObject({ state: "visible", reason: "", award: false });
  });

  it("does in every state the actions that it is offered there, and no other", async () => {
    for (const state of machine.states)
      for (const action of ["show", "hide", "feature", "unfeature", "reply"] as const) {
        const { id } = await wrote();
        if (action === "unfeature") await admin.ok(review.feature, { id });
        if (state === "hidden") await admin.ok(review.hide, { id, reason: "广告" });
        const { code, data } = await admin.call(review[action] as typeof review.hide, { id, reason: "广告", reply: "谢谢" } as never);
        // Hiding ended being featured.
        const open = availableActions(reviews, { state }).includes(action) && !(action === "unfeature" && state === "hidden");
        const to = Reflect.get(machine.table[state], action) as string | undefined;
        expect([state, action, code, code === 200 ? data.state : undefined]).toEqual([
          state,
          action,
          open ? 200 : 409,
          open ? (to ?? state) : undefined,
        ]);
      }
  });

  it("is answered by whoever answers, and is then no longer among those to answer", async () => {
    const { id } = await wrote();
    const open = async () => (await admin.ok(review.list, { replied: "false" })).content.some((row) => row.id === id);
    expect(await open()).toBe(true);
    expect(await admin.ok(review.reply, { id, reply: "谢谢" })).toMatchObject({ reply: "谢谢", repliedBy: "员工 admin", replied: true });
    expect(await open()).toBe(false);
  });

  it("keeps its likes and its place among the featured from whoever records it", async () => {
    const raw = { author: "李娜", score: "4", subject: "venue", memo: "好", source: "mini", award: true, diggs: 99 };
    expect(await admin.ok(review.create, raw as never)).toMatchObject({ award: false, diggs: 0 });
  });
});

describe("an album", () => {
  const named = async (name: string, shown = true) => (await admin.ok(album.create, { name, shown, position: 1 })).id;
  const urls = (...names: string[]) => names.map((name) => `/files/aa/${name}.png`);
  const seen = async (albumId: string) =>
    (await admin.ok(photos.list, { venueId: "v-1", albumId })).content
      .map(({ url, cover }) => `${url.slice(10, 11)}${cover ? "*" : ""}`)
      .join("");

  it("keeps the order that it is put into, and photos that somebody added meanwhile after it", async () => {
    const albumId = await named("顺序");
    const { content: first } = await admin.ok(photos.add, { albumId, urls: urls("a", "b", "c") });
    await admin.ok(photos.add, { albumId, urls: urls("d") });
    const [a, b, c] = first.map(({ id }) => id);
    await admin.ok(photos.order, { albumId, photoIds: [c ?? "", a ?? "", b ?? "", "not-one-of-them"] });
    expect(await seen(albumId)).toBe("ca*bd");
  });

  it("has one cover, which passes to the first of the others when it is deleted", async () => {
    const albumId = await named("封面");
    const { content: all } = await admin.ok(photos.add, { albumId, urls: urls("a", "b", "c") });
    await admin.ok(photos.cover, { id: all[1]?.id ?? "" });
    expect(await seen(albumId)).toBe("ab*c");
    expect((await admin.ok(album.view, { id: albumId })).cover).toBe("/files/aa/b.png");
    await admin.ok(photos.remove, { id: all[1]?.id ?? "" });
    expect(await seen(albumId)).toBe("a*c");
  });

  it("is not deleted while it has photos, and takes none that could run", async () => {
    const albumId = await named("不可删");
    const [photo] = (await admin.ok(photos.add, { albumId, urls: urls("a") })).content;
    expect((await admin.call(album.delete, { id: albumId })).code).toBe(409);
    for (const url of [
      "javascript:alert(1)",
      "//evil.example/x.png",
      "/\\evil.example/x.png",
      "data:image/svg+xml,<svg>",
      'https://a/"onerror=x',
    ])
      expect([url, (await admin.call(photos.add, { albumId, urls: [url] })).code]).toEqual([url, 400]);
    await admin.ok(photos.remove, { id: photo?.id ?? "" });
    await admin.ok(album.delete, { id: albumId });
  });

  it("is seen by anyone only while it is shown, and by nobody at another venue", async () => {
    const shown = await named("对外");
    const hidden = await named("内部", false);
    await admin.ok(photos.add, { albumId: shown, urls: urls("x") });
    await admin.ok(photos.add, { albumId: hidden, urls: urls("y") });
    const look = async (venueId: string) =>
      (await server.with("").ok(content.pictures, { venueId, size: 100 })).content.map(({ url }) => url);
    expect(await look("v-1")).toContain("/files/aa/x.png");
    expect(await look("v-1")).not.toContain("/files/aa/y.png");
    expect(await look("v-2")).toEqual([]);
  });

  it("is changed by whoever holds its code", async () => {
    const albumId = await named("权限");
    await server.addPerson("looks", ["v-1"], ["venue_photes_list"]);
    const looks = await server.as("looks");
    expect((await looks.call(photos.list, { venueId: "v-1", albumId })).code).toBe(200);
    expect((await looks.call(photos.add, { albumId, urls: urls("a") })).code).toBe(403);
    expect((await admin.call(photos.add, { albumId, urls: urls("a") }, { venueId: "v-2" })).code).toBe(404);
  });
});
