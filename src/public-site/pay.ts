/** The page on which a customer pays a booking online and sees the outcome. */
import { fen, showFen } from "../contract/core/money";
import { CHANNEL_LABELS } from "../contract/core/pay-types";
import { postForm, problem } from "./customer";
import { html, type Html, safeUrl } from "./html";
import { document, link, type Owner, type Site, translate, venuePath } from "./layout";
import { speak } from "./speak";

type Channel = keyof typeof CHANNEL_LABELS;

/** State of the payment. `returning`: the booking could not use the money, which is being refunded. */
export type PayState = "due" | "confirming" | "paid" | "returning" | "returned" | "over";

export interface PayView {
  readonly venue: Owner;
  readonly id: string;
  readonly title: string;
  readonly places: string;
  readonly state: PayState;
  readonly due: string;
  readonly holdUntil: string | null;
  readonly channels: readonly Channel[];
  /** The customer's balance if it is sufficient, else null. */
  readonly balance: string | null;
  /** The provider's page, once the customer has chosen it. */
  readonly provider: { readonly channel: Channel; readonly url: string } | null;
  /** Message that the last attempt was not paid. */
  readonly failed: string | null;
  /** No real money is charged. */
  readonly isSandbox: boolean;
  readonly error?: string | undefined;
}

const bookingPath = (view: Pick<PayView, "venue" | "id">, rest = ""): string =>
  venuePath(view.venue.id, `/bookings/${encodeURIComponent(view.id)}${rest}`);

function describeState(site: Site, view: PayView): Html {
  const t = speak(site);
  const booking = link(site, bookingPath(view));
  const toBooking = html`<p class="more"><a href="${booking}">${t("查看预订", "See the booking")}</a></p>`;
  switch (view.state) {
    case "paid":
      return html`<p class="notice">${t("付款成功，已订好。", "Paid. Your booking is confirmed.")}</p>
        <p><a class="button" data-done href="${booking}">${t("查看预订", "See the booking")}</a></p>`;
    case "returning":
      return html`<p class="problem">
          ${t("您付款时这笔预订已经释放或取消，场地没有订上；已付的钱正在原路退回，不用另外申请。", "The booking was released or cancelled while you were paying, so you have no court. Your money is on its way back the way it came; you need not do anything.")}
        </p>
        ${toBooking}`;
    case "returned":
      return html`<p class="problem">
          ${t("您付款时这笔预订已经释放或取消，场地没有订上；已付的钱已原路退回。", "The booking was released or cancelled while you were paying, so you have no court. Your money has gone back the way it came.")}
        </p>
        ${toBooking}`;
    case "over":
      return html`<p>${t("这笔预订现在不用付款。", "There is nothing to pay for this booking now.")}</p>
        ${toBooking}`;
    case "confirming":
      return html`<p>
          ${t("还没有收到付款结果。付款后本页会自动更新，也可以点下面查看；请不要重复付款。", "We have no result of your payment yet. This page updates by itself once you have paid, or check below; please do not pay twice.")}
        </p>
        <p class="more"><a href="${link(site, bookingPath(view, "/pay"))}">${t("查看付款结果", "Check my payment")}</a></p>`;
    case "due":
      return html`${view.failed === null ? null : html`<p class="problem">${t("上一次没有付成，没有扣款：{why}", "The last try was not paid and nothing was charged: {why}", { why: view.failed })}</p>`}
      ${view.holdUntil === null ? null : html`<p>${t("请在 {time} 前付款，到时未付自动释放。", "Please pay by {time}; unpaid bookings are released then.", { time: view.holdUntil })}</p>`}`;
  }
}

/** Returns the page of paying a booking. */
export function onlinePayPage(site: Site, view: PayView): string {
  const t = speak(site);
  const title = t("网上付款", "Pay online");
  const name = (channel: Channel): string => translate(site, CHANNEL_LABELS[channel]);
  const canPay = view.state === "due" || view.state === "confirming";
  const sum = showFen(fen(view.due));
  const { provider } = view;
  return document(
    site,
    { title: `${title} · ${view.venue.name}`, venue: view.venue, isPrivate: true, back: bookingPath(view) },
    html`<section class="card">
      <h1>${title}</h1>
      <p><b>${view.title}</b> ${view.places}</p>
      ${canPay ? html`<p class="total"><span>${t("待付", "Amount due")}</span> <b>¥${sum}</b></p>` : null} ${problem(view.error)}
      ${view.isSandbox && canPay ? html`<p class="notice">${t("演示环境：不会真的扣款。", "Demonstration: no real money is charged.")}</p>` : null}
      ${
        provider === null
          ? null
          : html`<p>
              <a class="button" href="${safeUrl(provider.url)}" referrerpolicy="origin"
                >${t("去{channel}付 ¥{sum}", "Pay ¥{sum} with {channel}", { channel: name(provider.channel), sum })}</a
              >
            </p>`
      }
      <div id="payment" data-live="3">${describeState(site, view)}</div>
      ${
        view.state === "due" && provider === null && view.balance !== null
          ? postForm(
              site,
              html`<input type="hidden" name="channel" value="balance" /><button class="button">
                  ${t("用余额付（现有 {sum} 元）", "Pay from my balance of ¥{sum}", { sum: view.balance })}
                </button>`,
              link(site, bookingPath(view, "/pay")),
            )
          : null
      }
      ${
        canPay && provider === null
          ? view.channels.map((channel) =>
              postForm(
                site,
                html`<input type="hidden" name="channel" value="${channel}" /><button class="button">
                    ${t("{channel}付款", "Pay with {channel}", { channel: name(channel) })}
                  </button>`,
                link(site, bookingPath(view, "/pay")),
              ),
            )
          : null
      }
    </section>`,
  );
}

/** Returns the sandbox's own page in place of the provider's. */
export function sandboxPage(site: Site, view: Pick<PayView, "venue" | "id" | "due"> & { readonly payment: string }): string {
  const t = speak(site);
  const title = t("模拟付款", "Sandbox payment");
  return document(
    site,
    { title: `${title} · ${view.venue.name}`, venue: view.venue, isPrivate: true, back: bookingPath(view, "/pay") },
    html`<section class="card">
      <h1>${title}</h1>
      <p>
        ${t("这里代替微信或支付宝的付款页，不会真的扣款。", "This stands in for the page of WeChat or Alipay; no real money is charged.")}
      </p>
      <p class="total"><b>¥${showFen(fen(view.due))}</b></p>
      ${postForm(
        site,
        html`<input type="hidden" name="sandbox" value="${view.payment}" /><button class="button">${t("确认付款", "Pay")}</button>`,
        link(site, bookingPath(view, "/pay")),
      )}
      <p class="more"><a href="${link(site, bookingPath(view, "/pay"))}">${t("不付，返回", "Back without paying")}</a></p>
    </section>`,
  );
}
