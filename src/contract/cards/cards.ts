/** Package cards: definitions, what members hold, selling and using them. */
import { z } from "#zod";
import { PaymentIn } from "../booking/booking";
import { get, Id, PageQuery, pageOf, postJson, resource, SearchText, Words } from "../core/call";
import { Yuan, YuanIn } from "../core/money";
import { HoldingState } from "../core/states";
import { Day, Instant } from "../core/time";

/** A card counts times, runs for a period, or counts hours. */
const CARD_KINDS = ["times", "period", "hours"] as const;
const CardKind = z.enum(CARD_KINDS);

/** A package card on sale. */
export const PackageCard = z.object({
  id: Id,
  name: z.string(),
  kind: CardKind,
  price: Yuan,
  /** Times (or hours) bought, and given on top. 0 for a period card. */
  times: z.number().int(),
  bonusTimes: z.number().int(),
  /** Days valid from activation; 0 = unlimited. */
  validDays: z.number().int(),
  activation: z.enum(["purchase", "firstUse", "fixedDate"]),
  /** Items that the card opens: programs by name. */
  opens: z.array(z.string()),
  transferable: z.boolean(),
  onShelf: z.boolean(),
  sold: z.number().int(),
});
export type PackageCard = z.infer<typeof PackageCard>;

/** A package card that a member holds. `left` is null for a period card. */
export const Holding = z.object({
  id: Id,
  no: z.string(),
  packageCardId: Id,
  name: z.string(),
  kind: CardKind,
  memberId: Id,
  memberName: z.string(),
  phone: z.string(),
  total: z.number().int(),
  bonus: z.number().int(),
  used: z.number().int(),
  left: z.number().int().nullable(),
  paid: Yuan,
  /** Value of the uses that the member is still owed. */
  valueLeft: Yuan,
  valuePerTime: Yuan,
  soldAt: Instant,
  activatedOn: Day.nullable(),
  expiresOn: Day.nullable(),
  state: HoldingState,
});
export type Holding = z.infer<typeof Holding>;

/** One use of a holding, with what it counted before and after. */
const CardUse = z.object({
  id: Id,
  holdingId: Id,
  at: Instant,
  times: z.number().int(),
  before: z.number().int().nullable(),
  after: z.number().int().nullable(),
  operator: z.string(),
  note: z.string(),
  holding: Holding,
});

export const HoldingFilter = z.object({
  q: SearchText.optional().describe("member name, phone, card number, holding number"),
  memberId: Id.optional(),
  packageCardId: Words.optional(),
  state: Words.optional(),
  expiring: z.enum(["7d", "30d"]).optional(),
});

/** Result of a transfer, an exchange or a refund. */
export const CardPreview = z.object({
  lines: z.array(z.object({ what: z.string(), amount: Yuan })),
  /** To be paid by the member. */
  due: Yuan,
  /** Given back to the member. */
  back: Yuan,
  note: z.string(),
});
export type CardPreview = z.infer<typeof CardPreview>;

export const cards = resource({
  definitions: get("/api/manage/venue/venue-package-card/list", {
    summary: "Package cards that the venue sells, a page",
    code: ["venue_package_card_list", "card_package_set_list", "venue_user_package_card_list", "package_card_sell"],
    input: z.object({ q: SearchText.optional(), kind: Words.optional(), shelf: z.enum(["on", "off"]).optional() }).extend(PageQuery.shape),
    output: pageOf(PackageCard),
  }),
  holdings: get("/api/manage/venue/venue-user-package-card/list", {
    summary: "Package cards that members hold, a page",
    code: ["venue_user_package_card_list", "venue_user_list", "package_card_use"],
    input: HoldingFilter.extend(PageQuery.shape),
    output: pageOf(Holding),
  }),
  sell: postJson("/api/manage/venue/venue-user-package-card/create", {
    summary: "Sell a package card to a member",
    code: "package_card_sell",
    input: z.object({
      memberId: Id,
      packageCardId: Id,
      /** Day from which a card with a fixed date runs. */
      startsOn: Day.optional(),
      payments: z.array(PaymentIn).min(1).max(8),
      remark: z.string().trim().max(200).default(""),
    }),
    output: Holding,
  }),
  sellPreview: get("/api/manage/venue/venue-user-package-card/sell-preview", {
    summary: "What a package card costs a member; refuses what the sale would be refused, before anybody pays",
    code: "package_card_sell",
    input: z.object({ memberId: Id, packageCardId: Id, startsOn: Day.optional() }),
    output: z.object({ due: Yuan }),
  }),
  preview: get("/api/manage/venue/venue-user-package-card/working", {
    summary: "What times added, a transfer, an exchange or a refund of a member's card comes to; nothing moves",
    code: ["package_card_manage", "package_card_transfer", "package_card_refund"],
    input: z.object({
      holdingId: Id,
      action: z.enum(["addTimes", "transfer", "exchange", "refund"]),
      into: Id.optional(),
      /** Member who receives the card; for a transfer. */
      to: Id.optional(),
      /** Price of the added uses. */
      amount: YuanIn.optional(),
    }),
    output: CardPreview,
  }),
  use: postJson("/api/manage/venue/venue-user-package-card/use", {
    summary: "Use a package card: so many times, shown before and after",
    code: "package_card_use",
    input: z.object({ holdingId: Id, times: z.int().min(1).max(50).default(1), note: z.string().trim().max(100).default("") }),
    output: CardUse,
  }),
});
