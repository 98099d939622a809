/** The customer's page of a choice: its price with cards and coupons, and booking it. */
import { z } from "zod";
import { showFen, YuanIn } from "../../../contract/core/money";
import { Day } from "../../../contract/core/time";
import { VenueCouponCode } from "../../../contract/marketing/coupon-offers";
import { choicePage, refusedPage } from "../../../public-site/choice";
import { link, type Site, venuePath } from "../../../public-site/layout";
import type { Ctx } from "../../http/context";
import { type Customer, type CustomerAnswer, describeRefusal, ownerOf, type Visit } from "../../http/customer-pages";
import { AppError } from "../../http/error";
import { placeLabel } from "../../kernel/place-words";
import { loadPlaces } from "../../kernel/places";
import { newSecret } from "../../kernel/tokens";
import type { Channels } from "../../payment/channel";
import { termsOf, timeIn } from "./customer-words";
import { bookOnline, type OnlineChoice, quoteOnline } from "./online";
import { onlineChannels } from "./pay-online";

const CELL = /^([\w.:-]{1,64})~(\d{1,4})$/;

/** The chosen cells in the address; null where it names none, or no day. */
function cellsIn({
  query,
}: Visit): { readonly day: string; readonly cells: readonly { readonly placeId: string; readonly start: number }[] } | null {
  const day = Day.safeParse(query("day")[0]);
  const cells = query("cell").flatMap((value) => {
    const [, placeId, start] = CELL.exec(value) ?? [];
    return placeId === undefined ? [] : [{ placeId, start: Number(start) }];
  });
  return day.success && cells.length > 0 ? { day: day.data, cells } : null;
}

/** The cells as runs of their places' slots. @throws AppError `missing` for an unknown place */
async function runsOf(ctx: Ctx, { day, cells }: NonNullable<ReturnType<typeof cellsIn>>): Promise<OnlineChoice> {
  const places = await loadPlaces(ctx, { ids: cells.map(({ placeId }) => placeId) });
  const slots = new Map(places.map(({ id, slotMinutes }) => [id, slotMinutes]));
  return {
    day,
    runs: cells.map(({ placeId, start }) => {
      const minutes = slots.get(placeId);
      if (minutes === undefined) throw new AppError("missing");
      return { placeId, start, end: start + minutes };
    }),
  };
}

const CARD = /^([\w.:-]{1,64})~(\d{1,4})$/;
/** Package cards of the form, "<holding>~<uses>" with commas. */
const CardsIn = z
  .string()
  .max(600)
  .transform((text) =>
    text.split(",").flatMap((one) => {
      const [, holdingId, uses] = CARD.exec(one) ?? [];
      return holdingId === undefined ? [] : [{ holdingId, uses: Number(uses) }];
    }),
  );
const Form = z.object({
  pay: z.enum(["balance", "desk", "online"]),
  total: YuanIn,
  cards: CardsIn,
  key: z.string().regex(/^[\w-]{20,64}$/),
});

/** Reads what may lower the price: package cards, a coupon or a promo code; a typed code counts before a chosen coupon. */
function reductionsIn({ query }: Visit): {
  readonly withCards: boolean;
  readonly couponCode: string | undefined;
  /** A text that is no code. */
  readonly noCode: string;
} {
  const typed = (query("code")[0] ?? "").trim() || (query("coupon")[0] ?? "");
  const code = VenueCouponCode.safeParse(typed);
  return { withCards: query("cards")[0] === "1", couponCode: code.success ? code.data : undefined, noCode: code.success ? "" : typed };
}

export const choice =
  (channels: Channels) =>
  async (visit: Visit, customer: Customer): Promise<CustomerAnswer> => {
    const { site, form } = visit;
    const venue = ownerOf(visit.venue);
    const chosenCells = cellsIn(visit);
    const table = link(site, venuePath(venue.id, "/book"));
    if (!chosenCells) return { to: table };
    const { withCards, couponCode, noCode } = reductionsIn(visit);
    let error = noCode === "" ? undefined : tell(site, "没有这个优惠码，价格没有变", "There is no such code; the price is unchanged");
    let key = newSecret();
    if (form) {
      const posted = Form.safeParse({ pay: form("pay"), total: form("total"), cards: form("holdings"), key: form("key") });
      if (posted.success) {
        key = posted.data.key;
        try {
          const { pay, total, cards } = posted.data;
          const id = await visit.change(
            "booking.create",
            async (ctx) =>
              bookOnline(ctx, customer.id, { ...(await runsOf(ctx, chosenCells)), couponCode, pay, cards, expectedTotal: total }),
            key,
            { ...chosenCells, couponCode, pay, cards, total },
          );
          const isPaying = pay === "online" && total > 0;
          return { to: link(site, venuePath(venue.id, `/bookings/${encodeURIComponent(id)}${isPaying ? "/pay" : ""}`)) };
        } catch (refusal) {
          if (!(refusal instanceof AppError) || refusal.key === "busy") throw refusal;
          error = describeRefusal(refusal, site.language);
        }
      } else error = tell(site, "请选择付款方式；还没有下单", "Please choose how to pay; nothing is booked yet");
    }
    try {
      const html = await visit.read(async (ctx) => {
        const chosen = await runsOf(ctx, chosenCells);
        const [quoted, places] = await Promise.all([
          quoteOnline(ctx, customer.id, { ...chosen, couponCode, withCards }).catch((refusal: unknown) => {
            // A coupon that can't be used leaves the choice as it is.
            if (couponCode === undefined || !(refusal instanceof AppError) || refusal.key !== "badInput") throw refusal;
            error ??= describeRefusal(refusal, site.language);
            return quoteOnline(ctx, customer.id, { ...chosen, withCards });
          }),
          loadPlaces(ctx, { ids: chosenCells.cells.map(({ placeId }) => placeId) }),
        ]);
        const total = YuanIn.parse(quoted.total);
        const programId = places[0]?.programId ?? "";
        return choicePage(site, {
          venue,
          day: chosenCells.day,
          cells: chosenCells.cells.map(({ placeId, start }) => `${placeId}~${start}`),
          lines: quoted.lines.map((line) => ({ ...line, day: chosenCells.day, court: placeLabel(line.placeName, ctx.language) })),
          total: quoted.total,
          discount: quoted.discount,
          balance: showFen(quoted.balance),
          balanceAfter: showFen(Math.max(0, quoted.balance - total)),
          isShort: quoted.balance < total,
          cards: quoted.fittingCards,
          withCards: withCards && quoted.fittingCards.length > 0,
          coupons: quoted.coupons,
          couponCode: couponCode ?? noCode.slice(0, 40),
          holdUntil: timeIn(ctx, quoted.holdUntil),
          onlineUntil: onlineChannels(channels).length > 0 ? timeIn(ctx, quoted.onlineUntil) : null,
          back: link(site, venuePath(venue.id, `/book/${encodeURIComponent(programId)}/${chosenCells.day}`)),
          key,
          error,
          terms: await termsOf(ctx, programId),
        });
      });
      return { html, status: error === undefined ? 200 : 409 };
    } catch (refusal) {
      if (!(refusal instanceof AppError) || refusal.key === "busy") throw refusal;
      return { html: refusedPage(site, { venue, text: error ?? describeRefusal(refusal, site.language), back: table }), status: 409 };
    }
  };

const tell = (site: Site, zh: string, en: string): string => (site.language === "zh" ? zh : en);
