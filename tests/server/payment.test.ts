import { describe, expect, it } from "vitest";
import { channelOfCode } from "../../src/server/payment/channel";
import { SANDBOX_SECONDS, sandboxChannel } from "../../src/server/payment/sandbox";

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
    [0, "paid", "paid", "paid"],
    [4, "paid", "paid", "paid"],
    [5, "unknown", "unknown", "unknown"],
    [6, "password", "password", "paid"],
    [7, "password", "password", "refused"],
    [8, "refused", "refused", "refused"],
    [9, "unknown", "unknown", "paid"],
  ])("code ending in %i goes %s, %s, %s", async (digit, atOnce, soon, later) => {
    const sentAt = new Date("2026-11-21T02:00:00Z");
    let seconds = 0;
    const channel = sandboxChannel(() => new Date(sentAt.getTime() + seconds * 1000));
    const sent = { outTradeNo: "t-1", amount: 1999, sentAt, codeTail: `678${digit}` };
    const seen: string[] = [(await channel.charge(charge(digit))).state];
    for (seconds of [1, SANDBOX_SECONDS]) seen.push((await channel.query(sent)).state);
    expect(seen).toEqual([atOnce, soon, later]);
  });

  it("says the same of one charge whoever asks, also after a restart", async () => {
    const now = () => new Date();
    expect(await sandboxChannel(now).charge(charge(0))).toEqual(await sandboxChannel(now).charge(charge(0)));
  });
});
