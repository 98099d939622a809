/** Services of declared calls without HTTP: what a test of one venue calls in its own transactions. */
import type { Call, Output } from "../../src/contract/core/call";
import type { Ctx } from "../../src/server/http/context";
import { allRoutes } from "../../src/server/routes";

const routes = allRoutes({ dataDir: "/nowhere" });

/**
 * Returns the service of a call for the transmitted values; an open call's venue is the context's. @throws Error if nothing serves it, or
 * the input is not one of the call
 */
export const serves =
  <C extends Call>(call: C) =>
  async (ctx: Ctx, input: object): Promise<Output<C>> => {
    const route = routes.find((one) => one.call === (call as Call));
    if (route?.in !== "venue") throw new Error(`${call.path} is not served`);
    return (await route.service(
      ctx,
      call.input.parse(call.access === "cookie" ? { venueId: ctx.venue.id, ...input } : input) as never,
    )) as Output<C>;
  };
