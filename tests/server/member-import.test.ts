/** An old base from a file: what the dry run says, what the ledger holds afterwards, and that an import nobody looks at continues. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { memberImports } from "../../src/contract/members/member-import";
import { members } from "../../src/contract/members/members";
import type { ImportJob } from "../../src/contract/core/resource/importing";
import { checkLedger } from "../../src/server/ledger/check";
import { importJobs } from "../../src/server/resource/importing";
import { openScheduler } from "../../src/server/scheduler";
import { VENUE_CHECKS } from "../../src/tools/doctor/checks";
import { seedBooking } from "../support/booking";
import { seedCommerce } from "../support/commerce";
import { deskOf, venueOf } from "../support/desk";
import { type Line, oldBase, oldMember, partsOf } from "../support/old-members";
import { type Client, type TestServer, testServer } from "../support/server";
import { query } from "../support/tables";

let server: TestServer;
let admin: Client;
const NOW = new Date("2026-11-21T02:00:00Z");
beforeAll(async () => {
  server = await testServer();
  server.now = NOW;
  admin = await server.as("admin");
  const desk = deskOf(server.database, server.url, await venueOf(server.database, "v-1"), NOW);
  await seedBooking(desk);
  await seedCommerce(desk);
});
afterAll(() => server.close());

async function send(lines: readonly Line[]): Promise<ImportJob> {
  let job: ImportJob | undefined;
  for (const rows of partsOf(lines))
    ({ job } = await admin.ok(memberImports.import, { ...(job ? { id: job.id } : {}), file: "old.xlsx", total: lines.length, rows }));
  if (!job) throw new Error("no lines");
  return job;
}
const imported = async (name: string) => (await admin.ok(members.list, { q: name, page: 0, size: 50 })).content;
const total = async (account: string): Promise<number> => {
  const [row] = await query<{ sum: string }>(server.url, `SELECT coalesce(sum(amount), 0) AS sum FROM posting WHERE account = $1`, [
    account,
  ]);
  return Number(row?.sum);
};
const sound = async (): Promise<void> => {
  const db = server.database.dbFor("v-1");
  expect(await checkLedger(db, "v-1")).toEqual([]);
  for (const check of Object.values(VENUE_CHECKS)) expect((await check("v-1").execute(db)).rows).toEqual([]);
};

it("takes over a member with purses, debt, card, level and dates, all against `opening`", async () => {
  const before = await total("opening");
  const { cells } = oldMember(9_010);
  const job = await send([{ row: 2, cells: { ...cells, debt: "¥30" } }]);
  expect([job.faults, await imported("老会员9010")]).toEqual([[], []]);
  await admin.ok(memberImports.importRun, { id: job.id });
  const [member] = await imported("老会员9010");
  expect(member).toMatchObject({
    cardNo: "OLD-009010",
    cardTypeName: "金卡",
    gender: "male",
    birthday: "1990-01-05",
    expiresOn: "2028-12-31",
    principal: "110.50",
    gift: "0.00",
    debt: "30.00",
    packageCard: { name: "羽毛球次卡", left: 8 },
    tags: ["老会员", "晚场"],
    createdAt: "2024-02-29T16:00:00.000Z",
  });
  expect((await total("opening")) - before).toBe(11_050 + 110_000 - 3_000);
  await sound();
});

it("names each bad cell by line, column and reason in the reader's language, and repeats within the file", async () => {
  const { lines, faults } = oldBase(600, 14);
  const twice = { row: 602, cells: { ...oldMember(600).cells, phone: lines[0]?.cells["phone"] ?? "" } };
  const job = await send([...lines.slice(1), lines[0] as Line, twice]);
  const found = job.faults.flatMap(({ row, errors }) => Object.keys(errors).map((field) => ({ row, field })));
  expect(found).toEqual([...faults, { row: 602, field: "phone" }]);
  expect(job.faults.at(-1)?.errors["phone"]).toContain("第 2 行");
  const { job: english } = await admin.ok(
    memberImports.import,
    { file: "en.xlsx", total: 1, rows: [{ row: 7, cells: { ...oldMember(900).cells, cardType: "钻石卡" } }] },
    { headers: { "accept-language": "en" } },
  );
  expect(english.faults).toEqual([{ row: 7, errors: { cardType: expect.stringContaining("Card type “钻石卡”") } }]);
  expect(await imported("老会员600")).toEqual([]);
});

it("is continued by the scheduler when nobody asks for the next step, and adds no row twice", async () => {
  const lines = Array.from({ length: 300 }, (_, i) => oldMember(2_000 + i));
  const job = await send(lines);
  expect((await admin.ok(memberImports.importRun, { id: job.id })).job).toMatchObject({ state: "running", added: 250 });
  const errors: unknown[] = [];
  const later = new Date(NOW.getTime() + 60_000);
  const scheduler = openScheduler(
    server.database,
    importJobs,
    () => later,
    (_, error) => errors.push(error),
  );
  await scheduler.round();
  expect(errors).toEqual([]);
  expect((await admin.ok(memberImports.importRun, { id: job.id })).job).toMatchObject({ state: "done", added: 300, bad: 0 });
  const rows = await query<{ people: string; sum: string }>(
    server.url,
    `SELECT count(*) AS people, count(DISTINCT card_no) AS sum FROM member WHERE card_no >= 'OLD-002000' AND card_no < 'OLD-003000'`,
  );
  expect(rows).toEqual([{ people: "300", sum: "300" }]);
  const [kept] = await query<{ cells: string }>(
    server.url,
    `SELECT count(*) AS cells FROM import_row WHERE job_id = $1 AND cells <> '{}'`,
    [job.id],
  );
  expect(Number(kept?.cells)).toBe(0);
  const [made] = await query<{ people: string }>(
    server.url,
    `SELECT count(*) AS people FROM audit_log WHERE object = 'member' AND operator <> '员工 admin' AND after ->> 'card_no' LIKE 'OLD-002%'`,
  );
  expect(Number(made?.people)).toBe(0);
  await sound();
});

it("leaves out a row that was taken meanwhile, and adds the others of its step", async () => {
  const job = await send([oldMember(4_000), oldMember(4_001), oldMember(4_002)]);
  const [type] = (await admin.ok(members.cardTypes, {})).content;
  await admin.ok(members.create, { phone: oldMember(4_001).cells["phone"] ?? "", name: "先到", cardTypeId: type?.id ?? "" });
  const { job: over } = await admin.ok(memberImports.importRun, { id: job.id });
  expect(over).toMatchObject({
    state: "done",
    added: 2,
    bad: 1,
    faults: [{ row: 4_003, errors: { phone: expect.stringContaining("先到") } }],
  });
  expect((await admin.call(memberImports.importStop, { id: job.id })).code).not.toBe(200);
});
