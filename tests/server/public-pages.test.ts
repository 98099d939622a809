/** The customers' pages: what they show, to whom, what they never show, and what one reader can make the server do. */
import Fastify from "fastify";
import { renderSVG } from "uqr";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { matches } from "../../src/contract/competitions/matches";
import { platform } from "../../src/contract/platform/platform";
import { linkOf } from "../../src/server/domains/platform/mini-code";
import { PLATFORM } from "../../src/server/db/client";
import { registerPublicPages } from "../../src/server/http/public-pages";
import { book, evening, seedBooking, TOMORROW } from "../support/booking";
import { testServer, type TestServer } from "../support/server";
import { Tournament } from "../support/tournament";
import { type TestVenue, testVenue } from "../support/venue";

let t: TestVenue;
let server: TestServer;
beforeEach(async () => {
  t = await testVenue();
  await seedBooking(t);
  server = await testServer({ url: t.url, clock: () => t.now });
});
afterEach(async () => {
  await server.close();
  await t.close();
});

const setVenue = (values: Readonly<Record<string, unknown>>) =>
  t.database.dbFor(PLATFORM).updateTable("venue").set(values).where("id", "=", "v-1").execute();
const publish = () => setVenue({ public_page: true, phone: "021-5033 6027", address: "张杨路 1458 号", name: "源深羽毛球馆" });
const open = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(server.origin + path, { headers: { "accept-language": "zh-CN", ...headers } });
const text = async (path: string, headers: Readonly<Record<string, string>> = {}): Promise<string> => (await open(path, headers)).text();
interface Tag {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}
const ATTRIBUTE = /([^\s=>"'/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+)))?/g;
/** The tags of a page with their attributes, quoted ones read to their closing quote as browsers do. */
const tagsOf = (html: string): Tag[] =>
  [...html.matchAll(/<([a-z][\w-]*)((?:"[^"]*"|'[^']*'|[^"'>])*)>/gi)].map(([, name = "", rest = ""]) => ({
    name: name.toLowerCase(),
    attributes: Object.fromEntries(
      [...rest.matchAll(ATTRIBUTE)].map(([, key = "", double, single, bare]) => [key.toLowerCase(), double ?? single ?? bare ?? ""]),
    ),
  }));
const attributeOf = (html: string, name: string, has: string, attribute: string): string | undefined =>
  tagsOf(html).find((tag) => tag.name === name && Object.values(tag.attributes).includes(has))?.attributes[attribute];

/** Whatever of a page would run: scripts beside structured data, handlers, addresses of other kinds than a page may have. */
function harmful(html: string): string[] {
  return tagsOf(html).flatMap(({ name, attributes }) => [
    ...(name === "script" && attributes["type"] !== "application/ld+json" ? ["script"] : []),
    ...Object.entries(attributes).flatMap(([key, value]) =>
      key.startsWith("on") || (["href", "src"].includes(key) && !/^(\/|#|https?:|tel:|mailto:)/.test(value)) ? [`${key}=${value}`] : [],
    ),
  ]);
}
/** Visible text: no tags, entities resolved as far as tests need. */
const words = (html: string): string =>
  html
    .replaceAll(/<script[\s\S]*?<\/script>|<[^>]+>/g, " ")
    .replaceAll("&amp;", "&")
    .replaceAll(/\s+/g, " ");

async function tournament(entries = 4): Promise<Tournament> {
  const cup = new Tournament(t);
  await cup.enter(entries);
  await cup.takeCourts();
  return cup;
}
const gamePath = (cup: Tournament, rest = ""): string => `/mini/v/v-1/competitions/${cup.gameId}${rest}`;

it("answers 404 in words for a venue that is unknown or has not published its pages", async () => {
  for (const path of ["/mini/v/v-1", "/mini/v/v-1/pay", "/mini/v/v-1/competitions", "/mini/v/none", "/mini/nothing/at/all"]) {
    const answer = await open(path);
    expect(answer.status, path).toBe(404);
    expect(answer.headers.get("content-type")).toContain("text/html");
    expect(words(await answer.text())).toContain("场馆没有公开此页面，或链接已失效");
  }
  expect(words(await text("/mini/v/v-1?lang=en"))).toContain("The venue has not published this page");
  await publish();
  expect((await open("/mini/v/v-1")).status).toBe(200);
  // One address has one spelling: another would be rendered and stored once more.
  for (const path of ["/mini/v/v%2D1", "/mini/v/%76-1/pay", "/mini/v/%00", "/mini/%73itemap.xml"])
    expect((await open(path)).status, path).toBe(404);
});

it("shows hours, address with a map, telephone and the prices by which the desk sells, in both languages", async () => {
  await publish();
  const zh = await text("/mini/v/v-1");
  expect(zh).toContain('lang="zh-CN"');
  expect(zh).toContain('href="tel:02150336027"');
  expect(zh).toContain("https://uri.amap.com/");
  expect(words(zh)).toContain("周一至周五：06:00–18:00 每半小时 25.00 元，18:00–23:00 每半小时 40.00 元。");
  expect(words(zh)).toContain("周六、周日：06:00–18:00 每半小时 40.00 元，18:00–23:00 每半小时 50.00 元。");
  const en = await text("/mini/v/v-1?lang=en");
  expect(en).toContain('lang="en"');
  expect(words(en)).toContain("Mon–Fri: 06:00–18:00 ¥25.00 per half hour, 18:00–23:00 ¥40.00 per half hour.");
  expect(await text("/mini/v/v-1", { "accept-language": "en-GB" })).toContain('lang="en"');
});

it("counts the courts that are free all of an hour, and names nobody who booked", async () => {
  await publish();
  const strip = async (): Promise<string> => {
    const html = await text("/mini/v/v-1");
    return words(html.slice(html.indexOf('id="free"'), html.indexOf("</section>", html.indexOf('id="free"'))));
  };
  await book(t, evening);
  t.now = new Date(t.now.getTime() + 20_000);
  expect(await strip()).toContain("20:00 9 片");
  // The two halves of the basketball hall count, not the full court that they make up.
  expect(await strip()).toContain("篮球 10:00 2 片");
  expect(await text("/mini/v/v-1")).not.toMatch(/王伟|沈佩仪|陈一鸣|1\d{10}/);
});

it("is closed on a day on which the calendar says so, whatever the weekday's hours", async () => {
  await publish();
  expect(words(await text("/mini/v/v-1"))).toContain("营业中");
  await t.database
    .dbFor("v-1")
    .insertInto("holiday")
    .values({ venue_id: "v-1", day: "2026-11-21", name: "盘点", kind: "closed", priced_as: 7 })
    .execute();
  t.now = new Date(t.now.getTime() + 301_000);
  expect(words(await text("/mini/v/v-1"))).not.toContain("营业中");
});

it("tells search engines of the venue as it is, under the configured address and not the one that a request names", async () => {
  await publish();
  const html = await text("/mini/v/v-1", { host: "evil.example" });
  const data = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? "null") as Record<string, unknown>;
  expect(data).toMatchObject({ "@type": "SportsActivityLocation", name: "源深羽毛球馆", telephone: "021-5033 6027" });
  expect(data["openingHoursSpecification"]).toHaveLength(7);
  expect(attributeOf(html, "link", "canonical", "href")).toBe("/mini/v/v-1?lang=zh");
  expect(html).not.toContain("evil.example");
  const sitemap = await text("/mini/sitemap.xml");
  expect(sitemap).toContain(`<loc>${server.origin}/mini/v/v-1?lang=en</loc>`);
  const named = await testServer({ url: t.url, clock: () => t.now, env: { MINI_PROGRAM_URL: "https://venue.example/mini" } });
  const page = await (await fetch(`${named.origin}/mini/v/v-1?lang=zh`)).text();
  expect(attributeOf(page, "link", "canonical", "href")).toBe("https://venue.example/mini/v/v-1?lang=zh");
  expect(await (await fetch(`${named.origin}/mini/sitemap.xml`)).text()).toContain("<loc>https://venue.example/mini/v/v-1?lang=en</loc>");
  await named.close();
  await setVenue({ public_page: false });
  t.now = new Date(t.now.getTime() + 601_000);
  expect(await text("/mini/sitemap.xml")).not.toContain("/mini/v/v-1?");
});

it("renders once for a crowd, and anew when its seconds are over", async () => {
  await publish();
  const pages = await Promise.all(Array.from({ length: 40 }, () => text("/mini/v/v-1")));
  expect(new Set(pages).size).toBe(1);
  const { headers } = await open("/mini/v/v-1");
  expect(headers.get("cache-control")).toBe("public, max-age=15");
  expect(headers.get("set-cookie")).toBeNull();
  await setVenue({ phone: "021-1111" });
  expect(await text("/mini/v/v-1")).toBe(pages[0]);
  const same = await open("/mini/v/v-1", { "if-none-match": headers.get("etag") ?? "" });
  expect([same.status, await same.text()]).toEqual([304, ""]);
  t.now = new Date(t.now.getTime() + 16_000);
  expect(await text("/mini/v/v-1")).toContain("021-1111");
});

it("limits the renderings of one address, not its readers, and then answers with the last rendering and its age", async () => {
  await publish();
  // A whole minute is counted: it must not end on the way.
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-21T04:00:05Z") });
  const strict = await testServer({ url: t.url, clock: () => t.now, env: { RATE_LIMIT: "60", TRUST_PROXY: "on" } });
  const visit = (path: string, from = "203.0.113.9") => fetch(strict.origin + path, { headers: { "x-forwarded-for": from } });
  try {
    // A hall's phones: one address, one rendering.
    const phones = await Promise.all(Array.from({ length: 40 }, () => visit("/mini/v/v-1")));
    expect(new Set(phones.map(({ status }) => status))).toEqual(new Set([200]));
    const others = [];
    for (let i = 0; i < 12; i++) others.push((await visit(`/mini/v/v-1/articles/none-${i}`)).status);
    expect(others).toEqual([...Array<number>(11).fill(404), 429]);
    const refused = await visit("/mini/v/v-1/articles/none");
    expect(words(await refused.text())).toContain("访问太频繁");
    t.now = new Date(t.now.getTime() + 45_000);
    await setVenue({ phone: "021-1111" });
    const stale = await visit("/mini/v/v-1");
    expect([stale.status, stale.headers.get("age")]).toEqual([200, "45"]);
    expect(await stale.text()).not.toContain("021-1111");
    const fresh = await visit("/mini/v/v-1", "203.0.113.10");
    expect([fresh.status, fresh.headers.get("age")]).toEqual([200, null]);
    expect(await fresh.text()).toContain("021-1111");
    // A rendering of long ago is none.
    t.now = new Date(t.now.getTime() + 11 * 60_000);
    expect((await visit("/mini/v/v-1")).status).toBe(429);
  } finally {
    vi.useRealTimers();
    await strict.close();
  }
});

it("lets 200 pages wait to be rendered and refuses further ones", async () => {
  await publish();
  const app = Fastify();
  let open = (): void => undefined;
  const gate = new Promise<void>((resolve) => (open = resolve));
  await registerPublicPages(app, {
    database: t.database,
    now: () => t.now,
    customerPages: [],
    pages: [{ url: "/slow/:n", seconds: 5, render: (_, id) => gate.then(() => id("n")) }],
    pathsOf: () => Promise.resolve([]),
    limits: undefined,
    assetsDir: "none",
    codeUrl: null,
  });
  await app.ready();
  const slow = (n: number) => app.inject({ url: `/mini/v/v-1/slow/${n}` });
  const waiting = Array.from({ length: 204 }, (_, n) => slow(n));
  const again = slow(0);
  // The last ones come once the others are in the queue.
  await new Promise((resolve) => setImmediate(resolve));
  const refused = slow(204);
  await refused.then(({ statusCode }) => expect(statusCode).toBe(503));
  open();
  expect(new Set((await Promise.all(waiting)).map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  expect((await again).body).toBe("0");
  await app.close();
});

it("would notice what runs", () => {
  expect(harmful(`<p>x</p><script>alert(1)</script><a href="javascript:alert(1)">x</a><img src=x onerror=alert(1)>`)).toEqual([
    "script",
    "href=javascript:alert(1)",
    "src=x",
    "onerror=alert(1)",
  ]);
});

it("escapes whatever is stored: scripts, attributes and addresses", async () => {
  const script = "<script>alert(1)</script>";
  const attribute = `"><img src=x onerror=alert(2)>`;
  await setVenue({
    public_page: true,
    name: `馆${script}`,
    intro: attribute,
    phone: `javascript:alert(3)`,
    address: `</script>${script}`,
    logo: "javascript:alert(4)",
    pictures: ["javascript:alert(5)", `/files/a.png${attribute}`],
  });
  const db = t.database.dbFor("v-1");
  const own = { venue_id: "v-1", created_at: t.now };
  await db
    .insertInto("venue_service")
    .values({ ...own, id: "s-1", name: script, kind: "other", picture: "javascript:alert(6)", shown: true, sequence: 1, memo: attribute })
    .execute();
  await db
    .insertInto("cms_item")
    .values({ ...own, id: "n-1", kind: "news", title: script, summary: attribute, state: "published", published_at: t.now })
    .execute();
  await db
    .insertInto("cms_category")
    .values({ ...own, id: "c-1", name: "文章", kinds: ["article"], sequence: 1 })
    .execute();
  await db
    .insertInto("cms_item")
    .values({
      ...own,
      id: "a-1",
      kind: "article",
      category_id: "c-1",
      title: script,
      summary: attribute,
      body: `<p onclick="alert(7)">文</p>${script}<a href="javascript:alert(8)">x</a>`,
      state: "published",
      published_at: t.now,
    })
    .execute();
  const cup = await tournament();
  await cup.draw(script);
  await db.updateTable("game").set({ long_title: script, address: attribute }).execute();
  await db.updateTable("game_event").set({ title: script }).execute();
  await db.updateTable("game_team").set({ club: attribute }).execute();
  const match = await cup.keyed("1-1-1");
  const paths = [
    "/mini",
    "/mini/v/v-1",
    "/mini/v/v-1/pay",
    "/mini/v/v-1/articles/a-1",
    "/mini/v/v-1/competitions",
    gamePath(cup),
    gamePath(cup, "/order"),
    gamePath(cup, `/events/${cup.eventId}`),
    gamePath(cup, `/events/${cup.eventId}/repeat`),
    `/mini/v/v-1/matches/${match.id}`,
    "/mini/sitemap.xml",
  ];
  let seen = 0;
  for (const path of paths) {
    const answer = await open(path);
    expect(answer.status, path).toBe(200);
    const html = await answer.text();
    expect(harmful(html), path).toEqual([]);
    expect(answer.headers.get("content-security-policy")).not.toMatch(/script-src[^;]*unsafe-inline/);
    if (html.includes("&lt;script&gt;alert(1)")) seen++;
  }
  // The payloads were there to be escaped.
  expect(seen).toBeGreaterThanOrEqual(8);
  const [, structured = ""] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(await text("/mini/v/v-1")) ?? [];
  expect(JSON.parse(structured)).toMatchObject({ name: `馆${script}` });
});

it("shows a competition only once it is published, and its draw only once that is", async () => {
  await publish();
  const cup = await tournament();
  const list = () => text("/mini/v/v-1/competitions");
  const later = () => (t.now = new Date(t.now.getTime() + 60_000));
  expect(words(await text(gamePath(cup)))).toContain("尚未公布对阵");
  await cup.act(matches.makeDraw, { eventId: cup.eventId, seed: "公开" });
  later();
  // Drawn and not published: nobody outside sees who meets whom.
  expect((await open(gamePath(cup, `/events/${cup.eventId}`))).status).toBe(404);
  expect((await open(gamePath(cup, `/events/${cup.eventId}/repeat`))).status).toBe(404);
  expect(words(await text(gamePath(cup, "/order")))).toContain("赛程还没有公布");
  const match = await cup.keyed("1-1-1");
  expect((await open(`/mini/v/v-1/matches/${match.id}`)).status).toBe(404);
  await cup.act(matches.publishDraw, { eventId: cup.eventId });
  later();
  expect((await open(gamePath(cup, `/events/${cup.eventId}`))).status).toBe(200);
  expect(await list()).toContain(cup.gameId);
  for (const status of ["draft", "cancelled"]) {
    await t.database.dbFor("v-1").updateTable("game").set({ status }).execute();
    later();
    for (const path of [gamePath(cup), gamePath(cup, "/order"), gamePath(cup, `/events/${cup.eventId}`), `/mini/v/v-1/matches/${match.id}`])
      expect((await open(path)).status, `${status} ${path}`).toBe(404);
    expect(await list()).not.toContain(cup.gameId);
  }
});

it("shows draw, order of play, live scores and results with people by initials, even where the game shows their names in the hall", async () => {
  await publish();
  const cup = await tournament();
  await cup.draw();
  await cup.plan();
  const first = await cup.keyed("1-1-1");
  await cup.play(first);
  t.now = new Date(t.now.getTime() + 60_000);
  const order = words(await text(gamePath(cup, "/order")));
  expect(order).toContain(TOMORROW);
  expect(order).toMatch(/选\*\*/);
  const event = words(await text(gamePath(cup, `/events/${cup.eventId}`)));
  expect(event).toContain("半决赛");
  expect(event).toMatch(/选\*\* .*21 21/);
  expect(words(await text(gamePath(cup)))).toContain("最新成绩");
  for (const path of [
    gamePath(cup),
    gamePath(cup, "/order"),
    gamePath(cup, `/events/${cup.eventId}`),
    gamePath(cup, `/events/${cup.eventId}/repeat`),
  ])
    expect(await text(path)).not.toMatch(/选手\d|137\d{8}/);
});

it("repeats a draw from its seed, and marks what was changed since", async () => {
  await publish();
  const cup = await tournament(8);
  await cup.draw("公开的种子 2026");
  const repeat = () => text(gamePath(cup, `/events/${cup.eventId}/repeat`));
  const same = await repeat();
  expect(words(same)).toContain("公开的种子 2026");
  expect(words(same)).toContain("完全一致");
  expect(same).not.toContain('class="differs"');
  const db = t.database.dbFor("v-1");
  const { id, lines } = await db.selectFrom("racecard").select(["id", "lines"]).executeTakeFirstOrThrow();
  const [one = "", two = "", ...others] = lines;
  await db
    .updateTable("racecard")
    .set({ lines: [two, one, ...others] })
    .where("id", "=", id)
    .execute();
  t.now = new Date(t.now.getTime() + 61_000);
  const changed = await repeat();
  expect(words(changed)).toContain("与现在的对阵不同");
  expect(changed.match(/class="differs"/g)).toHaveLength(2);
});

it("opens the matching page from every code that the console draws", async () => {
  await publish();
  const cup = await tournament();
  await cup.draw();
  await cup.plan();
  const match = await cup.keyed("1-1-1");
  t.now = new Date(`${TOMORROW}T01:00:00Z`);
  const follow = async (address: string): Promise<string> => {
    const { pathname, search } = new URL(address);
    const answer = await open(pathname + search);
    expect(answer.status, address).toBe(200);
    return words(await answer.text());
  };
  const base = "https://venue.example/mini";
  const code = (business: "venueDetail" | "payToVenue") => linkOf(base, platform.miniCode.input.parse({ business, venueId: "v-1" }));
  expect(await follow(code("venueDetail"))).toContain("营业");
  expect(await follow(code("payToVenue"))).toContain("向场馆付款");
  expect(await follow(`${base}/v/v-1/matches/${match.id}`)).toContain("选** ");
  const court = await follow(`${base}/v/v-1/courts/${match.court?.id ?? "b-1"}`);
  expect(court).toContain("今天这片场地的对阵");
  expect(court).toMatch(/选\*\*/);
  expect(await text(`/mini/v/v-1/courts/${match.court?.id ?? "b-1"}`)).toContain("/umpire?venue=v-1&amp;court=");
  expect((await open("/mini/v/v-1/courts/none")).status).toBe(404);
});

it("draws codes that open under the host by which the desk reached the server", async () => {
  await publish();
  await server.addPerson("desk", ["v-1"]);
  const input = { business: "venueDetail", venueId: "v-1" } as const;
  const drawn = await (await server.as("desk")).ok(platform.miniCode, input);
  const link = linkOf(`${server.origin}/mini`, platform.miniCode.input.parse(input));
  expect(decodeURIComponent(drawn)).toBe(`data:image/svg+xml;utf8,${renderSVG(link, { ecc: "M" })}`);
});

it("never shows rows of another venue under a venue's address", async () => {
  await publish();
  const cup = await tournament();
  await cup.draw();
  const db = t.database.dbFor(PLATFORM);
  const mine = await db.selectFrom("venue").selectAll().where("id", "=", "v-1").executeTakeFirstOrThrow();
  await db
    .insertInto("venue")
    .values({ ...mine, id: "v-9", site_type_source_id: "v-9", name: "别的馆" })
    .execute();
  const match = await cup.keyed("1-1-1");
  for (const path of [gamePath(cup), gamePath(cup, `/events/${cup.eventId}`), `/mini/v/v-1/matches/${match.id}`, "/mini/v/v-1/courts/b-1"])
    expect((await open(path.replace("v-1", "v-9"))).status, path).toBe(404);
  expect(words(await text("/mini/v/v-9"))).not.toContain("公开赛");
});
