/** Staff and roles. */
import { addFault, withRule } from "../core/between";
import { z } from "#zod";
import { ById, Done, get, Id, Mobile, postJson, resource, SearchText } from "../core/call";
import { PASSWORD_LENGTH } from "../core/password";
import { Yuan } from "../core/money";
import { ALL_CODES } from "../core/permissions";
import { Instant } from "../core/time";

const CodeWord = z.enum(ALL_CODES);
const Password = z.string().min(PASSWORD_LENGTH.min).max(PASSWORD_LENGTH.max);
/** A venue of the organization that the reader may see, with the role that a person holds there. */
const VenueRole = z.object({
  venueId: Id,
  name: z.string(),
  roleId: Id.nullable(),
  roleName: z.string().nullable(),
  /** The reader may give, change and take the role there. */
  mayChange: z.boolean(),
  /** Roles that the reader may give there. */
  roles: z.array(z.object({ id: Id, name: z.string() })),
});
export type VenueRole = z.infer<typeof VenueRole>;

/** A role's codes, as its page shows them. */
export const RoleCodes = z.object({
  id: Id,
  name: z.string(),
  /** Holds everything, also what a later version adds; its codes are not chosen. */
  everything: z.boolean(),
  baseId: Id.nullable(),
  baseName: z.string().nullable(),
  /** Given by this role itself. */
  own: z.array(CodeWord),
  /** Given by the role that it builds on. */
  inherited: z.array(CodeWord),
  /** Codes that the reader holds and so may grant. */
  grantable: z.array(CodeWord),
  /** Staff who hold the role at the venue. */
  staff: z.array(z.string()),
  /** Roles whose codes can be taken over as a start. */
  others: z.array(z.object({ id: Id, name: z.string(), codes: z.array(CodeWord) })),
});
export type RoleCodes = z.infer<typeof RoleCodes>;

/**
 * A group, a page or a button, as the menu and the tree of permissions have them. They come from the product's own lists of codes, screens and
 * calls, so that none can be switched on that leads nowhere: what a role holds of them is what is set.
 */
export const MenuNode = z.object({
  code: CodeWord,
  /** The group of a page, the page of a button. */
  parentId: CodeWord.nullable(),
  type: z.enum(["group", "page", "button"]),
  title: z.string(),
  /** For a page: name of its icon and address in the console; "" where it is opened only from another page. */
  icon: z.string(),
  path: z.string(),
  /** Place among those of the same parent, from 0. */
  sequence: z.number().int(),
  /** The page is not for venues of this kind. */
  disable: z.boolean(),
  /** API calls that the code permits. */
  calls: z.array(
    z.object({
      method: z.enum(["GET", "POST"]),
      uri: z.string(),
      /** It changes something, and the operation log keeps what. */
      recordLog: z.boolean(),
    }),
  ),
});
export type MenuNode = z.infer<typeof MenuNode>;

/** A code for a new password that was asked for, as the administrator passes it on. */
export const SentCode = z.object({
  id: Id,
  at: Instant,
  expiresAt: Instant,
  name: z.string(),
  username: z.string(),
  phone: z.string(),
  code: z.string(),
});
export type SentCode = z.infer<typeof SentCode>;

/** Device and address of a sign-in. Browser and system are in common words, "" where they are not recognized. */
const From = z.object({ browser: z.string(), system: z.string(), address: z.string() });
/** A device from which a person has signed in, until it is taken away or not used for 400 days. */
export const StaffDevice = From.extend({
  id: Id,
  /** Null where it was not kept yet. */
  firstAt: Instant.nullable(),
  lastAt: Instant,
  /** Sessions that are open on it now. */
  sessions: z.number().int(),
});
export type StaffDevice = z.infer<typeof StaffDevice>;
/** A sign-in: by password, by a code that a signed-in phone scanned, or as the installation was set up. */
export const SignIn = From.extend({
  id: Id,
  at: Instant,
  way: z.enum(["password", "scan", "setup"]),
  /** The phone that confirmed the scanned code. */
  phone: From.nullable(),
});
export type SignIn = z.infer<typeof SignIn>;

const user = "/api/manage/platform/user";
export const platform = resource({
  staffVenues: get(`${user}/venues`, {
    summary: "The reader's venues, with the role that a person holds at each",
    code: "user_admin_list",
    input: ById,
    output: z.object({ content: z.array(VenueRole) }),
  }),
  staffVenueRole: postJson(`${user}/venue-role`, {
    summary: "Give a person a role at another venue of the reader, change it, or take it (no role)",
    code: "staff_modify",
    input: ById.extend({ venueId: Id, roleId: Id.nullable() }),
    output: Done,
  }),
  staffDevices: get(`${user}/devices`, {
    summary: "The devices from which a person has signed in, those used last first (50 at most)",
    code: "staff_modify",
    input: ById,
    output: z.object({ content: z.array(StaffDevice) }),
  }),
  endDevice: postJson(`${user}/end-device`, {
    summary: "Take a device away from a person: what is open on it ends at once, and the next sign-in there is one from a new device",
    code: "staff_modify",
    input: ById.extend({ deviceId: Id }),
    output: z.object({ sessions: z.number().int() }),
  }),
  signIns: get(`${user}/sign-ins`, {
    summary: "A person's last sign-ins: how, from where, and which phone confirmed a scanned code (50 at most)",
    code: "staff_modify",
    input: ById,
    output: z.object({ content: z.array(SignIn) }),
  }),
  staffSettings: get(`${user}/settings`, {
    summary: "What a person has set for themselves at the venue: look, language, voice, columns and views of lists",
    code: "user_admin_list",
    input: ById,
    output: z.object({ values: z.record(z.string(), z.string()) }),
  }),
  transferUsers: get(`${user}/get-transfer-user-list`, {
    summary: "Members between whom money can be transferred, with what their purses have free",
    code: ["transfer_form", "transfer_list"],
    input: z.object({ id: Id.optional(), exceptId: Id.optional(), q: SearchText.optional() }),
    output: z.object({
      content: z.array(z.object({ id: Id, name: z.string(), cardNo: z.string(), phone: z.string(), principal: Yuan, gift: Yuan })),
    }),
  }),
  roleCodes: get("/api/manage/platform/role/codes", {
    summary: "A role's codes, what it inherits, and what the reader may give",
    code: ["role_list", "role_menu_form"],
    input: ById,
    output: RoleCodes,
  }),
  menuTree: get("/api/manage/platform/menu/tree", {
    summary: "Groups, pages and buttons with their names, addresses and calls, parents before their children",
    code: ["role_list", "role_menu_form"],
    output: z.object({ content: z.array(MenuNode) }),
  }),
  saveRoleCodes: postJson("/api/manage/platform/role/save-codes", {
    summary: "Set the codes that a role itself gives; counts at its holders' next call",
    code: "role_modify",
    input: ById.extend({
      codes: z.array(CodeWord).max(1_000),
      /** The codes as the page showed them: when somebody else changed them since, nothing is saved. */
      was: z.array(CodeWord).max(1_000),
      reason: z.string().trim().max(200).default(""),
    }),
    output: RoleCodes,
  }),
  sentCodes: get(`${user}/sent-codes`, {
    summary: "Codes for a new password that wait for the administrator to pass them on, because no SMS gateway sends them",
    code: "staff_password",
    output: z.object({
      /** A gateway sends the codes: none is shown. */
      byGateway: z.boolean(),
      content: z.array(SentCode),
    }),
  }),
  findPassword: postJson("/api/my/platform/user/member/find-password", {
    summary: "Set a new password with a code sent to the mobile; ends all sessions of the person",
    access: "public",
    effect: false,
    input: z.object({
      mobile: Mobile,
      code: z
        .string()
        .trim()
        .regex(/^\d{6}$/, { error: "sixDigits" }),
      password: Password,
    }),
    /** Username that the password belongs to: whoever forgot one may have forgotten the other. */
    output: z.object({ username: z.string() }),
  }),
  changePassword: postJson("/api/my/platform/user/member/change-password", {
    summary: "Change one's own password; ends the person's other sessions. Wrong old passwords count as failed logins",
    access: "person",
    effect: false,
    input: withRule(
      z.object({
        /** Any length is allowed: other rules may have applied when it was set. */
        oldPassword: z.string().min(1).max(PASSWORD_LENGTH.max),
        newPassword: Password,
      }),
      ({ oldPassword, newPassword }, issues) => {
        if (oldPassword === newPassword) addFault(issues, ["newPassword"], "asBefore");
      },
    ),
    output: Done,
  }),
  miniCode: get("/api/my/user/get-user-wx-mini-code", {
    summary: "The address of a QR image: payment to the venue, or the venue's mini-program page",
    access: "venue",
    input: z.object({
      business: z.enum(["payToVenue", "venueDetail"]),
      venueId: Id,
      env_version: z.enum(["release", "trial", "develop"]).default("release"),
    }),
    output: z.string(),
  }),
});
