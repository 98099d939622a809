/** The calls of transfers between members, paired with their services. */
import { platform } from "../../../contract/platform/platform";
import { transfers } from "../../../contract/transfers/transfers";
import { inVenue } from "../../http/serve";
import { serveResource } from "../../resource/serve";
import { approve, decided, requestTransfer, transferUsers, withdrawTransfer } from "./transfers";

export const transferRoutes = [
  ...inVenue(platform, { transferUsers }),
  ...serveResource(transfers, {
    table: "member_transfer",
    saving: requestTransfer,
    actions: {
      approve,
      refuse: (ctx, _, { note }) => Promise.resolve(decided(ctx, note)),
      withdraw: withdrawTransfer,
    },
  }),
];
