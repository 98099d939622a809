/** Package-card definitions: their rules. */
import { sql } from "kysely";
import { packageCards, swimCards } from "../../../contract/cards/package-cards";
import { fen } from "../../../contract/core/money";
import type { Draft, RowOf } from "../../../contract/core/resource/define";
import { addDays } from "../../../contract/core/time";
import { type Ctx, today } from "../../http/context";
import { refuse } from "../../resource/refuse";
import { type Serving, serveResource } from "../../resource/serve";
import { checkHours } from "../../kernel/hours";
import { checkCardRule } from "../../kernel/prepaid";

type CardDraft = Draft<typeof packageCards.fields>;

/** Computes the columns to write for a card: its counts fit its kind, and sold cards stay unchanged. */
function saving(ctx: Ctx, draft: CardDraft, before: RowOf<typeof packageCards> | undefined): Readonly<Record<string, unknown>> {
  checkHours(ctx, draft);
  const counted = draft.kind !== "period";
  const times = draft.times ?? 0;
  const bonusTimes = draft.bonusTimes ?? 0;
  if (draft.price === 0) throw refuse(ctx, { zh: "售价要大于 0", en: "The price must be above 0" }, {}, "price");
  if (counted && times === 0) throw refuse(ctx, { zh: "次数要大于 0", en: "It must count at least once" }, {}, "times");
  if (!counted && times + bonusTimes > 0)
    throw refuse(ctx, { zh: "期限卡不计次数，请留空", en: "A period card counts no times; leave it empty" }, {}, "times");
  if (before && before.sold !== null && before.sold > 0)
    for (const field of ["kind", "program"] as const)
      if (draft[field] !== before[field])
        throw refuse(
          ctx,
          {
            zh: "已售出 {sold} 张，类别和项目不能再改，没有保存；请新增一种次卡",
            en: "{sold} were sold: kind and sport stay, nothing was saved. Add another card instead",
          },
          { sold: before.sold },
          field,
        );
  if (before && before.sold !== null && before.sold > 0) refuseWorse(ctx, draft, before);
  const day = today(ctx);
  // One that waits for its first use runs on from then.
  const starts = draft.activation === "firstUse" ? addDays(day, draft.activateWithin) : day;
  const runs = { from: day, until: addDays(starts, draft.validDays) };
  checkCardRule(ctx, { price: draft.price, runs }, { not: "saved", price: "price", until: "validDays" });
  return { ...draft, times, bonusTimes };
}

/** Giving back and handing on follow the definition, so who has bought keeps at least what was promised. @throws AppError at the field */
function refuseWorse(ctx: Ctx, draft: CardDraft, before: RowOf<typeof packageCards>): void {
  const worse = (
    [
      ["everySport", before.everySport && !draft.everySport],
      ["transferable", before.transferable && !draft.transferable],
      ["transferFee", (draft.transferFee ?? 0) > fen(before.transferFee ?? "0")],
      ["refundable", before.refundable && !draft.refundable],
      ["refundPercent", (draft.refundPercent ?? 0) > (before.refundPercent ?? 0)],
    ] as const
  ).find(([, isWorse]) => isWorse);
  if (worse)
    throw refuse(
      ctx,
      {
        zh: "已售出 {sold} 张，适用项目、转让和退卡的条件只能放宽，没有保存；请新增一种次卡",
        en: "{sold} were sold: what the card opens, handing on and refunds can only get better, nothing was saved. Add another card instead",
      },
      { sold: before.sold ?? 0 },
      worse[0],
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
