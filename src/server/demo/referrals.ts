/** The demo's referrals: what the venue offers for bringing a member, and some newcomers who were brought. */
import { members } from "../../contract/members/members";
import { referralOffers } from "../../contract/marketing/referrals";
import { callsOf } from "../../contract/core/resource/calls";
import { addDays, dayOf } from "../../contract/core/time";
import { modify } from "../domains/members/enrol";
import { view } from "../domains/members/list";
import { recharge } from "../domains/members/recharge";
import { referralRoutes } from "../domains/marketing/referrals";
import type { Ctx, Operator } from "../http/context";
import { at, entered } from "./act";

const DESK: Operator = { id: "3", name: "陈晓" };
const NINE = 540;
const BROUGHT = 8;

/** Makes the offer, and the first recharges of members who had none. */
export async function makeReferrals(system: Ctx, tick: (at: Date) => void): Promise<void> {
  const today = dayOf(system.now, system.venue.zone);
  const session = { person: "" };
  const desk = (daysAgo: number): Ctx =>
    at(system, { day: addDays(today, -daysAgo), minute: NINE + daysAgo, person: DESK, moves: true }, session, tick);
  const { create } = callsOf(referralOffers);
  const creates = referralRoutes.find((route) => route.call === create);
  if (creates?.in !== "venue") return;
  const offer = { name: "老带新：充 300 双方得赠送金", active: true, least: "300.00", referrerGift: "30.00", newcomerGift: "20.00" };
  await creates.service(desk(BROUGHT + 1), entered(create, { ...offer, perMonth: 5, startsOn: addDays(today, -30) }) as never);
  const some = system.db.selectFrom("member as m").select("m.id").where("m.venue_id", "=", system.venue.id).where("m.state", "=", "active");
  const recharges = system.db.selectFrom("recharge").select("member_id").where("venue_id", "=", system.venue.id);
  const newcomers = await some.where("m.id", "not in", recharges).orderBy("m.id", "desc").limit(BROUGHT).execute();
  const referrers = await some.where("m.id", "in", recharges).orderBy("m.id").limit(3).execute();
  for (const [i, { id }] of newcomers.entries()) {
    const ctx = desk(BROUGHT - i);
    const { name, gender, birthday, cardTypeId, tags, memo } = await view(ctx, { id });
    const referrerId = referrers[i % referrers.length]?.id ?? null;
    await modify(ctx, entered(members.modify, { id, phone: "", name, gender, birthday, cardTypeId, tags, memo, referrerId }));
    await recharge(ctx, entered(members.recharge, { memberId: id, pay: i % 2 === 0 ? "300.00" : "500.00", method: "WeChat" }));
  }
}
