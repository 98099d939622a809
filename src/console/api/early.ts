import { session as calls } from "../../contract/session";
import type { Call, Input, Output } from "../../contract/call";
import { requestOf } from "./request";
import { readData, send } from "./send";

/**
 * A call that nothing may hold up and whose failure is its caller's own: those of the first load, and the end of a session.
 * @throws ApiError a refusal; HttpError after one retry
 */
export const early = async <C extends Call>(call: C, input: Input<C>): Promise<Output<C>> =>
  (await send(requestOf(call, input ?? {}), readData)) as Output<C>;

/** What a venue's menus, buttons and data are asked with, together. */
export const earlyCodes = async () => {
  const [{ menuList }, { resourcesList }] = await Promise.all([
    early(calls.menus, { siteType: "Venue" }),
    early(calls.buttons, { siteType: "Venue" }),
  ]);
  return new Set([...menuList, ...resourcesList].map(({ code }) => code));
};
