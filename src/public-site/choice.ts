/** The page of a choice: its price with the reasons, and how it is paid. */
import type { CardOffer } from "../contract/booking/booking-order";
import { fen, showFen } from "../contract/core/money";
import { type BookedLine, priceLines } from "./booked-lines";
import { customerNav, postForm, problem } from "./customer";
import { html, type Html } from "./html";
import { document, type Owner, type Site, translate, venuePath } from "./layout";
import { speak } from "./speak";

export interface ChoiceView {
  readonly venue: Owner;
  readonly day: string;
  readonly lines: readonly BookedLine[];
  readonly total: string;
  readonly discount: string;
  readonly balance: string;
  /** Balance after this is paid from it. */
  readonly balanceAfter: string;
  /** The chosen cells as the form names them. */
  readonly cells: readonly string[];
  /** Package cards that fit, with what each covers. */
  readonly cards: readonly CardOffer[];
  /** True if the price counts on the cards. */
  readonly withCards: boolean;
  readonly coupons: readonly { readonly code: string; readonly name: string; readonly until: string }[];
  readonly couponCode: string;
  readonly isShort: boolean;
  /** Payment deadline as text. */
  readonly holdUntil: string;
  /** As `holdUntil`, for online payment; null if online payment is not available. */
  readonly onlineUntil: string | null;
  readonly back: string;
  /** Idempotency key of the form: posting it again books once. */
  readonly key: string;
  readonly error?: string | undefined;
  readonly terms: string;
}

/** Renders the form of discounts; the page then shows the new price before anything is booked. */
function reductions(site: Site, view: ChoiceView): Html {
  const t = speak(site);
  const isOwn = view.coupons.some(({ code }) => code === view.couponCode);
  return html`<form method="get" action="${site.path}" class="form">
    <input type="hidden" name="lang" value="${site.language}" />
    <input type="hidden" name="day" value="${view.day}" />
    ${view.cells.map((one) => html`<input type="hidden" name="cell" value="${one}" />`)}
    ${
      view.cards.length === 0
        ? null
        : html`<label class="check"
            ><input type="checkbox" name="cards" value="1" ${view.withCards ? html` checked` : null} /><span
              >${t("用次卡", "Use my package card")}${view.cards.map(
                (card) =>
                  html`<small class="mut"
                    >${t("{name}：用 {uses} 次，抵 ¥{amount}，用后剩 {after} 次", "{name}: {uses} used, covers ¥{amount}, {after} left", { name: card.name, uses: card.uses, amount: showFen(fen(card.amount)), after: card.after })}</small
                  >`,
              )}</span
            ></label
          >`
    }
    ${
      view.coupons.length === 0
        ? null
        : html`<label for="coupon">${t("我的优惠券", "My coupons")}</label
            ><select id="coupon" name="coupon">
              <option value="">${t("不用", "None")}</option>
              ${view.coupons.map(
                ({ code, name, until }) =>
                  html`<option value="${code}" ${code === view.couponCode ? html` selected` : null}>
                    ${name} · ${t("{until} 前有效", "valid until {until}", { until })}
                  </option>`,
              )}
            </select>`
    }
    <label for="code">${t("优惠码", "Promo code")}</label>
    <input id="code" name="code" maxlength="40" autocomplete="off" value="${isOwn ? "" : view.couponCode}" />
    <button class="round">${t("重新计价", "Update the price")}</button>
  </form>`;
}

/** Returns the page of a choice: its price with the reasons, and how it is paid. */
export function choicePage(site: Site, view: ChoiceView): string {
  const t = speak(site);
  const title = t("确认预订", "Confirm your booking");
  const isFree = view.total === "0.00";
  const balanceOnly = t("用次卡时，其余只能用余额付", "With a package card the rest is paid from your balance");
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
      <details
        class="privacy"
        ${view.withCards || view.couponCode !== "" || view.cards.length + view.coupons.length > 0 ? html` open` : null}
      >
        <summary>${t("次卡、优惠券、优惠码", "Package cards, coupons and promo codes")}</summary>
        ${reductions(site, view)}
      </details>
      ${postForm(
        site,
        html`<input type="hidden" name="key" value="${view.key}" />
          <input type="hidden" name="total" value="${view.total}" />
          <input
            type="hidden"
            name="holdings"
            value="${view.withCards ? view.cards.map(({ holdingId, uses }) => `${holdingId}~${uses}`).join(",") : ""}"
          />
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
                      : t("现有 {sum} 元，付后剩 {after} 元", "You have ¥{sum}, ¥{after} after this", {
                          sum: view.balance,
                          after: view.balanceAfter,
                        }),
                    view.isShort,
                  )}
                  ${
                    view.onlineUntil === null
                      ? null
                      : option(
                          "online",
                          view.isShort && !view.withCards,
                          t("微信或支付宝付款", "Pay by WeChat or Alipay"),
                          view.withCards
                            ? balanceOnly
                            : t("下一步付款，保留到 {time}", "You pay on the next page; held until {time}", { time: view.onlineUntil }),
                          view.withCards,
                        )
                  }
                  ${option(
                    "desk",
                    view.isShort && view.onlineUntil === null && !view.withCards,
                    t("到馆付款", "Pay at the desk"),
                    view.withCards
                      ? balanceOnly
                      : t("保留到 {time}，到时未付自动释放", "Held until {time}, then released if not paid", { time: view.holdUntil }),
                    view.withCards,
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
