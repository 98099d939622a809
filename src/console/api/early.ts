import { session as calls } from "../../contract/session";
import type { Call, Input, Output } from "../../contract/call";
import { parseJson, unwrap } from "./answer";
import { ApiError } from "./error";
import { invoke } from "./invoke";
import { requestOf } from "./request";

/**
 * A GET of the first load: by fetch, so that it is on its way before axios and React are there. A failure that is no refusal is tried
 * again by the client proper.
 * @throws ApiError a refusal
 */
export async function early<C extends Call>(call: C, input: Input<C>): Promise<Output<C>> {
  const wire = requestOf(call, input ?? {});
  try {
    const answer = await fetch(wire.url, { headers: { ...wire.headers }, credentials: "include" });
    if (!answer.ok) throw new TypeError(`status code ${answer.status}`);
    return unwrap(parseJson(await answer.text())) as Output<C>;
  } catch (error) {
    if (error instanceof ApiError) throw error;
    return invoke(call, input);
  }
}

/** What a venue's menus, buttons and data are asked with, together (spec §4 "first navigation"). */
export const earlyCodes = async () => {
  const [{ menuList }, { resourcesList }] = await Promise.all([
    early(calls.menus, { siteType: "Venue" }),
    early(calls.buttons, { siteType: "Venue" }),
  ]);
  return new Set([...menuList, ...resourcesList].map(({ code }) => code));
};
