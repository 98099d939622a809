/** Lines of a choice or a booking: court, time, price and its reasons. */
import type { PriceTrace } from "../contract/booking/booking-order";
import { fen, showFen } from "../contract/core/money";
import { span } from "../contract/core/time";
import { html, type Html } from "./html";
import { type Site, translate } from "./layout";
import { dayName } from "./speak";

/** A line of a choice or a booking. */
export interface BookedLine {
  readonly court: string;
  readonly day: string;
  readonly start: number;
  readonly end: number;
  readonly trace: PriceTrace;
  /** Its package card and uses as text; null if it is paid with money. */
  readonly card?: string | null;
  /** No longer booked. */
  readonly isOver?: boolean;
}

/** The rules of a price as a customer reads them. */
const RULES = {
  temporary: { zh: "当日价", en: "Price of the day" },
  holiday: { zh: "节假日", en: "Holiday" },
  plan: { zh: "单价（每半小时）", en: "Price (per half hour)" },
  default: { zh: "单价（每半小时）", en: "Price (per half hour)" },
  member: { zh: "会员折扣", en: "Member discount" },
  promotion: { zh: "促销", en: "Promotion" },
  coupon: { zh: "优惠券", en: "Coupon" },
  manual: { zh: "优惠", en: "Discount" },
  bundle: { zh: "组合价", en: "Bundle price" },
  free: { zh: "免费", en: "Free" },
  card: { zh: "次卡", en: "Package card" },
  voucher: { zh: "团购券", en: "Voucher" },
} as const;
/** Rules that set the list price; shown with their detail instead of an amount. */
const BASE_RULES: ReadonlySet<string> = new Set(["temporary", "holiday", "plan", "default"]);
/** Rules whose name is a reason that staff typed; the customer sees the amount only. */
const STAFF_REASON_RULES: ReadonlySet<string> = new Set(["manual", "free"]);

function describePriceSteps(site: Site, trace: PriceTrace): string[] {
  return trace.steps.flatMap(({ rule, name, matched, amount, detail }) => {
    if (!matched || amount === "0.00") return [];
    const label = translate(site, RULES[rule]);
    if (BASE_RULES.has(rule)) return [`${label} ${detail.replace(/ ⟳.*$/, "")}`];
    return [`${label}${STAFF_REASON_RULES.has(rule) || name === "" ? "" : ` ${name}`} ${amount}`];
  });
}

const priceLine = (site: Site, line: BookedLine): Html =>
  html`<li class="${line.isOver ? "over" : ""}">
    <p class="split">
      <span><b>${line.court}</b> ${dayName(site, line.day)} ${span(line.start, line.end)}</span
      ><span class="money"
        >${line.trace.list === line.trace.price ? null : html`<s><span class="hidden">${translate(site, { zh: "原价", en: "List price" })}</span> ${showFen(fen(line.trace.list))}</s> `}${showFen(fen(line.trace.price))}</span
      >
    </p>
    ${describePriceSteps(site, line.trace).map((reason) => html`<p class="mut">${reason}</p>`)}
    ${line.card ? html`<p class="mut">${line.card}</p>` : null}
  </li>`;
export const priceLines = (site: Site, lines: readonly BookedLine[]): Html =>
  html`<ul class="rows prices">
    ${lines.map((line) => priceLine(site, line))}
  </ul>`;
