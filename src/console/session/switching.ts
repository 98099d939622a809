/**
 * A link that signs somebody else in over a living session: it waits until the person at the desk agrees. Held in memory only, so that its token
 * is nowhere after a reload.
 */
import { session as calls, type Profile } from "../../contract/session/session";
import { callDirectly } from "../api/call-directly";
import { apiAddress } from "../api/host";
import { authProvider } from "../providers/auth";
import { endSession } from "./enter";
import { forgetTraces } from "./traces";

/** A session that a link brought, and where it leads. */
interface LinkedSession {
  readonly token: string;
  readonly venueId: string;
  readonly to: string;
}
interface Switch extends LinkedSession {
  /** Names of who is signed in here, and of who the link signs in. */
  readonly from: string;
  readonly name: string;
}
let waiting: Switch | undefined;

/** The switch that waits for an answer. */
export const waitingSwitch = (): Switch | undefined => waiting;
export const rejectSwitch = (): void => void (waiting = undefined);

/**
 * Decides what a link's session does to the one of this browser: `take` where nobody is signed in any more or it is the same person, `ask` where it
 * is somebody else, `ignore` where the link opens nothing.
 */
export async function weighLinkedSession(linked: LinkedSession): Promise<"take" | "ask" | "ignore"> {
  const [mine, theirs] = await Promise.all([profileOf(undefined), profileOf(linked.token)]);
  if (!mine) return "take";
  if (!theirs) return "ignore";
  if (mine.userId === theirs.userId) return "take";
  waiting = { ...linked, from: mine.name, name: theirs.name };
  return "ask";
}

/** Ends the session of this browser, takes the link's, and loads the console anew. */
export async function acceptSwitch({ token, venueId, to }: Switch): Promise<void> {
  await endSession();
  forgetTraces();
  await authProvider.login({ token, venueId });
  location.assign(to);
}

/** The person of a token, or of this browser's own session; undefined where it opens nothing. */
async function profileOf(token: string | undefined): Promise<Profile | undefined> {
  const read = token === undefined ? callDirectly(calls.profile, {}) : profileOfToken(token);
  return read.catch(() => undefined);
}

/** The request is sent as it is: the rules would name this browser's own session. */
async function profileOfToken(token: string): Promise<Profile> {
  const { client } = await import("../api/client");
  const { href } = new URL(apiAddress(calls.profile.path), location.origin);
  return (await client.get<Profile>(href, { headers: { access_token: token }, attempt: 1 })).data;
}
