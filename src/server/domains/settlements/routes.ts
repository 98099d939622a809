/** The calls of settlements, paired with their services. */
import { settlementDetails, settlements } from "../../../contract/settlements/settlements";
import { inVenue } from "../../http/serve";
import { serveResource } from "../../resource/serve";
import { approveSettlement, checkDeletion, decided, lines, payPlatform, prepareSettlement, submitSettlement } from "./settlements";

export const settlementRoutes = [
  ...inVenue(settlementDetails, { lines }),
  ...serveResource(settlements, {
    table: "settlement",
    requester: "submitter",
    saving: prepareSettlement,
    deleting: checkDeletion,
    actions: {
      submit: submitSettlement,
      approve: approveSettlement,
      reject: (ctx, _, { note }) => Promise.resolve(decided(ctx, note)),
      payOut: async (ctx, row, { note }) => {
        await payPlatform(ctx, row, note);
        return { outcome: note };
      },
    },
  }),
];
