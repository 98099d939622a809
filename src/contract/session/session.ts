/** Login, session, venue choice, menus and codes. */
import { z } from "#zod";
import { Done, get, Id, postJson, resource } from "../core/call";
import { LANGUAGES, Sport } from "../core/enums";
import { PASSWORD_LENGTH } from "../core/password";
import { ALL_CODES, type Code } from "../core/permissions";
import { Day, Instant } from "../core/time";

const CodeItem = z.object({ code: z.enum(ALL_CODES as readonly [Code, ...Code[]]) });

/** A venue of the person's list, with what its card on /sites shows. */
export const Site = z.object({
  venueId: Id,
  name: z.string(),
  logo: z.string().nullable(),
  city: z.string(),
  area: z.string(),
  mainTag: Sport,
  tags: z.array(Sport),
  siteTypeSourceId: Id,
  /** Today in the venue's zone. */
  day: Day.optional(),
  bookingsToday: z.number().int(),
  /** Occupied ÷ open unit-slots today, 0–100. */
  utilisation: z.number().int(),
});
export type Site = z.infer<typeof Site>;

/** Signed-in person. `roles` is fixed to admin; the codes hold the person's permissions. */
export const Profile = z.object({
  userId: Id,
  username: z.string(),
  name: z.string(),
  avatar: z.string().nullable(),
  introduction: z.string(),
  phone: z.string(),
  roles: z.array(z.string()).min(1),
  /** `advised`: an administrator without a second step. */
  secondFactor: z.enum(["on", "off", "advised"]).optional(),
  language: z.enum(LANGUAGES).nullable(),
});
export type Profile = z.infer<typeof Profile>;

export const session = resource({
  login: postJson("/api/my/platform/user/member/login/username", {
    summary: "Log in with username and password",
    access: "public",
    effect: false,
    input: z.object({
      username: z.string().trim().min(1).max(64),
      password: z.string().min(1).max(128),
      siteType: z.literal("Venue").default("Venue"),
      /** Code from the authenticator app, or a recovery code: required after the answer `stepNeeded`. */
      code: z.string().trim().min(6).max(40).optional(),
      /** The person's own, in place of a first password that an administrator chose. */
      newPassword: z.string().min(PASSWORD_LENGTH.min).max(PASSWORD_LENGTH.max).optional(),
    }),
    output: z.object({
      access_token: z.string(),
      expiresAt: Instant,
      /** Once, when the second step was set up with this login. */
      recoveryCodes: z.array(z.string()).optional(),
    }),
  }),
  logout: postJson("/api/my/platform/user/member/logout", { summary: "End this session", access: "person", effect: false, output: Done }),
  exchange: postJson("/api/my/platform/user/member/session", {
    summary: "Set the cookie of the session whose token was sent; give a tab that has only the cookie its token",
    access: "person",
    effect: false,
    output: z.object({ access_token: z.string(), expiresAt: Instant }),
  }),
  qrTicket: get("/api/open/open-auth/qr/ticket", {
    summary: "A one-time ticket for QR login, with its QR code as SVG; lives 2 minutes",
    access: "public",
    output: z.object({ ticket: z.string(), svg: z.string(), expiresAt: Instant }),
  }),
  qrState: get("/api/open/open-auth/qr/state", {
    summary: "Whether a QR ticket was confirmed; gives the one-time code once",
    access: "public",
    input: z.object({ ticket: z.string().min(1).max(128) }),
    output: z.object({ state: z.enum(["waiting", "confirmed", "expired"]), code: z.string().optional() }),
  }),
  qrConfirm: postJson("/api/my/platform/user/member/qr-confirm", {
    summary: "Confirm a QR login from a signed-in phone",
    access: "person",
    effect: false,
    input: z.object({ ticket: z.string().min(1).max(128) }),
    output: Done,
  }),
  qrLogin: get("/api/open/open-auth/web/author", {
    summary: "Exchange a one-time code for a session (QR login)",
    access: "public",
    input: z.object({ code: z.string().min(1).max(128) }),
    output: z.object({ access_token: z.string(), expiresAt: Instant }),
  }),
  setupState: get("/api/open/setup/state", {
    summary: "Whether the server waits for its first administrator",
    access: "public",
    output: z.object({ needed: z.boolean() }),
  }),
  setup: postJson("/api/open/setup/create", {
    summary: "First start without demo data: make the organization, its first venue and the first administrator, and log in",
    access: "public",
    effect: false,
    input: z.object({
      /** From the link that the server printed at its start; works once. */
      token: z.string().min(1).max(128),
      organizationName: z.string().trim().min(2).max(60),
      venueName: z.string().trim().min(2).max(60),
      mainTag: Sport,
      username: z
        .string()
        .trim()
        .max(64)
        .regex(/^[A-Za-z]\w+$/, { error: "identifier" }),
      password: z.string().min(PASSWORD_LENGTH.min).max(PASSWORD_LENGTH.max),
      name: z.string().trim().min(1).max(40),
    }),
    output: z.object({ access_token: z.string(), expiresAt: Instant }),
  }),
  setupPart: postJson("/api/open/upload/venue", {
    summary: "First start: a part of a venue's export, in order; a part at 0 begins anew",
    access: "public",
    effect: false,
    input: z.object({
      token: z.string().min(1).max(128),
      /** Bytes before this part. */
      at: z.int().min(0),
      /** The part as base64. */
      data: z
        .string()
        .min(1)
        .max(8 * 1024 * 1024),
    }),
    output: z.object({ received: z.number().int() }),
  }),
  setupImport: postJson("/api/open/setup/import", {
    summary: "First start: bring in the export that was received, give its first administrator this password, and log in",
    access: "public",
    effect: false,
    input: z.object({ token: z.string().min(1).max(128), password: z.string().min(PASSWORD_LENGTH.min).max(PASSWORD_LENGTH.max) }),
    output: z.object({ access_token: z.string(), expiresAt: Instant, username: z.string() }),
  }),
  profile: get("/api/my/user/profile", { summary: "Who is signed in", access: "person", output: Profile }),
  sites: get("/api/manage/venue/venue/venue-list", {
    summary: "The venues that the person may run, with today's figures",
    access: "person",
    output: z.object({ content: z.array(Site) }),
  }),
  menus: get("/api/manage/platform/menu/list", {
    summary: "Menu codes of the person at the venue",
    input: z.object({ siteType: z.string().optional() }),
    output: z.object({ menuList: z.array(CodeItem) }),
  }),
  buttons: get("/api/manage/platform/menu/resourceAll", {
    summary: "Button codes of the person at the venue",
    input: z.object({ siteType: z.string().optional() }),
    output: z.object({ resourcesList: z.array(CodeItem) }),
  }),
  preferences: get("/api/my/user/preferences", {
    summary: "The person's preferences at the venue (language, theme, columns, saved views)",
    access: "venue",
    output: z.object({ values: z.record(z.string(), z.string()) }),
  }),
  savePreference: postJson("/api/my/user/preferences/save", {
    summary: "Keep one preference; an empty value forgets it",
    access: "venue",
    effect: false,
    input: z.object({ key: z.string().regex(/^[\w.:/-]{1,120}$/), value: z.string().max(20_000) }),
    output: Done,
  }),
});
