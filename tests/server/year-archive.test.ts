/** The books of a year leave as a file that adds up without the database. */
import { Readable } from "node:stream";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { members } from "../../src/contract/members/members";
import { checkYear, exportYear } from "../../src/server/archive/year";
import { tarEntries } from "../../src/server/archive/tar";
import { recharge } from "../../src/server/domains/members/recharge";
import { type Leg, post } from "../../src/server/ledger/post";
import { enrol, seedMembers } from "../support/members";
import { addVenue, testVenue, type TestVenue } from "../support/venue";

let t: TestVenue;
let memberId: string;
const fill = (pay: string) =>
  t.act((ctx) => recharge(ctx, members.recharge.input.parse({ memberId, pay, method: "Cash", offerId: undefined })));
const spend = (amount: number, reason = "") =>
  t.act((ctx) => {
    const legs: Leg[] = [
      { account: "purse.principal", amount, subject: memberId },
      { account: "income.place", amount: -amount, earnedOn: t.now.toISOString().slice(0, 10) },
    ];
    return post(ctx, { document: { kind: "order", id: "o-1", no: "B-1" }, operation: "place", legs, reason });
  });
const exported = async (year: number, venue = "v-1"): Promise<Buffer> => {
  const { body } = await exportYear(t.database.dbFor(venue), venue, year, t.now);
  return Buffer.concat((await body.toArray()) as Buffer[]);
};
const check = (file: Buffer) => checkYear(Readable.from([file]));
const textOf = async (file: Buffer, part: string): Promise<string> => {
  const entries = tarEntries(Readable.from([gunzipSync(file)]));
  let text = "";
  for await (const { name, content } of entries) if (name.startsWith(`${part}/`)) text += content.toString("utf8");
  return text;
};

beforeAll(async () => {
  t = await testVenue();
  await seedMembers(t);
  t.now = new Date("2025-12-31T15:59:00Z"); // a minute before the year ends at the venue
  memberId = (await enrol(t, { name: "王芳" })).id;
  await fill("500.00");
  await spend(12_000);
  t.now = new Date("2025-12-31T16:01:00Z");
  await spend(3_000, '=HYPERLINK("http://bad")\n第二行');
  t.now = new Date("2026-02-03T02:00:00Z");
  await fill("80.00");
});
afterAll(() => t.close());

describe("the archive of a year", () => {
  it("opens with what the year before closed with, by the venue's own days", async () => {
    const [before, after] = await Promise.all([check(await exported(2025)), check(await exported(2026))]);
    expect([before.faults, after.faults]).toEqual([[], []]);
    const of = ({ manifest }: typeof before, account: string) => manifest.accounts.find((one) => one.account === account);
    expect(of(before, "purse.principal")).toEqual({
      account: "purse.principal",
      opening: "0.00",
      debit: "120.00",
      credit: "500.00",
      closing: "-380.00",
    });
    expect(of(after, "purse.principal")).toEqual({
      account: "purse.principal",
      opening: "-380.00",
      debit: "30.00",
      credit: "80.00",
      closing: "-430.00",
    });
    expect([before.manifest.complete, after.manifest.complete]).toEqual([true, false]);
    expect(before.manifest.rows.operations).toBeGreaterThan(0);
  });

  it("holds each posting in one line, with no formula for a spreadsheet", async () => {
    const journal = await textOf(await exported(2026), "journal");
    const lines = journal.trimEnd().split("\r\n");
    expect(lines).toHaveLength(1 + 4);
    expect(lines.filter((line) => line.includes("HYPERLINK"))).toHaveLength(2);
    expect(journal).toContain(`"'=HYPERLINK(""http://bad"") 第二行"`);
  });

  it("holds nothing of another venue", async () => {
    await addVenue(t.database, "v-2");
    const { manifest, faults } = await check(await exported(2025, "v-2"));
    expect(faults).toEqual([]);
    expect([manifest.accounts, manifest.rows.journal]).toEqual([[], 0]);
  });

  it("tells what was changed in it, and what broke off", async () => {
    const file = await exported(2025);
    const tar = gunzipSync(file);
    const at = tar.indexOf("purse.principal,120.00");
    expect(at).toBeGreaterThan(0);
    tar.write("purse.principal,120.01", at);
    const { faults } = await check(gzipSync(tar));
    expect(faults).toContain("the hash is another: the file was changed");
    expect(faults).toContain("purse.principal: the journal has other sums");
    await expect(check(file.subarray(0, file.length - 40))).rejects.toThrow();
    await expect(check(gzipSync(tar.subarray(0, 2_048)))).rejects.toThrow();
  });

  it("is refused for a year that has not begun, and for no venue", async () => {
    await expect(exported(2027)).rejects.toThrow("2027 has not begun");
    await expect(exported(2025, "v-none")).rejects.toThrow("There is no venue v-none");
  });
});
