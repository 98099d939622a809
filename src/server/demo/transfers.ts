/** The demo's transfers between members: some done, one refused, two that wait for the manager. */
import { addDays, wall } from "../../contract/core/time";
import { yuan } from "../../contract/core/money";
import { approve } from "../domains/transfers/transfers";
import type { Ctx, Operator } from "../http/context";
import { documentNumber } from "../kernel/numbers";
import { at } from "./act";

const DESK: Operator = { id: "3", name: "陈晓" };
const MANAGER: Operator = { id: "2", name: "周凯" };
const WISHES = [
  { back: 12, amount: 10_000, reason: "夫妻两张卡合并使用", end: "done" },
  { back: 7, amount: 5_000, reason: "把余额转给一起打球的同事", end: "done" },
  { back: 4, amount: 20_000, reason: "会员要求转给朋友", end: "refused" },
  { back: 2, amount: 8_000, reason: "家长的余额转到孩子的卡上", end: "done" },
  { back: 1, amount: 6_000, reason: "换了手机号，余额转到新卡", end: "requested" },
  { back: 0, amount: 3_000, reason: "队长代收的球费转给队员", end: "requested" },
] as const;

/** Makes the venue's transfers among the members with the most principal. */
export async function makeTransfers(system: Ctx, tick: (at: Date) => void): Promise<void> {
  const { day: today, minute } = wall(system.now, system.venue.zone);
  const session = { person: "" };
  const holders = await system.db
    .selectFrom("balance as b")
    .innerJoin("member as m", (join) => join.onRef("m.venue_id", "=", "b.venue_id").onRef("m.id", "=", "b.subject"))
    .where("b.venue_id", "=", system.venue.id)
    .where("b.account", "=", "purse.principal")
    .where("b.amount", ">=", 30_000)
    .where("b.amount", "<=", 300_000)
    .where("m.state", "=", "active")
    .select("m.id")
    .orderBy("b.amount", "desc")
    .orderBy("m.id")
    .limit(WISHES.length * 2)
    .execute();
  for (const [i, wish] of WISHES.entries()) {
    const [giver, receiver] = [holders[i * 2]?.id, holders[i * 2 + 1]?.id];
    if (giver === undefined || receiver === undefined) return;
    const day = addDays(today, -wish.back);
    const start = wish.back === 0 ? Math.max(0, minute - 30) : 15 * 60 + i * 7;
    const requested = at(system, { day, minute: start, person: DESK, moves: true }, session, tick);
    const row = {
      id: requested.newId(),
      no: await documentNumber(requested, "transfer", day),
      purse: "principal" as const,
      reason: wish.reason,
    };
    await requested.db
      .insertInto("member_transfer")
      .values({
        ...row,
        venue_id: requested.venue.id,
        state: "requested",
        giver_id: giver,
        receiver_id: receiver,
        amount: wish.amount,
        requester: DESK.id,
        requested_by: DESK.name,
        decided_at: null,
        created_at: requested.now,
      })
      .execute();
    if (wish.end === "requested") continue;
    const boss = at(system, { day, minute: start + 40, person: MANAGER, moves: true }, session, tick);
    const end =
      wish.end === "done"
        ? await approve(boss, { ...row, giver, receiver, amount: yuan(wish.amount) })
        : { state: wish.end, decidedBy: MANAGER.name, decidedAt: boss.now, outcome: "收款人身份未核实，请本人到前台办理" };
    await boss.db
      .updateTable("member_transfer")
      .set({ state: end.state, decided_by: end.decidedBy, decided_at: end.decidedAt, outcome: end.outcome })
      .where("venue_id", "=", boss.venue.id)
      .where("id", "=", row.id)
      .execute();
  }
}
