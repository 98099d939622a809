import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { coupon as log, couponCodes } from "../../src/contract/coupon/coupon";
import { callsOf } from "../../src/contract/core/resource/calls";
import { type Client, type TestServer, testServer } from "../support/server";
import { query } from "../support/tables";
import { excelRows } from "../support/unzip";

const coupon = { ...callsOf(log), ...couponCodes };
const batch = {
  scheme: "全民健身券",
  face: "20.00",
  threshold: "100.00",
  startsOn: "2026-01-01",
  endsOn: "2099-12-31",
  couponCodes: ["TY-0001", "ty 0002"],
};
const other = { ...batch, scheme: "亲子券", face: "10.50", threshold: "0", couponCodes: ["QZ-0001"] };

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await testServer();
  admin = await server.as("admin");
});
beforeEach(() => query(server.url, "DELETE FROM coupon"));
afterAll(() => server.close());

const stored = () => query(server.url, "SELECT * FROM coupon ORDER BY venue_id, code");
const codes = async (input: Parameters<typeof admin.ok<typeof coupon.list>>[1]) =>
  (await admin.ok(coupon.list, input)).content.map((row) => row.code).sort();

describe("the coupon log", () => {
  it("registers each code once, in capitals and without blanks", async () => {
    expect(await admin.ok(coupon.register, { ...batch, couponCodes: [...batch.couponCodes, "TY-0001"] })).toEqual({ count: 2 });
    expect(await codes({})).toEqual(["TY-0001", "TY0002"]);
    expect((await admin.ok(coupon.list, { q: "0001" })).content[0]).toMatchObject({
      scheme: "全民健身券",
      face: "20.00",
      threshold: "100.00",
      state: "issued",
      used: "0.00",
      subsidy: "0.00",
      usedAt: null,
    });
  });

  it("refuses codes that are registered, names them, and registers none of the others", async () => {
    await admin.ok(coupon.register, batch);
    const answer = await admin.call(coupon.register, { ...other, couponCodes: ["QZ-0009", "TY-0001"] });
    expect(answer).toMatchObject({ code: 409, msg: "这些券码已经登记过：TY-0001；一张都没有登记，请去掉后重试" });
    expect(await codes({})).toEqual(["TY-0001", "TY0002"]);
  });

  it("narrows by state, day and text; the sums and the file follow the filter", async () => {
    await admin.ok(coupon.register, batch);
    await admin.ok(coupon.register, { ...other, endsOn: "2026-02-01", startsOn: "2026-01-01" });
    expect(await codes({ state: "expired" })).toEqual(["QZ-0001"]);
    expect(await codes({ state: "issued" })).toEqual(["TY-0001", "TY0002"]);
    expect(await codes({ endsOnFrom: "2026-03-01" })).toEqual(["TY-0001", "TY0002"]);
    expect(await codes({ q: "亲子" })).toEqual(["QZ-0001"]);
    expect(await admin.ok(coupon.sums, {})).toEqual({ count: 3, face: "50.50", used: "0.00", subsidy: "0.00" });
    expect(await admin.ok(coupon.sums, { q: "亲子" })).toMatchObject({ count: 1, face: "10.50" });
    const file = await admin.fetch(coupon.excel, { q: "亲子" });
    const [row] = await excelRows(Buffer.from(await file.arrayBuffer()));
    expect(row?.slice(0, 4)).toEqual(["QZ-0001", "亲子券", "10.50", "0.00"]);
    expect(row?.[6]).toBe("已过期");
  });

  it("takes an unused coupon back once; what ended stays", async () => {
    await admin.ok(coupon.register, other);
    await admin.ok(coupon.register, { ...batch, startsOn: "2026-01-01", endsOn: "2026-02-01", couponCodes: ["TY-0001"] });
    const [ended, unused] = (await admin.ok(coupon.list, { sort: "code,desc" })).content;
    await admin.ok(coupon.withdraw, { id: unused?.id ?? "" });
    expect((await admin.call(coupon.withdraw, { id: unused?.id ?? "" })).code).toBe(404);
    expect(await admin.call(coupon.withdraw, { id: ended?.id ?? "" })).toMatchObject({
      code: 409,
      msg: "当前状态为“已过期”，不能撤回",
    });
    expect(await codes({})).toEqual(["TY-0001"]);
  });

  it("tells the desk what a code is worth, and why one cannot pay", async () => {
    await admin.ok(coupon.register, batch);
    await admin.ok(coupon.register, { ...other, startsOn: "2026-01-01", endsOn: "2026-02-01" });
    expect(await admin.ok(coupon.find, { code: " ty-0001 " })).toMatchObject({ code: "TY-0001", face: "20.00" });
    expect(await admin.call(coupon.find, { code: "QZ-0001" })).toMatchObject({
      code: 409,
      msg: "体育券 QZ-0001 只能在 2026-01-01 至 2026-02-01 使用，什么都没有改动",
    });
    expect(await admin.call(coupon.find, { code: "NONE-1" })).toMatchObject({ code: 404 });
  });
});

describe("what is refused", () => {
  it("names each field that is wrong, and writes nothing", async () => {
    const errorsOf = async (input: object): Promise<string[]> =>
      Object.keys(((await admin.call(coupon.register, batch, { raw: input })).data as { errors?: object }).errors ?? {}).sort();
    expect(await errorsOf({})).toEqual(["couponCodes", "endsOn", "face", "scheme", "startsOn", "threshold"]);
    expect(await errorsOf({ ...batch, face: "0", endsOn: "2025-12-31" })).toContain("face");
    expect(await errorsOf({ ...batch, endsOn: "2025-12-31" })).toEqual(["endsOn"]);
    expect(await errorsOf({ ...batch, couponCodes: ["TY-0001", "券"] })).toEqual(["couponCodes"]);
    expect(await stored()).toEqual([]);
  });

  it("lets those look who may look, those take who may take, and no more", async () => {
    await admin.ok(coupon.register, batch);
    const before = await stored();
    await server.addPerson("looker", ["v-1"], ["coupon_log_list"]);
    const looker = await server.as("looker");
    const list = await looker.ok(coupon.list, {});
    expect(list.totalElements).toBe(2);
    expect((await looker.call(coupon.find, { code: "TY-0001" })).code).toBe(403);
    expect((await looker.call(coupon.register, other)).code).toBe(403);
    expect((await looker.call(coupon.withdraw, { id: list.content[0]?.id ?? "" })).code).toBe(403);
    expect((await looker.call(coupon.excel, {})).code).toBe(403);
    await server.addPerson("desk", ["v-1"], ["coupon_use"]);
    const desk = await server.as("desk");
    expect((await desk.ok(coupon.find, { code: "TY-0001" })).code).toBe("TY-0001");
    expect((await desk.call(coupon.list, {})).code).toBe(403);
    expect(await stored()).toEqual(before);
  });

  it("shows and changes nothing of another venue", async () => {
    await admin.ok(coupon.register, batch);
    const id = (await admin.ok(coupon.list, {})).content[0]?.id ?? "";
    const before = await stored();
    const there = { venueId: "v-2" };
    expect((await admin.ok(coupon.list, {}, there)).content).toEqual([]);
    expect((await admin.ok(coupon.sums, {}, there)).count).toBe(0);
    expect((await admin.call(coupon.find, { code: "TY-0001" }, there)).code).toBe(404);
    expect((await admin.call(coupon.withdraw, { id }, there)).code).toBe(404);
    expect(await stored()).toEqual(before);
    await admin.ok(coupon.register, batch, there);
  });
});
