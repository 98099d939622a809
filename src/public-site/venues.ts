/** The list of venues, and the page of a venue's payment code. */
import { html, safeUrl } from "./html";
import { document, link, type Owner, type Site, translate, venuePath } from "./layout";
import { telUrl } from "./venue";

/** Returns the page of the venue's payment code. */
export function payPage(site: Site, venue: Owner & { readonly phone: string }): string {
  const t = (zh: string, en: string): string => translate(site, { zh, en });
  return document(
    site,
    { title: `${t("付款", "Payment")} · ${venue.name}`, venue, isPrivate: true, back: venuePath(venue.id) },
    html`<section class="card">
      <h1>${t("向场馆付款", "Pay the venue")}</h1>
      <p>
        ${t("请在前台出示微信或支付宝的付款码，由工作人员扫码收款；付款后会给您小票。", "Show your WeChat or Alipay payment code at the desk; the staff scan it and give you a receipt.")}
      </p>
      <p class="mut">
        ${t("本页不收款，也不会要求您输入密码或验证码。", "This page takes no payment and never asks for a password or a code.")}
      </p>
      ${venue.phone === "" ? null : html`<p><a class="button" href="${safeUrl(telUrl(venue.phone))}">${t("打电话", "Call")} ${venue.phone}</a></p>`}
    </section>`,
  );
}

/** Returns the list of venues. */
export const venuesPage = (
  site: Site,
  venues: readonly { readonly id: string; readonly name: string; readonly address: string }[],
): string =>
  document(
    site,
    { title: translate(site, { zh: "场馆", en: "Venues" }), venue: null },
    html`<section class="card">
      <h1>${translate(site, { zh: "场馆", en: "Venues" })}</h1>
      ${
        venues.length === 0
          ? html`<p>${translate(site, { zh: "还没有场馆公开页面。", en: "No venue has published its page yet." })}</p>`
          : html`<ul class="rows">
              ${venues.map(
                ({ id, name, address }) =>
                  html`<li>
                    <a href="${link(site, venuePath(id))}"><b>${name}</b></a
                    ><span class="mut">${address}</span>
                  </li>`,
              )}
            </ul>`
      }
    </section>`,
  );
