/** The page on which a customer cancels a booking, with the refund. */
import { fen, showFen } from "../contract/core/money";
import { postForm, problem } from "./customer";
import { html } from "./html";
import { document, link, type Owner, type Site, venuePath } from "./layout";
import { speak } from "./speak";

export interface CancelView {
  readonly venue: Owner;
  readonly id: string;
  readonly title: string;
  readonly places: string;
  readonly paid: string;
  readonly fee: string;
  readonly refund: string;
  /** Uses of package cards that paid, and the number that is returned. */
  readonly uses: number;
  readonly usesBack: number;
  /** Descriptions of the refund by balance. */
  readonly back: readonly string[];
  readonly terms: string;
  readonly error?: string | undefined;
}

/** Returns the page on which a cancellation is confirmed, with its refund. */
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
