import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Input } from "../../src/contract/core/call";
import { members, MOST_TAGS } from "../../src/contract/members/members";
import { maskPhone } from "../../src/contract/core/phone";
import { member as machine, MemberState } from "../../src/contract/core/states";
import type { Code } from "../../src/contract/core/permissions";
import { cardTypes, offers } from "../../src/server/domains/members/catalogue";
import { check, create, modify } from "../../src/server/domains/members/enrol";
import { excel } from "../../src/server/domains/members/excel";
import { list, sums, view } from "../../src/server/domains/members/list";
import { phone } from "../../src/server/domains/members/look";
import { searchKeys } from "../../src/server/kernel/names";
import { renew } from "../../src/server/domains/members/expire";
import { replaceCard, setLevel, tag } from "../../src/server/domains/members/mark";
import { setState } from "../../src/server/domains/members/state";
import { timeline } from "../../src/server/domains/members/timeline";
import { AppError } from "../../src/server/http/error";
import { change, systemRequest } from "../../src/server/http/perform";
import { excelRows } from "../support/unzip";
import { enrol, seedMembers } from "../support/members";
import { addVenue, testVenue, type TestVenue } from "../support/venue";

let t: TestVenue;
beforeAll(async () => {
  t = await testVenue();
  await seedMembers(t);
});
afterAll(() => t.close());

const refusal = async (work: Promise<unknown>): Promise<AppError> => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof AppError)) throw new Error(`not refused: ${String(error)}`);
  return error;
};
const find = async (input: Input<typeof members.list>) =>
  (await t.look((ctx) => list(ctx, members.list.input.parse({ size: 500, ...input })))).content.map((row) => row.name);

describe("a phone number", () => {
  it("shows its ends and hides the middle four digits", () => {
    expect(maskPhone("13812345678")).toBe("138****5678");
    expect(maskPhone("")).toBe("");
    expect(maskPhone("62581234")).toBe("****1234");
    expect(maskPhone("12345")).toBe("***45");
  });
});

describe("enrolling", () => {
  it("gives a numbered card when none is typed, masks the phone, and dates the card by its type", async () => {
    const first = await enrol(t, { name: "王芳", phone: "13900000001", cardTypeId: "ct-2" });
    const second = await enrol(t, { name: "王方", phone: "13900000002" });
    expect(first).toMatchObject({
      phone: "139****0001",
      cardTypeName: "年卡",
      expiresOn: "2027-11-21",
      state: "active",
      principal: "0.00",
    });
    expect(first.cardNo).toMatch(/^VIP20261121\d{4}$/);
    expect(Number(second.cardNo.slice(3))).toBe(Number(first.cardNo.slice(3)) + 1);
    expect(second.expiresOn).toBeNull();
  });

  it("steps over a number that somebody typed by hand", async () => {
    const now = await enrol(t);
    const following = `vip${Number(now.cardNo.slice(3)) + 1}`;
    await enrol(t, { cardNo: following });
    expect((await enrol(t)).cardNo).toBe(`VIP${Number(now.cardNo.slice(3)) + 2}`);
  });

  it("refuses a phone that a member has, and names the member; also when both ask at once", async () => {
    await enrol(t, { name: "赵一", phone: "13900000011", cardNo: "Z-1" });
    const refused = await refusal(enrol(t, { phone: "13900000011" }));
    expect(refused.key).toBe("phoneTaken");
    expect(refused.text("zh")).toBe("手机号已是会员 赵一（Z-1）");
    const both = await Promise.allSettled([enrol(t, { phone: "13900000012" }), enrol(t, { phone: "13900000012" })]);
    expect(both.map((one) => one.status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  it("refuses a card number in use, whatever its case", async () => {
    await enrol(t, { cardNo: "AbC-9" });
    expect((await refusal(enrol(t, { cardNo: "aBc-9" }))).key).toBe("cardNoTaken");
  });

  it("refuses a card type that the venue does not have", async () => {
    expect((await refusal(enrol(t, { cardTypeId: "nowhere" }))).key).toBe("missing");
  });

  it("with a first recharge does both or neither, and needs the code of each", async () => {
    const rich = await enrol(t, { phone: "13900000021", recharge: { offerId: "of-1", pay: "500.00", method: "WeChat" } });
    expect(rich).toMatchObject({ principal: "500.00", gift: "50.00" });
    expect((await refusal(enrol(t, { phone: "13900000022", recharge: { offerId: "of-1", pay: "400.00", method: "Cash" } }))).key).toBe(
      "badInput",
    );
    expect(await t.look((ctx) => check(ctx, { phone: "13900000022" }))).toEqual({ phoneTakenBy: null, cardNoTaken: false });
    const input = members.create.input.parse({
      phone: "13900000023",
      name: "x",
      cardTypeId: "ct-1",
      recharge: { pay: "1.00", method: "cash" },
    });
    const refused = await refusal(t.act((ctx) => create(ctx, input), { codes: new Set<Code>(["member_create"]) }));
    expect(refused.data).toEqual({ codes: ["member_recharge"] });
  });

  it("says while typing whether phone and card number are free", async () => {
    const held = await enrol(t, { name: "钱二", phone: "13900000031", cardNo: "Q-2" });
    expect(await t.look((ctx) => check(ctx, { phone: "13900000031", cardNo: "q-2" }))).toEqual({ phoneTakenBy: "钱二", cardNoTaken: true });
    expect(await t.look((ctx) => check(ctx, { phone: "13900000031", cardNo: "Q-2", exceptId: held.id }))).toEqual({
      phoneTakenBy: null,
      cardNoTaken: false,
    });
  });
});

describe("changing a member", () => {
  const draft = (extra: object) => members.modify.input.parse({ phone: "13900000041", name: "孙三", cardTypeId: "ct-1", ...extra });
  it("changes what was typed, keeps the card number left empty, and logs before and after", async () => {
    const member = await enrol(t, { name: "孙三", phone: "13900000041", cardNo: "S-3" });
    const changed = await t.act((ctx) => modify(ctx, draft({ id: member.id, name: "孙叁", tags: ["早场", "早场"], memo: "左手" })), {
      action: "members.modify",
    });
    expect(
      await t.act((ctx) => modify(ctx, { ...draft({ id: member.id, name: "孙叁", tags: ["早场"], memo: "左手" }), phone: undefined })),
    ).toEqual(changed);
    expect(changed).toMatchObject({ name: "孙叁", phone: "139****0041", cardNo: "S-3", tags: ["早场"], memo: "左手" });
    expect(await find({ q: "sunsan" })).toEqual(["孙叁"]);
    const log = await t.database
      .dbFor("v-1")
      .selectFrom("audit_log")
      .selectAll()
      .where("venue_id", "=", "v-1")
      .where("object_id", "=", member.id)
      .where("action", "=", "members.modify")
      .executeTakeFirstOrThrow();
    expect(log).toMatchObject({ operator: "测试员", before: { name: "孙三", memo: "" }, after: { name: "孙叁", memo: "左手" } });
  });

  it("refuses another member's phone or card number, and a member that is not there", async () => {
    await enrol(t, { phone: "13900000051", cardNo: "L-4" });
    const other = await enrol(t, { phone: "13900000052" });
    expect((await refusal(t.act((ctx) => modify(ctx, draft({ id: other.id, phone: "13900000051" }))))).key).toBe("phoneTaken");
    const card = await refusal(t.act((ctx) => modify(ctx, draft({ id: other.id, phone: "13900000052", cardNo: "l-4" }))));
    expect(card.key).toBe("cardNoTaken");
    expect((await refusal(t.act((ctx) => modify(ctx, draft({ id: "nobody" }))))).key).toBe("missing");
  });
});

describe("freezing", () => {
  it("moves exactly as states.md says, from every state", async () => {
    const member = await enrol(t);
    for (const state of MemberState.options) {
      for (const action of ["freeze", "unfreeze"] as const) {
        await t.database
          .dbFor("v-1")
          .updateTable("member")
          .set({ state })
          .where("venue_id", "=", "v-1")
          .where("id", "=", member.id)
          .execute();
        const moved = t.act((ctx) => setState(ctx, { id: member.id, action, reason: "测试" }));
        const to = (machine.table[state] as Record<string, string>)[action];
        if (to === undefined) expect((await refusal(moved)).key, `${state} ${action}`).toBe("wrongState");
        else expect((await moved).state).toBe(to);
      }
    }
  });

  it("refuses a member that is not there", async () => {
    expect((await refusal(t.act((ctx) => setState(ctx, { id: "nobody", action: "freeze", reason: "测试" })))).key).toBe("missing");
  });
});

describe("the full phone number", () => {
  it("is given, and the look is in the log with who and whom", async () => {
    const member = await enrol(t, { phone: "13900000061" });
    expect(await t.act((ctx) => phone(ctx, { id: member.id }), { action: "members.phone", address: "10.0.0.9" })).toEqual({
      phone: "13900000061",
    });
    const row = await t.database
      .dbFor("v-1")
      .selectFrom("audit_log")
      .selectAll()
      .where("venue_id", "=", "v-1")
      .where("action", "=", "members.phone")
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ object: "member", object_id: member.id, operator: "测试员", address: "10.0.0.9" });
  });
});

describe("the member list", () => {
  beforeAll(async () => {
    await enrol(t, { name: "欧阳娜", phone: "13711112222", cardNo: "OY-7" });
    await enrol(t, { name: "重庆强", phone: "13733334444" });
    await enrol(t, { name: "John Smith", phone: "13755556666" });
  });

  it.each([
    ["欧阳", "欧阳娜"],
    ["阳娜", "欧阳娜"],
    ["ouyangna", "欧阳娜"],
    ["ouy", "欧阳娜"],
    ["oyn", "欧阳娜"],
    ["1371111", "欧阳娜"],
    ["2222", "欧阳娜"],
    ["oy-7", "欧阳娜"],
    ["smith", "John Smith"],
    ["js", "John Smith"],
  ])("finds by %j", async (q, name) => {
    expect(await find({ q })).toEqual([name]);
  });

  it.each(["%", "_", "'", "\\", "zzzz", "2223"])("finds nobody by %j", async (q) => {
    expect(await find({ q })).toEqual([]);
  });

  it("narrows by each filter", async () => {
    const db = t.database.dbFor("v-1");
    const visited = async (name: string, at: string) => {
      const member = await enrol(t, { name });
      await db
        .updateTable("member")
        .set({ last_visit_at: new Date(at) })
        .where("venue_id", "=", "v-1")
        .where("id", "=", member.id)
        .execute();
      return member;
    };
    // The clock is at 10:00 of 2026-11-21 in Shanghai: 16:30 UTC of the 20th is today, 15:30 UTC is yesterday.
    await visited("今早", "2026-11-20T16:30:00Z");
    await visited("昨夜", "2026-11-20T15:30:00Z");
    await visited("月初", "2026-11-01T04:00:00Z");
    await visited("夏天", "2026-07-01T04:00:00Z");
    expect(await find({ visit: "today" })).toEqual(["今早"]);
    expect(await find({ visit: "7d" })).toEqual(["今早", "昨夜"]);
    expect(await find({ visit: "30d" })).toEqual(["今早", "昨夜", "月初"]);
    expect(await find({ visit: "absent90" })).toEqual(["夏天"]);
    const soon = await enrol(t, { name: "快到期", cardTypeId: "ct-2" });
    await db
      .updateTable("member")
      .set({ expires_on: "2026-12-10", state: "frozen" })
      .where("venue_id", "=", "v-1")
      .where("id", "=", soon.id)
      .execute();
    expect(await find({ expiring: "30d" })).toEqual(["快到期"]);
    expect(await find({ expiring: "30d", state: "active" })).toEqual([]);
    expect(await find({ expiring: "30d", state: "active,frozen", cardTypeId: "ct-2" })).toEqual(["快到期"]);
    expect(await find({ debt: "yes" })).toEqual([]);
  });

  it("sums over the filter what its rows show", async () => {
    const page = await t.look((ctx) => list(ctx, members.list.input.parse({ size: 500 })));
    const total = await t.look((ctx) => sums(ctx, {}));
    const cents = (text: string) => Number(text.replace(".", ""));
    expect(total.count).toBe(page.totalElements);
    expect(cents(total.principal)).toBe(page.content.reduce((sum, row) => sum + cents(row.principal), 0));
    expect(cents(total.gift)).toBe(page.content.reduce((sum, row) => sum + cents(row.gift), 0));
    expect(cents(total.gift)).toBeGreaterThan(0);
  });

  it("sorts by purse, and pages without losing anyone", async () => {
    const down = await t.look((ctx) => list(ctx, members.list.input.parse({ size: 3, sort: "principal,desc" })));
    expect(down.content[0]?.principal).toBe("500.00");
    const names = new Set<string>();
    for (let page = 0; page < down.totalPages; page++) {
      const next = await t.look((ctx) => list(ctx, members.list.input.parse({ page, size: 3, sort: "principal,desc" })));
      for (const row of next.content) names.add(row.id);
    }
    expect(names.size).toBe(down.totalElements);
  });

  it("is the venue's own: another venue sees none, and its members are not there", async () => {
    const other = await addVenue(t.database, "v-2");
    const theirs = await t.look((ctx) => list(ctx, members.list.input.parse({})), { venue: other });
    expect(theirs).toMatchObject({ totalElements: 0, content: [] });
    const mine = (await t.look((ctx) => list(ctx, members.list.input.parse({})))).content[0];
    expect((await refusal(t.look((ctx) => view(ctx, { id: mine?.id ?? "" }), { venue: other }))).key).toBe("missing");
    await seedMembers(t, "v-2");
    const twin = members.create.input.parse({ phone: "13711112222", name: "同号", cardTypeId: "ct-1" });
    const made = await change(t.database, systemRequest(other, "members.create", t.now), (ctx) => create(ctx, twin));
    expect(made.name).toBe("同号");
  });

  it("leaves as an Excel file with the rows of the filter, phones in full only with the code, and each of them logged", async () => {
    const input = members.excel.input.parse({ q: "欧阳" });
    const file = await t.look((ctx) => excel(ctx, input), {
      codes: new Set<Code>(["member_export"]),
      action: "members.excel",
    });
    expect(file.fileName).toBe("会员.xlsx");
    expect((await excelRows(file.body))[0]?.slice(0, 3)).toEqual(["OY-7", "欧阳娜", "137****2222"]);
    const open = await t.look((ctx) => excel(ctx, input), {
      codes: new Set<Code>(["member_export", "member_phone"]),
      action: "members.excel",
    });
    expect((await excelRows(open.body))[0]?.[2]).toBe("13711112222");
    const lines = t.database.dbFor("v-1").selectFrom("audit_log").select(["object_id", "after"]).where("action", "=", "members.excel");
    expect(await lines.orderBy("id").execute()).toEqual([
      { object_id: "*", after: { phones_state: "masked" } },
      { object_id: "*", after: { phones_state: "in_full" } },
    ]);
  });
});

describe("card types and offers", () => {
  it("come in their order, with members counted, and only offers on the shelf", async () => {
    const types = (await t.look(cardTypes)).content;
    expect(types.map((type) => type.id)).toEqual(["ct-1", "ct-2"]);
    expect(types[0]).toMatchObject({ placePercent: 85, months: 0 });
    expect(types[1]?.members).toBeGreaterThan(0);
    expect((await t.look(offers)).content).toEqual([
      { id: "of-1", name: "充 500 送 50", pay: "500.00", principal: "500.00", gift: "50.00", coupons: null },
    ]);
  });
});

describe("level and tags of one of many", () => {
  const put = (id: string, cardTypeId: string) => t.act((ctx) => setLevel(ctx, { id, cardTypeId }), { action: "members.setLevel" });
  const mark = (id: string, name: string, off = false) => t.act((ctx) => tag(ctx, { id, tag: name, off }), { action: "members.tag" });

  it("are set, are in the log, and leave the rest as it was", async () => {
    const member = await enrol(t, { tags: ["老会员"], memo: "左手" });
    expect(await put(member.id, "ct-2")).toMatchObject({ cardTypeName: "年卡", tags: ["老会员"], memo: "左手", expiresOn: null });
    // Two desks at once: neither tag is lost.
    await Promise.all([mark(member.id, "少儿"), mark(member.id, "羽毛球")]);
    expect((await mark(member.id, "少儿")).tags.toSorted()).toEqual(["少儿", "羽毛球", "老会员"].toSorted());
    expect((await mark(member.id, "老会员", true)).tags.toSorted()).toEqual(["少儿", "羽毛球"].toSorted());
    const logged = await t.database.dbFor(t.venue.id).selectFrom("audit_log").select("action").where("object_id", "=", member.id).execute();
    expect(logged.map(({ action }) => action)).toEqual(expect.arrayContaining(["members.setLevel", "members.tag"]));
  });

  it("are refused for a closed member, an unknown type, and an eleventh tag, each by name", async () => {
    const full = await enrol(t, { name: "满签", tags: Array.from({ length: MOST_TAGS }, (_, i) => `签 ${i}`) });
    expect((await refusal(mark(full.id, "再一个"))).text("zh")).toContain("满签 已有 10 个标签");
    expect((await refusal(put(full.id, "none"))).key).toBe("missing");
    await t.database.dbFor(t.venue.id).updateTable("member").set({ state: "closed" }).where("id", "=", full.id).execute();
    expect((await refusal(put(full.id, "ct-2"))).key).toBe("memberState");
    expect((await refusal(mark(full.id, "签 1", true))).key).toBe("memberState");
    expect(await t.look((ctx) => view(ctx, { id: full.id }))).toMatchObject({ cardTypeId: "ct-1", tags: { length: MOST_TAGS } });
  });
});

describe("a timeline", () => {
  it("lists enrolment, recharge and changes, newest first, and pages before an instant", async () => {
    t.now = new Date("2026-11-21T03:00:00Z");
    const member = await enrol(t, { recharge: { pay: "100.00", method: "Cash" } });
    t.now = new Date("2026-11-21T04:00:00Z");
    await t.act((ctx) => setState(ctx, { id: member.id, action: "freeze", reason: "遗失" }), { action: "members.setState" });
    const whole = await t.look((ctx) => timeline(ctx, { id: member.id, size: 30 }));
    expect(whole.content.map((entry) => entry.kind).sort()).toEqual(["enrolled", "frozen", "recharge"]);
    expect(whole.content[0]).toMatchObject({ kind: "frozen", note: "遗失", operator: "测试员" });
    expect(whole.content.find((entry) => entry.kind === "recharge")).toMatchObject({ amount: "100.00" });
    const earlier = await t.look((ctx) => timeline(ctx, { id: member.id, size: 30, before: "2026-11-21T04:00:00Z" }));
    expect(earlier.content).toHaveLength(2);
  });

  it("names a freeze, an unfreeze, another card, another level and a renewal, with what was before and after", async () => {
    const member = await enrol(t, { cardNo: "OLD-1" });
    await t.database.dbFor(t.venue.id).updateTable("member").set({ expires_on: "2026-12-01" }).where("id", "=", member.id).execute();
    const { id } = member;
    const put = (cardTypeId: string) => t.act((ctx) => setLevel(ctx, { id, cardTypeId }));
    const steps: [string, () => Promise<unknown>, string][] = [
      ["frozen", () => t.act((ctx) => setState(ctx, { id, action: "freeze", reason: "遗失" })), "遗失"],
      ["unfrozen", () => t.act((ctx) => setState(ctx, { id, action: "unfreeze", reason: "找到了" })), "找到了"],
      ["cardReplaced", () => t.act((ctx) => replaceCard(ctx, { id, cardNo: "NEW-2" })), "OLD-1 → NEW-2"],
      ["levelChanged", () => put("ct-2"), `${member.cardTypeName} → 年卡`],
      ["renewed", () => t.act((ctx) => renew(ctx, { id, months: 3 })), "2026-12-01 → 2027-03-01"],
    ];
    for (const [kind, act, note] of steps) {
      t.now = new Date(t.now.getTime() + 60_000);
      await act();
      const { content } = await t.look((ctx) => timeline(ctx, { id, size: 30 }));
      expect(content.map((entry) => [entry.kind, entry.note])).toContainEqual([kind, note]);
    }
  });

  it("says what was changed in words, and nothing of what is kept beside it", async () => {
    const member = await enrol(t);
    const db = t.database.dbFor(t.venue.id);
    const change = (set: object) => db.updateTable("member").set(set).where("id", "=", member.id).execute();
    await change({ name: "改名", pinyin: "gaiming", initials: "gm", card_type_id: "ct-2", memo: "左手" });
    await change({ state: "expired", expires_on: "2026-11-20" });
    const notes = async (language: "zh" | "en") => {
      const { content } = await t.look((ctx) => timeline({ ...ctx, language }, { id: member.id, size: 30 }));
      return content.flatMap(({ kind, title, note }) => (kind === "changed" ? [title + note] : [])).sort();
    };
    expect(await notes("zh")).toEqual(["到期日、状态", "姓名、会员卡类型、备注"]);
    expect(await notes("en")).toEqual(["Expiry, State", "Name, Card type, Memo"]);
  });

  it("calls a booking that costs nothing booked, not paid", async () => {
    const member = await enrol(t);
    const at = new Date("2026-11-21T04:00:00Z");
    const order = (id: string, total: number) =>
      t.database
        .dbFor(t.venue.id)
        .insertInto("booking_order")
        .values({
          venue_id: t.venue.id,
          id,
          no: id,
          source: "desk",
          member_id: member.id,
          name: member.name,
          program_id: "pr",
          day: "2026-11-21",
          start_minute: 840,
          end_minute: 900,
          starts_at: at,
          ends_at: at,
          places: "1 号",
          list: 10_000,
          discount: 10_000 - total,
          total,
          paid: total,
          order_status: "paid",
          pay_status: "paid",
          person_id: "p-tester",
          operator: "测试员",
          created_at: at,
        })
        .execute();
    await order("free", 0);
    await order("dear", 10_000);
    const { content } = await t.look((ctx) => timeline(ctx, { id: member.id, size: 30 }));
    const notes = content.flatMap(({ kind, no, note }) => (kind === "booking" ? [[no, note]] : []));
    expect(Object.fromEntries(notes)).toEqual({ free: "booked", dear: "paid" });
  });
});

describe("search keys", () => {
  it("read surnames as surnames", () => {
    expect(searchKeys("单晓")).toEqual({ pinyin: "shanxiao", initials: "sx" });
    expect(searchKeys("吕布")).toEqual({ pinyin: "lvbu", initials: "lb" });
  });
});
