/** The page of a choice: its price with the reasons, and how it is paid. */
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
  readonly isShort: boolean;
  /** Time until which it waits for payment, in words. */
  readonly holdUntil: string;
  /** As `holdUntil`, if it is to be paid online; null where it can't be. */
  readonly onlineUntil: string | null;
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
                  ${
                    view.onlineUntil === null
                      ? null
                      : option(
                          "online",
                          view.isShort,
                          t("微信或支付宝付款", "Pay by WeChat or Alipay"),
                          t("下一步付款，保留到 {time}", "You pay on the next page; held until {time}", { time: view.onlineUntil }),
                        )
                  }
                  ${option(
                    "desk",
                    view.isShort && view.onlineUntil === null,
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
