/** Whatever is typed where money is taken or given back, no panel breaks, and nothing is sent but what is read in its fields. */
import { KBarProvider } from "@refinedev/kbar";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import fc from "fast-check";
import { createRef } from "react";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, it } from "vitest";
import { PayOrder } from "../../../src/console/domains/booking/panel/PayOrder";
import { RefundPart } from "../../../src/console/domains/booking/panel/RefundPart";
import { RechargePanel } from "../../../src/console/domains/members/RechargePanel";
import { type PayHandle, PayPane } from "../../../src/console/domains/sale/PayPane";
import { EMPTY } from "../../../src/console/domains/sale/till";
import { setLanguage } from "../../../src/console/i18n/i18n";
import { queryClient } from "../../../src/console/providers/queries";
import { setSession } from "../../../src/console/session/store";
import { booking } from "../../../src/contract/booking/booking";
import { members } from "../../../src/contract/members/members";
import { fen } from "../../../src/contract/core/money";
import { BUTTONS } from "../../../src/contract/core/permissions";
import { sale } from "../../../src/contract/sale/sale";
import { session as sessionCalls } from "../../../src/contract/session/session";
import { MEMBER, orderOf } from "../booking/sample";
import { handle, Refusal } from "../server";

/** Amounts that the panel sent, fen: what is paid, and where cash was counted, what was handed over. */
type Sent = readonly { readonly amount: number; readonly tendered: number | undefined }[];
let sent: Sent | undefined;
/** Every call is captured and refused, so that the panel stays as it was typed. */
const capture = (payments: readonly { readonly amount: string | number; readonly tendered?: string | number | undefined }[]): never => {
  sent = payments.map(({ amount, tendered }) => ({
    amount: fen(String(amount)),
    tendered: tendered === undefined ? undefined : fen(String(tendered)),
  }));
  throw new Refusal(409, "不收");
};
beforeEach(async () => {
  await setLanguage("zh");
  setSession({ venueId: "10001", codes: new Set(Object.keys(BUTTONS) as (keyof typeof BUTTONS)[]) });
  // A call without an answer would make the till think that it is offline.
  handle(sessionCalls.savePreference, () => ({}));
  handle(members.offers, () => ({ content: [] }));
  handle(members.rechargePreview, () => ({ before: { principal: "0.00", gift: "0.00" }, after: { principal: "0.00", gift: "0.00" } }));
  handle(members.recharge, ({ pay, tendered }) => capture([{ amount: pay ?? "", tendered }]));
  handle(sale.create, ({ payments }) => capture(payments ?? []));
  handle(booking.pay, ({ payments }) => capture(payments ?? []));
  handle(booking.payPart, ({ payments }) => capture(payments ?? []));
  handle(booking.refundAmount, ({ amount }) => capture([{ amount }]));
  handle(booking.refundAmountPreview, ({ id, amount }) => ({
    orderId: id,
    lateMove: false,
    hoursBefore: 30,
    freeHours: 24,
    feePercent: 0,
    paid: String(amount),
    fee: "0.00",
    refund: String(amount),
    uses: 0,
    usesBack: 0,
    back: [],
  }));
});

const nothing = (): void => undefined;
const pane = createRef<PayHandle>();
const PANELS = {
  till: () => (
    <PayPane
      ref={pane}
      till={{ ...EMPTY, memberId: "m1", items: [{ kind: "recharge", of: null, name: "充值", price: "120.00", quantity: 1 }] }}
      due={12_000}
      quote={undefined}
      allowance={undefined}
      waits={false}
      code={undefined}
      onCode={nothing}
      onTill={nothing}
      onDone={nothing}
      onRefused={nothing}
      onBack={nothing}
    />
  ),
  booking: () => <PayOrder order={orderOf({ memberId: null, due: "80.00" })} onDone={nothing} onBack={nothing} />,
  recharge: () => <RechargePanel member={MEMBER} onDone={nothing} />,
  refund: () => <RefundPart order={orderOf({ lines: [orderOf().lines[0]!] })} onDone={nothing} onBack={nothing} />,
} as const;
type Panel = keyof typeof PANELS;

const SIGNS = "0123456789.,-+¥ １２０．，。元xe\u200B";
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("type" as const),
      at: fc.nat(5),
      text: fc.string({ unit: fc.constantFrom(...Array.from(SIGNS)), maxLength: 7 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("clear" as const), at: fc.nat(5) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("method" as const), at: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("way" as const), at: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("split" as const), at: fc.constant(0) }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const all = <E extends Element>(selector: string): E[] => [...document.querySelectorAll<E>(selector)];
const amountFields = (): HTMLInputElement[] => all<HTMLInputElement>('input[inputmode="decimal"]').filter((field) => !field.readOnly);

function play(one: Step): void {
  const at = <E,>(list: readonly E[]): E | undefined => list[one.at % Math.max(1, list.length)];
  if (one.kind === "type") {
    for (const char of one.text) {
      const field = at(amountFields());
      if (field) fireEvent.change(field, { target: { value: field.value + char } });
    }
  } else if (one.kind === "clear") {
    const field = at(amountFields());
    if (field) fireEvent.change(field, { target: { value: "" } });
  } else if (one.kind === "method") {
    const button = at(all<HTMLButtonElement>(".methods > button, .till-ways > button").filter(({ disabled }) => !disabled));
    if (button) fireEvent.click(button);
  } else if (one.kind === "way") act(() => pane.current?.way(one.at));
  else act(() => pane.current?.split());
}

/**
 * Reads the amount of a text independently of the product's reader: its digits are the amount's, and commas separate groups of three.
 * Undefined: no amount, so nothing may be sent.
 */
function digitsOf(text: string): number | undefined {
  const plain = text
    .normalize("NFKC")
    .replaceAll("。", ".")
    .replace(/[\s\u200B¥元+]/g, "");
  if (plain === "") return 0;
  if (!/^(\d+|\d{1,3}(,\d{3})+)?(\.\d{0,2})?$/.test(plain) || !/\d/.test(plain)) return undefined;
  const [whole = "", decimals = ""] = plain.replaceAll(",", "").split(".");
  return Number((whole || "0") + decimals.padEnd(2, "0"));
}

/** Amounts in sight, each with the cash that was handed over for it. */
function inSight(panel: Panel): Sent | undefined {
  const rows =
    panel === "recharge" || panel === "refund"
      ? [amountFields()]
      : all(".pay").map((row) => [...row.querySelectorAll<HTMLInputElement>(".pay-amount input")]);
  const read = rows.map(([amount, tendered]) => ({
    amount: digitsOf(amount?.value ?? ""),
    tendered: tendered === undefined || tendered.value.trim() === "" ? undefined : (digitsOf(tendered.value) ?? NaN),
  }));
  if (read.some(({ amount, tendered }) => amount === undefined || Number.isNaN(tendered))) return undefined;
  return read.flatMap(({ amount = 0, tendered }) => (amount === 0 ? [] : [{ amount, tendered }]));
}

it("keeps every panel whole and sends what its fields say, or nothing", { timeout: 600_000 }, async () => {
  const submitted = new Map<Panel, number>();
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...(Object.keys(PANELS) as Panel[])), fc.array(step, { maxLength: 10 }), async (panel, steps) => {
      cleanup();
      queryClient.clear();
      sent = undefined;
      const Shown = PANELS[panel];
      render(
        <MemoryRouter>
          <KBarProvider>
            <QueryClientProvider client={queryClient}>
              <Shown />
            </QueryClientProvider>
          </KBarProvider>
        </MemoryRouter>,
      );
      const reason = screen.queryByLabelText("退款原因");
      if (reason) fireEvent.change(reason, { target: { value: "少打一片" } });
      for (const one of steps) play(one);
      // Still there: an error in drawing would have taken it away.
      expect(all("form, .panel-form").length).toBeGreaterThan(0);
      const button = all<HTMLButtonElement>("button.btn-primary, button.btn-danger").at(-1);
      if (!button || button.disabled) return;
      // A refund's preview is on its way.
      await waitFor(() => expect(button).not.toHaveAttribute("aria-disabled", "true"));
      if (button.disabled) return;
      const seen = inSight(panel);
      fireEvent.click(button);
      await act(() => Promise.resolve());
      if (document.querySelector("dialog[open]")) return;
      await waitFor(() => expect(sent).toBeDefined());
      submitted.set(panel, (submitted.get(panel) ?? 0) + 1);
      expect(sent).toEqual(seen);
    }),
    { numRuns: 500, seed: 20_261_127 },
  );
  // Not only panels that refuse everything.
  expect([...submitted.keys()].sort()).toEqual(Object.keys(PANELS).sort());
  expect([...submitted.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(50);
});
