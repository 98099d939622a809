/** Promotions. */
import { sql } from "kysely";
import type { Parsed } from "../../../contract/core/call";
import { promotions } from "../../../contract/prices/discounts";
import { callsOf } from "../../../contract/core/resource/calls";
import { fen } from "../../../contract/core/money";
import type { Ctx } from "../../http/context";
import { servicesOf } from "../../resource/serve";
import { promotionChange, type RuleChange } from "./rule-change";
import { type Changing, checkNamed, lifeOf, repricing, ruleSource } from "./window";

const calls = callsOf(promotions);
type Draft = Parsed<typeof calls.create>;

export const {
  routes,
  excel,
  list,
  view,
  create,
  modify,
  turn,
  delete: remove,
} = servicesOf(promotions, {
  ...ruleSource,
  table: "promotion",
  columns: { ...ruleSource.columns, state: lifeOf(sql.ref("t.enabled")) },
  saving: async (ctx, draft) => {
    await checkNamed(ctx, draft);
    const isPercent = draft.kind === "percent";
    return { ...draft, percent: isPercent ? draft.percent : null, amount: isPercent ? null : draft.amount };
  },
  actions: { turn: (_, __, { on }) => Promise.resolve({ on }) },
  around: repricing(changeTo),
});

/**
 * The promotion as it is, and as it would be: as a draft says, switched on or off, or gone.
 * @throws AppError `missing`
 */
export async function changeTo(ctx: Ctx, { id, draft, on }: Changing<Draft>): Promise<RuleChange> {
  const row = id === undefined ? null : await view(ctx, { id });
  const rule = row && { ...row, value: row.percent ?? fen(row.amount ?? "0") };
  // A new promotion has no id yet: the last of all.
  const drafted = draft && { ...draft, id: id ?? "~", value: (draft.kind === "percent" ? draft.percent : draft.amount) ?? 0 };
  return promotionChange(row?.on ? rule : null, drafted ? (drafted.on ? drafted : null) : on ? rule : null);
}
