/**
 * The sandbox channel: every outcome on one machine, decided by the last digit of the scanned code and the time since it was sent. It keeps
 * nothing, so that a restart and a second process know as much of a charge as the first.
 *
 * | last digit | what happens                                             |
 * |------------|----------------------------------------------------------|
 * | 0–4        | paid at once                                             |
 * | 5          | no answer, for as long as anybody asks                   |
 * | 6          | password needed; paid after 4 seconds                    |
 * | 7          | password needed; the customer gives up after 4 seconds   |
 * | 8          | refused: not enough money                                |
 * | 9          | no answer in time; known to be paid after 4 seconds      |
 *
 * A payment on the provider's page is paid once its row has a number of the sandbox, which the sandbox's page writes.
 */
import type { ChargeOutcome, PaymentChannel } from "./channel";
import { later } from "./words";

/** Time that the sandbox's customers need. */
export const SANDBOX_SECONDS = 4;

function outcomeOf(outTradeNo: string, digit: string | undefined, seconds: number): ChargeOutcome {
  const late = seconds >= SANDBOX_SECONDS;
  const paid: ChargeOutcome = { state: "paid", ref: `sandbox-${outTradeNo}` };
  switch (digit) {
    case "5":
      return { state: "unknown" };
    case "6":
      return late ? paid : { state: "password" };
    case "7":
      return late ? { state: "refused", why: later("customerCancelled") } : { state: "password" };
    case "8":
      return { state: "refused", why: later("notEnough") };
    case "9":
      return late ? paid : { state: "unknown" };
    default:
      return paid;
  }
}

export function sandboxChannel(now: () => Date): PaymentChannel {
  return {
    sandbox: true,
    charge: async ({ outTradeNo, authCode }) => outcomeOf(outTradeNo, authCode.at(-1), 0),
    query: async ({ outTradeNo, codeTail, sentAt, ref }) =>
      codeTail === ""
        ? ref
          ? { state: "paid", ref }
          : { state: "password" }
        : outcomeOf(outTradeNo, codeTail.at(-1), (now().getTime() - sentAt.getTime()) / 1000),
    reverse: async () => ({ state: "closed" }),
    online: {
      begin: async ({ returnUrl }) => ({ state: "ready", url: `${returnUrl}&sandbox=pay` }),
      close: async () => ({ state: "closed" }),
      readNotice: () => null,
      received: "",
    },
    refund: async ({ refundNo }) => ({ state: "refunded", ref: `sandbox-${refundNo}` }),
  };
}
