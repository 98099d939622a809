/** The venue's own data, and the position that an address has in the table of districts. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { content } from "../../src/contract/cms/content";
import { venue } from "../../src/contract/venue/venue";
import { modify, view } from "../../src/server/domains/venue/venue";
import { type Client, type TestServer, testServer } from "../support/server";
import { testVenue } from "../support/venue";

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await testServer();
  admin = await server.as("admin");
});
afterAll(() => server.close());

const named = { name: "源深羽毛球馆", address: "张杨路 1458 号", phone: "021-58219999" };
const week = (minute: number): number[] => Array.from({ length: 7 }, () => minute);

describe("venue info", () => {
  it("opens with what was saved, and leaves what was not sent as it is", async () => {
    const info = {
      ...named,
      shortName: "源深",
      pictures: ["/files/ab/1.png", "https://cdn.example/2.png"],
      intro: "恒温",
      contact: "林婉清",
      email: "a@b.cn",
      province: "上海市",
      city: "上海市",
      area: "浦东新区",
      longitude: 121.5412,
      latitude: 31.2215,
      openMinutes: week(420),
      closeMinutes: week(1_380),
      receiptHead: "源深\n张杨路",
      receiptFoot: "谢谢",
      holdMinutes: 20,
    };
    await admin.ok(venue.modify, info);
    expect(await admin.ok(venue.view, {})).toMatchObject(info);
    await admin.ok(venue.modify, { ...named, name: "改名" });
    expect(await admin.ok(venue.view, {})).toMatchObject({ ...info, name: "改名" });
    await admin.ok(venue.modify, { ...named, longitude: null, latitude: null, logo: null });
    expect(await admin.ok(venue.view, {})).toMatchObject({ longitude: null, latitude: null, holdMinutes: 20 });
    expect((await admin.ok(venue.view, {}, { venueId: "v-2" })).name).toBe("场馆 v-2");
  });

  it("is what stands, not what the request that asks knew of its venue when it came", async () => {
    const t = await testVenue();
    const saved = await t.act(async (ctx) => {
      await modify(ctx, { ...named, name: "刚改的名" });
      return view(ctx);
    });
    expect(saved.name).toBe("刚改的名");
    await t.close();
  });

  it("is refused at the field: a day that closes before it opens, half a position, a picture from anywhere", async () => {
    const before = await admin.ok(venue.view, {});
    const errors = async (input: object) => {
      const answer = await admin.call(venue.modify, { ...named, ...input });
      return [answer.code, Object.keys((answer.data as { errors?: object }).errors ?? {})];
    };
    expect(await errors({ openMinutes: week(600), closeMinutes: week(540) })).toEqual([400, ["closeMinutes"]]);
    expect(await errors({ longitude: 121 })).toEqual([400, ["latitude"]]);
    expect(await errors({ logo: "javascript:alert(1)" })).toEqual([400, ["logo"]]);
    expect(await errors({ email: "nobody" })).toEqual([400, ["email"]]);
    expect(await admin.ok(venue.view, {})).toEqual(before);
  });

  it("is changed by who may", async () => {
    await server.addPerson("reader", ["v-1"], ["venue_view"]);
    expect((await (await server.as("reader")).call(venue.modify, named)).code).toBe(403);
  });
});

describe("a position", () => {
  const find = async (address: string, city?: string) =>
    (await server.with("").ok(content.location, { address, ...(city === undefined ? {} : { city }) })).content;
  it("is that of the district that an address names, the best first", async () => {
    expect((await find("上海市浦东新区张杨路 1458 号"))[0]).toMatchObject({ name: "浦东新区", address: "上海市浦东新区" });
    expect((await find("鼓楼区中山路 1 号", "江苏省南京市"))[0]).toMatchObject({ address: "江苏省南京市鼓楼区", latitude: 32.067 });
    expect((await find("福田深南大道"))[0]).toMatchObject({ name: "福田区" });
    expect((await find("文三路 1 号", "浙江省杭州市"))[0]?.address).toContain("杭州市");
    expect(await find("没有这个地方")).toEqual([]);
  });

  // The position on a map is the seat of the district, within a sixth of a degree.
  it.each([
    ["北京市朝阳区工人体育场北路甲 2 号", "110105", 116.447, 39.93],
    ["上海市徐汇区天钥桥路 666 号", "310104", 121.44, 31.183],
    ["广东省广州市天河区天河路 299 号", "440106", 113.325, 23.137],
    ["深圳南山区科苑南路", "440305", 113.944, 22.52],
    ["四川省成都市武侯区武侯祠大街", "510107", 104.048, 30.646],
    ["江苏省昆山市前进中路", "320583", 120.98, 31.385],
    ["湖北省仙桃市仙桃大道", "429004", 113.45, 30.36],
    ["云南省大理白族自治州大理市古城", "532901", 100.163, 25.69],
    ["新疆喀什市解放北路", "653101", 75.99, 39.47],
    ["海南省三亚市吉阳区迎宾路", "460203", 109.578, 18.28],
    ["重庆市忠县州屏环路", "500233", 108.04, 30.3],
    // Made since 2016: of one that has another name now, and of several.
    ["河北省邯郸市永年区新洺路", "130408", 114.49, 36.78],
    ["西藏那曲市安多县", "540624", 91.68, 32.26],
    ["江苏省苏州工业园区苏州大道", "320576", 120.72, 31.31],
    ["香港九龙红磡畅运道 9 号", "810000", 114.182, 22.301],
  ])("of %s is at the seat of %s", async (address, code, longitude, latitude) => {
    const [best] = await find(address);
    expect(best?.code).toBe(code);
    expect(Math.hypot((best?.longitude ?? 0) - longitude, (best?.latitude ?? 0) - latitude)).toBeLessThan(1 / 6);
  });

  it("is known for every province, city and district, each once and in China", async () => {
    const { districts } = await import("../../src/server/domains/venue/districts");
    const all = districts();
    const wrong = all.filter(({ longitude, latitude }) => !(longitude > 73 && longitude < 136 && latitude > 3 && latitude < 54));
    expect(wrong).toEqual([]);
    expect(new Set(all.map(({ code }) => code)).size).toBe(all.length);
    expect(all.filter(({ province, city }) => province === "" || city === "")).toEqual([]);
    expect(new Set(all.map(({ province }) => province)).size).toBe(34);
    expect(all.filter(({ area }) => area === "").length).toBeGreaterThan(330);
    expect(all.filter(({ area }) => area !== "").length).toBeGreaterThan(2_800);
  });
});
