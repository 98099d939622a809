/** The operation log: every change that was made at the venue, as the database wrote it. */
import { defineResource } from "../core/resource/define";
import { choice, instant, text, words } from "../core/resource/fields";
import { SCREENS } from "../core/pages";

export const securityLog = defineResource({
  name: "securityLog",
  one: { zh: "操作日志", en: "Operation" },
  path: "/api/manage/platform/user-security-log",
  codes: { page: SCREENS.securityLog, export: "user_security_log_export" },
  title: "what",
  period: "at",
  sort: "at,desc",
  undated: true,
  fields: {
    at: instant({ zh: "时间", en: "Time", required: true, filter: true, sort: true, computed: true }),
    operator: text({ zh: "操作人", en: "Operator", search: "part", width: 110 }),
    what: text({ zh: "操作", en: "What", computed: true, search: "part", width: 200 }),
    changes: words({ zh: "改动（前 → 后）", en: "Changes (before → after)", computed: true, width: 380 }),
    change: choice({
      zh: "方式",
      en: "Kind",
      computed: true,
      required: true,
      filter: true,
      hidden: true,
      choices: {
        created: { zh: "新增", en: "Added" },
        changed: { zh: "修改", en: "Changed" },
        removed: { zh: "删除", en: "Removed" },
      },
    }),
    address: text({ zh: "来源地址", en: "Address", search: "prefix", width: 130 }),
    action: text({ zh: "接口", en: "Call", filter: true, hidden: true, width: 180 }),
    object: text({ zh: "数据表", en: "Table", filter: true, hidden: true, width: 140 }),
    objectId: text({ zh: "对象编号", en: "Record id", filter: true, hidden: true, width: 180 }),
    operatorId: text({ zh: "操作人编号", en: "Operator id", computed: true, filter: true, hidden: true, width: 140 }),
  },
  hint: { zh: "每一次改动都自动记在这里，谁都不能修改或删除", en: "Every change is written here by itself; nobody can alter or delete it" },
  help: {
    zh: "按时间、操作人、操作或对象编号查找。打开一行看改动前后的值。手机号按权限打码，密码不入日志。",
    en: "Find by time, operator, what was done or the record's id. Open a row for the values before and after. Mobiles are masked; passwords are never logged.",
  },
});
