/** Pages of customers who sign in: the sign-in itself, their account and the statement of their balance. */
import { html, type Html, type Part } from "./html";
import { card, document, link, type Owner, type Site, translate, venuePath } from "./layout";

const PARTS = [
  { path: "/book", zh: "订场", en: "Book" },
  { path: "/bookings", zh: "我的预订", en: "My bookings" },
  { path: "/me", zh: "我的", en: "My account" },
] as const;
export type CustomerPart = (typeof PARTS)[number]["path"];

/** Renders the navigation between the customer's pages. */
export const customerNav = (site: Site, venueId: string, at?: CustomerPart): Html =>
  html`<nav class="tabs" aria-label="${translate(site, { zh: "我的页面", en: "My pages" })}">
    ${PARTS.map(
      ({ path, zh, en }) =>
        html`<a href="${link(site, venuePath(venueId, path))}" ${path === at ? html` aria-current="page"` : null}
          >${translate(site, { zh, en })}</a
        >`,
    )}
  </nav>`;

/** A problem above a form, read out at once. */
export const problem = (text: string | undefined): Html | null =>
  text === undefined ? null : html`<p class="problem" role="alert">${text}</p>`;

/** A posted form; the address is that of the page where none is given. */
export const postForm = (site: Site, content: Part, path = `${site.path}?lang=${site.language}${site.query ?? ""}`): Html =>
  html`<form method="post" action="${path}" class="form">${content}</form>`;

interface Step {
  readonly venue: Owner;
  /** The reason for which it is shown again. */
  readonly error?: string | undefined;
}
const signInFrame = (site: Site, { venue }: Step, title: string, body: Part): string =>
  document(site, { title: `${title} · ${venue.name}`, venue, isPrivate: true, back: venuePath(venue.id) }, body);

/** Renders the privacy notice: the stored data, its purpose and its retention. */
export const privacyText = (site: Site): Html =>
  html`<details class="privacy" open>
    <summary>${translate(site, { zh: "我们保存您的哪些信息", en: "What we store about you" })}</summary>
    <p>
      ${translate(site, {
        zh: "保存：手机号、您填写的姓名，以及您的预订、付款和退款记录。用途：订场、到馆核对、退款、就预订联系您；不用于广告，也不会提供给无关的人。",
        en: "Stored: your mobile, the name that you enter, and your bookings, payments and refunds. We use them to take your bookings, recognize you at the venue, pay refunds and contact you about a booking. We do not use them for advertising or pass them on to unrelated parties.",
      })}
    </p>
    <p>
      ${translate(site, {
        zh: "保存到您要求删除为止；交易记录按法律要求继续保存，其中的姓名和手机号会去掉。您可以随时在“我的”里导出或要求删除，更正请联系前台。验证码和对应的手机号 24 小时后清除。",
        en: "Stored until you ask for erasure; records of transactions are kept as the law requires, without your name and mobile. Under “My account” you can get a copy or ask for erasure at any time; the desk corrects your data. Codes, with the mobile that they went to, are erased after 24 hours.",
      })}
    </p>
    <p>
      ${translate(site, {
        zh: "未满 14 周岁请由父母或监护人登录和预订。",
        en: "If you are under 14, a parent or guardian signs in and books for you.",
      })}
    </p>
  </details>`;

/** Returns the first step of the sign-in: the mobile. */
export function signInPage(site: Site, step: Step & { readonly mobile?: string }): string {
  const title = translate(site, { zh: "手机号登录", en: "Sign in by mobile" });
  return signInFrame(
    site,
    step,
    title,
    html`<section class="card">
      <h1>${title}</h1>
      ${problem(step.error)}
      ${postForm(
        site,
        html`<label for="mobile">${translate(site, { zh: "手机号", en: "Mobile number" })}</label>
          <input
            id="mobile"
            name="mobile"
            type="tel"
            inputmode="tel"
            autocomplete="tel-national"
            maxlength="24"
            required
            value="${step.mobile ?? ""}"
          />
          <button class="button">${translate(site, { zh: "获取验证码", en: "Get a code" })}</button>`,
      )}
      ${privacyText(site)}
    </section>`,
  );
}

/** Returns the second step: the code. */
export function codePage(site: Site, step: Step & { readonly atDesk: boolean; readonly again: string }): string {
  const title = translate(site, { zh: "输入验证码", en: "Enter the code" });
  return signInFrame(
    site,
    step,
    title,
    html`<section class="card">
      <h1>${title}</h1>
      <p>
        ${
          step.atDesk
            ? translate(site, {
                zh: "本馆不发短信：请向前台报手机号，前台会告诉您 6 位验证码，10 分钟内有效。",
                en: "This venue does not send text messages. Tell the desk your mobile number and they will give you a six-digit code, valid for 10 minutes.",
              })
            : translate(site, {
                zh: "6 位验证码已发到您的手机号，10 分钟内有效。",
                en: "We have sent a six-digit code to your mobile. It is valid for 10 minutes.",
              })
        }
      </p>
      ${problem(step.error)}
      ${postForm(
        site,
        html`<label for="code">${translate(site, { zh: "验证码", en: "Code" })}</label>
          <input id="code" name="code" class="digits" inputmode="numeric" autocomplete="one-time-code" maxlength="12" required />
          <button class="button">${translate(site, { zh: "登录", en: "Sign in" })}</button>`,
      )}
      <p class="more">
        <a href="${step.again}"
          >${translate(site, { zh: "换手机号或重新获取验证码", en: "Use another mobile number or get a new code" })}</a
        >
      </p>
    </section>`,
  );
}

/** Returns the third step, of a mobile that is no member's yet: name and consent. */
export function signUpPage(site: Site, step: Step & { readonly name?: string; readonly phone: string }): string {
  const title = translate(site, { zh: "首次登录，请登记", en: "Sign up" });
  return signInFrame(
    site,
    step,
    title,
    html`<section class="card">
      <h1>${title}</h1>
      <p class="mut">${step.phone}</p>
      ${problem(step.error)}
      ${postForm(
        site,
        html`<label for="name">${translate(site, { zh: "姓名", en: "Your name" })}</label>
          <input id="name" name="name" autocomplete="name" maxlength="40" required value="${step.name ?? ""}" />
          ${privacyText(site)}
          <label class="check"
            ><input type="checkbox" name="consent" value="yes" required /><span
              >${translate(site, { zh: "我已阅读并同意保存以上信息", en: "I have read this and agree that it is stored" })}</span
            ></label
          >
          <button class="button">${translate(site, { zh: "同意并登记", en: "Agree and sign up" })}</button>`,
      )}
    </section>`,
  );
}

/** A customer as their own page shows them; amounts in yuan text. */
export interface AccountView {
  readonly name: string;
  readonly phone: string;
  readonly cardType: string;
  readonly cardNo: string;
  /** Label of the state; null for an active member. */
  readonly state: string | null;
  readonly expiresOn: string | null;
  readonly principal: string;
  readonly gift: string;
  readonly cards: readonly { readonly name: string; readonly no: string; readonly left: string; readonly until: string }[];
}

const facts = (rows: readonly (readonly [string, string])[]): Html =>
  html`<dl class="facts">
    ${rows.map(
      ([label, value]) =>
        html`<div>
          <dt>${label}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`;

/** Returns the customer's own page. */
export function accountPage(site: Site, venue: Owner, view: AccountView): string {
  const t = (zh: string, en: string): string => translate(site, { zh, en });
  const title = t("我的", "My account");
  return document(
    site,
    { title: `${title} · ${venue.name}`, venue, isPrivate: true, back: venuePath(venue.id) },
    html`${customerNav(site, venue.id, "/me")}
      <section class="card">
        <h1>${view.name}</h1>
        <p class="state">
          ${view.state === null ? null : html`<span class="tag waiting">${view.state}</span>`} <span class="mut">${view.phone}</span>
        </p>
        ${facts([
          [t("会员卡", "Membership"), view.cardType],
          [t("卡号", "Card no."), view.cardNo],
          ...(view.expiresOn === null ? [] : [[t("有效期至", "Valid until"), view.expiresOn] as const]),
          [t("余额（本金）", "Balance (principal)"), `¥${view.principal}`],
          [t("余额（赠送）", "Balance (gift)"), `¥${view.gift}`],
        ])}
        <p class="more"><a href="${link(site, venuePath(venue.id, "/me/statement"))}">${t("余额明细", "Statement of my balance")}</a></p>
      </section>
      ${
        view.cards.length === 0
          ? null
          : card(
              t("我的次卡", "My package cards"),
              html`<ul class="rows">
                ${view.cards.map(
                  ({ name, no, left, until }) =>
                    html`<li class="split">
                      <span><b>${name}</b><span class="mut">${no} · ${until}</span></span
                      ><span class="money">${left}</span>
                    </li>`,
                )}
              </ul>`,
            )
      }
      <section class="card">
        <p class="more">
          <a href="${link(site, venuePath(venue.id, "/me/privacy"))}">${t("个人信息：导出、删除", "My data: copy, erasure")}</a>
        </p>
        ${postForm(site, html`<button class="round">${t("退出登录", "Sign out")}</button>`, link(site, venuePath(venue.id, "/sign-out")))}
      </section>`,
  );
}

/** A movement of a purse; amounts in yuan text. */
export interface StatementRow {
  readonly at: string;
  readonly kind: string;
  readonly purse: string;
  readonly no: string;
  /** With its sign. */
  readonly amount: string;
  readonly after: string;
}

/** Returns a page of the customer's statement, newest first. */
export function statementPage(
  site: Site,
  venue: Owner,
  { rows, newer, older }: { readonly rows: readonly StatementRow[]; readonly newer: string | null; readonly older: string | null },
): string {
  const t = (zh: string, en: string): string => translate(site, { zh, en });
  const title = t("余额明细", "Statement of my balance");
  return document(
    site,
    { title: `${title} · ${venue.name}`, venue, isPrivate: true, back: venuePath(venue.id, "/me") },
    html`${customerNav(site, venue.id)}
      <section class="card">
        <h1>${title}</h1>
        ${
          rows.length === 0
            ? html`<p>${t("还没有变动。", "There are no movements yet.")}</p>`
            : html`<ul class="rows">
                ${rows.map(
                  (row) =>
                    html`<li class="split">
                      <span><b>${row.kind}</b> ${row.purse}<span class="mut">${row.at} ${row.no}</span></span
                      ><span class="money">${row.amount}<small class="mut">${t("余", "Balance")} ${row.after}</small></span>
                    </li>`,
                )}
              </ul>`
        }
        <p class="more">
          ${newer === null ? null : html`<a href="${newer}">${t("较新的", "Newer")}</a> `}
          ${older === null ? null : html`<a href="${older}">${t("较早的", "Older")}</a>`}
        </p>
      </section>`,
  );
}
