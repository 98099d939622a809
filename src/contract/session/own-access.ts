/** A person's own access: where they are signed in, the second step of signing in, and the mobile that recovers the password. */
import { z } from "#zod";
import { Done, get, Id, Mobile, postJson, resource } from "../core/call";
import { PASSWORD_LENGTH } from "../core/password";
import { Instant } from "../core/time";
import { Pin } from "../sale/approvals";

const OwnSession = z.object({
  id: Id,
  browser: z.string(),
  system: z.string(),
  address: z.string(),
  signedInAt: Instant,
  /** To within some minutes. */
  usedAt: Instant,
  /** It ends then, however busy it is. */
  endsAt: Instant,
  /** The one that asks. */
  isThis: z.boolean(),
});
export type OwnSession = z.infer<typeof OwnSession>;

/** Data for an authenticator app: the address as a picture, or the secret to type in. */
export const Enrolment = z.object({ secret: z.string(), uri: z.string(), svg: z.string() });
export type Enrolment = z.infer<typeof Enrolment>;

/** The current password, and a code where a second step is on: a page may have been left open. */
const confirmed = { password: z.string().min(1).max(PASSWORD_LENGTH.max), code: z.string().trim().max(40).default("") };

const path = "/api/my/user/access";
export const ownAccess = resource({
  view: get(path, {
    summary: "Where one is signed in (50 at most), the second step, and the mobile",
    access: "person",
    output: z.object({
      sessions: z.array(OwnSession),
      /** Masked; "" where there is none. */
      mobile: z.string(),
      secondFactor: z.object({
        on: z.boolean(),
        since: Instant.nullable(),
        /** Recovery codes that were not used yet. */
        codesLeft: z.number().int(),
        /** A role of the person requires it. */
        required: z.boolean(),
      }),
      /** When the PIN was set by which one approves actions of colleagues; null: there is none. */
      pinSince: Instant.nullable(),
    }),
  }),
  endSession: postJson(`${path}/end-session`, {
    summary: "Sign out one of one's own sessions; it ends at once",
    access: "person",
    effect: false,
    input: z.object({ id: Id }),
    output: Done,
  }),
  endOthers: postJson(`${path}/end-others`, {
    summary: "Sign out all of one's own sessions but the one that asks",
    access: "person",
    effect: false,
    output: z.object({ sessions: z.number().int() }),
  }),
  beginSecondFactor: postJson(`${path}/begin-second-factor`, {
    summary: "A secret for an authenticator app, in place of an earlier one; counts once a first code of it was confirmed",
    access: "person",
    effect: false,
    input: z.object(confirmed),
    output: Enrolment,
  }),
  confirmSecondFactor: postJson(`${path}/confirm-second-factor`, {
    summary: "Turn the second step on with the app's first code; gives the recovery codes, once, and ends the person's other sessions",
    access: "person",
    effect: false,
    input: z.object({ code: z.string().trim().min(6).max(12) }),
    output: z.object({ recoveryCodes: z.array(z.string()) }),
  }),
  endSecondFactor: postJson(`${path}/end-second-factor`, {
    summary: "Turn one's own second step off, unless a role requires it",
    access: "person",
    effect: false,
    input: z.object(confirmed),
    output: Done,
  }),
  setPin: postJson(`${path}/pin`, {
    summary: "Set the PIN by which one approves actions of colleagues, in place of an earlier one",
    access: "person",
    effect: false,
    input: z.object({ ...confirmed, pin: Pin }),
    output: Done,
  }),
  removePin: postJson(`${path}/pin-remove`, {
    summary: "Remove one's PIN; one then approves nothing at a colleague's till",
    access: "person",
    effect: false,
    input: z.object(confirmed),
    output: Done,
  }),
  changeMobile: postJson(`${path}/mobile`, {
    summary: "Change one's own mobile; the old number is told by SMS where a gateway sends them",
    access: "person",
    effect: false,
    input: z.object({ ...confirmed, mobile: Mobile }),
    output: Done,
  }),
});
