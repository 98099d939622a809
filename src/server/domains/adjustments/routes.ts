/** The calls of balance adjustments, paired with their services. */
import { adjustments } from "../../../contract/adjustments/adjustments";
import { serveResource } from "../../resource/serve";
import { approveAdjustment, decided, requestAdjustment, withdrawAdjustment } from "./adjustments";

export const adjustmentRoutes = serveResource(adjustments, {
  table: "member_adjustment",
  saving: requestAdjustment,
  actions: {
    approve: approveAdjustment,
    refuse: (ctx, _, { note }) => Promise.resolve(decided(ctx, note)),
    withdraw: withdrawAdjustment,
  },
});
