/** What rules of price have in common: the days and places where they stand, and the rows that they name. */
import { type RawBuilder, sql, type SqlBool } from "kysely";
import { RULE_STATES, type RuleState } from "../../../contract/pricePlans";
import { type Ctx, today } from "../../http/context";
import { AppError } from "../../http/error";
import type { Language } from "../../../contract/enums";
import { placeLabels } from "../booking/places";
import { word } from "./words";

/** What a draft says about where a rule stands. */
export interface WindowDraft {
  readonly placeIds: readonly string[];
  readonly cardTypeId: string | null;
  readonly from: string;
  readonly to: string;
  readonly weekdays: readonly number[];
  readonly start: number;
  readonly end: number;
}

/** Columns of a window. */
export const windowColumns = (draft: WindowDraft) => ({
  place_ids: [...draft.placeIds],
  card_type_id: draft.cardTypeId,
  valid_from: draft.from,
  valid_to: draft.to,
  weekdays: [...new Set(draft.weekdays)].sort((a, b) => a - b),
  start_minute: draft.start,
  end_minute: draft.end,
});

/** The window of a row, as the wire names it. */
export const windowOf = (row: {
  place_ids: string[];
  card_type_id: string | null;
  valid_from: string;
  valid_to: string;
  weekdays: number[];
  start_minute: number;
  end_minute: number;
}) => ({
  placeIds: row.place_ids,
  cardTypeId: row.card_type_id,
  from: row.valid_from,
  to: row.valid_to,
  weekdays: row.weekdays,
  start: row.start_minute,
  end: row.end_minute,
});

/** The state of a rule today. */
export function stateOf(ctx: Ctx, rule: { valid_from: string; valid_to: string; enabled?: boolean }): RuleState {
  if (rule.enabled === false) return "off";
  const day = today(ctx);
  return day < rule.valid_from ? "upcoming" : day > rule.valid_to ? "ended" : "current";
}

/** The condition that a row of table `alias` is in one of the states. Unknown words match nothing. */
export function inStates(
  ctx: Ctx,
  alias: string,
  states: readonly string[],
  enabled: RawBuilder<unknown> = sql`true`,
): RawBuilder<SqlBool> {
  const day = today(ctx);
  const [from, to] = [sql.ref(`${alias}.valid_from`), sql.ref(`${alias}.valid_to`)];
  const when: Record<RuleState, RawBuilder<unknown>> = {
    off: sql`NOT ${enabled}`,
    upcoming: sql`(${enabled} AND ${from} > ${day}::date)`,
    current: sql`(${enabled} AND ${from} <= ${day}::date AND ${to} >= ${day}::date)`,
    ended: sql`(${enabled} AND ${to} < ${day}::date)`,
  };
  const wanted = RULE_STATES.filter((state) => states.includes(state)).map((state) => when[state]);
  return wanted.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`(${sql.join(wanted, sql` OR `)})`;
}

/** Names of a rule's places, in the order of the grid. */
export const placeNamesOf = (alias: string) =>
  sql<string[] | null>`(SELECT array_agg(n.name ORDER BY n.position, n.id) FROM place n
    WHERE n.venue_id = ${sql.ref(`${alias}.venue_id`)} AND n.id = ANY(${sql.ref(`${alias}.place_ids`)}))`;

/** "5 号, 6 号"; empty for all places. */
export const placesText = (names: readonly string[] | null, language: Language): string => placeLabels(names ?? [], language);

/**
 * Refuses a rule that names what the venue does not have: a program, a place that is not the program's, a card type.
 * @throws AppError `missing`
 */
export async function checkNamed(
  ctx: Ctx,
  { programId, placeIds, cardTypeId }: { programId: string | null; placeIds: readonly string[]; cardTypeId?: string | null },
): Promise<void> {
  const { db, venue, language } = ctx;
  if (programId !== null) {
    const program = await db
      .selectFrom("program")
      .select("id")
      .where("venue_id", "=", venue.id)
      .where("id", "=", programId)
      .executeTakeFirst();
    if (!program) throw new AppError("missing", { what: word("program", language) });
  }
  if (placeIds.length > 0) {
    let query = db
      .selectFrom("place as p")
      .innerJoin("hall as h", (join) => join.onRef("h.venue_id", "=", "p.venue_id").onRef("h.id", "=", "p.hall_id"))
      .select("p.id")
      .where("p.venue_id", "=", venue.id)
      .where("p.id", "in", [...placeIds]);
    if (programId !== null) query = query.where("h.program_id", "=", programId);
    const found = await query.execute();
    if (found.length < new Set(placeIds).size) throw new AppError("missing", { what: word("place", language) });
  }
  if (cardTypeId !== null && cardTypeId !== undefined) {
    const type = await db
      .selectFrom("card_type")
      .select("id")
      .where("venue_id", "=", venue.id)
      .where("id", "=", cardTypeId)
      .executeTakeFirst();
    if (!type) throw new AppError("missing", { what: word("cardType", language) });
  }
}
