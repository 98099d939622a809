/** The operation log in people's words and the release notes that an administrator publishes. */
import type { Call } from "../../src/contract/core/call";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bookingOrders } from "../../src/contract/booking/booking-orders";
import { bookingInfo } from "../../src/contract/finance/booking-info";
import { clubs } from "../../src/contract/clubs/clubs";
import { fixed } from "../../src/contract/fixed/fixed";
import { members } from "../../src/contract/members/members";
import { callsOf } from "../../src/contract/core/resource/calls";
import { securityLog } from "../../src/contract/platform/security-log";
import { shell } from "../../src/contract/platform/shell";
import { updateNotice } from "../../src/contract/core/states";
import { updateLog } from "../../src/contract/platform/update-log";
import { byText } from "../support/order";
import { query } from "../support/tables";
import { type Client, type TestServer, testServer } from "../support/server";
import { excelRows } from "../support/unzip";

const club = callsOf(clubs);
const log = callsOf(securityLog);
const notes = callsOf(updateLog);
let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await testServer();
  admin = await server.as("admin");
});
afterAll(() => server.close());

const draft = { name: "蓝盾羽毛球俱乐部", leader: "周凯", phone: "13812345678", programs: ["羽毛球"] };

describe("the operation log", () => {
  it("says who did what to which record, before and after, in the reader's language", async () => {
    const made = await admin.ok(club.create, draft);
    await admin.ok(club.approve, { id: made.id });
    await admin.ok(club.modify, { ...draft, id: made.id, leader: "林婉清" });
    const { content } = await admin.ok(log.list, { objectId: made.id });
    expect(content.map(({ what, operator, changes }) => [what, operator, changes])).toEqual([
      ["修改俱乐部", "员工 admin", ["负责人：周凯 → 林婉清"]],
      ["通过俱乐部", "员工 admin", ["状态：待审核 → 已通过"]],
      ["新增俱乐部", "员工 admin", expect.arrayContaining(["名称：蓝盾羽毛球俱乐部", "手机号：13812345678"])],
    ]);
    const english = await admin.ok(log.list, { objectId: made.id, change: "changed" }, { headers: { "accept-language": "en" } });
    expect(english.content.map(({ what, changes }) => [what, changes])).toEqual([
      ["Changed Club", ["Leader: 周凯 → 林婉清"]],
      ["Approve Club", ["State: To review → Approved"]],
    ]);
    for (const q of ["俱乐部", "clubs.", made.id]) expect((await admin.ok(log.list, { q })).totalElements).toBeGreaterThanOrEqual(3);
    expect((await admin.ok(log.list, { q: "没有这个词" })).content).toEqual([]);
    const [newest] = content;
    expect(await admin.ok(log.view, { id: newest?.id ?? "" })).toEqual(newest);
    const rows = await excelRows(
      Buffer.from(await (await admin.fetch(log.excel, { objectId: made.id, atFrom: "2026-01-01" })).arrayBuffer()),
    );
    expect(rows).toHaveLength(3);
  });

  it("masks mobiles for who may not see them, and leaves amounts in yuan", async () => {
    await server.addPerson("reader", ["v-1"], ["user_security_log"]);
    const reader = await server.as("reader");
    const made = await admin.ok(club.create, { ...draft, name: "打码俱乐部" });
    const [line] = (await reader.ok(log.list, { objectId: made.id })).content;
    expect(line?.changes).toContain("手机号：138****5678");
    expect(JSON.stringify(line)).not.toContain(draft.phone);
    await query(
      server.url,
      "INSERT INTO audit_log (venue_id, at, person_id, operator, address, action, object, object_id, before, after) VALUES ('v-1', now(), 'p', 'x', '', 'test', 'product', 'paid-1', $1, $2)",
      [JSON.stringify({ price: 1_050 }), JSON.stringify({ price: 900 })],
    );
    const [priced] = (await reader.ok(log.list, { objectId: "paid-1" })).content;
    expect(priced?.changes).toEqual([expect.stringMatching(/：10\.50 → 9\.00$/)]);
  });
});

describe("a file of people's data", () => {
  it("is in the log with who took it, and whether mobiles were in full", async () => {
    const calls = {
      members: members.excel,
      clubs: club.excel,
      booking: callsOf(bookingOrders).excel,
      bookingInfo: bookingInfo.excel,
      fixed: fixed.excel,
    };
    // Files of dated rows name their first day.
    const since = new Map<Call, object>([
      [calls.booking, { from: "2026-01-01" }],
      [calls.bookingInfo, { from: "2026-01-01" }],
    ]);
    await server.addPerson(
      "exporter",
      ["v-1"],
      Object.values(calls).flatMap(({ codes }) => codes),
    );
    for (const who of [await server.as("exporter"), admin])
      for (const call of Object.values(calls)) {
        const file = await who.fetch(call, since.get(call) ?? {});
        expect([call.path, file.headers.get("content-type")]).toEqual([call.path, call.file]);
        await file.arrayBuffer();
      }
    const left = async (operator: string) => {
      const { content } = await admin.ok(log.list, { q: operator, size: 100 });
      const files = content.filter(({ what }) => what.startsWith("导出"));
      return files.map(({ what, changes }) => [what, ...changes].join(" ")).sort(byText);
    };
    const masked = ["导出会员", "导出俱乐部", "导出订场订单", "导出订场明细", "导出固定场合同"].map((what) => `${what} 手机号：已打码`);
    expect(await left("员工 exporter")).toEqual(masked.sort(byText));
    // Files of bookings are masked for everybody.
    const full = masked.map((line) => (/会员|俱乐部/.test(line) ? line.replace("已打码", "完整") : line));
    expect(await left("员工 admin")).toEqual(full.sort(byText));
  });
});

describe("a release note", () => {
  const shown = () => server.with("").ok(shell.updateNotice, { venueId: "v-1" });
  it("is shown to all once it is published, until it is withdrawn, and is then the one before", async () => {
    expect(await shown()).toBeNull();
    const [first, second] = [
      await admin.ok(notes.create, { title: "第一版", version: "1", memo: "订场和会员" }),
      await admin.ok(notes.create, { title: "第二版", version: "2", memo: "操作日志" }),
    ];
    expect(await shown()).toBeNull();
    await admin.ok(notes.publish, { id: first.id });
    server.now = new Date(Date.now() + 60_000);
    await admin.ok(notes.publish, { id: second.id });
    expect(await shown()).toMatchObject({ memo: "第二版\n操作日志", upTime: server.now.toISOString() });
    expect(await server.with("").ok(shell.updateNotice, {})).toMatchObject({ memo: "第二版\n操作日志" });
    await admin.ok(notes.withdraw, { id: second.id });
    expect(await shown()).toMatchObject({ memo: "第一版\n订场和会员" });
  });

  it("is neither edited, deleted nor published again once it was published", async () => {
    const note = await admin.ok(notes.create, { title: "定稿", memo: "不能再改" });
    const published = await admin.ok(notes.publish, { id: note.id });
    expect(published).toMatchObject({ state: "published", publishedBy: "员工 admin" });
    expect((await admin.call(notes.modify, { id: note.id, title: "改", memo: "改" })).code).not.toBe(200);
    expect((await admin.call(notes.delete, { id: note.id })).code).not.toBe(200);
    await admin.ok(notes.withdraw, { id: note.id });
    expect((await admin.call(notes.publish, { id: note.id })).code).toBe(409);
    expect(await admin.ok(notes.view, { id: note.id })).toMatchObject({ title: "定稿", memo: "不能再改", state: "withdrawn" });
  });

  it("makes of every state and action exactly the moves of its table, and is changed as a draft only", async () => {
    for (const state of updateNotice.states)
      for (const action of ["publish", "withdraw", "modify", "delete"] as const) {
        const { id } = await admin.ok(notes.create, { title: "表", memo: "一行" });
        if (state !== "draft") await admin.ok(notes.publish, { id });
        if (state === "withdrawn") await admin.ok(notes.withdraw, { id });
        const { code } = await admin.call(notes[action] as typeof notes.modify, { id, title: "改", memo: "改" });
        const to = Reflect.get(updateNotice.table[state], action) as string | undefined;
        const allowed = action === "modify" || action === "delete" ? state === "draft" : to !== undefined;
        const after = await admin.call(notes.view, { id });
        expect([state, action, code === 200, after.code === 404 ? "gone" : after.data.state]).toEqual([
          state,
          action,
          allowed,
          allowed && action === "delete" ? "gone" : (to ?? state),
        ]);
      }
  });

  it("is no other organization's", async () => {
    await query(server.url, "INSERT INTO organization (id, name, created_at) VALUES ('o-2', '别家', now()) ON CONFLICT DO NOTHING");
    await query(server.url, "UPDATE venue SET organization_id = 'o-2' WHERE id = 'v-2'");
    expect((await admin.ok(notes.list, {}, { venueId: "v-2" })).content).toEqual([]);
    expect(await server.with("").ok(shell.updateNotice, { venueId: "v-2" })).toBeNull();
    expect(await server.with("").ok(shell.updateNotice, {})).toBeNull();
  });
});
