import { describe, expect, it } from "vitest";
import { channelOfCode } from "../../src/server/payment/channel";
import { sandboxChannel } from "../../src/server/payment/sandbox";

describe("a scanned code", () => {
  it.each(["100000000000000000", "134567890123456789", "159999999999999999"])("%s is WeChat's", (code) =>
    expect(channelOfCode(code)).toBe("wechat"),
  );
  it.each(["2512345678901234", "301234567890123456789012", "281234567890123456"])("%s is Alipay's", (code) =>
    expect(channelOfCode(code)).toBe("alipay"),
  );
  it.each(["160000000000000000", "13456789012345678", "251234567890123", "3112345678901234", "6901234567892", "13456789012345678a", ""])(
    "%s is nobody's",
    (code) => expect(channelOfCode(code)).toBeNull(),
  );
});

const charge = (digit: number, outTradeNo = "t-1") => ({
  outTradeNo,
  amount: 1999,
  authCode: `13456789012345678${digit}`,
  subject: "测试",
});

describe("the sandbox", () => {
  it.each([
    [0, ["paid"]],
    [5, ["paid"]],
    [6, ["password", "password", "paid", "paid"]],
    [7, ["password", "password", "refused", "refused"]],
    [8, ["refused", "refused"]],
    [9, ["unknown", "unknown", "paid"]],
  ])("code ending in %i goes %j", async (digit, states) => {
    const channel = sandboxChannel("wechat");
    const seen = [(await channel.charge(charge(digit))).state];
    while (seen.length < states.length) seen.push((await channel.query("t-1")).state);
    expect(seen).toEqual(states);
  });

  it("charges one number once, however often it is sent", async () => {
    const channel = sandboxChannel("wechat");
    expect(await channel.charge(charge(0))).toEqual(await channel.charge(charge(0)));
    expect((await channel.charge({ ...charge(0), amount: 1 })).state).toBe("refused");
  });

  it("gives back no more than was paid, each refund once", async () => {
    const channel = sandboxChannel("alipay");
    await channel.charge(charge(0));
    const refund = (refundNo: string, amount: number) => channel.refund({ outTradeNo: "t-1", refundNo, amount });
    expect((await refund("r-1", 1000)).state).toBe("refunded");
    expect((await refund("r-1", 1000)).state).toBe("refunded");
    expect((await refund("r-2", 1000)).state).toBe("refused");
    expect((await refund("r-3", 999)).state).toBe("refunded");
  });

  it("refunds nothing that was not paid, and knows no strange number", async () => {
    const channel = sandboxChannel("wechat");
    await channel.charge(charge(8));
    expect((await channel.refund({ outTradeNo: "t-1", refundNo: "r", amount: 1 })).state).toBe("refused");
    expect((await channel.query("strange")).state).toBe("refused");
  });
});
