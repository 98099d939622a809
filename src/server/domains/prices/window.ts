/** What rules of price have in common: the days and places where they stand, and the rows that they name. */
import { type RawBuilder, sql, type SqlBool } from "kysely";
import { fieldLabel } from "../../../contract/fields";
import { RULE_STATES, type RuleState } from "../../../contract/pricePlans";
import type { Language } from "../../../contract/enums";
import { clock, DAY_MINUTES, MINUTE } from "../../../contract/time";
import { type Ctx, today } from "../../http/context";
import { AppError } from "../../http/error";
import type { ExcelCell, ExcelColumn } from "../../http/excel";
import { placeLabels } from "../../kernel/placeWords";
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

/** Columns of a file that tell a window. */
export const windowTitles = (language: Language): ExcelColumn[] => [
  ...(["from", "to"] as const).map((name) => ({ title: fieldLabel(name, language), type: "day" as const })),
  ...(["weekdays", "start", "end"] as const).map((name) => ({ title: fieldLabel(name, language), type: "text" as const })),
];

/** A row's cells in them. */
export const windowCells = (
  row: { valid_from: string; valid_to: string; weekdays: readonly number[]; start_minute: number; end_minute: number },
  language: Language,
): ExcelCell[] => [row.valid_from, row.valid_to, weekdaysText(row.weekdays, language), clock(row.start_minute), clock(row.end_minute)];

/** A Sunday: days counted from it begin their week on Monday. */
const SUNDAY = Date.UTC(2023, 11, 31);
/** "周一 周三", "Mon Wed"; none: every day. */
function weekdaysText(weekdays: readonly number[], language: Language): string {
  if (weekdays.length === 0) return word("everyDay", language);
  const name = new Intl.DateTimeFormat(language, { weekday: "short", timeZone: "UTC" });
  return weekdays.map((day) => name.format(SUNDAY + day * DAY_MINUTES * MINUTE)).join(" ");
}

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
