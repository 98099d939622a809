/** Content: what may be edited, published and seen, and that nothing in it runs. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { api } from "../../src/contract/all";
import type { Input } from "../../src/contract/core/call";
import { publication } from "../../src/contract/core/states";
import { make, declaredResources } from "../support/declared";
import { type Client, type TestServer, testServer } from "../support/server";
import { HOSTILE } from "../support/hostile";
import { query } from "../support/tables";

let server: TestServer;
let admin: Client;
let category: string;
beforeAll(async () => {
  server = await testServer();
  admin = await server.as("admin");
  category = (await admin.ok(api.cmsCategories.create, { name: "攻略", kinds: ["article"], sequence: 1 })).id;
});
afterAll(() => server.close());
beforeEach(() => {
  server.now = null;
});

const { articles } = api;
const draft = (more: object = {}): Input<typeof articles.create> => ({
  title: "握拍与步法",
  category,
  body: "<p>正文</p>",
  tags: ["新手"],
  ...more,
});
const write = async (more: object = {}) => (await admin.ok(articles.create, draft(more))).id;
const see = (id: string) => admin.ok(articles.view, { id });
async function publish(id: string): Promise<void> {
  await admin.ok(articles.submit, { id });
  await admin.ok(articles.publish, { id });
}
const found = async (more: object = {}) =>
  (await server.with("").ok(api.content.articles, { venueId: "v-1", size: 100, ...more })).content.map(({ id }) => id);
const code = async (call: Promise<{ code: number }>) => (await call).code;

/** Content that would run or load: a tag that is not of plain text, a handler, a style, or an address of another scheme. */
const RUNS =
  /<(?!\/?(p|br|strong|b|em|i|u|s|h2|h3|h4|ul|ol|li|blockquote|a|img|hr|code|pre)\b)[a-z!/?]|<[^>]*\s(on\w+|style|srcdoc|formaction)\s*=|(href|src)\s*=\s*["']?(?!https?:|mailto:|tel:)[^"'>]*?[:;]/i;

describe("rich text", () => {
  it.each(HOSTILE.map((text) => [text]))("keeps nothing that runs of %s", async (hostile) => {
    const id = await write({ title: hostile.slice(0, 80), body: `<p>前</p>${hostile}<p>后</p>` });
    const { body, title } = await see(id);
    expect(body).toContain("<p>前</p>");
    expect(RUNS.test(body) ? body : "").toBe("");
    // A title is text, not HTML: it is kept as it was typed, and escaped where it is shown.
    expect(title).toBe(hostile.slice(0, 80).trim());
    const kept = await query<{ body: string }>(server.url, "SELECT body FROM cms_item WHERE id = $1", [id]);
    expect(kept[0]?.body).toBe(body);
    await publish(id);
    const read = await server.with("").ok(api.content.article, { venueId: "v-1", id });
    expect(read.body).toBe(body);
  });

  it("recognises what runs: the check itself can fail", () => {
    expect(HOSTILE.filter((text) => !RUNS.test(text))).toEqual([]);
  });

  it("keeps headings, lists, links and pictures", async () => {
    const body = `<h2>标题</h2><ul><li>一</li></ul><p><a href="https://a.example/">链接</a></p><img src="https://a.example/a.png" alt="图" />`;
    const saved = (await see(await write({ body }))).body;
    for (const part of ["<h2>标题</h2>", "<li>一</li>", 'href="https://a.example/"', 'rel="noopener', 'src="https://a.example/a.png"'])
      expect(saved).toContain(part);
  });
});

describe("the publication", () => {
  it("allows each move of its table and refuses every other, keeping the state", async () => {
    const id = await write();
    for (const state of publication.states)
      for (const action of ["submit", "publish", "reject", "hide", "show", "revise"] as const) {
        await query(server.url, "UPDATE cms_item SET state = $1 WHERE id = $2", [state, id]);
        const answer = await admin.call(articles[action], { id, reason: "标题太长" });
        const to = (publication.table[state] as Readonly<Record<string, string>>)[action];
        expect([state, action, answer.code === 200, (await see(id)).state]).toEqual([state, action, to !== undefined, to ?? state]);
      }
  });

  it("is edited, by itself or by its pictures, and deleted only as its table has it: what is hidden is a draft then", async () => {
    for (const state of publication.states) {
      const to = (publication.table[state] as Readonly<Record<string, string>>)["edit"];
      const put = (id: string) => query(server.url, "UPDATE cms_item SET state = $1 WHERE id = $2", [state, id]);
      const id = await write();
      await put(id);
      const modified = await admin.call(articles.modify, { ...draft({ title: "改过" }), id });
      const seen = await see(id);
      expect([state, modified.code === 200, seen.state, seen.title]).toEqual([
        state,
        to !== undefined,
        to ?? state,
        to === undefined ? "握拍与步法" : "改过",
      ]);
      await put(id);
      expect([state, (await code(admin.call(articles.delete, { id }))) === 200]).toEqual([state, to !== undefined]);
      const banner = (await admin.ok(api.banners.create, { title: "首页", position: "home" })).id;
      await put(banner);
      const item = { title: "一", banner, picture: "https://cdn.example/1.png", sequence: 1, link: "" };
      const added = await code(admin.call(api.bannerItems.create, item));
      expect([state, added === 200, (await admin.ok(api.banners.view, { id: banner })).state]).toEqual([
        state,
        to !== undefined,
        to ?? state,
      ]);
    }
  });

  it("shows again without a review only what was reviewed", async () => {
    const id = await write();
    await publish(id);
    await admin.ok(articles.hide, { id });
    expect((await admin.ok(articles.show, { id })).state).toBe("published");
    await admin.ok(articles.hide, { id });
    await admin.ok(articles.modify, { ...draft({ title: "改过" }), id });
    expect(await code(admin.call(articles.show, { id }))).not.toBe(200);
    expect(await found()).not.toContain(id);
    await publish(id);
    expect(await found()).toContain(id);
  });

  it("lets nobody edit or delete what is published or in review", async () => {
    const id = await write();
    await admin.ok(articles.submit, { id });
    const changed = { ...draft({ title: "改过" }), id };
    expect([await code(admin.call(articles.modify, changed)), await code(admin.call(articles.delete, { id }))]).not.toContain(200);
    await admin.ok(articles.publish, { id });
    expect([await code(admin.call(articles.modify, changed)), await code(admin.call(articles.delete, { id }))]).not.toContain(200);
    expect((await see(id)).title).toBe("握拍与步法");
    await admin.ok(articles.hide, { id });
    await admin.ok(articles.modify, changed);
    expect(await see(id)).toMatchObject({ title: "改过", state: "draft" });
  });

  it("needs another code than writing", async () => {
    await server.addPerson("writer", ["v-1"], ["article-admin", "article_modify"]);
    const writer = await server.as("writer");
    const { id } = await writer.ok(articles.create, draft());
    await writer.ok(articles.submit, { id });
    expect(await code(writer.call(articles.publish, { id }))).toBe(403);
    expect((await see(id)).state).toBe("in_review");
  });

  it("sends back with a reason, which the next submission clears", async () => {
    const id = await write();
    await admin.ok(articles.submit, { id });
    expect((await admin.ok(articles.reject, { id, reason: "缺图片" })).reason).toBe("缺图片");
    expect((await admin.ok(articles.submit, { id })).reason).toBe("");
  });

  it("does not submit an article without text, nor a banner without pictures", async () => {
    expect(await code(admin.call(articles.submit, { id: await write({ body: "<p> &nbsp;</p>" }) }))).not.toBe(200);
    const { id } = await admin.ok(api.banners.create, { title: "首页", position: "home" });
    expect(await code(admin.call(api.banners.submit, { id }))).not.toBe(200);
    const item = { title: "一", banner: id, picture: "https://cdn.example/1.png", sequence: 1 };
    await admin.ok(api.bannerItems.create, { ...item, link: "/marketing/activity-list" });
    expect(await code(admin.call(api.bannerItems.create, { ...item, link: "javascript:alert(1)" }))).toBe(400);
    expect(await code(admin.call(api.bannerItems.create, { ...item, link: "//evil.example" }))).toBe(400);
    await admin.ok(api.banners.submit, { id });
    expect(await code(admin.call(api.bannerItems.create, item))).not.toBe(200);
    await admin.ok(api.banners.publish, { id });
    expect(await code(admin.call(api.banners.delete, { id }))).not.toBe(200);
  });
});

describe("what everybody sees", () => {
  it("is what is published, from its time on and until it goes", async () => {
    const start = Date.now();
    server.now = new Date(start);
    const minute = (minutes: number) => new Date(start + minutes * 60_000);
    const id = await write({ publishAt: minute(2).toISOString(), offAt: minute(4).toISOString() });
    expect(await found()).not.toContain(id);
    await publish(id);
    const shown: boolean[] = [];
    for (const minutes of [1, 2, 3, 4]) {
      server.now = minute(minutes);
      shown.push((await found()).includes(id));
      expect((await see(id)).shown).toBe(shown.at(-1));
      expect(await code(server.with("").call(api.content.article, { venueId: "v-1", id }))).toBe(shown.at(-1) ? 200 : 404);
    }
    expect(shown).toEqual([false, true, true, false]);
  });

  it("goes when it is hidden, and counts its views", async () => {
    const id = await write();
    await publish(id);
    for (let i = 0; i < 3; i++) await server.with("").ok(api.content.article, { venueId: "v-1", id });
    expect((await see(id)).views).toBe(3);
    expect(await found({ q: "新手" })).toContain(id);
    expect(await found({ categoryId: "none" })).toEqual([]);
    expect((await server.with("").ok(api.content.articles, { venueId: "v-2" })).content).toEqual([]);
    await admin.ok(articles.hide, { id });
    expect(await found()).not.toContain(id);
  });

  it("does not go before it comes", async () => {
    const times = { publishAt: "2026-12-02T00:00:00Z", offAt: "2026-12-01T00:00:00Z" };
    expect(await code(admin.call(articles.create, draft(times)))).toBe(400);
  });
});

describe("kinds of content", () => {
  it("share a table and never show each other's", async () => {
    const id = await write();
    expect(await code(admin.call(api.news.view, { id }))).toBe(404);
    expect(await code(admin.call(api.news.hide, { id }))).toBe(404);
    expect((await admin.ok(api.news.list, {})).content.map((row) => row.id)).not.toContain(id);
  });

  it("take only categories that are for them, and enter new tags by themselves", async () => {
    expect(await code(admin.call(api.news.create, { title: "新闻", category, source: "本馆" }))).toBe(400);
    await write({ tags: ["双打", "双打", "战术"] });
    const tags = (await admin.ok(api.cmsTags.list, {})).content;
    expect(tags.filter(({ name }) => name === "双打").map(({ items }) => items)).toEqual([1]);
  });
});

describe("a video", () => {
  const base = { title: "反手", playedOn: "2026-11-20" };
  it("is at a platform in use, found by its address", async () => {
    const video = (await admin.ok(api.cmsCategories.create, { name: "教学", kinds: ["video"], sequence: 1 })).id;
    const platform = await admin.ok(api.videoPlatforms.create, { name: "哔哩", hosts: ["Bili.example.com"], enabled: true, sequence: 1 });
    const add = (videoUrl: string) => admin.call(api.videos.create, { title: "反手", category: video, videoUrl });
    const refused = [
      "https://evil-bili.example.com.attacker.org/1",
      "https://xbili.example.com/1",
      "http://bili.example.com/1",
      "javascript:alert(1)",
      "https://bili.example.com@evil.org/",
    ];
    for (const address of refused) expect([address, await code(add(address))]).toEqual([address, 400]);
    const made = await add("https://m.bili.example.com/v/1");
    expect([made.code, made.data.platform]).toEqual([200, platform.id]);
    const off = { ...platform, enabled: false };
    await admin.ok(api.videoPlatforms.modify, off);
    expect(await code(add("https://bili.example.com/v/2"))).toBe(400);
    // Existing content stays, and can be edited.
    const { id } = made.data;
    await admin.ok(api.videos.modify, { id, title: "反手高远", category: video, videoUrl: "https://m.bili.example.com/v/1" });
    expect(await code(admin.call(api.videoPlatforms.delete, { id: platform.id }))).not.toBe(200);
  });

  it("plays in its platform's player, where there is one, under what its address calls it", async () => {
    const video = (await admin.ok(api.cmsCategories.create, { name: "播放", kinds: ["video"], sequence: 3 })).id;
    const platform = { hosts: ["play.example.com"], enabled: true, sequence: 3 };
    const made = await admin.ok(api.videoPlatforms.create, { ...platform, name: "能播", player: "https://player.example.com/?bvid={id}" });
    const add = async (videoUrl: string) => {
      const { id } = await admin.ok(api.videos.create, { title: "播放", category: video, videoUrl });
      return { id, url: (await admin.ok(api.videos.view, { id })).playerUrl };
    };
    const first = await add("https://play.example.com/video/BV1xx411c7mD/?spm=1#t=3");
    expect(first.url).toBe("https://player.example.com/?bvid=BV1xx411c7mD");
    expect((await add("https://play.example.com/watch?a=1&v=dQw4-9_Q")).url).toBe("https://player.example.com/?bvid=dQw4-9_Q");
    expect((await add("https://play.example.com/x/page/n0042abc.html")).url).toBe("https://player.example.com/?bvid=n0042abc");
    expect((await add("https://play.example.com/")).url).toBe("");
    await admin.ok(api.videoPlatforms.modify, { ...made, player: "" });
    expect((await admin.ok(api.videos.view, { id: first.id })).playerUrl).toBe("");
  });

  it("of a competition belongs to its game", async () => {
    const games = declaredResources.find(({ name }) => name === "games");
    if (!games) throw new TypeError("no games");
    const game = (await make(server.url, admin, games)).id;
    await admin.ok(api.videoPlatforms.create, { name: "自有", hosts: ["cdn.example.com"], enabled: true, sequence: 2 });
    const more = { ...base, game, videoUrl: "https://cdn.example.com/1.mp4" };
    const { id } = await admin.ok(api.competitionVideos.create, more);
    expect(await admin.ok(api.competitionVideos.submit, { id })).toMatchObject({ state: "in_review", game });
    expect((await admin.ok(api.competitionVideos.list, { game })).content.map((row) => row.id)).toEqual([id]);
  });

  it("platform has hosts that are hosts and a player that is an address", async () => {
    const platform = { name: "坏", hosts: ["a b"], sequence: 1 };
    expect(await code(admin.call(api.videoPlatforms.create, platform))).toBe(400);
    expect(await code(admin.call(api.videoPlatforms.create, { ...platform, hosts: ["v.example.net"], player: "javascript:{id}" }))).toBe(
      400,
    );
  });
});
