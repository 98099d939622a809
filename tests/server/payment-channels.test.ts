/** WeChat Pay and Alipay: their published signatures, and every outcome over their wire. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readConfig } from "../../src/server/config";
import { isSignedByAlipay, privateKeyOf, publicKeyOf, rawNode, signAlipay, signedText } from "../../src/server/payment/alipay";
import type { PaymentChannel } from "../../src/server/payment/channel";
import { openChannels } from "../../src/server/payment/settings";
import { fromXml, signWechat, toXml } from "../../src/server/payment/wechat";
import { type Gateway, openGateway } from "../support/gateway";

describe("signatures that the vendors publish", () => {
  // https://pay.weixin.qq.com/wiki/doc/api/micropay.php?chapter=4_3 (安全规范, 签名算法)
  const fields = { appid: "wxd930ea5d5a258f4f", mch_id: "10000100", device_info: "1000", body: "test", nonce_str: "ibuaiVcKdpRxkhJA" };
  const key = "192006250b4c09247ec02edce69f6a2d";
  const signature = "6A9AE1657590FD6257D693A078E1C3E4BB6BA4DC30B23E0EE2496E54170DACD6";
  it("of WeChat Pay by HMAC-SHA256", () => expect(signWechat(fields, key)).toBe(signature));
  it("leaves out empty fields and the signature itself", () =>
    expect(signWechat({ ...fields, attach: "", sign: "X" }, key)).toBe(signature));

  // github.com/alipay/alipay-sdk-nodejs-all, test/alipay.test.js "checkResponseSign normal" and test/fixtures/alipay-public-key.pem
  const alipayKey = publicKeyOf(
    "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA6kdjvWNCT+K3qQQgAyv+8k0+lkrL6+dA+cb9OAX5sZgIxP2ycK51VYxwZgZgHCIWCkB/l/Zqqhye/E6x/nNMSqRkW3FGpP4/hKWByG3Ah8DXRcUaAvd8aCWHcBpgZqjBp3ADPTcHViI10cGe0mn13wGaIZQl6G74CtnY6YQJ/1NkoE+C9Z0VD4xor4oJOZW1/rbc85InBmjU87BWtxmkIQWWVw+Vwd0EL8oDU9GWNZ1Se9sZf4UHxs+goHh3/JhQly3iKqlt/hgFsip78kvdeDwoL8gS6RCUi+Bp6j9Ee5Thd+CC61Ilk7iKiUQMMVn6+kdTGcV2XwUBezH2Go4dlwIDAQAB",
  );
  const node = "alipay_offline_material_image_upload_response";
  const answer = `{"${node}":{"code":"10000","msg":"Success","image_id":"akGwYYaFTai3r1uB0ww-1QAAACMAAQQD","image_url":"https:\\/\\/oalipay-dl-django.alicdn.com\\/rest\\/1.0\\/image?fileIds=akGwYYaFTai3r1uB0ww-1QAAACMAAQQD&zoom=original"},"sign":"PAb3IueJzGe/pU/fRAPjwIs543Kc/A6D0rz03AMejwr8h8rDc6FhDJDnz3fGLDdQP7ctjtQwwJW3pmdZZcGmp4lb/5YYgtoK6McjnRr4ER/raJLYn1IbpzkowhGow2esA/XeDblIAYUbZjU6ts0IqNncrZrCknDWHpaZXwGuaU7CUBk74xBeMeja7rEEkFlm9MRtiQNYnum/cGVtcDv/aQ8KkPyAD58oJiAzoXv0R6jFhlZtAWv+M0SaOlhTpZh1K6wlP+1Umiqdvqbc1oWdfpv75a+lGTkGHMy8K7/bnAGm20IRsisSv1B5rpJyeGfrVf6tb4MZ7vG4w0rS0c2hfA=="}`;
  it("of Alipay by RSA2, over the answer as it was sent", () => {
    expect(isSignedByAlipay(answer, node, alipayKey)).toBe(true);
    expect(isSignedByAlipay(answer.replace('"10000"', '"10001"'), node, alipayKey)).toBe(false);
    expect(isSignedByAlipay(answer.replace(/,"sign":"[^"]+"/, ""), node, alipayKey)).toBe(false);
  });
  it("is not misled by a signature inside the answer", () => {
    const inside = `{"${node}":{"sign":"AAAA","text":"}\\"{"},"sign":"BBBB"}`;
    expect(rawNode(inside, node)).toBe('{"sign":"AAAA","text":"}\\"{"}');
    expect(isSignedByAlipay(inside, node, alipayKey)).toBe(false);
  });
});

it("reads flat XML, with and without CDATA, and expands nothing", () => {
  expect(fromXml("<xml><a><![CDATA[1 < 2]]></a><b>3</b><c></c></xml>")).toEqual({ a: "1 < 2", b: "3", c: "" });
  expect(fromXml('<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><xml><a>&e;</a></xml>')).toEqual({ a: "&e;" });
  expect(fromXml(toXml({ a: "]]><b>1</b>" }))).toEqual({ a: "]] ><b>1</b>" });
});

let gateway: Gateway;
let channels: Record<"wechat" | "alipay", PaymentChannel>;
beforeAll(async () => {
  gateway = await openGateway();
  const config = readConfig({ DEMO: "off", ...gateway.env });
  const { wechat, alipay } = openChannels(
    // Reversing and refunding are done under a certificate; over plain HTTP nobody asks for it.
    { ...config.payment, wechat: config.payment.wechat && { ...config.payment.wechat, identity: { cert: "", key: "" } } },
    () => new Date("2026-11-21T02:00:00Z"),
  );
  if (!wechat || !alipay) throw new Error("no channels");
  channels = { wechat, alipay };
});
afterAll(() => gateway.close());
beforeEach(() => {
  gateway.manner = "pay";
});

let numbers = 0;
describe.each(["wechat", "alipay"] as const)("%s", (name) => {
  const order = (amount = 1999) => {
    const outTradeNo = `t${name}${numbers++}`;
    const sent = { outTradeNo, amount, sentAt: new Date(), codeTail: "6789" };
    return {
      sent,
      charge: {
        outTradeNo,
        amount,
        authCode: name === "wechat" ? "134567890123456789" : "281234567890123456",
        subject: "羽毛球馆 & <场地>",
      },
    };
  };
  const charge = (of: ReturnType<typeof order>) => channels[name].charge(of.charge);
  const query = (of: ReturnType<typeof order>) => channels[name].query(of.sent);

  it("pays, to the fen", async () => {
    const one = order(1999);
    expect(await charge(one)).toMatchObject({ state: "paid" });
    expect(gateway.charges.get(one.sent.outTradeNo)).toMatchObject({ amount: 1999, code: one.charge.authCode });
    expect(await query(one)).toMatchObject({ state: "paid" });
  });
  it("waits for a password", async () => {
    gateway.manner = "password";
    const one = order();
    expect(await charge(one)).toEqual({ state: "password" });
    expect(await query(one)).toEqual({ state: "password" });
    gateway.confirm(one.sent.outTradeNo);
    expect(await query(one)).toMatchObject({ state: "paid" });
  });
  it("is refused with the reason", async () => {
    gateway.manner = "refuse";
    expect(await charge(order())).toEqual({ state: "refused", why: "余额不足" });
  });
  it("takes no word that is not signed, nor one about another amount", async () => {
    for (const manner of ["badSign", "otherAmount", "otherOrder"] as const) {
      const one = order();
      gateway.manner = manner;
      expect((await charge(one)).state).toBe("unknown");
      expect((await query(one)).state).toBe("unknown");
      gateway.manner = "pay";
      expect((await query(one)).state).toBe("paid");
    }
  });
  it("does not know after a fault of the system or a broken line, and finds out by asking", async () => {
    for (const [manner, after] of [
      ["system", "missing"],
      ["before", "missing"],
      ["after", "paid"],
    ] as const) {
      const one = order();
      gateway.manner = manner;
      expect((await charge(one)).state).toBe("unknown");
      gateway.manner = "pay";
      expect((await query(one)).state).toBe(after);
    }
  });
  it("books one number once, however often it is sent", async () => {
    const one = order();
    await charge(one);
    expect((await charge(one)).state).toBe("unknown");
    expect(await query(one)).toMatchObject({ state: "paid" });
    expect(gateway.asked.get(one.sent.outTradeNo)).toBe(2);
  });
  it("reverses what nobody finishes", async () => {
    gateway.manner = "password";
    const one = order();
    await charge(one);
    expect(await channels[name].reverse(one.sent)).toEqual({ state: "closed" });
    expect((await query(one)).state).toBe("refused");
  });
  it("reverses and refunds only by answers that speak of this order and this amount", async () => {
    gateway.manner = "password";
    const open = order();
    await charge(open);
    gateway.manner = "otherOrder";
    expect(await channels[name].reverse(open.sent)).toEqual({ state: "unknown" });
    gateway.manner = "pay";
    expect(await channels[name].reverse(open.sent)).toEqual({ state: "closed" });
    const paid = order(1000);
    await charge(paid);
    const part = { outTradeNo: paid.sent.outTradeNo, refundNo: `o${numbers}`, amount: 400, total: 1000, reason: "退款" };
    for (const manner of ["badSign", "otherAmount", "otherOrder"] as const) {
      gateway.manner = manner;
      expect(await channels[name].refund(part)).toEqual({ state: "unknown" });
    }
    gateway.manner = "pay";
    expect(await channels[name].refund(part)).toMatchObject({ state: "refunded" });
  });
  it("refunds in parts, each number once", async () => {
    const one = order(1000);
    await charge(one);
    const part = { outTradeNo: one.sent.outTradeNo, refundNo: `r${numbers}`, amount: 400, total: 1000, reason: "退款" };
    expect((await channels[name].refund(part)).state).toBe("refunded");
    expect((await channels[name].refund(part)).state).toBe("refunded");
    expect([...(gateway.charges.get(one.sent.outTradeNo)?.refunded ?? [])]).toEqual([[part.refundNo, 400]]);
    gateway.manner = "password";
    const open = order();
    await charge(open);
    expect((await channels[name].refund({ ...part, outTradeNo: open.sent.outTradeNo })).state).toBe("refused");
  });
});

it("rejects what WeChat Pay signs with MD5: a request asks for HMAC-SHA256, and MD5 can be forged", async () => {
  const { wechat } = channels;
  const sent = { outTradeNo: `md5${numbers++}`, amount: 1999, sentAt: new Date(), codeTail: "6789" };
  const charge = { ...sent, authCode: "134567890123456789", subject: "羽毛球馆" };
  const refund = { outTradeNo: sent.outTradeNo, refundNo: `m${numbers}`, amount: 1999, total: 1999, reason: "退款" };
  gateway.manner = "md5";
  const answers = [await wechat.charge(charge), await wechat.query(sent), await wechat.refund(refund), await wechat.reverse(sent)];
  expect(answers.map(({ state }) => state)).toEqual(["unknown", "unknown", "unknown", "unknown"]);
  gateway.manner = "pay";
  expect(await wechat.charge({ ...charge, outTradeNo: `${sent.outTradeNo}b` })).toMatchObject({ state: "paid" });
});

describe("the configuration", () => {
  it("is a sandbox in a demo, nothing without one, and never a sandbox beside real money", () => {
    expect(readConfig({}).payment.sandbox).toBe(true);
    const off = openChannels(readConfig({ DEMO: "off" }).payment, () => new Date());
    expect([off.wechat, off.alipay]).toEqual([undefined, undefined]);
    expect(readConfig({ DEMO: "on", ...gateway.env }).payment.sandbox).toBe(false);
    expect(() => readConfig({ PAYMENT_SANDBOX: "on", ...gateway.env })).toThrow("PAYMENT_SANDBOX");
  });
  it("refuses half a channel, and never repeats a key", () => {
    expect(() => readConfig({ WECHAT_PAY_APP_ID: "wx1" })).toThrow("WECHAT_PAY_MCH_ID");
    expect(() => readConfig({ ...gateway.env, ALIPAY_PRIVATE_KEY: "c2VjcmV0LXNlY3JldA==" })).toThrow(
      /^(?![^]*c2VjcmV0)[^]*ALIPAY_PRIVATE_KEY/,
    );
  });
  it("reads bare keys as well as PEM", () => {
    const text = signedText({ b: "2", a: "1", sign: "x", empty: "" });
    expect(text).toBe("a=1&b=2");
    const pem = gateway.env["ALIPAY_PRIVATE_KEY"] ?? "";
    const bare = pem.replace(/-----[^-]+-----|\s/g, "");
    expect(signAlipay(text, privateKeyOf(bare))).toBe(signAlipay(text, privateKeyOf(pem)));
  });
});
