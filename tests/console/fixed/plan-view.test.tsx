/** The preview of a series by keys: what is pressed may vanish with the conflict that it settles, the focus stays in the series. */
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, expect, it } from "vitest";
import { PlanView } from "../../../src/console/domains/fixed/PlanView";
import { setLanguage } from "../../../src/console/i18n/i18n";
import type { Choice, FixedPlan, PlannedOccurrence } from "../../../src/contract/fixed/fixed";

const occurrence = (day: string, over: Partial<PlannedOccurrence> = {}): PlannedOccurrence => ({
  day,
  placeId: "p3",
  placeName: "3",
  swappedFrom: null,
  start: 1_140,
  end: 1_200,
  holiday: null,
  price: "60.00",
  trace: { list: "60.00", discount: "0.00", price: "60.00", steps: [] },
  skipped: false,
  problem: null,
  holder: null,
  free: [],
  ...over,
});
const TAKEN = "2026-12-07";

/** A desk whose server settles what was chosen at once. */
function Desk() {
  const [choices, setChoices] = useState<readonly Choice[]>([]);
  const settled = choices.find((choice) => choice.day === TAKEN);
  const free = [{ placeId: "p4", placeName: "4" }];
  const open = occurrence(TAKEN, { problem: "taken", holder: { name: "罗雨桐", at: "2026-11-01T10:00:00+08:00", orderId: null }, free });
  const done =
    settled?.swapTo === null
      ? occurrence(TAKEN, { skipped: true, problem: "taken" })
      : occurrence(TAKEN, { placeId: "p4", placeName: "4", swappedFrom: "p3", free });
  const plan: FixedPlan = {
    from: "2026-11-30",
    to: TAKEN,
    occurrences: [occurrence("2026-11-30"), settled ? done : open],
    holidays: [],
    count: settled ? 2 : 1,
    conflicts: settled ? 0 : 1,
    total: "120.00",
    due: "120.00",
  };
  return <PlanView plan={plan} choices={choices} onChoices={setChoices} />;
}

beforeEach(() => setLanguage("zh"));

it.each(["跳过冲突", "自动换到空场"])("continues from the series after %s, which is gone with the last conflict", async (name) => {
  const user = userEvent.setup();
  render(<Desk />);
  screen.getByRole("button", { name }).focus();
  await user.keyboard("{Enter}");
  expect(screen.queryByRole("button", { name })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole("list", { name: /预览/ }));
  await user.tab();
  expect(document.activeElement).toHaveAccessibleName("跳过 2026-11-30 周一");
});

it("continues from the day whose choice is gone, as it is skipped now", async () => {
  const user = userEvent.setup();
  render(<Desk />);
  await user.selectOptions(screen.getByRole("combobox"), "跳过");
  expect(screen.queryByRole("combobox")).toBeNull();
  await user.tab();
  expect(document.activeElement).toHaveTextContent("已跳过");
});

it("is one stop for Tab however long the series, and arrows walk its buttons", async () => {
  const user = userEvent.setup();
  const days = ["2026-11-30", "2026-12-07", "2026-12-14"];
  const none = { holidays: [], count: 3, conflicts: 0, total: "180.00", due: "180.00" };
  const plan: FixedPlan = { from: days[0] ?? "", to: days[2] ?? "", occurrences: days.map((day) => occurrence(day)), ...none };
  render(
    <>
      <PlanView plan={plan} choices={[]} onChoices={() => undefined} />
      <button type="button">后面</button>
    </>,
  );
  await user.tab();
  expect(document.activeElement).toHaveAccessibleName(/^跳过 2026-11-30/);
  await user.keyboard("{ArrowDown}{ArrowDown}{ArrowDown}");
  expect(document.activeElement).toHaveAccessibleName(/^跳过 2026-12-14/);
  await user.tab();
  expect(document.activeElement).toHaveTextContent("后面");
  await user.tab({ shift: true });
  expect(document.activeElement).toHaveAccessibleName(/^跳过 2026-12-14/);
});
