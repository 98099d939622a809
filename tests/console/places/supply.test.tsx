/** A form tells why there is nothing to choose from, and keeps what is typed meanwhile. */
import { api } from "../../../src/contract/all";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactElement } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, it } from "vitest";
import { parts } from "../../../src/console/domains/prices/bundle-parts";
import { HallForm } from "../../../src/console/domains/places/HallForm";
import { queryClient } from "../../../src/console/providers/queries";
import { setSession } from "../../../src/console/session/store";
import { bundles } from "../../../src/contract/prices/bundles";
import { booking } from "../../../src/contract/booking/booking";
import { gridOf } from "../booking/sample";
import { site } from "../boot";
import { formOf } from "../declared";
import { handle, pageOfRows, Refusal } from "../server";

const { programs } = api;
const BundleForm = formOf(bundles, parts);

const WAIT = { timeout: 5_000 };

function open(form: ReactElement): void {
  const element = (
    <QueryClientProvider client={queryClient}>
      <main id="page" tabIndex={-1}>
        {form}
      </main>
    </QueryClientProvider>
  );
  render(<RouterProvider router={createMemoryRouter([{ path: "/", element }])} />);
}

beforeEach(() => setSession({ venueId: "v1", venue: site("v1", "源深羽毛球馆"), codes: new Set(["place_set_modify", "hall_modify"]) }));
afterEach(() => queryClient.clear());

it("says that the courts could not be loaded, and asks again for them beside what was typed", async () => {
  let fails = true;
  handle(booking.places, () => {
    if (fails) throw new Refusal(500, "没有回答");
    const { halls, places } = gridOf();
    return {
      halls: halls.map((hall) => ({ ...hall, maxRow: 1, maxColumn: 4, placeStart: 1, vrUrl: "" })),
      places: places.map((place, column) => ({ ...place, row: 0, column, icon: "" })),
    };
  });
  open(<BundleForm />);
  const user = userEvent.setup();
  const again = await screen.findByRole("button", { name: "重试" }, WAIT);
  expect(again.closest("[role=alert]")).toHaveTextContent("选项没有加载出来");
  await user.type(screen.getByRole("textbox", { name: /名称/ }), "晚场三连");
  fails = false;
  again.focus();
  await user.keyboard("{Enter}");
  expect(await screen.findByRole("button", { name: /羽毛球馆 1/ }, WAIT)).toBeVisible();
  expect(screen.queryByText(/选项没有加载出来/)).toBeNull();
  expect(screen.getByRole("textbox", { name: /名称/ })).toHaveValue("晚场三连");
  await waitFor(() => expect(document.activeElement).not.toBe(document.body));
});

it("says what comes first where there is nothing to choose", async () => {
  handle(programs.list, () => pageOfRows([]));
  open(<HallForm />);
  expect(await screen.findByText(/还没有运动项目/, {}, WAIT)).toBeVisible();
});
