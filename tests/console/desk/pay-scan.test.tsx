/** A customer's code that is scanned while an amount is asked for pays that amount, and is no collection beside it. */
import { KBarProvider } from "@refinedev/kbar";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, it } from "vitest";
import { PayOrder } from "../../../src/console/domains/booking/panel/PayOrder";
import { RechargePanel } from "../../../src/console/domains/members/RechargePanel";
import { offer } from "../../../src/console/desk/scanner";
import { setLanguage } from "../../../src/console/i18n/i18n";
import { queryClient } from "../../../src/console/providers/queries";
import { setSession } from "../../../src/console/session/store";
import { members } from "../../../src/contract/members/members";
import { BUTTONS } from "../../../src/contract/core/permissions";
import { MEMBER, orderOf } from "../booking/sample";
import { handle } from "../server";

const CODE = "134567890123456780";
const nothing = (): void => undefined;
beforeEach(async () => {
  await setLanguage("zh");
  queryClient.clear();
  setSession({ venueId: "10001", codes: new Set(Object.keys(BUTTONS) as (keyof typeof BUTTONS)[]) });
  handle(members.offers, () => ({ content: [] }));
  handle(members.rechargePreview, () => ({ before: { principal: "0.00", gift: "0.00" }, after: { principal: "0.00", gift: "0.00" } }));
});
const show = (panel: React.ReactNode): void =>
  void render(
    <MemoryRouter>
      <KBarProvider>
        <QueryClientProvider client={queryClient}>{panel}</QueryClientProvider>
      </KBarProvider>
    </MemoryRouter>,
  );
const scanned = (): boolean => {
  let isTaken = false;
  act(() => {
    isTaken = offer({ text: CODE, kinds: ["pay"] });
  });
  return isTaken;
};

it("charges the part of a booking that is due", async () => {
  show(<PayOrder order={orderOf({ memberId: null, due: "80.00" })} onDone={nothing} onBack={nothing} />);
  expect(scanned()).toBe(true);
  await screen.findByText(/已扫到微信付款码/);
  expect(document.querySelector<HTMLInputElement>("dialog input")?.value).toBe("80.00");
});

it("charges the recharge once its amount is typed, and nothing before", async () => {
  show(<RechargePanel member={MEMBER} onDone={nothing} />);
  expect(scanned()).toBe(true);
  expect(document.querySelector("dialog[open]")).toBeNull();
  const field = document.querySelector<HTMLInputElement>('.recharge input[inputmode="decimal"]');
  if (field) fireEvent.change(field, { target: { value: "50" } });
  expect(scanned()).toBe(true);
  await screen.findByText(/已扫到微信付款码/);
  expect(document.querySelector<HTMLInputElement>("dialog input")?.value).toBe("50.00");
});
