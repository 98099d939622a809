/** A call as the bench sends it: by token, or by session where the call is an open one. */
import type { Call } from "../../contract/core/call";
import { VENUE } from "./data";
import type { Target } from "./load";

/** @param at the server, and the token of a person's session */
export function target(
  { server, token }: { readonly server: { readonly origin: string }; readonly token: string },
  call: Call,
  input: Readonly<Record<string, string>> = {},
): Target {
  const open = call.path.startsWith("/api/open/");
  const query = new URLSearchParams({ ...input, ...(open ? { venueId: VENUE } : {}) }).toString();
  return {
    url: `${server.origin}${call.path}?${query}`,
    headers: open ? { cookie: `session=${token}`, origin: server.origin } : { access_token: token, sourceId: VENUE },
  };
}
