/** Erasing personal data: who it was goes from every table, what happened and the ledger stay. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { memberRecords } from "../../src/contract/members/member-records";
import { members } from "../../src/contract/members/members";
import { checkLedger } from "../../src/server/ledger/check";
import { type Book, openBook } from "../support/book";
import { fill, seedMember } from "../support/booking";
import { query } from "../support/tables";

let b: Book;
beforeAll(async () => {
  b = await openBook();
});
afterAll(() => b.close());

const erase = (id: string) => b.admin.call(memberRecords.erase, { id, reason: "本人申请删除" });
const ledger = () => b.count<{ n: string; sum: string }>("SELECT count(*) AS n, sum(abs(amount)) AS sum FROM posting WHERE venue_id = $1");

const checked = () => b.t.look((ctx) => checkLedger(ctx.db, ctx.venue.id));

/** Tables of the venue that hold a text anywhere in a row. */
async function holding(text: string): Promise<string[]> {
  const tables = await query<{ name: string }>(
    b.t.url,
    "SELECT table_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'venue_id' AND table_name IN (SELECT tablename FROM pg_tables)",
    [],
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await query(b.t.url, `SELECT 1 FROM "${name}" t WHERE position($1 in t::text) > 0 LIMIT 1`, [text]);
    // Answers kept for requests sent twice are dropped by age.
    if (rows.length > 0 && name !== "idempotency") found.push(name);
  }
  return found.sort();
}

/** Writes as the venue, so that the log keeps it. */
const write = (text: string) => b.t.act((ctx) => sql.raw(text).execute(ctx.db));

/** A closing that met an order, and an entry of a competition with its player: rows as those domains write them. */
async function named(orderId: string, phone: string): Promise<void> {
  await write(
    `INSERT INTO closing (venue_id, id, reason, from_day, to_day, start_minute, end_minute, places, moves, refunds, refund_total, person_id, operator, created_at)
     VALUES ('v-1', 'c-1', '检修', '2026-11-21', '2026-11-21', 0, 60, '1', 0, 1, 0, '', '*', now())`,
  );
  await write(
    `INSERT INTO closing_hit (venue_id, closing_id, line_id, order_id, order_no, name, phone, place, day, start_minute, end_minute, refund)
     VALUES ('v-1', 'c-1', 'l', '${orderId}', 'B', '王芳', '${phone}', '1', '2026-11-21', 0, 60, 0)`,
  );
  // The entry's game and event are of no matter here.
  await query(b.t.url, "ALTER TABLE game_team DROP CONSTRAINT game_team_venue_id_event_id_fkey");
  await b.t.act((ctx) =>
    ctx.db
      .insertInto("game_team")
      .values({
        venue_id: "v-1",
        id: "team",
        no: "GE1",
        event_id: "e",
        name: "王芳",
        state: "refused",
        captain: "王芳",
        phone,
        member_id: b.wang,
        club: "",
        seed: null,
        audit: "",
        place: null,
        memo: "",
        pinyin: "",
        created_at: ctx.now,
      })
      .execute(),
  );
  await write(
    `INSERT INTO game_team_member (venue_id, id, team_id, name, sex, phone, created_at)
     VALUES ('v-1', 'p1', 'team', '王芳', 'female', '', now()), ('v-1', 'p2', 'team', '李雷', 'male', '', now())`,
  );
}

it("needs its own code, and names everything that is still open", async () => {
  await b.server.addPerson("desk", ["v-1"], ["venue_user_list", "member_modify", "member_merge"]);
  expect((await (await b.server.as("desk")).call(memberRecords.erase, { id: b.wang, reason: "本人申请" })).code).toBe(403);
  const { code, msg } = await erase(b.wang);
  expect(code).not.toBe(200);
  for (const what of ["余额", "次卡", "订场"]) expect(msg).toContain(what);
  expect((await b.admin.ok(members.view, { id: b.wang })).name).toBe("王芳");
});

it("leaves name and mobile in no table, the log included; documents and the ledger stay as they are", async () => {
  const { phone } = await b.admin.ok(members.phone, { id: b.wang });
  await seedMember(b.t, "twin", { name: "王小芳" });
  await b.admin.ok(memberRecords.merge, { keepId: b.wang, mergeId: "twin", reason: "重复" });
  // The data covers the record of a closing, the attendees, and the note of a payment.
  const [order] = await query<{ id: string; no: string }>(b.t.url, "SELECT id, no FROM booking_order WHERE member_id = $1 LIMIT 1", [
    b.wang,
  ]);
  await write(`UPDATE payment SET note = '王芳代付' WHERE document_id = '${order?.id}'`);
  await named(order?.id ?? "", phone);
  // Open business must have ended.
  await query(b.t.url, "UPDATE booking_order SET order_status = 'finished' WHERE member_id = $1", [b.wang]);
  const [held] = await b.count<{ p: string; g: string }>(
    `SELECT coalesce(sum(amount) FILTER (WHERE account = 'purse.principal'), 0) AS p, coalesce(sum(amount) FILTER (WHERE account = 'purse.gift'), 0) AS g
     FROM balance WHERE venue_id = $1 AND subject = '${b.wang}'`,
  );
  await b.t.act((ctx) => fill(ctx, b.wang, -Number(held?.p), -Number(held?.g)));
  await query(b.t.url, "UPDATE holding SET state = 'expired' WHERE member_id = $1", [b.wang]);
  expect(await holding(phone)).not.toEqual([]);
  expect(await holding("王芳")).toContain("audit_log");
  const [before, findings] = [await ledger(), await checked()];
  const orders = await query(b.t.url, "SELECT id, no, total, paid FROM booking_order WHERE member_id = $1 ORDER BY id", [b.wang]);

  const answer = await erase(b.wang);
  expect([answer.code, answer.msg]).toEqual([200, expect.anything()]);
  expect(answer.data).toMatchObject({ name: "***", state: "closed", cardNo: "W-1", stateReason: "本人申请删除", tags: [], memo: "" });
  expect([await holding(phone), await holding("王芳"), await holding("王小芳")]).toEqual([[], [], []]);
  expect([await ledger(), await checked()]).toEqual([before, findings]);
  expect(await query(b.t.url, "SELECT id, no, total, paid FROM booking_order WHERE member_id = $1 ORDER BY id", [b.wang])).toEqual(orders);
  const players = await query(b.t.url, "SELECT name FROM game_team_member ORDER BY id");
  expect(players).toEqual([{ name: "***" }, { name: "李雷" }]);
  const log = await b.count<{ operator: string }>(
    `SELECT operator FROM audit_log WHERE venue_id = $1 AND object = 'member' AND object_id = '${b.wang}' AND after ->> 'erased_at' IS NOT NULL`,
  );
  expect(log).toEqual([{ operator: "员工 admin" }]);
  expect((await erase(b.wang)).msg).toContain("已经删除");
  expect((await erase("twin")).code).not.toBe(200);
});

it("keeps the log append-only for everything else", async () => {
  await expect(query(b.t.url, "UPDATE audit_log SET operator = 'x' WHERE venue_id = 'v-1'", [])).rejects.toThrow("append-only");
});
