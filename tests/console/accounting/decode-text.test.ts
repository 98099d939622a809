import { expect, it } from "vitest";
import { decodeText } from "../../../src/console/ui/decode-text";

it("reads the files of banks in UTF-8 with and without a mark, and in GBK", () => {
  expect(decodeText(new TextEncoder().encode("交易日期,金额"))).toBe("交易日期,金额");
  expect(decodeText(Uint8Array.of(0xef, 0xbb, 0xbf, 0x61))).toBe("a");
  // 余额, as GBK has it.
  expect(decodeText(Uint8Array.of(0xd3, 0xe0, 0xb6, 0xee, 0x2c, 0x31))).toBe("余额,1");
});
