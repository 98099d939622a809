/** The customer's page of their own data: what is stored, a copy of it, and its erasure. */
import { customerNav, postForm, privacyText } from "./customer";
import { html } from "./html";
import { document, link, type Owner, type Site, venuePath } from "./layout";
import { speak } from "./speak";

export interface PrivacyView {
  /** Day of a pending request to erase; null without one. */
  readonly requested: string | null;
  /** True if the customer agreed to bulk messages. */
  readonly getsMessages: boolean;
}

/** Returns the page. */
export function privacyPage(site: Site, venue: Owner, { requested, getsMessages }: PrivacyView): string {
  const t = speak(site);
  const title = t("我的个人信息", "My personal data");
  const here = venuePath(venue.id, "/me/privacy");
  return document(
    site,
    { title: `${title} · ${venue.name}`, venue, isPrivate: true, back: venuePath(venue.id, "/me") },
    html`${customerNav(site, venue.id)}
      <section class="card">
        <h1>${title}</h1>
        ${privacyText(site)}
      </section>
      <section class="card">
        <h2>${t("优惠和活动短信", "Messages about offers")}</h2>
        <p>
          ${
            getsMessages
              ? t(
                  "您已同意接收本馆的优惠和活动短信，可以随时取消。",
                  "You agreed to messages about offers and events. You can withdraw this at any time.",
                )
              : t(
                  "您没有同意接收优惠和活动短信；与预订有关的通知不受影响。",
                  "You have not agreed to messages about offers and events; notices about your bookings are not affected.",
                )
          }
        </p>
        ${postForm(
          site,
          html`<input type="hidden" name="messages" value="${getsMessages ? "no" : "yes"}" /><button class="round">
              ${getsMessages ? t("不再接收", "Withdraw my consent") : t("同意接收", "Agree to messages")}
            </button>`,
          link(site, here),
        )}
      </section>
      <section class="card">
        <h2>${t("导出", "A copy of my data")}</h2>
        <p>
          ${t("下载本馆保存的您的信息：资料、余额变动、预订、次卡、购买、优惠券、候补、收到的消息（JSON 文件）。", "Download what this venue stores about you: your details, movements of your balance, bookings, package cards, purchases, coupons, waitlist and messages sent to you (a JSON file).")}
        </p>
        <p><a class="round" href="${link(site, venuePath(venue.id, "/me/data"))}" download>${t("下载我的信息", "Download my data")}</a></p>
      </section>
      <section class="card">
        <h2>${t("删除", "Erase my data")}</h2>
        ${
          requested === null
            ? html`<p>
                  ${t("删除后姓名、手机号等信息会去掉，会员卡关闭，不能恢复；交易记录按法律要求保留，但不再有您的姓名。还有余额、次卡或未到的预订时，前台会先与您结清。", "Your name, mobile and other details are removed and your membership is closed; this can’t be undone. Records of transactions are kept as the law requires, without your name. If you still have a balance, package cards or coming bookings, the desk settles them with you first.")}
                </p>
                ${postForm(
                  site,
                  html`<label class="check"
                      ><input type="checkbox" name="erase" value="yes" required /><span
                        >${t("我要求删除我的个人信息", "I ask for the erasure of my personal data")}</span
                      ></label
                    ><button class="round">${t("提出删除要求", "Request erasure")}</button>`,
                  link(site, here),
                )}`
            : html`<p class="notice">
                ${t("您已于 {day} 要求删除，本馆会在 15 天内处理并与您联系。", "You asked for erasure on {day}. The venue answers within 15 days and contacts you.", { day: requested })}
              </p>`
        }
      </section>`,
  );
}
