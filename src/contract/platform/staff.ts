/** Staff of a venue and the organization's roles. */
import { defineResource, targetOf } from "../core/resource/define";
import { LANGUAGES } from "../core/enums";
import { bool, choice, instant, number, phone, picture, reference, state, text, words, uniqueName } from "../core/resource/fields";
import type { Label } from "../core/resource/label";
import { user } from "../core/states";
import { LABELS } from "../core/resource/labels";
import { SCREENS } from "../core/pages";

export const roles = defineResource({
  name: "roles",
  one: { zh: "角色", en: "Role" },
  path: "/api/manage/platform/role",
  codes: { page: SCREENS.roles, modify: "role_modify", export: "role_export" },
  title: "name",
  page: "/venue/role-list/:id",
  fields: {
    name: uniqueName("part", 40),
    base: reference({
      zh: "继承自",
      en: "Builds on",
      filter: true,
      of: () => ({ resource: "roles", title: "name" }),
      hint: { zh: "有那个角色的全部权限，再加自己的", en: "It has all permissions of that role, and its own" },
    }),
    codes: number({ zh: "权限数", en: "Permissions", computed: true, sort: true }),
    staff: number({ zh: "本馆员工", en: "Staff here", computed: true, sum: true, sort: true }),
    discountPercent: number({
      zh: "优惠上限（%）",
      en: "Discount limit (%)",
      required: true,
      initial: 20,
      min: 0,
      max: 100,
      hint: {
        zh: "有“打折”权限的人在收银台手工优惠的上限，按会员价后的金额算",
        en: "What those who may discount can take off at the checkout, of the price after the member's",
      },
    }),
    secondFactor: bool({
      zh: "登录需要两步验证",
      en: "Sign in with a second step",
      initial: false,
      hint: {
        zh: "有这个角色的人登录时除密码外还要输入身份验证器的验证码，下次登录起生效",
        en: "Holders enter a code of their authenticator app beside the password, from their next login",
      },
    }),
    memo: text({ zh: "说明", en: "Note", long: true, search: "part" }),
  },
  hint: { zh: "角色是一组权限，给员工角色就给了权限", en: "A role is a set of permissions; staff get them by their role" },
  help: {
    zh: "角色属于机构，各馆共用。给不出自己没有的权限；在别的场馆也有人用的角色，要在那里也能改角色才能改。改动在持有人的下一次操作起生效。",
    en: "Roles are the organization's and shared by its venues. You can't give what you don't hold; a role that is in use at other venues is changed by who may do so there, too. A change counts at its holders' next action.",
  },
});

const path = "/api/manage/platform/user";
const LANGUAGE_NAMES = { zh: { zh: "中文", en: "Chinese" }, en: { zh: "英文", en: "English" } } as const satisfies Record<
  (typeof LANGUAGES)[number],
  Label
>;
/** Hint about the minimum length of a password; shown here and checked by the server with the other rules. */
const PASSWORD_HINT = {
  zh: "至少 10 个字符，不能是常见密码，不能含账号",
  en: "At least 10 characters, no common password, not with the username in it",
};

export const staff = defineResource({
  name: "staff",
  one: { zh: "员工", en: "Staff" },
  path,
  paths: { list: `${path}/get-admin-list`, create: `${path}/addUser`, delete: `${path}/delete-admin` },
  codes: { page: SCREENS.staff, create: "staff_create", modify: "staff_modify", delete: "staff_delete", export: "staff_export" },
  title: "name",
  page: "/venue/user-admin-list/:id",
  sort: "top,desc",
  fields: {
    name: text({ zh: "姓名", en: "Name", required: true, search: "part", sort: true, max: 40 }),
    username: text({
      ...LABELS.username,
      required: true,
      search: "prefix",
      unique: true,
      once: true,
      sort: true,
      max: 64,
      hint: { zh: "字母开头，只含字母、数字和下划线", en: "Begins with a letter; letters, digits and underscores only" },
    }),
    state: state({ ...LABELS.state, machine: user, filter: true }),
    role: reference({ zh: "本馆角色", en: "Role here", required: true, filter: true, of: () => targetOf(roles) }),
    phone: phone({ ...LABELS.phone, search: "prefix" }),
    email: text({ ...LABELS.email, search: "prefix", max: 120, hidden: true }),
    nickname: text({ zh: "昵称", en: "Nickname", max: 40, hidden: true }),
    gender: choice({
      ...LABELS.gender,
      choices: { male: { zh: "男", en: "Male" }, female: { zh: "女", en: "Female" } },
      hidden: true,
    }),
    photo: picture(LABELS.photo),
    language: choice({
      zh: "界面语言",
      en: "Language",
      choices: LANGUAGE_NAMES,
      hidden: true,
      hint: { zh: "登录后先用这种语言", en: "The console is in it after the login" },
    }),
    promotionCode: text({
      zh: "推广码",
      en: "Promotion code",
      unique: true,
      search: "prefix",
      max: 20,
      hidden: true,
      hint: { zh: "介绍会员时记下谁推荐的", en: "Says who introduced a new member" },
    }),
    lastLoginAt: instant({ zh: "最近登录", en: "Last login", readonly: true, sort: true, filter: true }),
    venues: words({ zh: "其他场馆", en: "Other venues", computed: true, hidden: true, width: 220 }),
    top: bool({ zh: "置顶", en: "On top", readonly: true, sort: true, hidden: true }),
    lockedUntil: instant({ zh: "锁定至", en: "Locked until", readonly: true, hidden: true }),
    lockCount: number({ zh: "连续输错密码", en: "Wrong passwords in a row", readonly: true, hidden: true }),
    password: text({ zh: "初始密码", en: "First password", once: true, formOnly: true, secret: true, max: 128, hint: PASSWORD_HINT }),
  },
  shared: { status: { path: `${path}/status`, actions: ["disable", "enable", "unlock"] } },
  actions: {
    top: { label: { zh: "置顶 / 取消置顶", en: "Put on top / take off" }, code: "staff_modify" },
    unlock: { label: { zh: "解锁", en: "Unlock" }, code: "staff_modify" },
    enable: { label: { zh: "启用", en: "Enable" }, code: "staff_modify" },
    setPassword: {
      label: { zh: "重设密码", en: "Set password" },
      code: "staff_password",
      confirm: { zh: "该员工的所有登录会立即退出。", en: "All sessions of this person end at once." },
      fields: { password: text({ zh: "新密码", en: "New password", required: true, secret: true, max: 128, hint: PASSWORD_HINT }) },
    },
    resetSecondFactor: {
      label: { zh: "重置两步验证", en: "Reset second step" },
      code: "staff_password",
      confirm: {
        zh: "员工手机丢失时使用：该员工的身份验证器和恢复码立即失效，所有登录退出。角色要求两步验证时，下次登录会要求重新设置。",
        en: "For a lost phone: the person's authenticator app and recovery codes stop working, and all their sessions end. Where their role requires a second step, the next login sets it up again.",
      },
    },
    transfer: {
      label: { zh: "移交数据", en: "Move data" },
      code: "staff_modify",
      confirm: {
        zh: "把该员工名下未完成的单据（挂单、固定场、候补、拼场）移交给另一名员工；历史记录不变。",
        en: "Moves what is still open in this person's name (held sales, fixed bookings, waitlist, open plays) to another one; history stays.",
      },
      fields: { to: reference({ zh: "移交给", en: "To", required: true, of: () => ({ resource: "staff", title: "name" }) }) },
    },
    disable: {
      label: { zh: "停用", en: "Disable" },
      code: "staff_modify",
      danger: true,
      confirm: { zh: "停用后立即退出，所有场馆都不能再登录。", en: "They are signed out at once and can't log in at any venue." },
    },
  },
  views: { locked: { label: { zh: "已锁定", en: "Locked" }, filters: { state: "locked" } } },
  groups: [
    {
      title: { zh: "员工", en: "Person" },
      fields: ["name", "nickname", "phone", "email", "gender", "role", "promotionCode", "language", "photo"],
    },
    { title: { zh: "账号", en: "Account" }, fields: ["username", "password"] },
  ],
  hint: { zh: "能登录本馆后台的人，每人一个角色", en: "Who may log in here, each with a role" },
  help: {
    zh: "不能给出自己没有的权限，不能改自己的角色，不能停用或移除最后一名管理员。移除只离开本馆；名下有未交的班次或未完成的单据时先移交。员工详情里能看到登录设备和登录记录；设备丢了，在那里移除它，上面的登录立即退出，其他设备不受影响。",
    en: "You can't give what you don't hold, change your own role, or disable or remove the last administrator. Removing takes a person off this venue only; an open shift or open documents are handed over first. The record shows devices and sign-ins; take a lost phone away there: what is open on it ends at once, other devices go on.",
  },
});
