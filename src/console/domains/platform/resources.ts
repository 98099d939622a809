/** Screens of staff, their accounts, and what happened. */
import { declared, first, screen } from "../../registry";

export const platformScreens = [
  ...declared({
    name: "staff",
    section: "shell.section.system",
    group: "venue",
    title: { zh: "员工列表", en: "Staff" },
    icon: "person",
    contract: () => import("../../../contract/platform/staff"),
    list: "/venue/user-admin-list",
    form: {
      path: "/venue/user-admin-form",
      code: "user_admin_form",
      title: { zh: "新增员工", en: "Create staff" },
      shown: true,
      icon: "plus",
    },
    parts: () => import("./staff-parts"),
  }),
  ...declared({
    name: "staffAddresses",
    group: "venue",
    title: { zh: "员工地址", en: "Addresses of staff" },
    hidden: true,
    contract: () => import("../../../contract/platform/staff-addresses"),
    list: "/venue/user-address-list",
    form: { path: "/venue/user-address-form", code: "staff_modify" },
  }),
  ...declared({
    name: "roles",
    section: "shell.section.system",
    group: "venue",
    title: { zh: "角色管理", en: "Roles" },
    icon: "lock",
    contract: () => import("../../../contract/platform/staff"),
    list: "/venue/role-list",
    form: { path: "/venue/role-form", code: "role_form", title: { zh: "角色表单", en: "Role form" } },
    parts: () => import("./role-parts"),
  }),
  ...["/venue/role-menu-form", "/venue/role-menu-form/:id"].flatMap((path, i) =>
    screen({
      name: i === 0 ? "roleMenu" : "roleMenuOf",
      group: "venue",
      code: "role_menu_form",
      path,
      title: { zh: "角色菜单权限", en: "Role menu permissions" },
      icon: "lock",
      hidden: true,
      titled: true,
      page: () => import("./RoleMenu"),
    }),
  ),
  ...declared({
    name: "updateLog",
    section: "shell.section.system",
    group: "venue",
    title: { zh: "更新日志", en: "Update log" },
    icon: "info",
    contract: () => import("../../../contract/platform/update-log"),
    list: "/venue/update-log",
    form: { path: "/venue/update-log-form", code: "update_log_modify" },
  }),
  ...declared({
    name: "securityLog",
    section: "shell.section.system",
    group: "venue",
    title: { zh: "操作日志", en: "Operation log" },
    icon: "book",
    contract: () => import("../../../contract/platform/security-log"),
    list: "/venue/user-security-log",
    parts: () => import("./log-parts"),
  }),
  ...screen({
    name: "smsCodes",
    section: "shell.section.system",
    group: "venue",
    code: "staff_password",
    path: "/venue/sms-codes",
    title: "platform.smsCodes",
    icon: "mail",
    page: () => import("./SmsCodes"),
    first: async () => {
      const { platform } = await import("../../../contract/platform/platform");
      return [first(platform.sentCodes, {})];
    },
  }),
];
