/** Evaluates the rules for a time range of a place, without booking it. */
import type { Parsed } from "../../../contract/core/call";
import { clock } from "../../../contract/core/time";
import type { PriceTrial, priceTrial } from "../../../contract/prices/price-trial";
import type { Ctx } from "../../http/context";
import { AppError } from "../../http/error";
import { loadPlaces } from "../../kernel/places";
import { placeLabel } from "../../kernel/place-words";
import { type PriceInput, priceRun, toTrace } from "../../kernel/price/price";
import { inOrder, type PriceRules, type PromotionRule } from "../../kernel/price/rules";
import { loadRules } from "../../kernel/price/tariff";
import { checkNamed } from "./window";
import { word } from "./words";

type Asked = Parsed<typeof priceTrial.price>;

/**
 * Prices a stretch for a walk-in or a card type, by the same function that prices bookings. A promotion that is sent counts as if it were
 * saved.
 * @throws AppError `missing`, `noPrice`
 */
export async function price(ctx: Ctx, input: Asked): Promise<PriceTrial> {
  const { placeId, day, start, end, attendees, promotion } = input;
  const places = await loadPlaces(ctx, { ids: [placeId] });
  const place = places[0];
  if (!place) throw new AppError("missing", { what: word("place", ctx.language) });
  const card = input.cardTypeId === null ? null : await cardOf(ctx, input.cardTypeId);
  if (promotion) await checkNamed(ctx, promotion);
  const saved = (await loadRules(ctx, places, day, day)).get(place.programId);
  const rules = saved && promotion ? withPromotion(saved, place.programId, promotion, promotion.id ?? "") : saved;
  const found = rules && priceRun({ rules, placeId, day, start, end, attendees, consumer: card ? "member" : "walkIn", card });
  if (!found) throw new AppError("noPrice", { place: placeLabel(place.name, ctx.language), time: `${day} ${clock(start)}–${clock(end)}` });
  return { placeName: place.name, hallName: place.hallName, programName: place.programName, trace: toTrace(found) };
}

async function cardOf(ctx: Ctx, id: string): Promise<PriceInput["card"]> {
  const type = await ctx.db
    .selectFrom("card_type")
    .select(["id", "name", "place_percent"])
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .executeTakeFirst();
  if (!type) throw new AppError("missing", { what: word("cardType", ctx.language) });
  return { id: type.id, name: type.name, percent: type.place_percent };
}

/** The rules with the promotion in place of the one it changes, or beside the others; without it where it is off or of another program. */
function withPromotion(rules: PriceRules, programId: string, draft: NonNullable<Asked["promotion"]>, id: string): PriceRules {
  const others = rules.promotions.filter((one) => one.id !== id);
  if (!draft.on || (draft.programId !== null && draft.programId !== programId)) return { ...rules, promotions: others };
  const rule: PromotionRule = { ...draft, id, value: (draft.kind === "percent" ? draft.percent : draft.amount) ?? 0 };
  return inOrder({ ...rules, promotions: [...others, rule] });
}
