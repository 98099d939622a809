/**
 * Period cards: what is paid is earned day by day from the card's start (ledger.md "period card"). The days are posted at once, each with its
 * own date; what is not used any more, because the card is paused, handed on or given back, is taken back from today on.
 */
import { sql } from "kysely";
import { share } from "../../../contract/core/money";
import { addDays, daysBetween } from "../../../contract/core/time";
import type { Ctx } from "../../http/context";
import { post } from "../../ledger/post";

/** A card as its postings name it. */
interface Card {
  readonly id: string;
  readonly no: string;
  readonly package_card_id: string;
}
const documentOf = ({ id, no }: Card) => ({ kind: "card", id, no }) as const;

/** Earns an amount of the card's value over its days, both ends included. @param amount fen */
export async function earnDays(ctx: Ctx, card: Card, from: string, to: string, amount: number): Promise<void> {
  if (amount === 0) return;
  const days = Array.from({ length: Math.max(1, daysBetween(from, to) + 1) }, (_, i) => addDays(from, i));
  const parts = share(
    amount,
    days.map(() => 1),
  );
  await post(ctx, {
    document: documentOf(card),
    operation: "days earned",
    legs: [
      { account: "card.value", amount, subject: card.id },
      ...days.map((day, i) => ({
        account: "income.card_use" as const,
        amount: -(parts[i] ?? 0),
        subject: card.package_card_id,
        earnedOn: day,
      })),
    ],
  });
}

/** Returns the earnings of the card's days from one on, fen by day. */
export async function earnedFrom(ctx: Ctx, card: Pick<Card, "id">, from: string): Promise<readonly { day: string; amount: number }[]> {
  const { rows } = await sql<{ day: string; amount: number }>`
    SELECT p.earned_on AS day, -sum(p.amount)::bigint AS amount FROM ledger_tx t
    JOIN posting p ON p.venue_id = t.venue_id AND p.tx_id = t.id
    WHERE t.venue_id = ${ctx.venue.id} AND t.document_kind = 'card' AND t.document_id = ${card.id} AND p.account = 'income.card_use' AND p.earned_on >= ${from}
    GROUP BY p.earned_on HAVING sum(p.amount) <> 0 ORDER BY p.earned_on`.execute(ctx.db);
  return rows;
}

/** Takes the days from one on back into the card's value. */
export async function revokeDays(ctx: Ctx, card: Card, from: string): Promise<void> {
  const days = await earnedFrom(ctx, card, from);
  const amount = days.reduce((sum, day) => sum + day.amount, 0);
  if (amount === 0) return;
  await post(ctx, {
    document: documentOf(card),
    operation: "days taken back",
    legs: [
      ...days.map((day) => ({
        account: "income.card_use" as const,
        amount: day.amount,
        subject: card.package_card_id,
        earnedOn: day.day,
      })),
      { account: "card.value", amount: -amount, subject: card.id },
    ],
  });
}
