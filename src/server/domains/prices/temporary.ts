/** Temporary prices, and which of them meet or count. */
import { sql, type SqlBool } from "kysely";
import type { Output, Parsed } from "../../../contract/core/call";
import { fen } from "../../../contract/core/money";
import { type temporaryCalls, temporaryPrices } from "../../../contract/prices/pricing";
import type { Ctx } from "../../http/context";
import { servicesOf } from "../../resource/serve";
import { type RuleChange, temporaryChange } from "./rule-change";
import { type Changing, checkNamed, lifeOf, repricing, ruleSource } from "./window";

export const {
  routes,
  find,
  view,
  list,
  excel,
  create,
  modify,
  delete: remove,
} = servicesOf(temporaryPrices, {
  ...ruleSource,
  table: "temporary_price",
  columns: { ...ruleSource.columns, state: lifeOf() },
  saving: async (ctx, draft) => {
    await checkNamed(ctx, draft);
    return { ...draft, operator: ctx.person.name };
  },
  around: repricing(changeTo),
});

/** The temporary prices that some buyer could meet in the same half hour of the same place. A warning: which one counts is settled. */
export async function overlaps(ctx: Ctx, input: Parsed<typeof temporaryCalls.overlaps>): Promise<Output<typeof temporaryCalls.overlaps>> {
  const { id = "", programId, placeIds, cardTypeId, weekdays } = input;
  const content = await find(
    ctx,
    sql<SqlBool>`t.program_id = ${programId} and t.id <> ${id} and t.valid_from <= ${input.to} and t.valid_to >= ${input.from}
      and t.start_minute < ${input.end} and t.end_minute > ${input.start}
      and (t.weekdays = '{}' or ${weekdays}::int[] = '{}' or t.weekdays && ${weekdays}::int[])
      and (t.place_ids = '{}' or ${placeIds}::text[] = '{}' or t.place_ids && ${placeIds}::text[])
      and (t.card_type_id is null or ${cardTypeId}::text is null or t.card_type_id = ${cardTypeId})`,
  );
  return { content: content.slice(0, 20) };
}

/**
 * The temporary price as it is, and as it would be: as a draft says, or gone.
 * @throws AppError `missing`
 */
export async function changeTo(ctx: Ctx, { id, draft }: Changing<Parsed<typeof temporaryCalls.create>>): Promise<RuleChange> {
  // A new price has no id yet: the newest of all.
  const after = draft ? { ...draft, id: id ?? "~" } : null;
  const before = id === undefined ? null : await view(ctx, { id });
  return temporaryChange(before && { ...before, price: fen(before.price) }, after);
}
