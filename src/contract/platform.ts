/** Staff and roles (spec §7 "Platform users", product platform-and-content). */
import { z } from "zod";
import { ById, Done, get, Id, Mobile, PageQuery, pageOf, postJson, resource, SearchText, Words } from "./call";
import { Yuan } from "./money";
import { ALL_CODES } from "./permissions";
import { Instant } from "./time";

const CodeWord = z.enum(ALL_CODES);
/** How long a password is, in characters. */
export const PASSWORD_LENGTH = { min: 8, max: 128 } as const;
const Password = z.string().min(PASSWORD_LENGTH.min).max(PASSWORD_LENGTH.max);
/** Identifier: starts with a letter followed by word characters (spec §5). */
const Username = z
  .string()
  .trim()
  .max(64)
  .regex(/^[A-Za-z]\w+$/, { error: (issue) => (issue.input === "" ? "required" : "identifier") });

export const STAFF_STATES = ["active", "disabled", "locked"] as const;
/** A person of the venue's staff, with the role held there. */
export const Staff = z.object({
  id: Id,
  username: z.string(),
  name: z.string(),
  phone: z.string(),
  avatar: z.string().nullable(),
  roleId: Id,
  roleName: z.string(),
  state: z.enum(STAFF_STATES),
  /** Shown first in the list. */
  top: z.boolean(),
  lastLoginAt: Instant.nullable(),
  createdAt: Instant,
});
export type Staff = z.infer<typeof Staff>;

const StaffDraft = z.object({
  username: Username,
  name: z.string().trim().min(1).max(40),
  phone: z.union([Mobile, z.literal("")]).default(""),
  roleId: Id,
});

/** A role: a name and the codes that it grants. */
export const Role = z.object({ id: Id, name: z.string(), kind: z.string(), staff: z.number().int(), codes: z.array(CodeWord) });
export type Role = z.infer<typeof Role>;

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

const user = "/api/manage/platform/user";
export const platform = resource({
  staffList: get(`${user}/get-admin-list`, {
    summary: "Staff of the venue, a page",
    code: "user_admin_list",
    input: z.object({ q: SearchText.optional(), roleId: Words.optional(), state: Words.optional() }).extend(PageQuery.shape),
    output: pageOf(Staff),
  }),
  staffView: get(`${user}/view`, { summary: "One person of the staff", code: "user_admin_list", input: ById, output: Staff }),
  staffCreate: postJson(`${user}/addUser`, {
    summary: "Create a person of the staff with a role at the venue",
    code: "staff_create",
    input: StaffDraft.extend({ password: Password }),
    output: Staff,
  }),
  staffModify: postJson(`${user}/modify`, {
    summary: "Change a person of the staff, or the role held at the venue",
    code: "staff_modify",
    input: StaffDraft.extend({ id: Id }),
    output: Staff,
  }),
  staffDelete: postJson(`${user}/delete-admin`, {
    summary: "Take a person off the venue's staff",
    code: "staff_delete",
    input: ById,
    output: Done,
  }),
  staffTop: postJson(`${user}/top`, {
    summary: "Show a person first in the list, or no longer",
    code: "staff_modify",
    input: ById.extend({ top: z.boolean() }),
    output: Staff,
  }),
  staffStatus: postJson(`${user}/status`, {
    summary: "Disable, enable or unlock a person of the staff",
    code: "staff_modify",
    input: ById.extend({ action: z.enum(["disable", "enable", "unlock"]) }),
    output: Staff,
  }),
  staffPassword: postJson(`${user}/set-password`, {
    summary: "Set a new password for a person of the staff; ends their sessions",
    code: "staff_password",
    input: ById.extend({ password: Password }),
    output: Done,
  }),
  transferUsers: get(`${user}/get-transfer-user-list`, {
    summary: "Members between whom money can be transferred, with what their purses have free",
    code: ["transfer_form", "transfer_list"],
    input: z.object({ id: Id.optional(), exceptId: Id.optional(), q: SearchText.optional() }),
    output: z.object({
      content: z.array(z.object({ id: Id, name: z.string(), cardNo: z.string(), phone: z.string(), principal: Yuan, gift: Yuan })),
    }),
  }),
  roles: get("/api/manage/platform/role/list", {
    summary: "Roles of the organization",
    code: ["role_list", "role_menu_form", "user_admin_list"],
    output: z.object({ content: z.array(Role) }),
  }),
  role: get("/api/manage/platform/role/view", { summary: "One role", code: ["role_list", "role_menu_form"], input: ById, output: Role }),
  saveRole: postJson("/api/manage/platform/role/save", {
    summary: "Create a role (no id) or change its name and codes",
    code: "role_modify",
    input: z.object({ id: Id.optional(), name: z.string().trim().min(1).max(40), codes: z.array(CodeWord).max(500) }),
    output: Role,
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
    /** Whose password it was: who forgot one may have forgotten the other. */
    output: z.object({ username: z.string() }),
  }),
  changePassword: postJson("/api/my/platform/user/member/change-password", {
    summary: "Change one's own password; ends the person's other sessions. Wrong old passwords count as failed logins",
    access: "person",
    effect: false,
    input: z
      .object({
        /** Of any length: rules may have been others when it was set. */
        oldPassword: z.string().min(1).max(PASSWORD_LENGTH.max),
        newPassword: Password,
      })
      .refine(({ oldPassword, newPassword }) => oldPassword !== newPassword, { path: ["newPassword"], message: "asBefore" }),
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
