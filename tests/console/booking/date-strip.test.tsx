import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { DateStrip } from "../../../src/console/domains/booking/bar/DateStrip";
import { setLanguage } from "../../../src/console/i18n/i18n";
import { queryClient } from "../../../src/console/providers/queries";
import { setSession } from "../../../src/console/session/store";
import { booking } from "../../../src/contract/booking/booking";
import { addDays } from "../../../src/contract/core/time";
import { handle } from "../server";
import { DAY } from "./sample";

afterEach(() => queryClient.clear());

it.each([
  ["zh", ["休", "班", "闭", "特"], /调休上班/],
  ["en", ["H", "W", "C", "S"], /Make-up workday/],
] as const)("marks each day by what it is, whatever its name says: %s", async (language, marks, said) => {
  const kinds = ["holiday", "workday", "closed", "special"] as const;
  setSession({ venueId: "10001", codes: new Set(["venue_booking"]) });
  await setLanguage(language);
  handle(booking.load, () => ({
    days: kinds.map((kind, i) => ({ day: addDays(DAY, i), holiday: "国庆节调休", kind, booked: 0, slots: 9 })),
  }));
  render(
    <QueryClientProvider client={queryClient}>
      <DateStrip day={DAY} today={DAY} week={false} onDay={() => undefined} />
    </QueryClientProvider>,
  );
  await waitFor(() => expect([...document.querySelectorAll(".hol > [aria-hidden]")].map((mark) => mark.textContent)).toEqual([...marks]));
  expect(screen.getByRole("button", { name: said })).toHaveAttribute("title", "国庆节调休");
});
