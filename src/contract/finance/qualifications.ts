/** Qualifications of sports experts: applied for, reviewed, on the white list. */
import { SCREENS } from "../core/pages";
import { defineResource } from "../core/resource/define";
import { choice, day, phone, pictures, reference, state, text } from "../core/resource/fields";
import { LABELS } from "../core/resource/labels";
import { MEMBERS, PROGRAMS } from "../core/resource/targets";
import { qualification } from "../core/states";

export const qualifications = defineResource({
  name: "qualifications",
  one: { zh: "资质申请", en: "Qualification application" },
  path: "/api/manage/venue/sports-expert",
  deletes: ["draft"],
  codes: { page: SCREENS.qualifications, modify: "sports_expert_white_form", export: "sports_expert_export" },
  title: "name",
  page: "/finance/sports-expert-white-list/:id",
  fields: {
    name: text({ zh: "姓名", en: "Name", required: true, search: "pinyin", sort: true, max: 40, width: 120 }),
    state: state({ ...LABELS.state, machine: qualification, filter: true }),
    no: text({ zh: "申请号", en: "Number", readonly: true, search: "prefix", width: 170 }),
    phone: phone({ ...LABELS.phone, required: true, search: "prefix" }),
    member: reference({ zh: "会员", en: "Member", width: 96, of: () => MEMBERS }),
    program: reference({ zh: "运动项目", en: "Sport", required: true, filter: true, width: 96, of: () => PROGRAMS }),
    level: choice({
      zh: "等级",
      en: "Level",
      required: true,
      filter: true,
      choices: {
        first: { zh: "国家一级", en: "National first class" },
        second: { zh: "国家二级", en: "National second class" },
        third: { zh: "国家三级", en: "National third class" },
        master: { zh: "运动健将", en: "Master of sports" },
        instructor: { zh: "社会体育指导员", en: "Sports instructor" },
        referee: { zh: "裁判员", en: "Referee" },
      },
    }),
    certificateNo: text({ zh: "证书编号", en: "Certificate number", required: true, search: "prefix", unique: true, max: 60 }),
    issuer: text({ zh: "发证单位", en: "Issued by", max: 60 }),
    issuedOn: day({ zh: "发证日期", en: "Issued on", required: true }),
    expiresOn: day({ zh: "有效期至", en: "Valid until", required: true, filter: true, sort: true }),
    documents: pictures({ zh: "证明材料", en: "Documents", required: true }),
    memo: text({ zh: "说明", en: "Notes", long: true, hidden: true }),
    review: text({ zh: "审核意见", en: "Review", readonly: true, long: true }),
    reviewer: text({ zh: "审核人", en: "Reviewer", readonly: true, hidden: true }),
  },
  actions: {
    submit: { label: { zh: "提交审核", en: "Submit" }, code: "sports_expert_white_form" },
    approve: { label: { zh: "通过", en: "Approve" }, code: "sports_expert_review", bulk: true },
    reject: {
      label: { zh: "不通过", en: "Reject" },
      code: "sports_expert_review",
      danger: true,
      fields: { reason: text({ ...LABELS.reason, required: true, long: true, max: 200 }) },
    },
  },
  views: {
    white: { label: { zh: "白名单", en: "White list" }, filters: { state: "approved" } },
    waiting: { label: { zh: "待审核", en: "To review" }, filters: { state: "submitted" } },
  },
  groups: [
    { title: { zh: "证书", en: "Certificate" }, fields: ["level", "certificateNo", "issuer", "issuedOn", "expiresOn", "documents"] },
    { title: { zh: "审核", en: "Review" }, fields: ["review", "reviewer"] },
  ],
  hint: {
    zh: "登记运动达人的资质，审核通过后进入白名单",
    en: "Register sports experts' qualifications; approved ones are on the white list",
  },
});
