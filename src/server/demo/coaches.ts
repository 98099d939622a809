/** The demo's classes of coaches: two weeks given and one planned, with who takes part; bank cards and withdrawals. */
import { coachBookings, coachClasses } from "../../contract/coaches/coach-classes";
import { bankCards, withdraws } from "../../contract/coaches/coaches";
import { addDays, instant, wall } from "../../contract/core/time";
import { loadPlaces } from "../kernel/places";
import { chargeBooking } from "../domains/coaches/bookings";
import { coachJobs, plan } from "../domains/coaches/classes";
import type { Ctx, Operator } from "../http/context";
import { documentNumber } from "../kernel/numbers";
import { post } from "../ledger/post";
import { at } from "./act";
import { freePlace } from "./open-play";
import { people } from "./people";
import { random } from "./random";
import { putRows } from "./rows";

const DESK: Operator = { id: "3", name: "陈晓" };
const TITLES = ["成人提高班", "少儿启蒙班", "双打战术", "私教课"] as const;
const STARTS = [600, 840, 1_020, 960] as const;
const DAYS = [-12, -10, -8, -6, -5, -3, -2, 1, 2, 3, 4, 5] as const;
const CARDS = ["6222021001116245702", "6217000010079853216", "6225880137706868", "6228480402564890018"] as const;

/** Plans classes on courts that are free, takes places in them, ends those that are over, and pays a coach. */
export async function makeClasses(system: Ctx, tick: (at: Date) => void): Promise<void> {
  const { day: today, minute } = wall(system.now, system.venue.zone);
  const session = { person: "" };
  const coaches = await system.db
    .selectFrom("coach")
    .select(["id", "name"])
    .where("venue_id", "=", system.venue.id)
    .where("state", "=", "approved")
    .orderBy("id")
    .execute();
  const places = await loadPlaces(system);
  const r = random("classes", system.venue.id);
  for (const days of DAYS) {
    const day = addDays(today, days);
    for (const [i, coach] of coaches.entries()) {
      if (!r.chance(0.6)) continue;
      const start = STARTS[i] ?? 600;
      const ctx = at(system, { day: days < 0 ? day : today, minute: days < 0 ? 430 : minute, person: DESK, moves: true }, session, tick);
      const place = await freePlace(ctx, places, day, start);
      if (!place || instant(day, start, ctx.venue.zone) <= ctx.now) continue;
      const price = i === 3 ? 30_000 : 8_000 + i * 2_000;
      const capacity = i === 3 ? 1 : 8;
      const draft = {
        title: TITLES[i] ?? "",
        coach: coach.id,
        place: place.id,
        day,
        start,
        minutes: 60,
        capacity,
        price,
        weeks: 1,
        memo: "",
      };
      const planned = await plan(ctx, draft);
      const [coachClass = ""] = await putRows(ctx, coachClasses, "coach_class", [{ ...draft, ...planned, state: "planned" }]);
      for (const { name, phone } of people(r, Math.min(capacity, r.int(1, 6)))) {
        const payBy = r.pick(["WeChat", "Alipay"] as const);
        const no = await documentNumber(ctx, "coachBooking", day);
        const booking = { name, phone, coachClass, member: null, payBy, cardNo: "" };
        const [id = ""] = await putRows(ctx, coachBookings, "coach_booking", [
          { ...booking, no, state: days < 0 ? "attended" : "booked", amount: price, refunded: 0 },
        ]);
        await chargeBooking(ctx, { id, no }, booking);
      }
    }
  }
  const ctx = at(system, { day: today, minute, person: DESK, moves: true }, session, tick);
  for (const job of coachJobs) while (await job.run(ctx));
  for (const [i, coach] of coaches.entries()) {
    const digits = CARDS[i] ?? "";
    const [bankCard = ""] = await putRows(ctx, bankCards, "coach_bank_card", [
      {
        label: `工商银行 ${digits.slice(-4)}`,
        coach: coach.id,
        holder: coach.name,
        bank: "工商银行",
        branch: "上海浦东支行",
        cardNo: `${digits.slice(0, 4)} **** **** ${digits.slice(-4)}`,
        main: true,
      },
    ]);
    await ctx.db.insertInto("coach_bank_number").values({ venue_id: ctx.venue.id, id: bankCard, digits }).execute();
    const { amount: owed } = await ctx.db
      .selectFrom("posting")
      .select((eb) => eb.fn.coalesce(eb.fn.sum<number>("amount"), eb.lit(0)).as("amount"))
      .where("venue_id", "=", ctx.venue.id)
      .where("account", "=", "payable.coach")
      .where("subject", "=", coach.id)
      .executeTakeFirstOrThrow();
    const amount = Math.floor(-owed / 20_000) * 10_000;
    if (amount <= 0 || i > 2) continue;
    const state = (["paid_out", "approved", "requested"] as const)[i] ?? "requested";
    const no = await documentNumber(ctx, "withdraw", today);
    const paid = state === "paid_out" ? { paidAt: ctx.now, bankRef: "ICBC20260018" } : {};
    const [id = ""] = await putRows(ctx, withdraws, "coach_withdraw", [
      { coach: coach.id, amount, bankCard, memo: "", no, state, operator: DESK.name, ...paid },
    ]);
    if (state === "paid_out")
      await post(ctx, {
        document: { kind: "withdraw", id, no },
        operation: "coach payout",
        legs: [
          { account: "payable.coach", amount, subject: coach.id },
          { account: "tender.transfer", amount: -amount },
        ],
      });
  }
}
