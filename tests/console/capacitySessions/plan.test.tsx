/** Planning sessions: what the form begins with, and what it says while a price is missing. */
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import { PlanSessions } from "../../../src/console/domains/capacitySessions/PlanSessions";
import { setLanguage } from "../../../src/console/i18n/i18n";
import { queryClient } from "../../../src/console/providers/queries";
import { setSession } from "../../../src/console/session/store";
import { type HallSession, capacitySessions } from "../../../src/contract/capacitySessions/capacity-sessions";
import { handle } from "../server";

const HALLS = [
  { id: "h1", name: "训练池", programName: "游泳", open: 360, close: 1_320 },
  { id: "h2", name: "标准池", programName: "游泳", open: 360, close: 1_320 },
];
const LIKE: HallSession = {
  id: "s1",
  hallId: "h2",
  hallName: "标准池",
  name: "",
  programName: "游泳",
  day: "2026-11-21",
  startTime: 360,
  endTime: 480,
  price: "45.00",
  maxPlace: 80,
  leftPlace: 80,
  entered: 0,
  onShelf: true,
  status: "on_shelf",
};

beforeEach(async () => {
  await setLanguage("zh");
  setSession({ venueId: "v1", codes: new Set(["session_manage"]) });
  handle(capacitySessions.preview, ({ slots }) => ({ fresh: slots.length, exist: 0, past: 0, closed: 0, days: [] }));
});

function open(like: HallSession | undefined) {
  render(
    <QueryClientProvider client={queryClient}>
      <PlanSessions halls={HALLS} like={like} day="2026-11-22" onDone={() => undefined} onClose={() => undefined} />
    </QueryClientProvider>,
  );
}
const make = () => screen.findByRole("button", { name: /新建 [1-9]\d* 场/, hidden: true });

it("begins like the sessions that are there", async () => {
  open(LIKE);
  expect(screen.getByLabelText("场区")).toHaveDisplayValue("标准池");
  expect(screen.getByLabelText("每场时长")).toHaveDisplayValue("120 分钟");
  expect(screen.getByLabelText("每人价格")).toHaveValue("45.00");
  expect(screen.getByLabelText("名额")).toHaveValue("80");
  expect(await make()).toBeEnabled();
});

it("says what is missing while no price is set", async () => {
  open(undefined);
  expect(await make()).toBeDisabled();
  expect(screen.getByText(/填好每人价格即可新建/)).toBeInTheDocument();
  await userEvent.setup().type(screen.getByLabelText("每人价格"), "45");
  expect(screen.queryByText(/填好每人价格即可新建/)).toBeNull();
  expect(await make()).toBeEnabled();
});
