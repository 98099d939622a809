/** A package card in a member's hand: finding and locking it, starting it, and its log. */
import { type Selectable } from "kysely";
import { HoldingState } from "../../../contract/core/states";
import { addDays } from "../../../contract/core/time";
import { type Ctx, today } from "../../http/context";
import { AppError } from "../../http/error";
import { balanceOf } from "../../ledger/post";
import { earnDays } from "./period";
import type { Tables } from "../../db/tables";

type HoldingRow = Selectable<Tables["holding"]>;
/** A holding with what its definition says of it now. */
export type HeldCard = HoldingRow & {
  readonly card: Selectable<Tables["package_card"]>;
};

/**
 * Locks a holding and reads it with its definition.
 * @throws AppError `missing`
 */
export async function lockHolding(ctx: Ctx, id: string): Promise<HeldCard> {
  const holding = await ctx.db
    .selectFrom("holding")
    .selectAll()
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!holding) throw new AppError("missing", { what: ctx.language === "zh" ? "次卡" : "Package card" });
  return { ...holding, card: await definitionOf(ctx, holding.package_card_id) };
}
/** @throws when there is none: a holding always has its definition */
export const definitionOf = (ctx: Ctx, id: string): Promise<Selectable<Tables["package_card"]>> =>
  ctx.db.selectFrom("package_card").selectAll().where("venue_id", "=", ctx.venue.id).where("id", "=", id).executeTakeFirstOrThrow();

/** A holding's state, which the database holds to those of the machine. */
export const stateOf = ({ state }: Pick<HoldingRow, "state">) => HoldingState.parse(state);

/** Uses that are left; null: it counts none. */
export const leftOf = (holding: Pick<HoldingRow, "kind" | "times" | "bonus_times" | "used">): number | null =>
  holding.kind === "period" ? null : holding.times + holding.bonus_times - holding.used;

/** Last day of a card that starts on a day. */
const lastDay = (card: { readonly kind: string; readonly valid_days: number }, start: string): string =>
  addDays(start, card.kind === "period" ? card.valid_days - 1 : card.valid_days);

/** When a card that is sold or handed on today starts and ends, and as what it begins. */
export function startOf(
  ctx: Ctx,
  card: Selectable<Tables["package_card"]>,
  startsOn: string | undefined,
): { state: "active" | "inactive"; activated_on: string | null; expires_on: string } {
  const day = today(ctx);
  if (card.activation === "firstUse") return { state: "inactive", activated_on: null, expires_on: addDays(day, card.activate_within) };
  const start = card.activation === "fixedDate" ? (startsOn ?? day) : day;
  return { state: start > day ? "inactive" : "active", activated_on: start, expires_on: lastDay(card, start) };
}

/** The last day on which a card may be good: one that waits for its first use ends only then at the latest, and runs on from there. */
export const latestDay = (
  card: { readonly kind: string; readonly valid_days: number },
  { activated_on, expires_on }: { readonly activated_on: string | null; readonly expires_on: string },
): string => (activated_on === null ? lastDay(card, expires_on) : expires_on);

/** Starts a card today, or on the day that was set. The caller holds its lock. @returns its last day */
export async function activate(ctx: Ctx, holding: HeldCard): Promise<string> {
  const start = holding.activated_on ?? today(ctx);
  const expires_on = lastDay(holding.card, start);
  await setHolding(ctx, holding.id, { state: "active", activated_on: start, expires_on });
  if (holding.kind === "period") await earnDays(ctx, holding, start, expires_on, await balanceOf(ctx, "card.value", holding.id));
  log(ctx, holding, { kind: "activate", note: `${start} – ${expires_on}` });
  return expires_on;
}

/** Operations that leave nothing on a card. */
const ENDS: readonly string[] = ["transfer", "exchange", "refund", "expire"];

export const setHolding = (
  ctx: Ctx,
  id: string,
  set: Partial<
    Pick<
      HoldingRow,
      "state" | "activated_on" | "expires_on" | "used" | "times" | "bonus_times" | "price" | "paused_on" | "carried" | "warned"
    >
  >,
): Promise<unknown> => ctx.db.updateTable("holding").set(set).where("venue_id", "=", ctx.venue.id).where("id", "=", id).execute();

/**
 * Writes what happened to a card. `times` is what it took from it: all that was left where the card ended, less than 0 what it began with.
 */
export function log(
  ctx: Ctx,
  holding: Pick<HoldingRow, "id" | "kind" | "times" | "bonus_times" | "used">,
  entry: { readonly kind: string; readonly times?: number; readonly note?: string; readonly restores?: boolean },
): void {
  const left = leftOf(holding);
  const begins = entry.kind === "sell" || entry.restores === true;
  const before = left === null || !begins ? left : 0;
  const times = entry.times ?? (begins ? -(left ?? 0) : ENDS.includes(entry.kind) ? (left ?? 0) : 0);
  ctx.write(
    ctx.db
      .insertInto("holding_use")
      .values({
        venue_id: ctx.venue.id,
        id: ctx.newId(),
        holding_id: holding.id,
        kind: entry.kind,
        times,
        before,
        after: before === null ? null : before - times,
        value: 0,
        note: entry.note ?? "",
        operator: ctx.person.name,
        used_on: null,
        at: ctx.now,
      })
      .execute(),
  );
}
