/** Pay of coaches: after random classes, shares, cancellations, moves and withdrawals, each coach is owed what a model says, to the fen. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { api } from "../../src/contract/all";
import type { Call, Input, Output } from "../../src/contract/core/call";
import { fen, percentOf, yuan } from "../../src/contract/core/money";
import { addDays, DEFAULT_ZONE, instant } from "../../src/contract/core/time";
import { random } from "../../src/server/demo/random";
import { coachJobs } from "../../src/server/domains/coaches/classes";
import { AppError } from "../../src/server/http/error";
import type { Request } from "../../src/server/http/perform";
import { checkLedger } from "../../src/server/ledger/check";
import { fill, seedBooking, TODAY } from "../support/booking";
import { cardNumber } from "../support/declared";
import { serves } from "../support/services";
import { query } from "../support/tables";
import { type TestVenue, testVenue } from "../support/venue";

const FULL = process.env["PROVE"] === "full";
const ROUNDS = FULL ? 40 : 6;
const STEPS = FULL ? 50 : 30;
const SEED = process.env["PROVE_SEED"] ?? "coaches";

let t: TestVenue;
beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
  await t.act((ctx) => fill(ctx, "m-1", 5_000_000, 0));
});
afterAll(() => t.close());

const act = <C extends Call>(call: C, input: Input<C>, as?: Partial<Request>): Promise<Output<C>> =>
  t.act((ctx) => serves(call)(ctx, input as object), as);
/** Person who answers requests: nobody answers their own. */
const second = { person: { id: "p-second", name: "复核人" } };

/** Coach as known to the model; amounts in fen. */
interface Coach {
  readonly id: string;
  readonly card: string;
  share: number;
  earned: number;
  paidOut: number;
  readonly asked: { readonly id: string; readonly amount: number; approved: boolean }[];
}
interface Class {
  readonly id: string;
  coach: Coach;
  share: number;
  start: number;
  place: string;
  readonly price: number;
  readonly standing: { readonly id: string; readonly amount: number }[];
}
const pending = (coach: Coach): number => coach.asked.reduce((sum, { amount }) => sum + amount, 0);

async function hire(n: number, share: number): Promise<Coach> {
  const { id } = await act(api.coaches.create, {
    name: `教练${n}`,
    phone: `1370000000${n}`,
    programs: ["羽毛球"],
    level: "senior",
    hourPrice: "200",
    share,
  });
  await act(api.coaches.approve, { id });
  const card = await act(api.bankCards.create, { coach: id, holder: "许强", bank: "工商银行", cardNo: cardNumber(n) });
  return { id, card: card.id, share, earned: 0, paidOut: 0, asked: [] };
}

it(`${ROUNDS} days of ${STEPS} steps: earned − paid out = balance, and balance − pending is what can be withdrawn`, async () => {
  const r = random(SEED);
  const coaches = [await hire(1, 33.33), await hire(2, 50), await hire(3, 0.01)];
  const done = { refused: 0, finished: 0, cancelled: 0, moved: 0, paidOut: 0 };
  /** Does it, and gives what it came to; undefined where it was refused. */
  const tried = async <T>(doing: Promise<T>): Promise<T | undefined> => {
    try {
      return await doing;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      done.refused++;
      return undefined;
    }
  };
  const start = (): number => r.int(17, 40) * 30;
  for (let round = 1; round <= ROUNDS; round++) {
    const day = addDays(TODAY, round);
    let classes: Class[] = [];
    for (let i = 0; i < STEPS; i++) {
      const coach = r.pick(coaches);
      const klass = classes.length === 0 ? undefined : r.pick(classes);
      const kind = klass
        ? r.pick(["plan", "join", "join", "join", "leave", "call off", "move", "share", "ask", "answer", "answer", "answer"] as const)
        : "plan";
      if (kind === "plan") {
        const [price, at, place] = [r.int(0, 30_000), start(), `b-${r.int(1, 8)}`];
        const made = await tried(
          act(api.coachClasses.create, {
            title: "课",
            coach: coach.id,
            place,
            day,
            start: at,
            minutes: 60,
            capacity: 4,
            price: yuan(price),
            weeks: 1,
          }),
        );
        if (made) classes.push({ id: made.id, coach, share: coach.share, start: at, place, price, standing: [] });
      } else if (kind === "share") {
        coach.share = r.int(0, 10_000) / 100;
        const now = await act(api.coaches.view, { id: coach.id });
        await act(api.coaches.modify, { ...now, share: coach.share });
      } else if (kind === "ask") {
        const free = coach.earned - coach.paidOut - pending(coach);
        const amount = r.chance(0.3) ? free + 1 : r.int(1, Math.max(1, free));
        const asked = await tried(act(api.withdraws.create, { coach: coach.id, bankCard: coach.card, amount: yuan(amount) }));
        expect([amount <= free, asked !== undefined]).toEqual([asked !== undefined, amount <= free]);
        if (asked) coach.asked.push({ id: asked.id, amount, approved: false });
      } else if (kind === "answer") {
        const [request] = coach.asked;
        if (!request) continue;
        const way = r.pick(["approve", "approve", "payOut", "payOut", "refuse"] as const);
        const answered =
          way === "approve"
            ? await tried(act(api.withdraws.approve, { id: request.id }, second))
            : way === "payOut"
              ? await tried(act(api.withdraws.payOut, { id: request.id, bankRef: "工行" }, second))
              : await tried(act(api.withdraws.refuse, { id: request.id, reason: "卡号不符" }, second));
        if (!answered) continue;
        if (way === "approve") request.approved = true;
        else coach.asked.shift();
        if (way !== "payOut") continue;
        expect(request.approved).toBe(true);
        coach.paidOut += request.amount;
        done.paidOut++;
      } else if (klass && kind === "join") {
        const payBy = r.pick(["WeChat", "Cash", "Balance"] as const);
        const who = payBy === "Balance" ? { member: "m-1" } : { name: "散客" };
        const joined = await tried(act(api.coachBookings.create, { coachClass: klass.id, payBy, ...who }));
        if (joined) klass.standing.push({ id: joined.id, amount: klass.price });
      } else if (klass && kind === "leave") {
        const [leaving] = klass.standing;
        if (leaving && (await tried(act(api.coachBookings.cancel, { id: leaving.id, reason: "有事" })))) klass.standing.shift();
      } else if (klass && kind === "call off") {
        if (!r.chance(0.4)) continue;
        await act(api.coachClasses.cancel, { id: klass.id, reason: "教练生病" });
        classes = classes.filter((one) => one !== klass);
        done.cancelled++;
      } else if (klass) {
        const [at, place] = [start(), `b-${r.int(1, 8)}`];
        if (!(await tried(act(api.coachClasses.move, { id: klass.id, coach: coach.id, place, day, start: at })))) continue;
        // A coach who continues another's class earns it at their own share.
        if (klass.coach !== coach) klass.share = coach.share;
        Object.assign(klass, { coach, start: at, place });
        done.moved++;
      }
    }
    t.now = instant(day, 1_439, DEFAULT_ZONE);
    for (const klass of classes.filter(() => r.chance(0.5))) await act(api.coachClasses.finish, { id: klass.id });
    for (const job of [...coachJobs, ...coachJobs]) await t.act((ctx) => job.run(ctx));
    for (const { coach, share, standing } of classes) {
      coach.earned += percentOf(
        standing.reduce((sum, { amount }) => sum + amount, 0),
        share,
      );
      done.finished++;
    }
    const { rows } = await t.look((ctx) => serves(api.coachBalance.read)(ctx, { from: addDays(TODAY, 1), to: day }));
    for (const coach of coaches) {
      const seen = await act(api.coaches.view, { id: coach.id });
      const posted = await query<{ account: string; sum: string }>(
        t.url,
        "SELECT account, sum(amount) AS sum FROM posting WHERE subject = $1 AND account IN ('cost.coach', 'payable.coach') GROUP BY 1",
        [coach.id],
      );
      const sum = (account: string): number => Number(posted.find((row) => row.account === account)?.sum ?? 0);
      const reported = rows.find(({ key }) => key === coach.id);
      const balance = coach.earned - coach.paidOut;
      expect(
        [round, fen(seen.balance ?? "0"), fen(seen.frozen ?? "0"), sum("cost.coach"), -sum("payable.coach") + 0].map(
          (figure) => figure + 0,
        ),
      ).toEqual([round, balance, pending(coach), coach.earned, balance]);
      expect(reported).toMatchObject({
        earned: yuan(coach.earned),
        credited: yuan(coach.earned),
        paidOut: yuan(coach.paidOut),
        closing: yuan(balance),
      });
    }
    expect(await checkLedger(t.database.dbFor(t.venue.id), t.venue.id)).toEqual([]);
  }
  const kept = await query<{ sum: string }>(
    t.url,
    "SELECT -coalesce(sum(p.amount), 0) AS sum FROM posting p JOIN ledger_tx x ON x.venue_id = p.venue_id AND x.id = p.tx_id WHERE p.account = 'tender.transfer' AND x.document_kind = 'withdraw'",
  );
  expect(Number(kept[0]?.sum)).toBe(coaches.reduce((sum, { paidOut }) => sum + paidOut, 0));
  expect(Object.entries(done).filter(([, count]) => count === 0)).toEqual([]);
});
