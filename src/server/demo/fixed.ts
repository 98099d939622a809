/** The demo's fixed bookings: companies, clubs and friends with a court of their own every week; made before the first day of trade. */
import { fixed } from "../../contract/fixed/fixed";
import { addDays } from "../../contract/core/time";
import { makeContract, pause, preview } from "../domains/fixed/change";
import { fixedJobs } from "../domains/fixed/jobs";
import { owedOf, pay } from "../domains/fixed/money";
import { leave } from "../domains/fixed/occurrences";
import type { Ctx } from "../http/context";
import { entered } from "./act";
import { random } from "./random";
import type { DemoVenue } from "./venues";

interface DemoContract {
  /** A company or club; none: one of the members. */
  readonly name?: string;
  readonly places: readonly string[];
  readonly weekdays: readonly number[];
  readonly everyWeeks?: number;
  readonly start: number;
  readonly end: number;
  /** Days from today to the end. */
  readonly ends: number;
  readonly payMode: "term" | "monthly";
  /** Yuan a time; none: by the tariff. */
  readonly agreed?: string;
}
const h = (hours: number): number => hours * 60;
const CONTRACTS: Readonly<Record<string, readonly DemoContract[]>> = {
  badminton: [
    { places: ["3"], weekdays: [3], start: h(19), end: h(21), ends: 55, payMode: "term" },
    {
      name: "张江微电子羽毛球社",
      places: ["7", "8"],
      weekdays: [2],
      start: h(19),
      end: h(21),
      ends: 39,
      payMode: "monthly",
      agreed: "150.00",
    },
    { places: ["5"], weekdays: [1, 4], start: h(20), end: h(22), ends: 9, payMode: "term" },
    { name: "浦东法院工会", places: ["10"], weekdays: [5], start: h(18), end: h(20), ends: 47, payMode: "monthly" },
    { places: ["2"], weekdays: [6], start: h(9), end: h(11), ends: 62, payMode: "term" },
    { places: ["9"], weekdays: [7], start: h(15), end: h(17), ends: 12, payMode: "monthly" },
    { places: ["4"], weekdays: [4], everyWeeks: 2, start: h(19), end: h(21), ends: 70, payMode: "term" },
    { places: ["V1"], weekdays: [3], start: h(20), end: h(22), ends: 33, payMode: "monthly", agreed: "260.00" },
  ],
  basketball: [
    { name: "联洋街道篮球队", places: ["A 全场"], weekdays: [2, 4], start: h(19), end: h(21), ends: 41, payMode: "monthly" },
    { places: ["B 东"], weekdays: [6], start: h(16), end: h(18), ends: 11, payMode: "term" },
  ],
};

/** Makes the contracts, from the first day of trade on. */
export async function makeFixed(ctx: Ctx, demo: DemoVenue, firstDay: string, today: string): Promise<void> {
  const contracts = CONTRACTS[demo.mainTag] ?? [];
  if (contracts.length === 0) return;
  const places = await ctx.db.selectFrom("place").select(["id", "name"]).where("venue_id", "=", ctx.venue.id).orderBy("id").execute();
  const members = await ctx.db
    .selectFrom("member")
    .select("id")
    .where("venue_id", "=", ctx.venue.id)
    .where("state", "=", "active")
    .orderBy("id")
    .limit(60)
    .execute();
  const r = random("fixed", ctx.venue.id);
  for (const [i, one] of contracts.entries()) {
    const input = entered(fixed.create, {
      ...(one.name ? { name: one.name, phone: `1390000${String(1000 + i)}` } : { memberId: members[i * 5 + r.int(0, 4)]?.id ?? "" }),
      placeIds: places.filter((place) => one.places.includes(place.name)).map((place) => place.id),
      weekdays: [...one.weekdays],
      everyWeeks: one.everyWeeks ?? 1,
      start: one.start,
      end: one.end,
      from: firstDay,
      to: addDays(today, one.ends),
      ...(one.agreed ? { priceBasis: "agreed" as const, unitPrice: one.agreed } : {}),
      payMode: one.payMode,
    });
    const due = one.payMode === "term" ? (await preview(ctx, input)).total : undefined;
    await makeContract(ctx, {
      ...input,
      activate: true,
      payments:
        due === undefined ? [] : entered(fixed.pay, { id: "x", payments: [{ type: i % 2 ? "WeChat" : "Transfer", amount: due }] }).payments,
    });
  }
}

/** Jobs that the end of a demo day runs; renewals are offered when all days are made, so that the desk knows which slots are kept. */
export const DAILY = fixedJobs.filter((job) => job.name === "fixed.settle" || job.name === "fixed.expire");

/** Brings the contracts into their current states: one paused, one on leave, one paid up, a draft. */
export async function finishFixed(ctx: Ctx, demo: DemoVenue, today: string): Promise<void> {
  if (demo.mainTag !== "badminton") return;
  const rows = await ctx.db.selectFrom("fixed_contract").selectAll().where("venue_id", "=", ctx.venue.id).orderBy("no").execute();
  const [first, club, , , , , everyOther, vip] = rows;
  if (everyOther) await pause(ctx, { id: everyOther.id, reason: "出差一个月" });
  if (club && owedOf(club) > 0) await pay(ctx, { id: club.id, payments: [{ type: "Transfer", amount: owedOf(club) }] });
  const ahead = first && (await nextOf(ctx, first.id, addDays(today, 7)));
  if (first && ahead) await leave(ctx, { id: first.id, occurrenceId: ahead, scope: "one", make: "extend", reason: "客人出差" });
  if (!vip) return;
  await makeContract(
    ctx,
    entered(fixed.create, {
      name: "陆家嘴金融城",
      phone: "13900002008",
      placeIds: [...vip.place_ids],
      weekdays: [1],
      start: h(19),
      end: h(21),
      from: addDays(today, 7),
      to: addDays(today, 91),
      payMode: "term",
      remark: "等对方确认发票抬头",
    }),
  );
}

async function nextOf(ctx: Ctx, contractId: string, from: string): Promise<string | undefined> {
  const row = await ctx.db
    .selectFrom("fixed_occurrence")
    .select("id")
    .where("venue_id", "=", ctx.venue.id)
    .where("contract_id", "=", contractId)
    .where("state", "=", "planned")
    .where("day", ">=", from)
    .orderBy("day")
    .executeTakeFirst();
  return row?.id;
}
