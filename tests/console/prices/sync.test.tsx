/** Writing prices down and giving them back: what is begun is what the preview beside it says. */
import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { SyncForm } from "../../../src/console/domains/prices/sync/SyncForm";
import { setLanguage } from "../../../src/console/i18n/i18n";
import { queryClient } from "../../../src/console/providers/queries";
import { setSession } from "../../../src/console/session/store";
import { booking } from "../../../src/contract/booking/booking";
import { type PricePlan, pricePlans } from "../../../src/contract/prices/price-plans";
import { priceSync } from "../../../src/contract/prices/price-sync";
import { typeInto } from "../picked";
import { handle, pageOfRows } from "../server";

const PLAN: PricePlan = {
  id: "plan1",
  name: "平日",
  programId: "g1",
  programName: "羽毛球",
  priority: 1,
  from: "2026-01-01",
  to: "2030-12-31",
  placeIds: [],
  placeNames: "",
  on: true,
  state: "current",
  lowest: "20.00",
  highest: "40.00",
};

beforeEach(async () => {
  await setLanguage("zh");
  setSession({ venueId: "v1", codes: new Set(["place_booking_form", "price_sync_run"]) });
});
afterEach(() => queryClient.clear());

it("begins no sync over days whose preview is not there yet", async () => {
  const begun = vi.fn();
  handle(pricePlans.list, () => pageOfRows([PLAN]));
  handle(booking.places, () => ({ halls: [], places: [] }));
  handle(priceSync.preview, () => ({ places: 1, days: 1, slots: 0, added: 0, repriced: 0, kept: 0, same: 0, samples: [] }));
  handle(priceSync.run, ({ to }) => {
    begun(to);
    return new Response("", { status: 400 });
  });
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <SyncForm />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const start = await screen.findByRole("button", { name: "开始同步" });
  await waitFor(() => expect(start).not.toHaveAttribute("aria-busy"));
  await typeInto("结束日期", "2030-12-31");
  fireEvent.click(start);
  await waitFor(() => expect(start).not.toHaveAttribute("aria-busy"));
  expect(begun).not.toHaveBeenCalled();
  fireEvent.click(start);
  await waitFor(() => expect(begun.mock.calls).toEqual([["2030-12-31"]]));
});
