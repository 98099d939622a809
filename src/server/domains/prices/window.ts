/** Common parts of price rules: the days and places where they apply, and the rows that they name. */
import { type RawBuilder, sql } from "kysely";
import type { PricePlan } from "../../../contract/prices/price-plans";
import type { Language } from "../../../contract/core/enums";
import { DAY_MINUTES, MINUTE } from "../../../contract/core/time";
import { type Ctx, today } from "../../http/context";
import { AppError } from "../../http/error";
import { placeLabels } from "../../kernel/place-words";
import type { Row } from "../../resource/query";
import { changing } from "./plan-effect";
import type { RuleChange } from "./rule-change";
import { word } from "./words";

/** Shared reads and writes of the rule resources. */
export const ruleSource = {
  names: { from: "valid_from", to: "valid_to", start: "start_minute", end: "end_minute", on: "enabled" },
  columns: { placeNames: () => placeNames },
  derive: { placeNames: ({ placeNames }: Row, { language }: Ctx) => placesText(placeNames as string[] | null, language) },
  texts: {
    weekdays: ({ weekdays }: Row, { language }: Ctx) => weekdaysText(weekdays as number[], language),
    placeIds: ({ placeIds, placeNames }: Row, { language }: Ctx) =>
      Array.isArray(placeIds) && placeIds.length > 0 ? placesText(placeNames as string[] | null, language) : word("allPlaces", language),
  },
};
/** Returns the current state of a rule `t`. @param enabled whether it is switched on */
export const lifeOf =
  (enabled: RawBuilder<unknown> = sql`true`) =>
  (ctx: Ctx): RawBuilder<PricePlan["state"]> =>
    sql`case when not ${enabled} then 'off' when t.valid_from > ${today(ctx)}::date then 'upcoming'
      when t.valid_to < ${today(ctx)}::date then 'ended' else 'current' end`;

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

/** Names of the places of a rule `t`, in the order of the grid. */
export const placeNames = sql<string[] | null>`(select array_agg(n.name order by n.position, n.id) from place n
  where n.venue_id = t.venue_id and n.id = any(t.place_ids))`;

/** "5 号, 6 号"; empty for all places. */
export const placesText = (names: readonly string[] | null, language: Language): string => placeLabels(names ?? [], language);

/**
 * Refuses a rule that names what the venue does not have: a program, a place that is not the program's, a card type.
 * @throws AppError `missing`
 */
export async function checkNamed(
  ctx: Ctx,
  { programId, placeIds, cardTypeId = null }: { programId: string | null; placeIds: readonly string[]; cardTypeId?: string | null },
): Promise<void> {
  const venue = ctx.venue.id;
  const places = [...new Set(placeIds)];
  const { rows } = await sql<Readonly<Record<"program" | "place" | "cardType", boolean>>>`select
    ${programId}::text is null or exists (select from program where venue_id = ${venue} and id = ${programId}) as program,
    (select count(*) from place p join hall h on h.venue_id = p.venue_id and h.id = p.hall_id where p.venue_id = ${venue}
      and p.id = any(${places}) and (${programId}::text is null or h.program_id = ${programId})) = ${places.length} as place,
    ${cardTypeId}::text is null or exists (select from card_type where venue_id = ${venue} and id = ${cardTypeId}) as "cardType"`.execute(
    ctx.db,
  );
  const lacks = (["program", "place", "cardType"] as const).find((what) => rows[0]?.[what] !== true);
  if (lacks) throw new AppError("missing", { what: word(lacks, ctx.language) });
}
