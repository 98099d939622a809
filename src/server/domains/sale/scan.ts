/** Scan-to-pay: collecting an amount from a scanned payment code, and where a collection stands (spec §7 "Shell calls", product session-and-shell). */
import type { Parsed } from "../../../contract/call";
import { sale, type ScanPayment } from "../../../contract/sale";
import type { Ctx } from "../../http/context";
import { inVenueAfter, type Route } from "../../http/serve";
import { advance, attemptOf, begin, look, send } from "../../payment/attempt";
import type { Channels } from "../../payment/channel";

/**
 * The two calls. Submitting records the attempt under its idempotency key, then asks the channel and waits for its first word; asked again
 * with that key, it answers how the same attempt stands. Reading brings an attempt on before it answers.
 */
export const scanRoutes = (channels: Channels): Route[] => [
  inVenueAfter(
    sale.amountAndCode,
    (ctx: Ctx, input) => begin(ctx, channels, input),
    async (work, { id }, input): Promise<ScanPayment> => {
      await send(work, channels, id, input.code);
      return look(work, id);
    },
  ),
  inVenueAfter(
    sale.scanState,
    async (ctx: Ctx, input: Parsed<typeof sale.scanState>) => ({ id: (await attemptOf(ctx, input.paymentId)).id }),
    async (work, { id }): Promise<ScanPayment> => {
      await advance(work, channels, id);
      return look(work, id);
    },
  ),
];
