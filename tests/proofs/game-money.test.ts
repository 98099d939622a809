/** The money of random games: after whatever happened to their entries, the ledger says what a model of it says, to the fen. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Call, Input, Output } from "../../src/contract/core/call";
import { gameEvents, games, gameTeamMembers, gameTeams } from "../../src/contract/competitions/competitions";
import { percentOf, yuan } from "../../src/contract/core/money";
import { callsOf } from "../../src/contract/core/resource/calls";
import { random } from "../../src/server/demo/random";
import { AppError } from "../../src/server/http/error";
import { checkLedger } from "../../src/server/ledger/check";
import { seedBooking, TOMORROW } from "../support/booking";
import { serves } from "../support/services";
import { query } from "../support/tables";
import { type TestVenue, testVenue } from "../support/venue";
import { FULL } from "../support/forms";

const GAMES = FULL ? 60 : 6;
const STEPS = FULL ? 60 : 24;
const SEED = process.env["PROVE_SEED"] ?? "games";

let t: TestVenue;
beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
});
afterAll(() => t.close());

const act = <C extends Call>(call: C, input: Input<C>): Promise<Output<C>> => t.act((ctx) => serves(call)(ctx, input as object));
const game = callsOf(games);
const team = callsOf(gameTeams);
let phone = 13_500_000_000;

/** An entry as the model knows it; amounts in fen. */
interface Entry {
  readonly id: string;
  state: "confirmed" | "paid" | "checked_in" | "withdrawn" | "abandoned";
  paid: number;
  refunded: number;
  deposit: number;
}
/** Returns zero totals for the accounts of a game, debits positive. */
const zero = () => ({ tender: 0, "income.competition": 0, "income.fee": 0, deposit: 0, "cost.handling": 0, "receivable.platform": 0 });
type Books = ReturnType<typeof zero>;

/** Postings of a game and its entries, by account; all tenders are one. */
async function postedOf(ids: readonly string[]): Promise<Books> {
  const rows = await query<{ account: string; amount: string }>(
    t.url,
    `SELECT split_part(p.account, '.', 1) || CASE WHEN p.account LIKE 'tender.%' OR p.account = 'deposit' THEN '' ELSE '.' || split_part(p.account, '.', 2) END AS account,
       sum(p.amount) AS amount FROM posting p JOIN ledger_tx x ON x.venue_id = p.venue_id AND x.id = p.tx_id
     WHERE x.document_id = ANY($1) GROUP BY 1`,
    [ids],
  );
  return { ...zero(), ...Object.fromEntries(rows.map(({ account, amount }) => [account, Number(amount)])) };
}

it(`${GAMES} random games of ${STEPS} steps post what the model posts, and settle to fees − refunds − handling`, async () => {
  let settled = 0;
  let cancelled = 0;
  for (let number = 0; number < GAMES; number++) {
    const r = random(SEED, String(number));
    const fee = r.int(0, 200) * 50;
    const bail = r.int(0, 3) * 1_000;
    const made = await act(game.create, {
      shortTitle: `第 ${number} 届`,
      gameStart: TOMORROW,
      gameEnd: TOMORROW,
      gameType: "venueGame",
      businessCode: "venue",
      memberType: "personal",
      bail: yuan(bail),
    });
    const event = await act(callsOf(gameEvents).create, { game: made.id, title: "单打", kind: "singles", gender: "open", fee: yuan(fee) });
    await act(game.modifyStatus, { id: made.id, action: "publish" });
    await act(game.modifyStatus, { id: made.id, action: "openSignUp" });
    const entries: Entry[] = [];
    const books = zero();
    let refusals = 0;
    /** Does it, and books it in the model where it was not refused. */
    const step = async (doing: Promise<unknown>, book: () => void): Promise<void> => {
      try {
        await doing;
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        refusals++;
        return;
      }
      book();
    };
    const giveBack = (entry: Entry, keep: number, state: Entry["state"]): void => {
      const left = entry.paid - entry.refunded;
      books["income.competition"] += left;
      books["income.fee"] -= keep;
      books.deposit += entry.deposit;
      books.tender -= left - keep + entry.deposit;
      Object.assign(entry, { state, refunded: entry.refunded + left - keep, deposit: 0 });
    };
    for (let i = 0; i < STEPS; i++) {
      const entry = entries.length > 0 && !r.chance(0.3) ? r.pick(entries) : undefined;
      if (!entry) {
        const name = `选手${entries.length}`;
        const { id } = await act(team.create, { event: event.id, name, captain: name, phone: String(++phone) });
        await act(callsOf(gameTeamMembers).create, { team: id, name, sex: "male", phone: String(++phone) });
        entries.push({ id, state: "confirmed", paid: 0, refunded: 0, deposit: 0 });
        continue;
      }
      const { id } = entry;
      const kind = r.pick(["pay", "pay", "payWrong", "withdraw", "checkIn", "abandon", "giveBack"] as const);
      if (kind === "pay" || kind === "payWrong") {
        const amount = fee + bail + (kind === "payWrong" ? r.pick([-1, 1]) : 0);
        const part = Math.max(0, Math.floor(amount / 3));
        const payments = [
          { type: "WeChat" as const, amount: yuan(amount - part) },
          { type: "Cash" as const, amount: yuan(part) },
        ].filter((one) => one.amount !== "0.00" && !one.amount.startsWith("-"));
        await step(act(team.pay, { id, payments }), () => {
          expect([entry.state, kind]).toEqual(["confirmed", "pay"]);
          Object.assign(entry, { state: "paid", paid: fee, deposit: bail });
          books.tender += fee + bail;
          books["income.competition"] -= fee;
          books.deposit -= bail;
        });
      } else if (kind === "withdraw") {
        const keep = r.int(0, fee + 100);
        await step(act(team.withdraw, { id, keep: yuan(keep), reason: "有事" }), () => {
          expect(keep).toBeLessThanOrEqual(entry.paid - entry.refunded);
          giveBack(entry, keep, "withdrawn");
        });
      } else if (kind === "checkIn") await step(act(team.checkIn, { id }), () => (entry.state = "checked_in"));
      else if (kind === "abandon")
        await step(act(team.abandon, { id, reason: "未到" }), () => {
          books.deposit += entry.deposit;
          books["income.fee"] -= entry.deposit;
          Object.assign(entry, { state: "abandoned", deposit: 0 });
        });
      // The game is not over: no deposit goes back yet.
      else await step(act(team.giveBackDeposit, { id }), () => expect(entry.state).toBe("never"));
    }
    const stay = entries.filter(({ state }) => ["confirmed", "paid", "checked_in"].includes(state));
    const ids = [made.id, ...entries.map(({ id }) => id)];
    if (stay.length < 2 || r.chance(0.3)) {
      await act(game.cancel, { id: made.id, reason: "台风" });
      for (const entry of entries)
        if (entry.state !== "withdrawn") giveBack(entry, 0, entry.state === "abandoned" ? "abandoned" : "withdrawn");
      cancelled++;
    } else {
      for (const action of ["closeSignUp", "start", "finish"] as const) await act(game.modifyStatus, { id: made.id, action });
      const held = entries.filter(({ deposit }) => deposit > 0);
      if (held.length > 0) await step(act(game.settleAccounts, { id: made.id, handlingFee: 1 }), () => expect(held).toEqual([]));
      for (const entry of held)
        await step(act(team.giveBackDeposit, { id: entry.id }), () => {
          books.deposit += entry.deposit;
          books.tender -= entry.deposit;
          entry.deposit = 0;
        });
      const rate = r.pick([0, 0.6, 1, 3.5]);
      const [fees, refunds] = [entries.reduce((sum, { paid }) => sum + paid, 0), entries.reduce((sum, { refunded }) => sum + refunded, 0)];
      const handling = percentOf(fees - refunds, rate);
      expect(await act(game.settleAccounts, { id: made.id, handlingFee: rate })).toMatchObject({
        settledFees: yuan(fees),
        settledRefunds: yuan(refunds),
        settledHandling: yuan(handling),
        settledNet: yuan(fees - refunds - handling),
      });
      books["cost.handling"] += handling;
      books["receivable.platform"] -= handling;
      settled++;
    }
    expect(refusals).toBeGreaterThan(0);
    expect(books.deposit).toBe(0);
    expect(await postedOf(ids)).toEqual(books);
    // The money received equals the money earned, whatever its account.
    expect(books.tender + books["income.competition"] + books["income.fee"]).toBe(0);
  }
  expect(await checkLedger(t.database.dbFor(t.venue.id), t.venue.id)).toEqual([]);
  expect([settled > 0, cancelled > 0]).toEqual([true, true]);
});

it("is found wanting where a step of the model is left out", async () => {
  const [row] = await query<{ id: string; paid: string }>(t.url, "SELECT id, paid FROM game_team WHERE paid > 0 LIMIT 1");
  await query(t.url, "UPDATE game_team SET paid = paid + 1 WHERE id = $1", [row?.id]);
  expect((await checkLedger(t.database.dbFor(t.venue.id), t.venue.id)).length).toBeGreaterThan(0);
});
