/** The form of a temporary price requests all the data it needs at once. */
import { api } from "../../../src/contract/all";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter } from "react-router";
import { afterEach, expect, it, vi } from "vitest";
import { App } from "../../../src/console/App";
import { parts } from "../../../src/console/domains/prices/temporary-parts";
import { queryClient } from "../../../src/console/providers/queries";
import { setSession } from "../../../src/console/session/store";
import { temporaryPrices as resource } from "../../../src/contract/prices/pricing";
import { members } from "../../../src/contract/members/members";
import { formOf } from "../declared";
import { handle, pageOfRows, Refusal } from "../server";
import { PROGRAM } from "./sample";

const { temporaryPrices, programs } = api;
const TemporaryForm = formOf(resource, parts);

/** By then a form that rests has asked what it would ask. */
const RESTED_MS = 400;

afterEach(() => queryClient.clear());

it("asks for the price while the programs are on their way", async () => {
  setSession({ venueId: "v1", codes: new Set() });
  const asked = vi.fn();
  handle(programs.list, () => new Promise<never>(() => undefined));
  handle(temporaryPrices.view, ({ id }) => {
    asked(id);
    throw new Refusal(403, "读不到");
  });
  const element = <TemporaryForm />;
  render(<App router={createMemoryRouter([{ path: "/:id", element }], { initialEntries: ["/t1"] })} />);
  await waitFor(() => expect(asked).toHaveBeenCalledWith("t1"), { timeout: 3_000 });
  expect(await screen.findByText("读不到")).toBeVisible();
});

it.each(["Enter", "Ctrl+Enter"])("focuses the first field that keeps it from being saved, by %s", async (keys) => {
  setSession({ venueId: "v1", codes: new Set(["temporary_price_modify"]) });
  handle(programs.list, () => pageOfRows([PROGRAM]));
  handle(members.cardTypes, () => ({ content: [] }));
  const element = <TemporaryForm />;
  render(<App router={createMemoryRouter([{ path: "/", element }])} />);
  const user = userEvent.setup();
  const price = await screen.findByLabelText(/每半小时|半小时/, {}, { timeout: 5_000 });
  await user.click(price);
  await user.keyboard(keys === "Enter" ? "{Enter}" : "{Control>}{Enter}{/Control}");
  await waitFor(() => expect(screen.getByRole("textbox", { name: /名称/ })).toHaveFocus());
});

it("asks what a price would meet once a word of it is said, not for an empty form", async () => {
  setSession({ venueId: "v1", codes: new Set(["temporary_price_modify"]) });
  handle(programs.list, () => pageOfRows([PROGRAM]));
  handle(members.cardTypes, () => ({ content: [] }));
  const asked = vi.fn();
  const typed = vi.fn();
  handle(temporaryPrices.overlaps, () => {
    asked();
    return { content: [] };
  });
  const element = <TemporaryForm />;
  render(<App router={createMemoryRouter([{ path: "/", element }])} />);
  const name = await screen.findByRole("textbox", { name: /名称/ }, { timeout: 5_000 });
  await screen.findByText(PROGRAM.name);
  await new Promise((done) => setTimeout(done, RESTED_MS));
  typed();
  await userEvent.setup().type(name, "夜场");
  await waitFor(() => expect(asked).toHaveBeenCalled());
  expect(typed).toHaveBeenCalledBefore(asked);
});
