/** What rules of price have in common: the days and places where they apply, and the rows that they name. */
import { type RawBuilder, sql, type SqlBool } from "kysely";
import { RULE_STATES, type RuleState } from "../../../contract/pricePlans";
import type { Language } from "../../../contract/enums";
import { DAY_MINUTES, MINUTE } from "../../../contract/time";
import { type Ctx, today } from "../../http/context";
import { AppError } from "../../http/error";
import { placeLabels } from "../../kernel/placeWords";
import type { Row } from "../../resource/query";
import { changing } from "./plan-effect";
import type { RuleChange } from "./rule-change";
import { word } from "./words";

/** What the resources of rules read and write alike. */
export const ruleSource = {
  names: { from: "valid_from", to: "valid_to", start: "start_minute", end: "end_minute", on: "enabled" },
  columns: { placeNames: () => placeNamesOf("t") },
  derive: { placeNames: ({ placeNames }: Row, { language }: Ctx) => placesText(placeNames as string[] | null, language) },
  texts: {
    weekdays: ({ weekdays }: Row, { language }: Ctx) => weekdaysText(weekdays as number[], language),
    placeIds: ({ placeIds, placeNames }: Row, { language }: Ctx) =>
      Array.isArray(placeIds) && placeIds.length > 0 ? placesText(placeNames as string[] | null, language) : word("allPlaces", language),
  },
};
/** What a rule is today. @param enabled whether it is switched on */
export const lifeOf =
  (enabled: RawBuilder<unknown> = sql`true`) =>
  (ctx: Ctx): RawBuilder<string> =>
    sql`case when not ${enabled} then 'off' when t.valid_from > ${today(ctx)}::date then 'upcoming'
      when t.valid_to < ${today(ctx)}::date then 'ended' else 'current' end`;

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

/** Which rule a write changes, and to what: by `draft`, switched `on` or off, or, with neither, to nothing. */
export interface Changing<D> {
  readonly id?: string | undefined;
  readonly draft?: D | undefined;
  readonly on?: boolean | undefined;
}
/** Runs a write of a rule, and with it, where that is wanted, gives unpaid orders their new prices. */
export const repricing =
  <D extends object>(changeTo: (ctx: Ctx, change: Changing<D>) => Promise<RuleChange>) =>
  async (ctx: Ctx, on: string, input: D & { id?: string; on?: boolean; unpaid: "leave" | "reprice" }, write: () => Promise<unknown>) => {
    const { id, unpaid } = input;
    const change = on === "create" || on === "modify" ? { id, draft: input } : { id, on: input.on };
    return changing(ctx, await changeTo(ctx, change), unpaid, write);
  };

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
