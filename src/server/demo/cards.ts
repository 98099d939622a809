/** Yesterday's actions of the demo's members with their package cards: use them at the desk, pause, extend, transfer and refund a few. */
import { sql } from "kysely";
import { cards } from "../../contract/cards/cards";
import { fen } from "../../contract/core/money";
import { holding as machine, next } from "../../contract/core/states";
import { addDays, wall } from "../../contract/core/time";
import { addTimes, extend, pause } from "../domains/cards/change";
import { undoLast } from "../kernel/cards/undo-redemption";
import { refundCard, transfer } from "../domains/cards/hand-on";
import { preview } from "../domains/cards/preview";
import { setHolding } from "../kernel/cards/holding";
import { cardJobs } from "../domains/cards/jobs";
import { redeemCard } from "../kernel/cards/redeem";
import type { Ctx, Operator } from "../http/context";
import { toColumns } from "../resource/columns";
import { memberCards } from "../../contract/cards/member-cards";
import { at, entered } from "./act";
import { drawChange } from "./shifts";

const DESK: Operator = { id: "3", name: "陈晓" };
const START = 600;
const STEP = 7;
/** Cards that are used at the desk. */
const USED = 12;

type Move = "pause" | "transfer" | "refund";

/** Uses and changes cards that members hold. */
export async function makeCards(system: Ctx, tick: (at: Date) => void): Promise<void> {
  const { day: today } = wall(system.now, system.venue.zone);
  const session = { person: "" };
  let minute = START;
  const desk = (): Ctx => at(system, { day: addDays(today, -1), minute: (minute += STEP), person: DESK, moves: true }, session, tick);
  for (const job of cardJobs) await job.run(desk());
  const held = await system.db
    .selectFrom("holding as h")
    .innerJoin("package_card as c", (join) => join.onRef("c.venue_id", "=", "h.venue_id").onRef("c.id", "=", "h.package_card_id"))
    .select(["h.id", "h.member_id", "h.expires_on"])
    .where("h.venue_id", "=", system.venue.id)
    .where("h.state", "=", "active")
    .where("h.kind", "=", "times")
    .where("h.activated_on", "<", addDays(today, -1))
    .where("h.expires_on", ">", addDays(today, 20))
    .where(sql<boolean>`c.weekdays = '{}'`)
    .where((eb) => eb(eb("h.times", "+", eb.ref("h.bonus_times")), ">", eb("h.used", "+", 4)))
    .orderBy("h.id", "desc")
    .limit(USED + 6)
    .execute();
  const uses = held.slice(0, USED);
  for (const [i, one] of uses.entries())
    await redeemCard(desk(), { holdingId: one.id, times: 1 + (i % 3), note: i % 4 === 0 ? "补录" : "" });
  const [mistaken] = uses;
  if (mistaken) await undoLast(desk(), mistaken.id, "刷错卡");
  const [paused, extended, more, handed, given] = held.slice(USED);
  const move = async (ctx: Ctx, id: string, action: Move, effect: Promise<Readonly<Record<string, unknown>> | void>): Promise<void> => {
    const set = (await effect) ?? {};
    await setHolding(ctx, id, toColumns(memberCards.fields, { state: next(machine, "active", action), ...set }));
  };
  if (paused) await move(system, paused.id, "pause", pause(desk(), paused.id, "膝盖受伤，休养一个月"));
  if (extended) await extend(desk(), extended.id, addDays(extended.expires_on, 30), "场馆维修补偿");
  if (more) {
    const set = await addTimes(desk(), more.id, { extra: 2, amount: 0, method: "Cash", reason: "生日赠送" });
    await setHolding(system, more.id, toColumns(memberCards.fields, set));
  }
  const to = held.find(({ member_id }) => member_id !== handed?.member_id);
  if (handed && to)
    await move(system, handed.id, "transfer", transfer(desk(), handed.id, { to: to.member_id, method: "WeChat", reason: "搬家转让" }));
  if (given) {
    const { back } = await preview(desk(), entered(cards.preview, { holdingId: given.id, action: "refund" }));
    if (fen(back) > 0) await drawChange(desk(), fen(back));
    await move(system, given.id, "refund", refundCard(desk(), given.id, { back: fen(back), method: "Transfer", reason: "搬离上海" }));
  }
}
