/** Package-card definitions: their rules. */
import { sql } from "kysely";
import { packageCards, swimCards } from "../../../contract/cards/package-cards";
import { fen } from "../../../contract/core/money";
import type { Draft, RowOf } from "../../../contract/core/resource/define";
import { addDays } from "../../../contract/core/time";
import { type Ctx, today } from "../../http/context";
import { checkAll, refuse } from "../../resource/refuse";
import { type Serving, serveResource } from "../../resource/serve";
import { checkHours } from "../../kernel/hours";
import { checkCardRule } from "../../kernel/prepaid";

type CardDraft = Draft<typeof packageCards.fields>;

/** Computes the columns to write for a card: its counts fit its kind, and sold cards stay unchanged. */
async function saving(
  ctx: Ctx,
  draft: CardDraft,
  before: RowOf<typeof packageCards> | undefined,
): Promise<Readonly<Record<string, unknown>>> {
  const isSold = before !== undefined && before.sold !== null && before.sold > 0;
  const day = today(ctx);
  await checkAll(ctx, [
    () => checkHours(ctx, draft),
    () => draft.price === 0 && refuse(ctx, { zh: "售价要大于 0", en: "The price must be above 0" }, {}, "price"),
    () =>
      draft.kind !== "period" &&
      (draft.times ?? 0) === 0 &&
      refuse(ctx, { zh: "次数要大于 0", en: "It must count at least once" }, {}, "times"),
    () =>
      draft.kind === "period" &&
      (draft.times ?? 0) + (draft.bonusTimes ?? 0) > 0 &&
      refuse(ctx, { zh: "期限卡不计次数，请留空", en: "A period card counts no times; leave it empty" }, {}, "times"),
    ...(["kind", "program"] as const).map(
      (field) => () =>
        isSold &&
        draft[field] !== before[field] &&
        refuse(
          ctx,
          {
            zh: "已售出 {sold} 张，类别和项目不能再改，没有保存；请新增一种次卡",
            en: "{sold} were sold: kind and sport stay, nothing was saved. Add another card instead",
          },
          { sold: before.sold ?? 0 },
          field,
        ),
    ),
    ...(isSold ? worseTerms(ctx, draft, before) : []),
    () => checkCardRule(ctx, { price: draft.price }, { not: "saved", price: "price" }),
    () => {
      // A card that starts at its first use is valid from then.
      const starts = draft.activation === "firstUse" ? addDays(day, draft.activateWithin) : day;
      const runs = { from: day, until: addDays(starts, draft.validDays) };
      return checkCardRule(ctx, { runs }, { not: "saved", until: "validDays" });
    },
  ]);
  return { ...draft, times: draft.times ?? 0, bonusTimes: draft.bonusTimes ?? 0 };
}

/** Builds the rules of a sold card: refunds and transfers follow the definition, so buyers keep at least what was promised. */
function worseTerms(ctx: Ctx, draft: CardDraft, before: RowOf<typeof packageCards>): readonly (() => unknown)[] {
  const terms: readonly (readonly [string, () => boolean])[] = [
    ["everySport", () => before.everySport && !draft.everySport],
    ["transferable", () => before.transferable && !draft.transferable],
    ["transferFee", () => (draft.transferFee ?? 0) > fen(before.transferFee ?? "0")],
    ["refundable", () => before.refundable && !draft.refundable],
    ["refundPercent", () => (draft.refundPercent ?? 0) > (before.refundPercent ?? 0)],
  ];
  return terms.map(
    ([field, isWorse]) =>
      () =>
        isWorse() &&
        refuse(
          ctx,
          {
            zh: "已售出 {sold} 张，适用项目、转让和退卡的条件只能放宽，没有保存；请新增一种次卡",
            en: "{sold} were sold: what the card opens, handing on and refunds can only get better, nothing was saved. Add another card instead",
          },
          { sold: before.sold ?? 0 },
          field,
        ),
  );
}

const serving: Serving<typeof packageCards> = {
  table: "package_card",
  columns: {
    sold: () => sql`(select count(*) from holding h where h.venue_id = t.venue_id and h.package_card_id = t.id)`,
    outstanding:
      () => sql`(select coalesce(sum(b.amount), 0)::bigint from holding h join balance b on b.venue_id = h.venue_id and b.account = 'card.value'
      and b.subject = h.id where h.venue_id = t.venue_id and h.package_card_id = t.id)`,
  },
  saving,
  actions: {
    shelve: () => Promise.resolve({ onShelf: true }),
    unshelve: () => Promise.resolve({ onShelf: false }),
  },
};

export const definitionRoutes = [...serveResource(packageCards, serving), ...serveResource<typeof swimCards>(swimCards, serving)];
