/** Ending a contract: a fee that is refused can be mended where it was typed. */
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import { EndPanel } from "../../../src/console/domains/fixed/panels/EndPanel";
import { setLanguage } from "../../../src/console/i18n/i18n";
import { queryClient } from "../../../src/console/providers/queries";
import { setSession } from "../../../src/console/session/store";
import { fixed, type FixedDetail } from "../../../src/contract/fixed/fixed";
import { fen, yuan } from "../../../src/contract/core/money";
import { handle, Refusal } from "../server";

const UNUSED = 20_000;

beforeEach(async () => {
  await setLanguage("zh");
  setSession({ venueId: "10001" });
});
afterEach(() => queryClient.clear());

it("keeps the fee's field, its focus and the last figures while more is typed than there is", async () => {
  handle(fixed.endPreview, ({ id, fee: asked = "0.00" }) => {
    const fee = String(asked);
    if (fen(fee) > UNUSED) throw new Refusal(409, "手续费超过未用金额");
    const refund = yuan(UNUSED - fen(fee));
    return { id, paid: "500.00", used: "300.00", usedCount: 3, openCount: 2, owed: "0.00", unused: yuan(UNUSED), fee, refund, back: [] };
  });
  const contract = { id: "f1" } as FixedDetail;
  render(
    <QueryClientProvider client={queryClient}>
      <EndPanel contract={contract} onBack={() => undefined} onDone={() => undefined} />
    </QueryClientProvider>,
  );
  const user = userEvent.setup();
  const fee = await screen.findByLabelText("手续费（元）");
  await user.type(fee, "500");
  await screen.findByText("手续费超过未用金额");
  expect(fee).toHaveFocus();
  expect(screen.getByRole("button", { name: /¥200\.00/ })).toBeDisabled();
  await user.clear(fee);
  await user.type(fee, "50");
  await user.type(screen.getByRole("textbox", { name: /原因/ }), "搬家");
  await waitFor(() => expect(screen.getByRole("button", { name: /¥150\.00/ })).toBeEnabled());
});
