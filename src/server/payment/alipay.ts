/**
 * Alipay, payment code (当面付 条码支付) and pages on phones: `alipay.trade.pay`, `wap.pay`, `query`, `cancel`, `close`, `refund`,
 * signed with RSA2 (SHA256withRSA).
 * https://opendocs.alipay.com/open/194/106039
 */
import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import { fen, yuan } from "../../contract/core/money";
import { chinaTime } from "./china-time";
import { postToProvider } from "./provider-request";
import type { ChargeOutcome, PaymentChannel, QueryOutcome } from "./channel";
import { later } from "./words";

export interface AlipayConfig {
  readonly appId: string;
  /** The application's private key, PEM or bare base64 (PKCS#8 or PKCS#1). */
  readonly privateKey: string;
  /** Alipay's public key, PEM or bare base64. */
  readonly publicKey: string;
  /** "https://openapi.alipay.com/gateway.do" */
  readonly url: string;
}
type Params = Readonly<Record<string, string>>;

const pem = (text: string, label: string): string =>
  text.includes("-----BEGIN")
    ? text
    : `-----BEGIN ${label}-----\n${(text.replace(/\s+/g, "").match(/.{1,64}/g) ?? []).join("\n")}\n-----END ${label}-----\n`;

/** @throws Error where the text is no RSA private key */
export function privateKeyOf(text: string): KeyObject {
  try {
    return createPrivateKey(pem(text, "PRIVATE KEY"));
  } catch {
    return createPrivateKey(pem(text, "RSA PRIVATE KEY"));
  }
}
/** @throws Error where the text is no public key */
export const publicKeyOf = (text: string): KeyObject => createPublicKey(pem(text, "PUBLIC KEY"));

/** Builds the signed text of a request: all non-empty `name=value`, sorted and joined by `&`. */
export const signedText = (params: Params): string =>
  Object.keys(params)
    .filter((name) => name !== "sign" && params[name] !== "")
    .sort()
    .map((name) => `${name}=${params[name] ?? ""}`)
    .join("&");

export const signAlipay = (text: string, key: KeyObject): string => sign("RSA-SHA256", Buffer.from(text), key).toString("base64");

/** The object under a name exactly as it was sent, which is what Alipay signs; undefined where there is none. */
export function rawNode(text: string, name: string): string | undefined {
  const start = new RegExp(`"${name}"\\s*:\\s*\\{`).exec(text);
  if (!start) return undefined;
  const from = start.index + start[0].length - 1;
  let depth = 0;
  let quoted = false;
  for (let i = from; i < text.length; i++) {
    const char = text[i];
    if (quoted) {
      if (char === "\\") i++;
      else if (char === '"') quoted = false;
    } else if (char === '"') quoted = true;
    else if (char === "{") depth++;
    else if (char === "}" && --depth === 0) return text.slice(from, i + 1);
  }
  return undefined;
}

/** True if an answer's node carries Alipay's signature. */
export function isSignedByAlipay(text: string, node: string, key: KeyObject): boolean {
  const raw = rawNode(text, node);
  const signature = /"sign"\s*:\s*"([A-Za-z0-9+/=]+)"\s*[,}]/.exec(raw === undefined ? "" : text.replace(raw, "{}"))?.[1];
  return raw !== undefined && signature !== undefined && verify("RSA-SHA256", Buffer.from(raw), key, Buffer.from(signature, "base64"));
}

/** True for a notification with Alipay's signature, which covers all fields but `sign` and `sign_type`. */
function isNoticeSigned({ sign: signature = "", sign_type: type, ...fields }: Params, key: KeyObject): boolean {
  const text = Object.keys(fields)
    .sort()
    .map((name) => `${name}=${fields[name] ?? ""}`)
    .join("&");
  return type === "RSA2" && verify("RSA-SHA256", Buffer.from(text), key, Buffer.from(signature, "base64"));
}

type Said = { readonly code: string; readonly sub: string; readonly why: string; readonly fields: Params } | { readonly silent: string };

/** Refusals that leave open whether money moved. */
const OPEN_ERRORS = new Set(["ACQ.SYSTEM_ERROR", "ACQ.TRADE_HAS_SUCCESS", "ACQ.CONTEXT_INCONSISTENT", "AOP.SYSTEM_ERROR"]);

const textFields = (raw: string): Record<string, string> => {
  const value: unknown = JSON.parse(raw);
  if (typeof value !== "object" || value === null) return {};
  return Object.fromEntries(Object.entries(value).flatMap(([name, field]) => (typeof field === "string" ? [[name, field]] : [])));
};

/** An amount of an answer in fen, -1 where it is none. */
const fenOf = (text = ""): number => (/^\d+(\.\d{1,2})?$/.test(text) ? fen(text) : -1);

export function alipayChannel(config: AlipayConfig, now: () => Date): PaymentChannel {
  const own = privateKeyOf(config.privateKey);
  const theirs = publicKeyOf(config.publicKey);
  /** Encodes a signed request. */
  const signedRequest = (method: string, content: Params, more: Params = {}): string => {
    const params: Record<string, string> = {
      app_id: config.appId,
      method,
      format: "JSON",
      charset: "utf-8",
      sign_type: "RSA2",
      timestamp: chinaTime(now()),
      version: "1.0",
      biz_content: JSON.stringify(content),
      ...more,
    };
    params["sign"] = signAlipay(signedText(params), own);
    return new URLSearchParams(params).toString();
  };
  const call = async (method: string, content: Params): Promise<Said> => {
    const body = signedRequest(method, content);
    const response = await postToProvider(config.url, body, "application/x-www-form-urlencoded; charset=utf-8");
    if ("silent" in response) return response;
    const node = `${method.replaceAll(".", "_")}_response`;
    if (!isSignedByAlipay(response.text, node, theirs)) return { silent: later("badSignature") };
    try {
      const fields = textFields(rawNode(response.text, node) ?? "{}");
      return { code: fields["code"] ?? "", sub: fields["sub_code"] ?? "", why: fields["sub_msg"] ?? fields["msg"] ?? "", fields };
    } catch {
      return { silent: later("unreadable") };
    }
  };
  /** Money counts only where the answer speaks of this charge and this amount. */
  const paid = (fields: Params, outTradeNo: string, amount: number): ChargeOutcome => {
    const ref = fields["trade_no"];
    if (fields["out_trade_no"] !== outTradeNo || fenOf(fields["total_amount"]) !== amount || !ref)
      return { state: "unknown", why: later("mismatch") };
    return { state: "paid", ref };
  };
  return {
    sandbox: false,
    async charge({ outTradeNo, amount, authCode, subject }) {
      const answer = await call("alipay.trade.pay", {
        out_trade_no: outTradeNo,
        scene: "bar_code",
        auth_code: authCode,
        product_code: "FACE_TO_FACE_PAYMENT",
        subject: subject.slice(0, 80),
        total_amount: yuan(amount),
        timeout_express: "2m",
      });
      if ("silent" in answer) return { state: "unknown", why: answer.silent };
      if (answer.code === "10000") return paid(answer.fields, outTradeNo, amount);
      if (answer.code === "10003") return { state: "password" };
      if (answer.code === "40004" && !OPEN_ERRORS.has(answer.sub)) return { state: "refused", why: answer.why };
      return { state: "unknown", why: answer.why };
    },
    async query({ outTradeNo, amount }): Promise<QueryOutcome> {
      const answer = await call("alipay.trade.query", { out_trade_no: outTradeNo });
      if ("silent" in answer) return { state: "unknown", why: answer.silent };
      if (answer.code !== "10000")
        return answer.sub === "ACQ.TRADE_NOT_EXIST" ? { state: "missing" } : { state: "unknown", why: answer.why };
      if (answer.fields["out_trade_no"] !== outTradeNo) return { state: "unknown", why: later("mismatch") };
      switch (answer.fields["trade_status"]) {
        case "TRADE_SUCCESS":
        case "TRADE_FINISHED":
          return paid(answer.fields, outTradeNo, amount);
        case "WAIT_BUYER_PAY":
          return { state: "password" };
        case "TRADE_CLOSED":
          return { state: "refused", why: later("tradeClosed") };
        default:
          return { state: "unknown" };
      }
    },
    async reverse({ outTradeNo }) {
      const answer = await call("alipay.trade.cancel", { out_trade_no: outTradeNo });
      if ("silent" in answer || answer.code !== "10000" || answer.fields["out_trade_no"] !== outTradeNo) return { state: "unknown" };
      return answer.fields["retry_flag"] === "Y" ? { state: "unknown" } : { state: "closed" };
    },
    online: {
      async begin({ outTradeNo, amount, subject, until, noticeUrl, returnUrl }) {
        const content = {
          out_trade_no: outTradeNo,
          product_code: "QUICK_WAP_WAY",
          subject: subject.slice(0, 80),
          total_amount: yuan(amount),
          time_expire: chinaTime(until),
          quit_url: returnUrl,
        };
        const query = signedRequest("alipay.trade.wap.pay", content, { notify_url: noticeUrl, return_url: returnUrl });
        return { state: "ready", url: `${config.url}?${query}` };
      },
      async close({ outTradeNo }) {
        const answer = await call("alipay.trade.close", { out_trade_no: outTradeNo });
        if ("silent" in answer) return { state: "unknown" };
        const isClosed = answer.code === "10000" && answer.fields["out_trade_no"] === outTradeNo;
        // A trade exists once the customer has signed in there; after its time nobody can begin it.
        return isClosed || answer.sub === "ACQ.TRADE_NOT_EXIST" ? { state: "closed" } : { state: "unknown" };
      },
      readNotice(body) {
        const fields = Object.fromEntries(new URLSearchParams(body));
        if (!isNoticeSigned(fields, theirs) || fields["app_id"] !== config.appId) return null;
        const { out_trade_no: outTradeNo, trade_no: ref, trade_status: status = "" } = fields;
        const amount = fenOf(fields["total_amount"]);
        if (!["TRADE_SUCCESS", "TRADE_FINISHED"].includes(status) || !outTradeNo || !ref || amount < 0) return null;
        return { outTradeNo, amount, ref };
      },
      received: "success",
    },
    async refund({ outTradeNo, refundNo, amount, reason }) {
      const content = { out_trade_no: outTradeNo, out_request_no: refundNo, refund_amount: yuan(amount), refund_reason: reason };
      const answer = await call("alipay.trade.refund", content);
      if ("silent" in answer) return { state: "unknown" };
      if (answer.code === "10000") {
        // `refund_fee` is what the trade has given back so far, this refund included.
        const isThis = answer.fields["out_trade_no"] === outTradeNo && fenOf(answer.fields["refund_fee"]) >= amount;
        return isThis ? { state: "refunded", ref: `${answer.fields["trade_no"] ?? outTradeNo}/${refundNo}` } : { state: "unknown" };
      }
      return answer.code === "40004" && !OPEN_ERRORS.has(answer.sub) ? { state: "refused", why: answer.why } : { state: "unknown" };
    },
  };
}
