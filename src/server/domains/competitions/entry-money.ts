/** Money of entries: what an entry paid and holds, giving it back, and the day on which it is earned. */
import { refund } from "../../ledger/charge";
import type { gameTeams } from "../../../contract/competitions/competitions";
import { fen, yuan } from "../../../contract/core/money";
import type { RowOf } from "../../../contract/core/resource/define";
import type { Ctx } from "../../http/context";
import { post } from "../../ledger/post";
import { refuse } from "../../resource/refuse";
import { eventOf } from "./event-of";

export type TeamRow = RowOf<typeof gameTeams>;

/** States in which an entry has its place. */
export const STANDING = ["applied", "confirmed", "paid", "checked_in"] as const;

/** The document under which all money of an entry is posted. */
export const documentOf = (team: { readonly id: string; readonly no: string }) => ({ kind: "entry", id: team.id, no: team.no }) as const;

/** Facts that the refund of an entry needs; amounts in fen. */
interface EntryMoney {
  readonly id: string;
  readonly no: string;
  readonly eventId: string;
  readonly member: string | null;
  readonly paid: number;
  readonly refunded: number;
  readonly deposit: number;
  readonly gameStart: string;
}

/** Entries of a game that hold a place, and those that abandoned it, locked in the order of their ids. */
export async function lockActiveEntries(ctx: Ctx, gameId: string): Promise<(EntryMoney & { readonly state: string })[]> {
  const rows = await ctx.db
    .selectFrom("game_team as t")
    .innerJoin("game_event as e", (join) => join.onRef("e.venue_id", "=", "t.venue_id").onRef("e.id", "=", "t.event_id"))
    .innerJoin("game as g", (join) => join.onRef("g.venue_id", "=", "e.venue_id").onRef("g.id", "=", "e.game_id"))
    .where("t.venue_id", "=", ctx.venue.id)
    .where("e.game_id", "=", gameId)
    .where("t.state", "in", [...STANDING, "abandoned"])
    .select(["t.id", "t.no", "t.state", "t.event_id", "t.member_id", "t.paid", "t.refunded", "t.balance_freeze", "g.game_start"])
    .orderBy("t.id")
    .forUpdate("t")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    no: row.no,
    eventId: row.event_id,
    member: row.member_id,
    paid: row.paid ?? 0,
    refunded: row.refunded ?? 0,
    deposit: row.balance_freeze ?? 0,
    gameStart: row.game_start,
    state: row.state,
  }));
}

export async function moneyOf(ctx: Ctx, team: TeamRow): Promise<EntryMoney> {
  const event = await eventOf(ctx, team.event);
  return {
    id: team.id,
    no: team.no,
    eventId: team.event,
    member: team.member,
    paid: fen(team.paid ?? "0"),
    refunded: fen(team.refunded ?? "0"),
    deposit: fen(team.balanceFreeze ?? "0"),
    gameStart: event.game_start,
  };
}

/**
 * Gives fee and deposit back the way they came; the caller holds the entry's row lock.
 * @param keep fen of the fee that the venue keeps
 * @param state written with it, where the caller does not move the entry itself
 * @throws AppError `refused` where more would be kept than was paid
 */
export async function refundEntry(
  ctx: Ctx,
  entry: EntryMoney,
  { keep, reason, state }: { readonly keep: number; readonly reason: string; readonly state?: string },
): Promise<Readonly<Record<string, unknown>>> {
  const left = entry.paid - entry.refunded;
  if (keep > left) throw refuse(ctx, { zh: "最多扣留 ¥{left}", en: "At most ¥{left} can be kept" }, { left: yuan(left) }, "keep");
  const back = left - keep + entry.deposit;
  if (left > 0 || entry.deposit > 0) {
    await refund(ctx, documentOf(entry), {
      operation: "entry refund",
      reason,
      memberId: entry.member,
      back,
      undoes: [
        { account: "income.competition", amount: left, subject: entry.eventId, earnedOn: entry.gameStart },
        { account: "deposit", amount: entry.deposit, subject: entry.id },
      ],
      fee: { amount: keep, of: entry.eventId },
      spent: left - keep,
    });
  }
  const set = { refunded: entry.refunded + left - keep, balanceFreeze: 0 };
  if (state !== undefined)
    await ctx.db
      .updateTable("game_team")
      .set({ refunded: set.refunded, balance_freeze: 0, state, audit: reason })
      .where("venue_id", "=", ctx.venue.id)
      .where("id", "=", entry.id)
      .execute();
  return set;
}

/**
 * Moves the earnings of entries to another day: they are earned on the day on which the game begins, and so is the amount retained. The
 * caller holds the game's row lock.
 */
export async function moveEarned(ctx: Ctx, gameId: string, from: string, to: string): Promise<void> {
  for (const entry of await lockActiveEntries(ctx, gameId)) {
    const amount = entry.paid - entry.refunded;
    const income = { account: "income.competition", subject: entry.eventId } as const;
    if (amount > 0)
      await post(ctx, {
        document: documentOf(entry),
        operation: "entry move",
        legs: [
          { ...income, amount, earnedOn: from },
          { ...income, amount: -amount, earnedOn: to },
        ],
      });
  }
}
