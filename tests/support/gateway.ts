/**
 * A payment gateway on this machine that speaks the wire of WeChat Pay v2 and of Alipay as their documents describe it: it keeps its charges,
 * refuses the same order number for another charge, and misbehaves on demand. What it books is what customers would have paid.
 */
import { createHash, createSign, createVerify, generateKeyPairSync, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { fen } from "../../src/contract/core/money";
import { publicKeyOf, signedText } from "../../src/server/payment/alipay";
import { fromXml, signWechat, toXml } from "../../src/server/payment/wechat";

/** Behaviour of the next charges. `before` and `after`: the connection breaks before or after the money moved. */
export type Manner = "pay" | "password" | "refuse" | "system" | "badSign" | "md5" | "otherAmount" | "otherOrder" | "before" | "after";

type Fields = Record<string, string>;
interface Booked {
  readonly amount: number;
  readonly code: string;
  state: "open" | "paid" | "closed";
  refunded: Map<string, number>;
}
export interface Gateway {
  readonly origin: string;
  /** Environment that points a server here. */
  readonly env: Readonly<Record<string, string>>;
  manner: Manner;
  /** Called when a charge has been booked, before it is answered. */
  onCharge: () => Promise<void>;
  readonly charges: ReadonlyMap<string, Booked>;
  /** Number of charge requests for each order number. */
  readonly asked: ReadonlyMap<string, number>;
  /** The customer pays on the page that a link of an online payment opened. */
  payOnline(url: string): void;
  /** Body of the notification that a charge was paid, as the vendor signs it. @param changes fields that are changed before it is signed */
  notice(channel: "wechat" | "alipay", no: string, changes?: Fields): { readonly body: string; readonly type: string };
  /** The customer enters the password. */
  confirm(no: string): void;
  close(): Promise<void>;
}

const WECHAT = { appId: "wxd930ea5d5a258f4f", mchId: "10000100", key: "0123456789abcdef0123456789abcdef" } as const;
const keys = (): { privateKey: string; publicKey: string } =>
  generateKeyPairSync("rsa", {
    modulusLength: 2048,
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
    publicKeyEncoding: { type: "spki", format: "pem" },
  });

/** Outcome of a request, before it is translated into a vendor's words. */
type Result = "paid" | "password" | "refused" | "system" | "used" | "missing" | "closed" | "refunded";

/** The signature that the vendor makes of a request that asks for MD5. */
const md5Of = (fields: Fields): string => {
  const text = Object.keys(fields)
    .filter((name) => fields[name] !== "")
    .sort()
    .map((name) => `${name}=${fields[name]}&`)
    .join("");
  return createHash("md5").update(`${text}key=${WECHAT.key}`).digest("hex").toUpperCase();
};

export async function openGateway(): Promise<Gateway> {
  const merchant = keys();
  const alipay = keys();
  const charges = new Map<string, Booked>();
  const asked = new Map<string, number>();

  const charge = async (no: string, amount: number, code: string): Promise<Result> => {
    asked.set(no, (asked.get(no) ?? 0) + 1);
    const known = charges.get(no);
    if (known) return "used";
    if (gateway.manner === "refuse") return "refused";
    if (gateway.manner === "system") return "system";
    const state = gateway.manner === "password" ? "open" : "paid";
    charges.set(no, { amount, code, state, refunded: new Map() });
    await gateway.onCharge();
    return state === "open" ? "password" : "paid";
  };
  const query = (no: string): Result => {
    const known = charges.get(no);
    if (!known) return "missing";
    return known.state === "paid" ? "paid" : known.state === "open" ? "password" : "closed";
  };
  const reverse = (no: string): Result => {
    const known = charges.get(no);
    if (known) known.state = "closed";
    return "closed";
  };
  const refund = (no: string, refundNo: string, amount: number): Result => {
    const known = charges.get(no);
    if (known?.state !== "paid") return "refused";
    known.refunded.set(refundNo, amount);
    return "refunded";
  };
  /** The number that an answer names. */
  const named = (no: string): string => (gateway.manner === "otherOrder" ? `${no}0` : no);
  const told = (no: string): number => (charges.get(no)?.amount ?? 0) + (gateway.manner === "otherAmount" ? 1 : 0);

  /** Returns the amount that Alipay has refunded of a trade so far, in yuan; one fen where it reports another amount. */
  const refundedOf = (no: string): string => {
    const sum = [...(charges.get(no)?.refunded.values() ?? [])].reduce((all, one) => all + one, 0);
    return ((gateway.manner === "otherAmount" ? 1 : sum) / 100).toFixed(2);
  };

  const wechat = async (path: string, body: string): Promise<string> => {
    const input = fromXml(body);
    if (input["sign"] !== signWechat(input, WECHAT.key) || input["appid"] !== WECHAT.appId)
      return toXml({ return_code: "FAIL", return_msg: "签名错误" });
    const no = input["out_trade_no"] ?? "";
    const say = (fields: Fields): string => {
      const all: Fields = {
        return_code: "SUCCESS",
        return_msg: "OK",
        appid: WECHAT.appId,
        mch_id: WECHAT.mchId,
        nonce_str: randomBytes(8).toString("hex"),
        ...fields,
      };
      if (gateway.manner === "md5") return toXml({ ...all, sign: md5Of(all) });
      const sign = signWechat(all, WECHAT.key);
      return toXml({ ...all, sign: gateway.manner === "badSign" ? sign.replace(/.$/, (last) => (last === "0" ? "1" : "0")) : sign });
    };
    const fail = (code: string, text: string): string => say({ result_code: "FAIL", err_code: code, err_code_des: text });
    const money = { out_trade_no: named(no), total_fee: String(told(no)), transaction_id: `wx${no}` };
    if (path === "/pay/micropay") {
      const result = await charge(no, Number(input["total_fee"]), input["auth_code"] ?? "");
      if (result === "paid") return say({ result_code: "SUCCESS", ...money, total_fee: String(told(no)) });
      if (result === "password") return fail("USERPAYING", "需要用户输入支付密码");
      if (result === "used") return fail("OUT_TRADE_NO_USED", "商户订单号重复");
      return result === "system" ? fail("SYSTEMERROR", "系统超时") : fail("NOTENOUGH", "余额不足");
    }
    if (path === "/pay/orderquery") {
      const result = query(no);
      if (result === "missing") return fail("ORDERNOTEXIST", "此交易订单号不存在");
      const state = result === "paid" ? "SUCCESS" : result === "password" ? "USERPAYING" : "REVOKED";
      return say({
        result_code: "SUCCESS",
        trade_state: state,
        trade_state_desc: state,
        ...(state === "SUCCESS" ? money : { out_trade_no: named(no) }),
      });
    }
    if (path === "/pay/unifiedorder") {
      if (gateway.manner === "refuse") return fail("LACK_PARAMS", "缺少参数");
      if (!charges.has(no)) charges.set(no, { amount: Number(input["total_fee"]), code: "", state: "open", refunded: new Map() });
      return say({ result_code: "SUCCESS", trade_type: "MWEB", mweb_url: `${gateway.origin}/h5?prepay_id=${no}` });
    }
    if (path === "/pay/closeorder") {
      const known = charges.get(no);
      if (known?.state === "paid") return fail("ORDERPAID", "订单已支付");
      reverse(no);
      return say({ result_code: "SUCCESS" });
    }
    if (path === "/secapi/pay/reverse") {
      reverse(no);
      return say({ result_code: "SUCCESS", recall: "N" });
    }
    const result = refund(no, input["out_refund_no"] ?? "", Number(input["refund_fee"]));
    return result === "refunded"
      ? say({
          result_code: "SUCCESS",
          ...money,
          out_refund_no: input["out_refund_no"] ?? "",
          refund_fee: String(Number(input["refund_fee"]) + (gateway.manner === "otherAmount" ? 1 : 0)),
          total_fee: input["total_fee"] ?? "",
          refund_id: `wxr${input["out_refund_no"]}`,
        })
      : fail("TRADE_STATE_ERROR", "订单状态错误");
  };

  const ali = async (body: string): Promise<string> => {
    const params: Fields = Object.fromEntries(new URLSearchParams(body));
    const method = params["method"] ?? "";
    const say = (fields: Fields): string => {
      const node = JSON.stringify(fields).replaceAll("/", "\\/");
      const signature = createSign("RSA-SHA256").update(node).sign(alipay.privateKey, "base64");
      const sign = gateway.manner === "badSign" ? signature.replace(/^./, (first) => (first === "A" ? "B" : "A")) : signature;
      return `{"${method.replaceAll(".", "_")}_response":${node},"sign":"${sign}"}`;
    };
    const fail = (sub: string, text: string): string => say({ code: "40004", msg: "Business Failed", sub_code: sub, sub_msg: text });
    const signed = createVerify("RSA-SHA256")
      .update(signedText(params))
      .verify(publicKeyOf(merchant.publicKey), params["sign"] ?? "", "base64");
    if (!signed) return say({ code: "40002", msg: "Invalid Arguments", sub_code: "isv.invalid-signature", sub_msg: "验签出错" });
    const input = JSON.parse(params["biz_content"] ?? "{}") as Fields;
    const no = input["out_trade_no"] ?? "";
    const money = () => ({ out_trade_no: named(no), trade_no: `ali/${no}`, total_amount: (told(no) / 100).toFixed(2) });
    const done = { code: "10000", msg: "Success" };
    if (method === "alipay.trade.pay") {
      const result = await charge(no, fen(input["total_amount"] ?? ""), input["auth_code"] ?? "");
      if (result === "paid") return say({ ...done, ...money() });
      if (result === "password") return say({ code: "10003", msg: "order success pay inprocess", out_trade_no: no });
      if (result === "used") return fail("ACQ.TRADE_HAS_SUCCESS", "交易已被支付");
      return result === "system"
        ? say({ code: "20000", msg: "Service Currently Unavailable", sub_code: "isp.unknow-error" })
        : fail("ACQ.BUYER_BALANCE_NOT_ENOUGH", "余额不足");
    }
    if (method === "alipay.trade.query") {
      const result = query(no);
      if (result === "missing") return fail("ACQ.TRADE_NOT_EXIST", "交易不存在");
      const state = result === "paid" ? "TRADE_SUCCESS" : result === "password" ? "WAIT_BUYER_PAY" : "TRADE_CLOSED";
      return say({ ...done, ...money(), trade_status: state });
    }
    if (method === "alipay.trade.close") {
      if (query(no) === "missing") return fail("ACQ.TRADE_NOT_EXIST", "交易不存在");
      if (query(no) === "paid") return fail("ACQ.TRADE_STATUS_ERROR", "交易状态不合法");
      reverse(no);
      return say({ ...done, out_trade_no: named(no), trade_no: `ali/${no}` });
    }
    if (method === "alipay.trade.cancel") {
      reverse(no);
      return say({ ...done, out_trade_no: named(no), retry_flag: "N", action: "close" });
    }
    const result = refund(no, input["out_request_no"] ?? "", fen(input["refund_amount"] ?? ""));
    return result === "refunded"
      ? say({ ...done, ...money(), fund_change: "Y", refund_fee: refundedOf(no) })
      : fail("ACQ.TRADE_STATUS_ERROR", "交易状态不合法");
  };

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(Buffer.from(part as Uint8Array));
    const body = Buffer.concat(parts).toString();
    const isCharge = request.url === "/pay/micropay" || body.includes("alipay.trade.pay");
    if (isCharge && gateway.manner === "before") return void request.socket.destroy();
    const answer = request.url === "/gateway.do" ? await ali(body) : await wechat(request.url ?? "", body);
    if (isCharge && gateway.manner === "after") return void request.socket.destroy();
    response.end(answer);
  };
  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const gateway: Gateway = {
    origin,
    env: {
      WECHAT_PAY_APP_ID: WECHAT.appId,
      WECHAT_PAY_MCH_ID: WECHAT.mchId,
      WECHAT_PAY_KEY: WECHAT.key,
      WECHAT_PAY_URL: origin,
      ALIPAY_APP_ID: "2014072300007148",
      ALIPAY_PRIVATE_KEY: merchant.privateKey,
      ALIPAY_PUBLIC_KEY: alipay.publicKey,
      ALIPAY_URL: `${origin}/gateway.do`,
    },
    manner: "pay",
    onCharge: async () => undefined,
    charges,
    asked,
    payOnline: (url) => {
      const params = new URL(url).searchParams;
      const prepaid = charges.get(params.get("prepay_id") ?? "");
      if (prepaid) prepaid.state = prepaid.state === "open" ? "paid" : prepaid.state;
      const content = params.get("biz_content");
      if (content === null) return;
      const signed = createVerify("RSA-SHA256").update(signedText(Object.fromEntries(params)));
      if (!signed.verify(publicKeyOf(merchant.publicKey), params.get("sign") ?? "", "base64"))
        throw new Error("not signed by the merchant");
      const { out_trade_no: no = "", total_amount: amount = "" } = JSON.parse(content) as Fields;
      if (!charges.has(no)) charges.set(no, { amount: fen(amount), code: "", state: "paid", refunded: new Map() });
    },
    notice: (channel, no, changes = {}) => {
      const amount = charges.get(no)?.amount ?? 0;
      if (channel === "wechat") {
        const fields: Fields = {
          return_code: "SUCCESS",
          result_code: "SUCCESS",
          appid: WECHAT.appId,
          mch_id: WECHAT.mchId,
          nonce_str: randomBytes(8).toString("hex"),
          out_trade_no: no,
          total_fee: String(amount),
          transaction_id: `wx${no}`,
          ...changes,
        };
        return { body: toXml({ ...fields, sign: signWechat(fields, WECHAT.key) }), type: "text/xml" };
      }
      const fields: Fields = {
        app_id: "2014072300007148",
        notify_type: "trade_status_sync",
        out_trade_no: no,
        subject: "羽毛球馆 & <场地>",
        total_amount: (amount / 100).toFixed(2),
        trade_no: `ali/${no}`,
        trade_status: "TRADE_SUCCESS",
        ...changes,
      };
      const sign = createSign("RSA-SHA256").update(signedText(fields)).sign(alipay.privateKey, "base64");
      const body = new URLSearchParams({ ...fields, sign, sign_type: "RSA2" }).toString();
      return { body, type: "application/x-www-form-urlencoded" };
    },
    confirm: (no) => {
      const known = charges.get(no);
      if (known) known.state = "paid";
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return gateway;
}
