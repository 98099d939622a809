import type { Call, Input, Output } from "../../contract/core/call";
import { session as calls } from "../../contract/session/session";
import { sendAhead } from "./ahead";

/**
 * A call that nothing may hold up and whose failure is its caller's own: those of the first load, and the end of a session. Reading ones
 * are on their way before the client is there.
 * @throws ApiError a refusal; HttpError after one retry; TypeError when the server can't be reached
 */
export async function callDirectly<C extends Call>(call: C, input: Input<C>): Promise<Output<C>> {
  if (call.method === "GET") sendAhead(call, input ?? {});
  const { requestData } = await import("./request");
  return (await requestData(call, input)) as Output<C>;
}

/** Returns the codes for a venue's menus, buttons and data, together. */
export const earlyCodes = async () => {
  const [{ menuList }, { resourcesList }] = await Promise.all([
    callDirectly(calls.menus, { siteType: "Venue" }),
    callDirectly(calls.buttons, { siteType: "Venue" }),
  ]);
  return new Set([...menuList, ...resourcesList].map(({ code }) => code));
};
