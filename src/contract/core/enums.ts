/** Enumerations of the venue API, and those that the screens add. Values are what travels; words are in the console's locales. */
import { z } from "#zod";

/** Payment types. Looked up case-insensitively. */
export const PAYMENT_TYPES = [
  "Balance",
  "Cash",
  "BankCard",
  "Alipay",
  "WeChat",
  "online",
  "Coupon",
  "Transfer",
  "Card",
  "scanCode",
  "SportsExpertUserCoupon",
  "RoamingCard",
  "Credit",
  "Other",
] as const;
export type PaymentType = (typeof PAYMENT_TYPES)[number];

const byLowerCase = new Map(PAYMENT_TYPES.map((type) => [type.toLowerCase(), type] as const));
/** Finds a payment type whatever its case; `undefined` when there is none. */
export const paymentType = (name: string): PaymentType | undefined => byLowerCase.get(name.trim().toLowerCase());

/** Payment type in an answer. */
export const PaymentTypeOut = z.enum(PAYMENT_TYPES);
/** Payment type in a request, any case. */
export const PaymentTypeIn = z.string().transform((raw, issues): PaymentType => {
  const found = paymentType(raw);
  if (found) return found;
  issues.addIssue({ code: "custom", params: { rule: "oneOf", values: PAYMENT_TYPES }, message: "oneOf" });
  return z.NEVER;
});

/** Colour styles 100–700, red, orange, yellow, green, cyan, blue, purple: card types and tags only. */
export const ColourStyle = z.union([
  z.literal(100),
  z.literal(200),
  z.literal(300),
  z.literal(400),
  z.literal(500),
  z.literal(600),
  z.literal(700),
]);
export type ColourStyle = z.infer<typeof ColourStyle>;

/** Sport categories: the venue's main tag and the tags of programs. */
export const SPORTS = ["badminton", "basketball", "swimming", "fitness", "tennis", "tableTennis", "football"] as const;
export const Sport = z.enum(SPORTS);
export type Sport = z.infer<typeof Sport>;
export const SPORT_NAMES = {
  badminton: { zh: "羽毛球", en: "Badminton" },
  basketball: { zh: "篮球", en: "Basketball" },
  swimming: { zh: "游泳", en: "Swimming" },
  fitness: { zh: "健身", en: "Fitness" },
  tennis: { zh: "网球", en: "Tennis" },
  tableTennis: { zh: "乒乓球", en: "Table tennis" },
  football: { zh: "足球", en: "Football" },
} as const satisfies Record<Sport, Readonly<Record<Language, string>>>;

/** A public holiday, a weekend day on which people work (调休), a day on which the venue is closed, a day priced as another. */
export const DAY_KINDS = ["holiday", "workday", "closed", "special"] as const;
export const DayKind = z.enum(DAY_KINDS);
export type DayKind = z.infer<typeof DayKind>;

/** Origin of an order. */
const ORDER_SOURCES = ["desk", "online", "miniProgram", "fixed", "groupBuy", "competition", "import"] as const;
export const OrderSource = z.enum(ORDER_SOURCES);
export type OrderSource = z.infer<typeof OrderSource>;

/** The two purses of a member. */
const PURSES = ["principal", "gift"] as const;
export const Purse = z.enum(PURSES);
export type Purse = z.infer<typeof Purse>;

export const Gender = z.enum(["male", "female", "unknown"]);

/** Languages of the product. */
export const LANGUAGES = ["zh", "en"] as const;
export type Language = (typeof LANGUAGES)[number];
