/** The form of a new event takes over the usual fee of its game. */
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, it } from "vitest";
import { App } from "../../../src/console/App";
import { parts } from "../../../src/console/domains/competitions/event-parts";
import { setLanguage } from "../../../src/console/i18n/i18n";
import { queryClient } from "../../../src/console/providers/queries";
import { setSession } from "../../../src/console/session/store";
import { AnswerCode } from "../../../src/contract/core/answer-code";
import { gameEvents, games } from "../../../src/contract/competitions/competitions";
import { callsOf } from "../../../src/contract/core/resource/calls";
import { formOf } from "../declared";
import { handle } from "../server";

const EventForm = formOf(gameEvents, parts);
const element = <EventForm />;

/** The game's record, of which the form reads the fee alone. */
const recordOf = (fee: string | null) => Response.json({ code: AnswerCode.done, msg: "", data: { id: "g1", fee } });
function open(fee: string | null): void {
  handle(callsOf(games).view, () => recordOf(fee));
  handle(callsOf(gameEvents).options, () => [{ id: "g1", name: "公开赛", note: "SS1" }]);
  render(<App router={createMemoryRouter([{ path: "/", element }], { initialEntries: ["/?game=g1"] })} />);
}
const feeField = () => screen.findByRole("textbox", { name: /^报名费/ }, { timeout: 20_000 });

beforeEach(async () => {
  await setLanguage("zh");
  setSession({ venueId: "v1", codes: new Set(["program_modify", "game_list"]) });
});
afterEach(() => queryClient.clear());

it("fills the fee in, and leaves what was typed over it", async () => {
  open("80.00");
  const field = await feeField();
  await waitFor(() => expect(field).toHaveValue("80.00"));
  const user = userEvent.setup();
  await user.clear(field);
  expect(field).toHaveValue("");
  await user.type(field, "60");
  expect(field).toHaveValue("60");
});

it("leaves the fee empty where the game has no usual one", async () => {
  open(null);
  const field = await feeField();
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(field).toHaveValue("");
});
