/** Customers sign in on a venue's public page: what a code is good for, what nobody learns, and what a session opens. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { calls } from "../../src/contract/all";
import { PLATFORM } from "../../src/server/db/client";
import { erase } from "../../src/server/domains/members/erase";
import { retentionJobs } from "../../src/server/retention";
import { seedBooking } from "../support/booking";
import { Customer } from "../support/customer";
import { sampleInput } from "../support/sample";
import { type TestServer, testServer } from "../support/server";
import { query } from "../support/tables";
import { addVenue, type TestVenue, testVenue } from "../support/venue";

const MEMBER = "13800000001";
const STRANGER = "13912345678";

let t: TestVenue;
let server: TestServer;
beforeEach(async () => {
  t = await testVenue();
  await seedBooking(t);
  server = await testServer({ url: t.url, clock: () => t.now, env: { TRUST_PROXY: "on" } });
  await addVenue(t.database, "v-2");
  await server.addPerson("admin", ["v-1", "v-2"]);
  await setVenue({ public_page: true, online_booking: true });
  await query(t.url, "UPDATE member SET phone = $1 WHERE id = 'm-1'", [MEMBER]);
});
afterEach(async () => {
  await server.close();
  await t.close();
});

const setVenue = (values: Readonly<Record<string, unknown>>, id = "v-1") =>
  t.database.dbFor(PLATFORM).updateTable("venue").set(values).where("id", "=", id).execute();
/** A browser at an address of its own. */
const from = (address: string, venueId = "v-1"): Customer => new Customer(server, venueId, { "x-forwarded-for": address });
const later = (seconds: number): void => {
  t.now = new Date(t.now.getTime() + seconds * 1_000);
};
const wrong = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

it("signs a member in by the code, and out again", async () => {
  const browser = from("203.0.113.1");
  const page = await browser.signIn(MEMBER);
  expect(page.status).toBe(200);
  expect(page.text).toContain("沈佩仪");
  expect(page.text).toContain("138****0001");
  expect(page.text).toContain("¥500.00");
  expect(page.headers.get("cache-control")).toBe("no-store");
  const token = browser.token;
  expect(token).not.toBe("");
  await browser.post("/sign-out", {});
  expect(browser.token).toBe("");
  browser.cookies.set(`customer_${Buffer.from("v-1").toString("base64url")}`, token);
  expect((await browser.get("/me")).at).toContain("/sign-in");
});

it("enrols a new mobile only with a name and consent, with the first card that is free and without a discount, and logs the consent", async () => {
  const browser = from("203.0.113.1");
  await browser.post("/sign-in", { mobile: "+86 139-1234-5678" });
  const asked = await browser.post("/sign-in/code", { code: await browser.code(STRANGER) });
  expect(asked.text).toContain("我们保存您的哪些信息");
  const members = () => query(t.url, "SELECT name, phone, card_type_id, state FROM member WHERE phone = $1", [STRANGER]);
  expect((await browser.post("/sign-in/new", { name: "", consent: "yes" })).text).toContain("请填写姓名");
  const refused = await browser.post("/sign-in/new", { name: "<b>小明</b>" });
  expect([refused.status, refused.text.includes("不同意保存这些信息就不能网上订场")]).toEqual([422, true]);
  // Nothing that was typed is lost, and none of it runs.
  expect(refused.html).toContain('value="&lt;b&gt;小明&lt;/b&gt;"');
  expect(await members()).toEqual([]);
  expect((await browser.post("/sign-in/new", { name: "小明", consent: "yes" })).text).toContain("小明");
  expect(await members()).toEqual([{ name: "小明", phone: STRANGER, card_type_id: "ct-full", state: "active" }]);
  const log = await query<{ after: string }>(
    t.url,
    "SELECT after::text FROM audit_log WHERE object = 'member' AND action = 'customer.signUp'",
    [],
  );
  expect(log.map(({ after }) => after).join(" ")).toContain("同意保存手机号、姓名和交易记录");
});

it("refuses to enrol where every card costs something or is cheaper than none", async () => {
  await query(t.url, "UPDATE card_type SET fee = 100 WHERE id = 'ct-full'", []);
  const page = await from("203.0.113.1").signIn(STRANGER);
  expect(page.text).toContain("本馆的会员卡需到前台办理");
  expect(await query(t.url, "SELECT 1 FROM member WHERE phone = $1", [STRANGER])).toEqual([]);
});

it.each([
  ["discount", "INSERT INTO base_discount (venue_id, card_type_id, program_id, percent) VALUES ('v-1', 'ct-full', 'g-b', 80)"],
  [
    "promotion",
    `INSERT INTO promotion (venue_id, id, name, card_type_id, valid_from, valid_to, kind, percent, created_at)
     VALUES ('v-1', 'p', '会员日', 'ct-full', '2026-12-01', '2026-12-31', 'percent', 80, now())`,
  ],
  [
    "temporary price",
    `INSERT INTO temporary_price (venue_id, id, name, program_id, card_type_id, valid_from, valid_to, price, reason, operator, created_at)
     VALUES ('v-1', 'p', '会员价', 'g-b', 'ct-full', '2026-11-01', '2026-11-30', 100, '淡季', 'admin', now())`,
  ],
])("enrols nobody with a card that a %s makes cheaper", async (_, cheaper) => {
  await query(t.url, cheaper, []);
  expect((await from("203.0.113.1").signIn(STRANGER)).text).toContain("本馆的会员卡需到前台办理");
  await query(t.url, "INSERT INTO card_type (venue_id, id, name, colour, position) VALUES ('v-1', 'ct-plain', '网订卡', 100, 99)", []);
  later(61);
  await from("203.0.113.1").signIn(STRANGER);
  expect(await query(t.url, "SELECT card_type_id FROM member WHERE phone = $1", [STRANGER])).toEqual([{ card_type_id: "ct-plain" }]);
});

it("enrols with a card whose promotion is over", async () => {
  await query(
    t.url,
    `INSERT INTO promotion (venue_id, id, name, card_type_id, valid_from, valid_to, kind, percent, created_at)
     VALUES ('v-1', 'p', '会员日', 'ct-full', '2026-10-01', '2026-10-31', 'percent', 80, now())`,
    [],
  );
  await from("203.0.113.1").signIn(STRANGER);
  expect(await query(t.url, "SELECT card_type_id FROM member WHERE phone = $1", [STRANGER])).toEqual([{ card_type_id: "ct-full" }]);
});

it("answers the same for a mobile that is a member's and one that is nobody's", async () => {
  const pages = await Promise.all(
    [MEMBER, STRANGER].map(async (mobile, i) => {
      const browser = from(`203.0.113.${i + 1}`);
      const sent = await browser.post("/sign-in", { mobile });
      const guessed = await browser.post("/sign-in/code", { code: wrong(await browser.code(mobile)) });
      return [sent.status, sent.at, sent.html, guessed.status, guessed.at, guessed.html];
    }),
  );
  expect(pages[0]).toEqual(pages[1]);
  expect(pages[0]?.[3]).toBe(422);
});

it("takes a code five times at most, once, for ten minutes, and only from the browser that requested it", async () => {
  const browser = from("203.0.113.1");
  await browser.post("/sign-in", { mobile: MEMBER });
  const code = await browser.code(MEMBER);
  // Somebody else requests another code for the mobile and guesses at it: neither spends the first one.
  later(61);
  const other = from("198.51.100.7");
  await other.post("/sign-in", { mobile: MEMBER });
  for (let i = 0; i < 6; i++) await other.post("/sign-in/code", { code: wrong(code) });
  expect((await other.post("/sign-in/code", { code })).status).toBe(422);
  for (let i = 0; i < 4; i++) expect((await browser.post("/sign-in/code", { code: wrong(code) })).status).toBe(422);
  const { cookies } = browser;
  const again = new Map(cookies);
  expect((await browser.post("/sign-in/code", { code })).at).toContain("/me");
  // Used up.
  const copy = from("203.0.113.1");
  for (const [name, value] of again) copy.cookies.set(name, value);
  expect((await copy.post("/sign-in/code", { code })).status).toBe(422);
  // Five tries.
  later(61);
  const guesser = from("203.0.113.9");
  await guesser.post("/sign-in", { mobile: MEMBER });
  const right = await guesser.code(MEMBER);
  for (let i = 0; i < 5; i++) await guesser.post("/sign-in/code", { code: wrong(right) });
  expect((await guesser.post("/sign-in/code", { code: right })).status).toBe(422);
  // Ten minutes.
  later(61);
  const slow = from("203.0.113.10");
  await slow.post("/sign-in", { mobile: MEMBER });
  const old = await slow.code(MEMBER);
  later(601);
  expect((await slow.post("/sign-in/code", { code: old })).status).toBe(422);
});

it("limits codes of a mobile and of an address, and guesses of an address", async () => {
  const browser = from("203.0.113.1");
  expect((await browser.post("/sign-in", { mobile: MEMBER })).at).toContain("/code");
  const soon = await from("203.0.113.2").post("/sign-in", { mobile: MEMBER });
  expect([soon.status, soon.text.includes("操作太频繁")]).toEqual([429, true]);
  expect(soon.html).toContain(`value="${MEMBER}"`);
  for (let i = 0; i < 4; i++) {
    later(61);
    await from(`203.0.113.${i + 3}`).post("/sign-in", { mobile: MEMBER });
  }
  later(61);
  expect((await from("203.0.113.20").post("/sign-in", { mobile: MEMBER })).status).toBe(429);
  const statuses: number[] = [];
  for (let i = 0; i < 21; i++)
    statuses.push((await from("203.0.113.30").post("/sign-in", { mobile: `137000000${String(i).padStart(2, "0")}` })).status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(20);
  expect(statuses.at(-1)).toBe(429);
  const guesser = from("203.0.113.40");
  await guesser.post("/sign-in", { mobile: "13600000000" });
  const code = await guesser.code("13600000000");
  const guesses: number[] = [];
  for (let i = 0; i < 31; i++) guesses.push((await guesser.post("/sign-in/code", { code: wrong(code) })).status);
  expect([guesses.slice(0, 30).every((status) => status === 422), guesses.at(-1)]).toEqual([true, 429]);
});

it("tells the venue once when the last code of the hour is sent", async () => {
  await query(t.url, "INSERT INTO guess (key, tries, since) VALUES ('customer venue v-1', 299, $1)", [t.now]);
  const titles = () => query(t.url, "SELECT title, title_en FROM message WHERE kind = 'system'", []);
  expect(await titles()).toEqual([]);
  await from("203.0.113.1").post("/sign-in", { mobile: MEMBER });
  for (let i = 0; i < 3; i++) expect((await from("203.0.113.2").post("/sign-in", { mobile: `1370000000${i}` })).status).toBe(429);
  expect(await titles()).toEqual([
    {
      title: "顾客登录验证码已到上限：一小时 300 个",
      title_en: "The limit of sign-in codes for customers is reached: 300 in an hour",
    },
  ]);
});

it("writes in the log who of the staff saw which code, once for each", async () => {
  const browser = from("203.0.113.1");
  await browser.post("/sign-in", { mobile: MEMBER });
  for (let i = 0; i < 3; i++) expect(await browser.code(MEMBER)).toMatch(/^\d{6}$/);
  const lines = await query<{ operator: string; object: string; after: object }>(
    t.url,
    "SELECT operator, object, after FROM audit_log WHERE after ? 'code_state' ORDER BY at",
    [],
  );
  expect(lines).toMatchObject([{ object: "venue", after: { code_state: "customer" } }]);
  expect(JSON.stringify(lines)).not.toContain(MEMBER);
});

it("counts no try against a person while the venue's codes of the hour are used up", async () => {
  const until = new Date(t.now.getTime() + 600_000);
  await query(t.url, "INSERT INTO guess (key, tries, since, until) VALUES ('customer venue v-1', 300, $1, $2)", [t.now, until]);
  for (let i = 0; i < 6; i++) expect((await from("203.0.113.1").post("/sign-in", { mobile: MEMBER })).status).toBe(429);
  t.now = until;
  expect((await from("203.0.113.1").signIn(MEMBER)).text).toContain("沈佩仪");
});

it("counts the addresses of one IPv6 network as one", async () => {
  const ask = async (address: string, i: number) =>
    (await from(address).post("/sign-in", { mobile: `137000000${String(i).padStart(2, "0")}` })).status;
  for (let i = 0; i < 20; i++) expect(await ask(`2001:db8:0:7::${i + 1}`, i)).toBe(200);
  expect(await ask("2001:db8:0:7:ffff::1", 20)).toBe(429);
  expect(await ask("2001:db8:0:8::1", 21)).toBe(200);
  // IPv4 in the form of IPv6 is no network.
  for (let i = 0; i < 20; i++) expect(await ask("::ffff:203.0.113.9", 30 + i)).toBe(200);
  expect(await ask("::ffff:203.0.113.10", 60)).toBe(200);
});

it("takes forms of our own pages only", async () => {
  const browser = from("203.0.113.1");
  for (const origin of ["https://evil.example", "null", null]) {
    const page = await browser.post("/sign-in", { mobile: MEMBER }, origin);
    expect([page.status, page.text.includes("不是从本页面发出的")], String(origin)).toEqual([403, true]);
  }
  expect(await query(t.url, "SELECT 1 FROM customer_code", [])).toEqual([]);
  // Without it no browser would say where a form comes from.
  expect((await browser.get("/sign-in")).headers.get("referrer-policy")).toBe("same-origin");
});

it("leads on to pages of the venue only", async () => {
  for (const next of [
    "https://evil.example/",
    "//evil.example/mini/v/v-1/me",
    "/mini/v/v-2/me",
    "/mini/v/v-1/../v-2/me",
    "javascript:alert(1)",
    "\\\\evil.example",
  ]) {
    later(3_700);
    const browser = from("203.0.113.1");
    const target = `?next=${encodeURIComponent(next)}`;
    await browser.post(`/sign-in${target}`, { mobile: MEMBER });
    const page = await browser.post(`/sign-in/code${target}`, { code: await browser.code(MEMBER) });
    expect(page.at, next).toMatch(/^\/mini\/v\/v-1\/me\?/);
  }
});

it("is a session of one venue, of one mobile, of a member, for thirty days", async () => {
  await setVenue({ public_page: true, online_booking: true }, "v-2");
  const browser = from("203.0.113.1");
  await browser.signIn(MEMBER);
  const isOpen = async (): Promise<boolean> => (await browser.get("/me")).at.startsWith("/mini/v/v-1/me");
  expect(await isOpen()).toBe(true);
  const elsewhere = from("203.0.113.1", "v-2");
  elsewhere.cookies.set(`customer_${Buffer.from("v-2").toString("base64url")}`, browser.token);
  expect((await elsewhere.get("/me")).at).toContain("/v-2/sign-in");
  await query(t.url, "UPDATE member SET phone = '13700000000' WHERE id = 'm-1'", []);
  expect(await isOpen()).toBe(false);
  await query(t.url, "UPDATE member SET phone = $1, state = 'frozen' WHERE id = 'm-1'", [MEMBER]);
  expect((await browser.get("/me")).text).toContain("冻结");
  await query(t.url, "UPDATE member SET state = 'closed' WHERE id = 'm-1'", []);
  expect(await isOpen()).toBe(false);
  await query(t.url, "UPDATE member SET state = 'active' WHERE id = 'm-1'", []);
  expect(await isOpen()).toBe(true);
  later(30 * 24 * 3_600 + 1);
  expect(await isOpen()).toBe(false);
});

it("stores codes for a day and sessions until they end, and nothing of whom it erased", async () => {
  await from("203.0.113.1").signIn(MEMBER);
  const [clean] = retentionJobs();
  if (!clean || !("run" in clean)) throw new Error("no job");
  const { run } = clean;
  const left = async (): Promise<number[]> => [
    (await query(t.url, "SELECT 1 FROM customer_code", [])).length,
    (await query(t.url, "SELECT 1 FROM customer_session", [])).length,
  ];
  expect(await query(t.url, "SELECT 1 FROM due WHERE job = 'clean'", [])).toHaveLength(1);
  await t.act((ctx) => run(ctx), { action: "clean" });
  expect(await left()).toEqual([1, 1]);
  later(25 * 3_600);
  await t.act((ctx) => run(ctx), { action: "clean" });
  expect(await left()).toEqual([0, 1]);
  await from("203.0.113.1").post("/sign-in", { mobile: MEMBER });
  await query(t.url, "DELETE FROM balance WHERE subject = 'm-1'", []);
  await t.act((ctx) => erase(ctx, { id: "m-1", reason: "本人申请" }), { action: "members.erase" });
  expect(await left()).toEqual([0, 0]);
});

it("shows nothing where the venue has not opened online booking", async () => {
  await setVenue({ online_booking: false });
  const browser = from("203.0.113.1");
  for (const path of ["/sign-in", "/sign-in/code", "/me", "/sign-out"]) expect((await browser.get(path)).status, path).toBe(404);
  expect((await browser.post("/sign-in", { mobile: MEMBER })).status).toBe(404);
  await setVenue({ online_booking: true, public_page: false });
  expect((await browser.get("/sign-in")).status).toBe(404);
});

it(
  "a customer's token opens no call of the API, however it is sent, and a staff token no page of a customer",
  { timeout: 120_000 },
  async () => {
    const browser = from("203.0.113.1");
    await browser.signIn(MEMBER);
    const { token } = browser;
    const guarded = calls.filter(({ call }) => call.access !== "public");
    expect(guarded.length).toBeGreaterThan(500);
    const open: string[] = [];
    for (const { name, call } of guarded) {
      const sent = {
        key: "k-1",
        headers: {
          cookie: `session=${token}; ${[...browser.cookies].map(([key, value]) => `${key}=${value}`).join("; ")}`,
          origin: server.origin,
        },
      };
      for (const client of [server.with(token), server.with("")]) {
        const answer = await client.fetch(call, sampleInput(call), sent);
        const { code } = (await answer.json()) as { code: number };
        if (code !== 401) open.push(`${name} ${code}`);
      }
    }
    expect(open).toEqual([]);
    const admin = await server.as("admin");
    const staff = from("203.0.113.1");
    staff.cookies.set(`customer_${Buffer.from("v-1").toString("base64url")}`, admin.token);
    staff.cookies.set("session", admin.token);
    expect((await staff.get("/me")).at).toContain("/sign-in");
  },
);
