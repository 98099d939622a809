/** Programs added one after another by keys. */
import { api } from "../../../src/contract/all";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter } from "react-router";
import { afterEach, expect, it } from "vitest";
import { App } from "../../../src/console/App";
import { parts } from "../../../src/console/domains/prices/program-parts";
import { programs as resource } from "../../../src/contract/prices/programs";
import { queryClient } from "../../../src/console/providers/queries";
import { setSession } from "../../../src/console/session/store";
import { formOf } from "../declared";
import { handle } from "../server";
import { PROGRAM } from "./sample";

const { programs } = api;
const ProgramForm = formOf(resource, parts);

afterEach(() => queryClient.clear());

it("saves by Ctrl+Enter and focuses the first field of the next, so that it can be typed at once", async () => {
  setSession({ venueId: "v1", codes: new Set(["sports_program_modify"]) });
  const made: string[] = [];
  handle(programs.create, ({ name }) => {
    made.push(name);
    return { ...PROGRAM, name };
  });
  const element = <ProgramForm />;
  render(<App router={createMemoryRouter([{ path: "/", element }])} />);
  const user = userEvent.setup();
  await screen.findByRole("textbox", { name: /名称/ }, { timeout: 5_000 });
  await user.keyboard("壁球{Control>}{Enter}{/Control}");
  await waitFor(() => expect(made).toEqual(["壁球"]));
  await waitFor(() => expect(screen.getByRole("textbox", { name: /名称/ })).toHaveValue(""));
  await user.keyboard("网球{Control>}{Enter}{/Control}");
  await waitFor(() => expect(made).toEqual(["壁球", "网球"]));
});
