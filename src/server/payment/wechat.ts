/**
 * WeChat Pay, API v2: payment code (付款码支付) and pages outside of WeChat (H5 支付): `micropay`, `unifiedorder`, `orderquery`, `closeorder`,
 * `reverse`, `refund`, XML signed with HMAC-SHA256 by the API key.
 * https://pay.weixin.qq.com/wiki/doc/api/micropay.php
 */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { postToProvider, type Identity } from "./provider-request";
import type { ChargeOutcome, PaymentChannel, QueryOutcome } from "./channel";
import { chinaTime } from "./china-time";
import { later } from "./words";

export interface WechatConfig {
  readonly appId: string;
  readonly mchId: string;
  /** Set where a service provider collects for the merchant. */
  readonly subMchId: string | null;
  /** API v2 key, 32 characters. */
  readonly key: string;
  /** The merchant's API certificate; reversing and refunding need it. */
  readonly identity: Identity | null;
  /** "https://api.mch.weixin.qq.com" */
  readonly url: string;
}
type Fields = Readonly<Record<string, string>>;

/** Signs fields with HMAC-SHA256: sorted `name=value` of all that are not empty, without `sign`, then the key (micropay chapter 4_3). */
export function signWechat(fields: Fields, key: string): string {
  const text = Object.keys(fields)
    .filter((name) => name !== "sign" && fields[name] !== "")
    .sort()
    .map((name) => `${name}=${fields[name] ?? ""}&`)
    .join("")
    .concat(`key=${key}`);
  return createHmac("sha256", key).update(text, "utf8").digest("hex").toUpperCase();
}

export const toXml = (fields: Fields): string =>
  `<xml>${Object.entries(fields)
    .map(([name, value]) => `<${name}><![CDATA[${value.replaceAll("]]>", "]] >")}]]></${name}>`)
    .join("")}</xml>`;

/** Reads the flat XML of the API; nothing in it is ever expanded. */
export function fromXml(text: string): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [, name, quoted, bare] of text.matchAll(/<(\w+)>(?:<!\[CDATA\[([\s\S]*?)\]\]>|([^<]*))<\/\1>/g)) {
    if (name !== undefined) fields[name] = quoted ?? (bare ?? "").trim();
  }
  return fields;
}

/** True for an answer with an HMAC-SHA256 signature, the type that every request asks for. MD5 can be forged and is rejected. */
const isSigned = (fields: Fields, key: string): boolean => {
  const sign = Buffer.from(fields["sign"] ?? "");
  const expected = Buffer.from(signWechat(fields, key));
  return expected.length === sign.length && timingSafeEqual(expected, sign);
};

/** True for an answer that repeats these fields with these values: a signed answer about another order or amount decides nothing. */
const namesAll = (fields: Fields, expected: Fields): boolean => Object.entries(expected).every(([name, value]) => fields[name] === value);

/** Refusals of the charge that leave open whether money moved: asked about until known. */
const OPEN_ERRORS = new Set(["SYSTEMERROR", "BANKERROR", "OUT_TRADE_NO_USED", "ORDERPAID", "FREQUENCY_LIMITED", "BIZERR_NEED_RETRY"]);

type Said = { readonly done: boolean; readonly fields: Fields; readonly error: string; readonly why: string } | { readonly silent: string };

export function wechatChannel(config: WechatConfig): PaymentChannel {
  const call = async (path: string, input: Fields, identity?: Identity): Promise<Said> => {
    const fields: Record<string, string> = {
      appid: config.appId,
      mch_id: config.mchId,
      ...(config.subMchId === null ? {} : { sub_mch_id: config.subMchId }),
      nonce_str: randomBytes(16).toString("hex"),
      sign_type: "HMAC-SHA256",
      ...input,
    };
    fields["sign"] = signWechat(fields, config.key);
    const response = await postToProvider(`${config.url}${path}`, toXml(fields), "text/xml; charset=utf-8", identity);
    if ("silent" in response) return response;
    const answer = fromXml(response.text);
    if (answer["return_code"] !== "SUCCESS") return { silent: answer["return_msg"] ?? "return_code" };
    if (!isSigned(answer, config.key) || answer["appid"] !== config.appId || answer["mch_id"] !== config.mchId)
      return { silent: later("badSignature") };
    return {
      done: answer["result_code"] === "SUCCESS",
      fields: answer,
      error: answer["err_code"] ?? "",
      why: answer["err_code_des"] ?? answer["err_code"] ?? "",
    };
  };
  /** Money counts only where the answer speaks of this charge and this amount. */
  const paid = (fields: Fields, outTradeNo: string, amount: number): ChargeOutcome => {
    const ref = fields["transaction_id"];
    if (!ref || !namesAll(fields, { out_trade_no: outTradeNo, total_fee: String(amount) }))
      return { state: "unknown", why: later("mismatch") };
    return { state: "paid", ref };
  };
  const askOrder = async ({ outTradeNo, amount }: { outTradeNo: string; amount: number }): Promise<QueryOutcome> => {
    const answer = await call("/pay/orderquery", { out_trade_no: outTradeNo });
    if ("silent" in answer) return { state: "unknown", why: answer.silent };
    if (!answer.done) return answer.error === "ORDERNOTEXIST" ? { state: "missing" } : { state: "unknown", why: answer.why };
    if (!namesAll(answer.fields, { out_trade_no: outTradeNo })) return { state: "unknown", why: later("mismatch") };
    switch (answer.fields["trade_state"]) {
      case "SUCCESS":
        return paid(answer.fields, outTradeNo, amount);
      case "USERPAYING":
      case "NOTPAY":
        return { state: "password" };
      case "PAYERROR":
      case "REVOKED":
      case "CLOSED":
      case "REFUND":
        return { state: "refused", why: answer.fields["trade_state_desc"] ?? answer.fields["trade_state"] };
      default:
        return { state: "unknown" };
    }
  };
  return {
    sandbox: false,
    async charge({ outTradeNo, amount, authCode, subject }) {
      const answer = await call("/pay/micropay", {
        body: subject.slice(0, 40),
        out_trade_no: outTradeNo,
        total_fee: String(amount),
        spbill_create_ip: "127.0.0.1",
        auth_code: authCode,
      });
      if ("silent" in answer) return { state: "unknown", why: answer.silent };
      if (answer.done) return paid(answer.fields, outTradeNo, amount);
      if (answer.error === "USERPAYING") return { state: "password" };
      return OPEN_ERRORS.has(answer.error) ? { state: "unknown", why: answer.why } : { state: "refused", why: answer.why };
    },
    query: askOrder,
    async reverse({ outTradeNo, amount }) {
      if (!config.identity) return { state: "unknown" };
      const answer = await call("/secapi/pay/reverse", { out_trade_no: outTradeNo }, config.identity);
      if ("silent" in answer || !answer.done || answer.fields["recall"] === "Y") return { state: "unknown" };
      // The vendor's answer to a reversal names no order, so it counts once the order itself is found closed.
      return (await askOrder({ outTradeNo, amount })).state === "refused" ? { state: "closed" } : { state: "unknown" };
    },
    // Without its certificate nothing could be given back, so nothing is collected online.
    ...(config.identity && {
      online: {
        async begin({ outTradeNo, amount, subject, at, until, address, noticeUrl, returnUrl }) {
          const answer = await call("/pay/unifiedorder", {
            body: subject.slice(0, 40),
            out_trade_no: outTradeNo,
            total_fee: String(amount),
            spbill_create_ip: address,
            time_start: chinaTime(at).replaceAll(/\D/g, ""),
            time_expire: chinaTime(until).replaceAll(/\D/g, ""),
            notify_url: noticeUrl,
            trade_type: "MWEB",
            scene_info: JSON.stringify({ h5_info: { type: "Wap", wap_url: returnUrl, wap_name: subject.slice(0, 40) } }),
          });
          if ("silent" in answer) return { state: "unknown", why: answer.silent };
          if (!answer.done)
            return OPEN_ERRORS.has(answer.error) ? { state: "unknown", why: answer.why } : { state: "refused", why: answer.why };
          const url = answer.fields["mweb_url"] ?? "";
          if (!URL.canParse(url)) return { state: "unknown", why: later("mismatch") };
          return { state: "ready", url: `${url}&redirect_url=${encodeURIComponent(returnUrl)}` };
        },
        async close({ outTradeNo, amount }) {
          const answer = await call("/pay/closeorder", { out_trade_no: outTradeNo });
          if ("silent" in answer || !answer.done) return { state: "unknown" };
          return (await askOrder({ outTradeNo, amount })).state === "refused" ? { state: "closed" } : { state: "unknown" };
        },
        readNotice(body) {
          const fields = fromXml(body);
          const isOurs = isSigned(fields, config.key) && fields["appid"] === config.appId && fields["mch_id"] === config.mchId;
          const { out_trade_no: outTradeNo, transaction_id: ref, total_fee: fee = "" } = fields;
          if (!isOurs || fields["result_code"] !== "SUCCESS" || !outTradeNo || !ref || !/^\d{1,12}$/.test(fee)) return null;
          return { outTradeNo, amount: Number(fee), ref };
        },
        received: toXml({ return_code: "SUCCESS", return_msg: "OK" }),
      },
    }),
    async refund({ outTradeNo, refundNo, amount, total, reason }) {
      if (!config.identity) return { state: "refused", why: later("noCertificate") };
      const input = { out_trade_no: outTradeNo, out_refund_no: refundNo, total_fee: String(total), refund_fee: String(amount) };
      const answer = await call("/secapi/pay/refund", { ...input, refund_desc: reason }, config.identity);
      if ("silent" in answer) return { state: "unknown" };
      if (!answer.done) return OPEN_ERRORS.has(answer.error) ? { state: "unknown" } : { state: "refused", why: answer.why };
      return namesAll(answer.fields, input) ? { state: "refunded", ref: answer.fields["refund_id"] ?? refundNo } : { state: "unknown" };
    },
  };
}
