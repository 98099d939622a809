/** Customers' pages of their membership: signing in and out, and their own page. */
import { maskPhone } from "../../../contract/core/phone";
import { yuan } from "../../../contract/core/money";
import { wall } from "../../../contract/core/time";
import { readPhone } from "../../../contract/core/typed/phone";
import { accountPage, codePage, signInPage, signUpPage } from "../../../public-site/customer";
import { privacyPage } from "../../../public-site/privacy";
import { link, venuePath } from "../../../public-site/layout";
import { type Ctx, today } from "../../http/context";
import {
  type Customer,
  type CustomerAnswer,
  type CustomerPage,
  describeRefusal,
  nextOf,
  ownerOf,
  type Visit,
} from "../../http/customer-pages";
import { AppError } from "../../http/error";
import { balanceOf } from "../../ledger/post";
import { auditExport } from "../../kernel/audit-line";
import type { Sms } from "../../sms/sms";
import {
  CODE_MS,
  countCode,
  countCodeTry,
  countGuess,
  CUSTOMER_SESSION_MS,
  endSession,
  findVerified,
  isCode,
  notifyCodeLimit,
  refuseSoon,
  sendCode,
  signIn,
  signUp,
} from "./customer-sign-in";
import { findErasureRequest, hasMessageConsent, readOwnData, requestErasure, setMessageConsent } from "./own-data";
import { word } from "./words";

const MOST_CARDS = 30;

/** Address of a step of the sign-in, which carries on where it leads. */
const stepOf = ({ site, venue }: Visit, step: string): string => `${link(site, venuePath(venue.id, `/sign-in${step}`))}${site.query ?? ""}`;

/** Shows a step again with the reason for which it was refused. */
function again(visit: Visit, error: unknown, page: (text: string) => string): CustomerAnswer {
  if (!(error instanceof AppError) || error.key === "busy") throw error;
  return { html: page(describeRefusal(error, visit.site.language)), status: error.key === "slowDown" ? 429 : 422 };
}

const mobileStep =
  (sms: Sms) =>
  async (visit: Visit): Promise<CustomerAnswer> => {
    const { site, form } = visit;
    const venue = ownerOf(visit.venue);
    if (!form) return { html: signInPage(site, { venue }) };
    const typed = form("mobile");
    const read = readPhone(typed);
    if (read.problem) return { html: signInPage(site, { venue, mobile: typed, error: read.problem[site.language] }), status: 422 };
    const mobile = read.value;
    try {
      await visit.read(refuseSoon(mobile));
      const full = await countCode(visit, mobile);
      if (full) await visit.change("customer.codeLimit", notifyCodeLimit(full));
      visit.setCookie("ticket", await visit.change("customer.sendCode", sendCode(sms, mobile)), CODE_MS * 4);
    } catch (error) {
      return again(visit, error, (text) => signInPage(site, { venue, mobile: typed, error: text }));
    }
    return { to: stepOf(visit, "/code") };
  };

const codeStep =
  (sms: Sms) =>
  async (visit: Visit): Promise<CustomerAnswer> => {
    const { site, form } = visit;
    const ticket = visit.cookie("ticket");
    const show = (error?: string): string =>
      codePage(site, { venue: ownerOf(visit.venue), atDesk: sms.waiting !== null, again: stepOf(visit, ""), error });
    if (ticket === "") return { to: stepOf(visit, "") };
    if (!form) return { html: show() };
    try {
      await countGuess(visit);
      const code = form("code").normalize("NFKC").replaceAll(/\D/g, "");
      const row = await visit.change("customer.countTry", countCodeTry(ticket));
      if (!(await isCode(row, code)))
        return {
          html: show(
            site.language === "zh"
              ? "验证码不对或已失效；请核对，或重新获取"
              : "The code is wrong or no longer valid; check it, or get a new one",
          ),
          status: 422,
        };
      const token = await visit.change("customer.signIn", signIn(ticket));
      return token === undefined ? { to: stepOf(visit, "/new") } : enter(visit, token);
    } catch (error) {
      return again(visit, error, show);
    }
  };

async function signUpStep(visit: Visit): Promise<CustomerAnswer> {
  const { site, form } = visit;
  const ticket = visit.cookie("ticket");
  const mobile = ticket === "" ? undefined : await visit.read(findVerified(ticket));
  if (mobile === undefined) return { to: stepOf(visit, "") };
  const name = form?.("name").slice(0, 40) ?? "";
  const show = (error?: string): string => signUpPage(site, { venue: ownerOf(visit.venue), phone: maskPhone(mobile), name, error });
  if (!form) return { html: show() };
  if (name === "" || form("consent") !== "yes") {
    const text =
      name === ""
        ? { zh: "请填写姓名", en: "Please enter your name" }
        : {
            zh: "不同意保存这些信息就不能网上订场，没有登记；您仍可在前台订场",
            en: "Without your consent you can’t book online. You were not signed up; you can still book at the desk",
          };
    return { html: show(text[site.language]), status: 422 };
  }
  try {
    return enter(visit, await visit.change("customer.signUp", signUp(ticket, name)));
  } catch (error) {
    return again(visit, error, show);
  }
}

function enter(visit: Visit, token: string): CustomerAnswer {
  visit.setCookie("customer", token, CUSTOMER_SESSION_MS);
  visit.setCookie("ticket", null);
  return { to: nextOf(visit, visit.query("next")[0] ?? "") };
}

async function signOut(visit: Visit): Promise<CustomerAnswer> {
  const venue = link(visit.site, venuePath(visit.venue.id));
  if (!visit.form) return { to: venue };
  await visit.change("customer.signOut", endSession(visit.cookie("customer")));
  visit.setCookie("customer", null);
  return { to: venue };
}

async function privacy(visit: Visit, customer: Customer): Promise<CustomerAnswer> {
  const { site, form } = visit;
  if (form) {
    if (form("erase") === "yes") await visit.change("customer.requestErasure", (ctx) => requestErasure(ctx, customer));
    const messages = form("messages");
    if (messages === "yes" || messages === "no")
      await visit.change("customer.consent", (ctx) => setMessageConsent(ctx, customer.id, messages === "yes"));
    return { to: link(site, venuePath(visit.venue.id, "/me/privacy")) };
  }
  const view = await visit.read(async (ctx) => {
    const requested = await findErasureRequest(ctx, customer.id);
    return {
      requested: requested && wall(requested, ctx.venue.zone).day,
      getsMessages: await hasMessageConsent(ctx, customer.id),
    };
  });
  return { html: privacyPage(site, ownerOf(visit.venue), view) };
}

/** The copy of the customer's data; the log says that it was taken. */
async function ownData(visit: Visit, customer: Customer): Promise<CustomerAnswer> {
  const json = await visit.read(async (ctx) => {
    await auditExport(ctx, "member", true, customer.id);
    return readOwnData(ctx, customer.id);
  });
  return { fileName: `my-data-${wall(visit.now, visit.venue.zone).day}.json`, json };
}

async function account(visit: Visit, customer: Customer): Promise<CustomerAnswer> {
  const view = await visit.read(async (ctx: Ctx) => {
    const [member, principal, gift, cards] = await Promise.all([
      ctx.db
        .selectFrom("member as m")
        .innerJoin("card_type as t", (join) => join.onRef("t.venue_id", "=", "m.venue_id").onRef("t.id", "=", "m.card_type_id"))
        .select(["t.name as cardType", "m.card_no as cardNo", "m.expires_on as expiresOn"])
        .where("m.venue_id", "=", ctx.venue.id)
        .where("m.id", "=", customer.id)
        .executeTakeFirstOrThrow(),
      balanceOf(ctx, "purse.principal", customer.id),
      balanceOf(ctx, "purse.gift", customer.id),
      ctx.db
        .selectFrom("holding")
        .select(["id", "name", "no", "kind", "times", "bonus_times", "used", "expires_on"])
        .where("venue_id", "=", ctx.venue.id)
        .where("member_id", "=", customer.id)
        .where("state", "in", ["inactive", "active", "paused"])
        .where("expires_on", ">=", today(ctx))
        .orderBy("expires_on")
        .orderBy("id")
        .limit(MOST_CARDS)
        .execute(),
    ]);
    return {
      ...member,
      name: customer.name,
      phone: maskPhone(customer.phone),
      state: customer.state === "active" ? null : word(customer.state, ctx.language),
      principal: yuan(principal),
      gift: yuan(gift),
      cards: cards.map(({ name, no, kind, times, bonus_times, used, expires_on }) => {
        const left = times + bonus_times - used;
        const text = {
          times: { zh: `剩 ${left} 次`, en: `${left} left` },
          hours: { zh: `剩 ${left} 小时`, en: `${left} h left` },
          period: { zh: "", en: "" },
        };
        const until = { zh: `有效期至 ${expires_on}`, en: `valid until ${expires_on}` };
        return {
          name,
          no,
          left: (kind === "times" || kind === "hours" ? text[kind] : text.period)[ctx.language],
          until: until[ctx.language],
        };
      }),
    };
  });
  return { html: accountPage(visit.site, ownerOf(visit.venue), view) };
}

/** @param sms what sends the codes */
export const memberPages = (sms: Sms): readonly CustomerPage[] => [
  { url: "/sign-in", access: "anyone", strict: true, serve: mobileStep(sms) },
  { url: "/sign-in/code", access: "anyone", strict: true, serve: codeStep(sms) },
  { url: "/sign-in/new", access: "anyone", strict: true, serve: signUpStep },
  { url: "/sign-out", access: "anyone", serve: signOut },
  { url: "/me/privacy", access: "customer", serve: privacy },
  { url: "/me/data", access: "customer", strict: true, serve: ownData },
  { url: "/me", access: "customer", serve: account },
];
