/** Partners of the venue: organization unions with their tenants and people, training institutions, threading masters. */
import { auditActions, auditFields, auditViews } from "../core/audited";
import { defineResource, targetOf } from "../core/resource/define";
import {
  bool,
  choice,
  day,
  money,
  number,
  percent,
  phone,
  picture,
  pictures,
  reference,
  region,
  text,
  words,
  uniqueName,
} from "../core/resource/fields";
import { LABELS } from "../core/resource/labels";
import { SCREENS } from "../core/pages";

export const CURRENCIES = {
  CNY: { zh: "人民币", en: "Renminbi" },
  HKD: { zh: "港币", en: "Hong Kong dollar" },
  USD: { zh: "美元", en: "US dollar" },
  EUR: { zh: "欧元", en: "Euro" },
} as const;
const LANGUAGES = { zh: { zh: "中文", en: "Chinese" }, en: { zh: "英文", en: "English" } } as const;

const codes = { page: SCREENS.organizations, modify: "organization_modify", export: "organization_export" } as const;

export const tenants = defineResource({
  name: "tenants",
  one: { zh: "租户", en: "Tenant" },
  path: "/api/manage/venue/tenant",
  codes,
  title: "name",
  page: "/platform/tenant-list/:id",
  fields: {
    name: uniqueName("pinyin", 60),
    single: bool({ zh: "单一机构", en: "Single", filter: true, hint: { zh: "只能有一个机构", en: "Has one organization only" } }),
    maxLevel: number({ zh: "最多层级", en: "Most levels", required: true, min: 1, max: 9, initial: 3 }),
    expirationDate: day({ zh: "到期日", en: "Expires on", filter: true, sort: true }),
    locked: bool({
      zh: "已锁定",
      en: "Locked",
      filter: true,
      hint: { zh: "锁定后不能新增或修改其机构", en: "Its organizations can't be added or changed" },
    }),
    organizations: number({ zh: "机构数", en: "Organizations", computed: true }),
  },
  hint: {
    zh: "租户是使用平台的法人，它的机构按层级管理",
    en: "A tenant is a legal entity on the platform; its organizations stand in levels",
  },
});

export const siteTypes = defineResource({
  name: "siteTypes",
  one: { zh: "站点类型", en: "Site type" },
  path: "/api/manage/venue/site-type",
  codes,
  title: "name",
  page: "/platform/site-type-list/:id",
  fields: {
    name: uniqueName("pinyin", 40),
    topLevelOnly: bool({
      zh: "仅顶级",
      en: "Top level only",
      filter: true,
      hint: { zh: "这类机构没有上级", en: "Has no organization above" },
    }),
    childCapable: bool({
      zh: "可有下级",
      en: "May have children",
      filter: true,
      hint: { zh: "可以有下级机构", en: "Organizations may stand below" },
    }),
  },
});

export const organizations = defineResource({
  name: "organizations",
  one: { zh: "机构", en: "Organization" },
  path: "/api/manage/venue/organization",
  codes: { ...codes, import: "organization_modify" },
  title: "name",
  page: "/platform/organization-list/:id",
  fields: {
    name: uniqueName("pinyin", 60),
    ...auditFields,
    tenant: reference({ zh: "租户", en: "Tenant", required: true, filter: true, of: () => targetOf(tenants) }),
    siteKind: reference({ zh: "站点类型", en: "Site type", required: true, filter: true, of: () => targetOf(siteTypes) }),
    parent: reference({
      zh: "上级机构",
      en: "Parent",
      filter: true,
      of: () => ({ resource: "organizations", title: "name", page: "/platform/organization-list/:id" }),
    }),
    levelPath: text({ zh: "层级路径", en: "Level path", computed: true, hidden: true, width: 240 }),
    contact: text({ ...LABELS.contact, required: true, search: "part", max: 40 }),
    phone: phone({ ...LABELS.phone, required: true, search: "prefix" }),
    area: region({ zh: "地区", en: "Region" }),
    address: text({ ...LABELS.address, max: 120, hidden: true }),
    siteName: text({ zh: "站点名称", en: "Site name", hidden: true, max: 60 }),
    siteLogo: picture({ zh: "站点标志", en: "Site logo" }),
    wechatId: text({ zh: "公众号 ID", en: "WeChat id", hidden: true, max: 60 }),
    miniProgramId: text({ zh: "小程序 ID", en: "Mini-program id", hidden: true, max: 60 }),
    languages: words({ zh: "语言", en: "Languages", choices: LANGUAGES, hidden: true }),
    review: bool({
      zh: "评价先审",
      en: "Reviews first",
      hidden: true,
      hint: { zh: "评价审核后才显示", en: "Reviews show once they are checked" },
    }),
    defaultCurrency: choice({ zh: "默认货币", en: "Default currency", required: true, choices: CURRENCIES, hidden: true }),
    expressFeeCurrency: choice({ zh: "运费货币", en: "Currency of express fees", required: true, choices: CURRENCIES, hidden: true }),
    rebate: percent({ zh: "返利比例", en: "Rebate", hidden: true }),
    taxRate: percent({ zh: "税率", en: "Tax rate", hidden: true }),
    handlingFeeRates: percent({ zh: "手续费率", en: "Handling fee", hidden: true }),
    registerFee: money({ zh: "挂号费", en: "Register fee", hidden: true }),
    giftPackingFee: money({ zh: "礼品包装费", en: "Gift packing fee", hidden: true }),
    rewardPoints: number({ zh: "每元积分", en: "Points a yuan", hidden: true, max: 1000 }),
    dailyKpiGoals: money({ zh: "每日业绩目标", en: "Daily goal", hidden: true, sum: true }),
    people: number({ zh: "人员数", en: "People", computed: true, sort: true }),
  },
  actions: auditActions(
    { audit: "organization_audit", modify: "organization_modify" },
    { zh: "暂停后，下级机构仍在，但不能新增", en: "What stands below stays, but nothing can be added" },
  ),
  views: auditViews,
  groups: [
    { title: { zh: "机构", en: "Organization" }, fields: ["name", "tenant", "siteKind", "parent"] },
    { title: { zh: "联系", en: "Contact" }, fields: ["contact", "phone", "area", "address"] },
    { title: { zh: "站点", en: "Site" }, fields: ["siteName", "wechatId", "miniProgramId", "languages", "review", "siteLogo"] },
    {
      title: { zh: "费用与目标", en: "Fees and goals" },
      fields: [
        "defaultCurrency",
        "expressFeeCurrency",
        "rebate",
        "taxRate",
        "handlingFeeRates",
        "registerFee",
        "giftPackingFee",
        "rewardPoints",
        "dailyKpiGoals",
      ],
    },
  ],
  hint: { zh: "登记与本馆合作的协会、联盟和集团", en: "Associations, unions and groups that work with this venue" },
  help: {
    zh: "机构属于一个租户，按站点类型和上级机构排列。层级不能超过租户允许的层数，锁定或到期的租户下不能新增。",
    en: "An organization belongs to a tenant and stands below its parent by its site type. It can't stand deeper than the tenant allows; nothing is added below a locked or expired tenant.",
  },
});

export const organizationUsers = defineResource({
  name: "organizationUsers",
  one: { zh: "机构人员", en: "Person of an organization" },
  path: "/api/manage/venue/organization-user",
  codes,
  title: "name",
  fields: {
    name: text({ zh: "姓名", en: "Name", required: true, search: "pinyin", sort: true, max: 40 }),
    organization: reference({
      zh: "机构",
      en: "Organization",
      required: true,
      once: true,
      filter: true,
      of: () => targetOf(organizations),
    }),
    phone: phone({ ...LABELS.phone, required: true, search: "prefix" }),
    roles: words({
      zh: "角色",
      en: "Roles",
      required: true,
      filter: true,
      choices: {
        owner: { zh: "负责人", en: "Head" },
        finance: { zh: "财务", en: "Finance" },
        operator: { zh: "运营", en: "Operations" },
        competition: { zh: "赛事", en: "Competitions" },
      },
    }),
  },
});

export const trainingInstitutions = defineResource({
  name: "trainingInstitutions",
  one: { zh: "培训机构", en: "Training institution" },
  path: "/api/manage/venue/training-institution",
  codes: {
    page: SCREENS.trainingInstitutions,
    modify: "training_institution_modify",
    export: "training_institution_export",
    import: "training_institution_modify",
  },
  title: "name",
  page: "/platform/training-institution-list/:id",
  fields: {
    name: uniqueName("pinyin", 60),
    ...auditFields,
    logo: picture({ ...LABELS.logo }),
    leader: text({ zh: "负责人", en: "Leader", required: true, search: "part", max: 40 }),
    phone: phone({ ...LABELS.phone, required: true, search: "prefix" }),
    programs: words({ zh: "培训项目", en: "Sports taught", filter: true }),
    licenceNo: text({ zh: "办学许可证号", en: "Licence no.", max: 40, hidden: true }),
    licencePicture: picture({ zh: "许可证照片", en: "Licence" }),
    licenceEndsOn: day({ zh: "许可证到期", en: "Licence ends", filter: true, sort: true }),
    coaches: number({ zh: "教练数", en: "Coaches", computed: true, sort: true }),
    students: number({ zh: "学员数", en: "Students", sum: true, sort: true }),
    area: region({ zh: "地区", en: "Region", hidden: true }),
    address: text({ ...LABELS.address, max: 120, hidden: true }),
    photos: pictures({ zh: "环境照片", en: "Pictures", hidden: true }),
    memo: text({ zh: "简介", en: "About", long: true, hidden: true }),
  },
  actions: auditActions(
    { audit: "training_institution_audit", modify: "training_institution_modify" },
    { zh: "暂停后，它的教练不能新排课", en: "No new classes are planned for its coaches" },
  ),
  views: auditViews,
  groups: [
    { title: { zh: "机构", en: "Institution" }, fields: ["name", "programs", "students", "logo"] },
    { title: { zh: "联系", en: "Contact" }, fields: ["leader", "phone", "area", "address"] },
    { title: { zh: "办学许可", en: "Licence" }, fields: ["licenceNo", "licenceEndsOn", "licencePicture"] },
  ],
  hint: {
    zh: "登记在本馆开课的培训机构，许可证有效才能通过审核",
    en: "Institutions that teach here; a valid licence is needed for approval",
  },
});

export const threadings = defineResource({
  name: "threadings",
  one: { zh: "穿线师", en: "Threading master" },
  path: "/api/manage/venue/threading",
  codes: { page: SCREENS.threadings, modify: "threading_modify", export: "threading_export", import: "threading_modify" },
  title: "name",
  page: "/platform/threading-list/:id",
  fields: {
    name: text({ zh: "姓名", en: "Name", required: true, search: "pinyin", sort: true, max: 40 }),
    ...auditFields,
    photo: picture(LABELS.photo),
    phone: phone({ ...LABELS.phone, required: true, unique: true, search: "prefix" }),
    level: choice({
      zh: "等级",
      en: "Level",
      required: true,
      filter: true,
      choices: {
        junior: { zh: "初级", en: "Junior" },
        senior: { zh: "高级", en: "Senior" },
        master: { zh: "大师", en: "Master" },
        event: { zh: "赛事级", en: "Tournament" },
      },
    }),
    since: day({ zh: "从业起", en: "Since", sort: true }),
    skills: text({ zh: "技能", en: "Skills", computed: true, width: 200 }),
    brands: text({ zh: "品牌", en: "Brands", computed: true, width: 200 }),
    fromPrice: money({ zh: "起价", en: "From", computed: true }),
    machine: text({ zh: "穿线机", en: "Machine", max: 60, hidden: true }),
    memo: text({ zh: "简介", en: "About", long: true, hidden: true }),
  },
  actions: auditActions(
    { audit: "threading_audit", modify: "threading_modify" },
    { zh: "暂停后，仍在名册中，标为暂停", en: "Stays on the list, marked as suspended" },
  ),
  views: auditViews,
  groups: [{ title: { zh: "穿线师", en: "Master" }, fields: ["name", "phone", "level", "since", "machine", "photo"] }],
  hint: {
    zh: "登记本馆的穿线师、会的技能和用的线品牌",
    en: "Threading masters of this venue, what they can do and which strings they use",
  },
});

const threadingCodes = { page: SCREENS.threadingSkills, modify: "threading_modify" } as const;

export const threadingSkills = defineResource({
  name: "threadingSkills",
  one: { zh: "穿线技能", en: "Threading skill" },
  path: "/api/manage/venue/threading-skill",
  codes: threadingCodes,
  title: "name",
  fields: {
    name: text({ zh: "技能", en: "Skill", required: true, search: "part", sort: true, max: 40 }),
    threading: reference({ zh: "穿线师", en: "Master", required: true, once: true, filter: true, of: () => targetOf(threadings) }),
    price: money({ zh: "工费", en: "Fee", required: true, sort: true }),
    minutes: number({ zh: "用时（分钟）", en: "Minutes", required: true, min: 5, max: 1440, initial: 40 }),
    maxTension: number({ zh: "最高磅数", en: "Most pounds", min: 10, max: 60 }),
  },
});

export const threadingBrands = defineResource({
  name: "threadingBrands",
  one: { zh: "线品牌", en: "String brand" },
  path: "/api/manage/venue/threading-brand",
  codes: threadingCodes,
  title: "name",
  fields: {
    name: text({ zh: "品牌", en: "Brand", required: true, search: "part", sort: true, max: 40 }),
    threading: reference({ zh: "穿线师", en: "Master", required: true, once: true, filter: true, of: () => targetOf(threadings) }),
    models: words({ zh: "型号", en: "Models" }),
    authorised: bool({ zh: "品牌认证", en: "Authorised", filter: true, hint: { zh: "有品牌方的认证", en: "Certified by the brand" } }),
  },
});
