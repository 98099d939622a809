/** The last line of a block: what may break in a narrow column, and what may not. */
import { beforeEach, expect, it } from "vitest";
import { blockExtra, blockLabel, LOOK_ICON } from "../../../src/console/domains/booking/grid/block-words";
import { createGridStore } from "../../../src/console/domains/booking/grid/store";
import { currentT, setLanguage } from "../../../src/console/i18n/i18n";
import type { GridBooking } from "../../../src/contract/booking/booking";
import type { Language } from "../../../src/contract/core/enums";
import { at, booked, DAY, gridOf, NOW_MS } from "./sample";

beforeEach(() => setLanguage("zh"));

async function blockOf(change: Partial<GridBooking>, language: Language = "zh") {
  await setLanguage(language);
  const store = createGridStore();
  store.apply(gridOf([booked({ end: at(18), ...change })]), DAY, NOW_MS);
  const block = store.frame()?.blocks.list.find((one) => one.look !== "linked");
  if (!block) throw new Error("no block");
  return block;
}
const lastLine = async (change: Partial<GridBooking>, language?: Language) => blockExtra(await blockOf(change, language), currentT());

it("says an amount due first, with its word behind the only space that breaks", async () => {
  const due = { status: "reserved", payStatus: "unpaid", due: "3600.00" } as const;
  expect(await lastLine(due)).toBe("3600 待付");
  expect(await lastLine(due, "en")).toBe("3600 due");
});

it("keeps everything else one piece, to be shortened at its end", async () => {
  expect(await lastLine({ kind: "event", note: "小组赛第 3 轮 16 队" })).toBe("小组赛第\u00a03\u00a0轮\u00a016\u00a0队");
  expect(await lastLine({ status: "checked_in" }, "en")).toBe("to\u00a018:00");
});

it.each([
  ["zh", "校队\u00a0训练", "免费场", "已付"],
  ["en", "校队\u00a0训练", "free", "paid"],
] as const)(
  "gives a free place a mark of its own and its reason, and calls it free, not paid: %s",
  async (language, reason, free, paid) => {
    const block = await blockOf({ payStatus: "paid", free: "校队 训练" }, language);
    expect([block.look, blockExtra(block, currentT())]).toEqual(["given", reason]);
    expect(Object.values(LOOK_ICON).filter((icon) => icon === LOOK_ICON.given)).toHaveLength(1);
    const label = blockLabel(block, currentT()).toLowerCase();
    expect(label).toContain(free);
    expect(label).not.toContain(paid);
  },
);

it.each([
  ["zh", "0\u00a0元"],
  ["en", "¥0"],
] as const)("says of a place whose price is nothing that it is, paid or kept for arrival: %s", async (language, reason) => {
  for (const status of ["paid", "reserved"] as const) {
    const block = await blockOf({ status, payStatus: status === "paid" ? "paid" : "unpaid", free: "" }, language);
    expect([block.look, blockExtra(block, currentT())]).toEqual(["given", reason]);
  }
});
