/** Booking by customers: free courts, a choice with its price, and their own bookings. */
import type { PriceTrace } from "../contract/booking/booking-order";
import { fen, showFen } from "../contract/core/money";
import { clock, span, weekday } from "../contract/core/time";
import { customerNav, postForm, problem } from "./customer";
import { html, type Html, type Part } from "./html";
import { document, link, type Owner, type Site, translate, venuePath } from "./layout";

type T = (zh: string, en: string, values?: Readonly<Record<string, string | number>>) => string;
const speak =
  (site: Site): T =>
  (zh, en, values = {}) =>
    translate(site, { zh, en }, values);

const WEEKDAYS = { zh: ["周一", "周二", "周三", "周四", "周五", "周六", "周日"], en: ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"] };
const weekdayName = (site: Site, day: string): string => WEEKDAYS[site.language][weekday(day) - 1] ?? "";
const dayName = (site: Site, day: string): string => `${day.slice(5)} ${weekdayName(site, day)}`;

/** A slot of a court; null where the court has none at that time. */
export interface CourtCell {
  /** The form's value, "<place>~<minute>". */
  readonly value: string;
  readonly end: number;
  /** List price, fen. */
  readonly price: number;
  readonly isPeak: boolean;
  readonly isFree: boolean;
}
export interface CourtTable {
  readonly programs: readonly { readonly id: string; readonly name: string }[];
  readonly programId: string;
  readonly days: readonly string[];
  readonly day: string;
  /** Minute of the day at which availability was read. */
  readonly asOf: number;
  /** The hall is named where the sport has several. */
  readonly courts: readonly { readonly hall: string | null; readonly name: string }[];
  readonly rows: readonly { readonly start: number; readonly cells: readonly (CourtCell | null)[] }[];
}

const tablePath = (site: Site, venueId: string, programId: string, day: string): string =>
  link(site, venuePath(venueId, `/book/${encodeURIComponent(programId)}/${day}`));

function cell(site: Site, court: string, start: number, one: CourtCell | null): Html {
  const t = speak(site);
  if (one === null) return html`<td></td>`;
  if (!one.isFree) return html`<td class="taken"><span class="hidden">${t("不可订", "not available")}</span></td>`;
  const price = showFen(one.price).replace(/\.00$/, "");
  const name = t("{court} {time} {price} 元", "{court} {time} ¥{price}", { court, time: span(start, one.end), price });
  return html`<td class="${one.isPeak ? "free peak" : "free"}">
    <label
      ><input type="checkbox" name="cell" value="${one.value}" data-price="${one.price}" aria-label="${name}" /><span>${price}</span></label
    >
  </td>`;
}

/** Returns the page of free courts. */
export function courtsPage(site: Site, venue: Owner, table: CourtTable): string {
  const t = speak(site);
  const program = table.programs.find(({ id }) => id === table.programId)?.name ?? "";
  const title = t("订场", "Book a court");
  const isEmpty = table.rows.length === 0;
  const names = table.courts.map(({ hall, name }) => (hall === null ? name : `${hall} ${name}`));
  return document(
    site,
    { title: `${title} ${program} ${table.day} · ${venue.name}`, venue, isPrivate: true, back: venuePath(venue.id) },
    html`${customerNav(site, venue.id, "/book")}
      <h1 class="hidden">${title}</h1>
      ${
        table.programs.length < 2
          ? null
          : html`<nav class="pills" aria-label="${t("项目", "Sports")}">
              ${table.programs.map(
                ({ id, name }) =>
                  html`<a href="${tablePath(site, venue.id, id, table.day)}" ${id === table.programId ? html` aria-current="true"` : null}
                    >${name}</a
                  >`,
              )}
            </nav>`
      }
      <nav class="days" aria-label="${t("日期", "Days")}">
        ${table.days.map(
          (day, i) =>
            html`<a href="${tablePath(site, venue.id, table.programId, day)}" ${day === table.day ? html` aria-current="date"` : null}
              ><small>${i === 0 ? t("今天", "Today") : weekdayName(site, day)}</small><b>${day.slice(5)}</b></a
            >`,
        )}
      </nav>
      ${
        isEmpty
          ? html`<section class="card empty">
              <p>${t("这一天没有可订的场地，请换一天。", "There is nothing to book on this day. Please choose another.")}</p>
            </section>`
          : html`<form method="get" action="${venuePath(venue.id, "/book/choice")}" class="booking">
              <input type="hidden" name="lang" value="${site.language}" />
              <input type="hidden" name="day" value="${table.day}" />
              <div
                id="courts"
                data-live
                class="courts"
                tabindex="0"
                role="region"
                aria-label="${t("{program} {day} 的场地", "{program}, courts of {day}", { program, day: table.day })}"
              >
                <table>
                  <thead>
                    <tr>
                      <th scope="col"><span class="hidden">${t("时间", "Time")}</span></th>
                      ${table.courts.map(({ hall, name }) => html`<th scope="col">${hall === null ? null : html`<small>${hall}</small> `}<b>${name}</b></th>`)}
                    </tr>
                  </thead>
                  <tbody>
                    ${table.rows.map(
                      ({ start, cells }) =>
                        html`<tr>
                          <th scope="row">${clock(start)}</th>
                          ${cells.map((one, i) => cell(site, names[i] ?? "", start, one))}
                        </tr>`,
                    )}
                  </tbody>
                </table>
              </div>
              <p class="mut legend">
                <i class="free"></i>${t("可订（元）", "available, ¥")} <i class="free peak"></i>${t("高峰", "peak")}
                <i class="taken"></i>${t("不可订", "not available")} · ${t("截至 {time}", "as of {time}", { time: clock(table.asOf) })}
              </p>
              <div class="bar">
                <p data-sum data-text="${t("已选 {n} 格，原价 {sum} 元", "{n} chosen, list price ¥{sum}", { n: "{n}", sum: "{sum}" })}">
                  ${t("选好格子，下一步看价格", "Choose cells, then see the price")}
                </p>
                <button class="button">${t("下一步", "Next")}</button>
              </div>
            </form>`
      }`,
  );
}

/** A line of a choice or a booking. */
export interface BookedLine {
  readonly court: string;
  readonly day: string;
  readonly start: number;
  readonly end: number;
  readonly trace: PriceTrace;
  /** Its package card and uses, in words; null where money pays. */
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
const priceLines = (site: Site, lines: readonly BookedLine[]): Html =>
  html`<ul class="rows prices">
    ${lines.map((line) => priceLine(site, line))}
  </ul>`;

export interface ChoiceView {
  readonly venue: Owner;
  readonly day: string;
  readonly lines: readonly BookedLine[];
  readonly total: string;
  readonly discount: string;
  readonly balance: string;
  readonly isShort: boolean;
  /** Time until which it waits for payment, in words. */
  readonly holdUntil: string;
  readonly back: string;
  /** Idempotency key of the form: posting it again books once. */
  readonly key: string;
  readonly error?: string | undefined;
  readonly terms: string;
}

/** Returns the page of a choice: its price with the reasons, and how it is paid. */
export function choicePage(site: Site, view: ChoiceView): string {
  const t = speak(site);
  const title = t("确认预订", "Confirm your booking");
  const isFree = view.total === "0.00";
  const option = (value: string, isChosen: boolean, name: string, note: string, isOff = false): Html =>
    html`<label class="option"
      ><input type="radio" name="pay" value="${value}" required ${isChosen ? html` checked` : null}${isOff ? html` disabled` : null} /><span
        ><b>${name}</b><small>${note}</small></span
      ></label
    >`;
  return document(
    site,
    { title: `${title} · ${view.venue.name}`, venue: view.venue, isPrivate: true, back: venuePath(view.venue.id, "/book") },
    html`<section class="card">
      <h1>${title}</h1>
      ${problem(view.error)} ${priceLines(site, view.lines)}
      <p class="total">
        <span>${t("合计", "Total")}</span> <b>¥${showFen(fen(view.total))}</b>
        ${view.discount === "0.00" ? null : html`<small>${t("已优惠 {sum}", "{sum} off", { sum: showFen(fen(view.discount)) })}</small>`}
      </p>
      ${postForm(
        site,
        html`<input type="hidden" name="key" value="${view.key}" />
          <input type="hidden" name="total" value="${view.total}" />
          ${
            isFree
              ? html`<input type="hidden" name="pay" value="desk" />`
              : html`<fieldset>
                  <legend>${t("付款方式", "Payment")}</legend>
                  ${option(
                    "balance",
                    !view.isShort,
                    t("余额支付", "Pay from my balance"),
                    view.isShort
                      ? t("现有 {sum} 元，不够付这一笔；可在前台充值", "You have ¥{sum}, which is not enough; top up at the desk", {
                          sum: view.balance,
                        })
                      : t("现有 {sum} 元", "You have ¥{sum}", { sum: view.balance }),
                    view.isShort,
                  )}
                  ${option(
                    "desk",
                    view.isShort,
                    t("到馆付款", "Pay at the desk"),
                    t("保留到 {time}，到时未付自动释放", "Held until {time}, then released if not paid", { time: view.holdUntil }),
                  )}
                </fieldset>`
          }
          <button class="button">${t("预订", "Book")}</button>`,
      )}
      <p class="mut">${view.terms}</p>
      <p class="more"><a href="${view.back}">${t("重新选择", "Choose again")}</a></p>
    </section>`,
  );
}

/** Returns the page for a choice that can't be booked, with the reason and a way on. */
export const refusedPage = (
  site: Site,
  { venue, text, back }: { readonly venue: Owner; readonly text: string; readonly back: string },
): string => {
  const title = translate(site, { zh: "没有下单", en: "Nothing was booked" });
  return document(
    site,
    { title: `${title} · ${venue.name}`, venue, isPrivate: true, back: venuePath(venue.id, "/book") },
    html`${customerNav(site, venue.id)}
      <section class="card">
        <h1>${title}</h1>
        ${problem(text)}
        <p><a class="button" href="${back}">${translate(site, { zh: "重新选择", en: "Choose again" })}</a></p>
      </section>`,
  );
};

/** States of a booking, as its customer reads them. */
const STATES = {
  held: ["待付款", "Awaiting payment", "waiting"],
  reserved: ["到馆付款", "Pay on arrival", "waiting"],
  paid: ["已订好，等您到场", "Booked, see you there", "success"],
  checked_in: ["已到场", "Checked in", "live"],
  finished: ["已结束", "Finished", "neutral"],
  no_show: ["未到场", "Not attended", "neutral"],
  cancelled: ["已取消", "Cancelled", "neutral"],
  expired: ["超时未付，已释放", "Released, not paid in time", "neutral"],
} as const;
export type BookingState = keyof typeof STATES;
const stateTag = (site: Site, state: BookingState): Html => {
  const [zh, en, look] = STATES[state];
  return html`<span class="tag ${look}">${translate(site, { zh, en })}</span>`;
};

export interface BookingRow {
  readonly id: string;
  readonly day: string;
  readonly start: number;
  readonly end: number;
  readonly program: string;
  readonly places: string;
  readonly state: BookingState;
  readonly total: string;
}

/** Returns the customer's bookings: those to come, and the last ones. */
export function bookingsPage(
  site: Site,
  venue: Owner,
  { coming, past }: Readonly<Record<"coming" | "past", readonly BookingRow[]>>,
): string {
  const t = speak(site);
  const title = t("我的预订", "My bookings");
  const rows = (list: readonly BookingRow[], none: Part): Html =>
    list.length === 0
      ? html`<p>${none}</p>`
      : html`<ul class="rows">
          ${list.map(
            (row) =>
              html`<li class="split">
                <span
                  ><a href="${link(site, venuePath(venue.id, `/bookings/${encodeURIComponent(row.id)}`))}"
                    ><b>${dayName(site, row.day)} ${clock(row.start)}</b></a
                  ><span class="mut">${row.program} ${row.places}</span></span
                ><span class="money">${stateTag(site, row.state)}<br />¥${showFen(fen(row.total))}</span>
              </li>`,
          )}
        </ul>`;
  return document(
    site,
    { title: `${title} · ${venue.name}`, venue, isPrivate: true, back: venuePath(venue.id) },
    html`${customerNav(site, venue.id, "/bookings")}
      <h1 class="hidden">${title}</h1>
      <section class="card">
        <h2>${t("未结束", "Upcoming")}</h2>
        ${rows(
          coming,
          html`${t("还没有预订。", "You have no bookings.")}
            <a href="${link(site, venuePath(venue.id, "/book"))}">${t("去订场", "Book a court")}</a>`,
        )}
      </section>
      ${
        past.length === 0
          ? null
          : html`<section class="card">
              <h2>${t("历史预订", "Past bookings")}</h2>
              ${rows(past, "")}
            </section>`
      }`,
  );
}

export interface BookingView {
  readonly venue: Owner & { readonly phone: string };
  readonly id: string;
  readonly no: string;
  readonly state: BookingState;
  readonly day: string;
  readonly start: number;
  readonly end: number;
  readonly program: string;
  readonly lines: readonly BookedLine[];
  readonly total: string;
  readonly paid: string;
  readonly refunded: string;
  readonly fee: string;
  readonly due: string;
  readonly payments: readonly { readonly name: string; readonly amount: string }[];
  readonly holdUntil: string | null;
  readonly canCancel: boolean;
  readonly terms: string;
}

/** Returns the page of one booking. */
export function bookingPage(site: Site, view: BookingView): string {
  const t = speak(site);
  const title = `${dayName(site, view.day)} ${span(view.start, view.end)}`;
  const sums: readonly (readonly [string, string, boolean])[] = [
    [t("应付", "Total"), view.total, true],
    ...view.payments.map(({ name, amount }) => [name, amount, true] as const),
    [t("已退", "Refunded"), view.refunded, view.refunded !== "0.00"],
    [t("取消手续费", "Cancellation fee"), view.fee, view.fee !== "0.00"],
    [t("待付", "Amount due"), view.due, view.due !== "0.00"],
  ];
  return document(
    site,
    { title: `${title} · ${view.venue.name}`, venue: view.venue, isPrivate: true, back: venuePath(view.venue.id, "/bookings") },
    html`${customerNav(site, view.venue.id)}
      <section class="card">
        <p class="state">${stateTag(site, view.state)}</p>
        <h1>${title}</h1>
        <p>${view.program}</p>
        ${
          view.holdUntil === null
            ? null
            : html`<p class="notice">
                ${t("请在 {time} 前到前台付 {sum} 元，报单号或手机号即可；到时未付自动释放。", "Please pay ¥{sum} at the desk by {time}, giving the booking number below or your mobile number. Unpaid bookings are released then.", { time: view.holdUntil, sum: showFen(fen(view.due)) })}
              </p>`
        }
        ${view.state === "paid" ? html`<p class="notice">${t("到馆后向前台报单号或手机号开场。", "To check in, give the booking number below or your mobile number at the desk.")}</p>` : null}
        <p class="number"><small>${t("单号", "Booking no.")}</small> <b>${view.no}</b></p>
        ${priceLines(site, view.lines)}
        <dl class="facts">
          ${sums
            .filter(([, , isShown]) => isShown)
            .map(
              ([label, amount]) =>
                html`<div>
                  <dt>${label}</dt>
                  <dd>¥${showFen(fen(amount))}</dd>
                </div>`,
            )}
        </dl>
        <p class="mut">${view.terms}</p>
        ${
          view.canCancel
            ? html`<p>
                <a class="round" href="${link(site, venuePath(view.venue.id, `/bookings/${encodeURIComponent(view.id)}/cancel`))}"
                  >${t("取消预订…", "Cancel booking…")}</a
                >
              </p>`
            : null
        }
      </section>`,
  );
}

export interface CancelView {
  readonly venue: Owner;
  readonly id: string;
  readonly title: string;
  readonly places: string;
  readonly paid: string;
  readonly fee: string;
  readonly refund: string;
  /** Uses of package cards that paid, and how many of them come back. */
  readonly uses: number;
  readonly usesBack: number;
  /** Descriptions of the refund by balance. */
  readonly back: readonly string[];
  readonly terms: string;
  readonly error?: string | undefined;
}

/** Returns the page on which a cancellation is confirmed, with what it gives back. */
export function cancelPage(site: Site, view: CancelView): string {
  const t = speak(site);
  const title = t("取消预订", "Cancel booking");
  const hasMoney = view.paid !== "0.00";
  const sum = showFen(fen(view.refund));
  const { uses, usesBack } = view;
  const count = (n: number): string => t("{n} 次", "uses: {n}", { n });
  const facts: readonly (readonly [string, string])[] = [
    ...(hasMoney
      ? ([
          [t("已付", "Paid"), `¥${showFen(fen(view.paid))}`],
          [t("手续费", "Fee"), `¥${showFen(fen(view.fee))}`],
          [t("退款", "Your refund"), `¥${sum}`],
        ] as const)
      : []),
    ...(uses > 0
      ? ([
          [t("次卡已扣", "Paid by package card"), count(uses)],
          [t("次卡退回", "Uses returned"), count(usesBack)],
        ] as const)
      : []),
    ...(uses > usesBack ? ([[t("次卡不退", "Uses not returned"), count(uses - usesBack)]] as const) : []),
  ];
  const button = [
    hasMoney ? t("确认取消，退 ¥{sum}", "Cancel and get ¥{sum} back", { sum }) : t("确认取消", "Cancel booking"),
    ...(uses > usesBack ? [t("次卡不退 {n} 次", "package card uses not returned: {n}", { n: uses - usesBack })] : []),
  ].join(t("，", ", "));
  return document(
    site,
    {
      title: `${title} · ${view.venue.name}`,
      venue: view.venue,
      isPrivate: true,
      back: venuePath(view.venue.id, `/bookings/${encodeURIComponent(view.id)}`),
    },
    html`<section class="card">
      <h1>${title}</h1>
      <p><b>${view.title}</b> ${view.places}</p>
      ${problem(view.error)}
      ${
        facts.length > 0
          ? html`<dl class="facts">
              ${facts.map(
                ([label, value]) =>
                  html`<div>
                    <dt>${label}</dt>
                    <dd>${value}</dd>
                  </div>`,
              )}
            </dl>`
          : html`<p>${t("这笔还没有付款，取消后场地释放。", "Nothing has been paid; cancelling releases the courts.")}</p>`
      }
      ${view.back.map((line) => html`<p class="mut">${line}</p>`)}
      <p class="mut">${view.terms}</p>
      ${postForm(
        site,
        html`<input type="hidden" name="refund" value="${view.refund}" />
          <input type="hidden" name="uses" value="${String(usesBack)}" />
          <button class="button">${button}</button>`,
      )}
      <p class="more">
        <a href="${link(site, venuePath(view.venue.id, `/bookings/${encodeURIComponent(view.id)}`))}">${t("不取消", "Keep booking")}</a>
      </p>
    </section>`,
  );
}
