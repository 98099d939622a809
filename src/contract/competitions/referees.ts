/** Referees. */
import { SPORT_NAMES } from "../core/enums";
import { defineResource } from "../core/resource/define";
import { bool, choice, number, phone, text, words } from "../core/resource/fields";
import { LABELS } from "../core/resource/labels";
import { SCREENS } from "../core/pages";

/** A referee of the venue's register. */
export const referees = defineResource({
  name: "referees",
  one: { zh: "裁判", en: "Referee" },
  path: "/api/manage/competition/referee",
  paths: { list: "/api/open/referee/search" },
  codes: { page: SCREENS.referees, modify: "referee_modify", export: "referee_modify", import: "referee_modify" },
  title: "name",
  page: "/addedServices/referee-list/:id",
  fields: {
    name: text({ zh: "姓名", en: "Name", required: true, search: "pinyin", sort: true, max: 40 }),
    sex: choice({ zh: "性别", en: "Sex", required: true, choices: { male: { zh: "男", en: "Male" }, female: { zh: "女", en: "Female" } } }),
    phone: phone({ ...LABELS.phone, required: true, unique: true, search: "prefix" }),
    level: choice({
      zh: "等级",
      en: "Grade",
      required: true,
      filter: true,
      choices: {
        third: { zh: "三级", en: "Third" },
        second: { zh: "二级", en: "Second" },
        first: { zh: "一级", en: "First" },
        national: { zh: "国家级", en: "National" },
        international: { zh: "国际级", en: "International" },
      },
    }),
    certificate: text({ zh: "证书编号", en: "Certificate", max: 40, search: "prefix" }),
    sports: words({
      zh: "项目",
      en: "Sports",
      filter: true,
      choices: SPORT_NAMES,
    }),
    active: bool({ zh: "可派遣", en: "Available", opposite: { zh: "不可派遣", en: "Unavailable" }, filter: true, initial: true }),
    matches: number({ zh: "执裁场次", en: "Matches", computed: true, sum: true }),
    memo: text({ zh: "备注", en: "Note", long: true, hidden: true, max: 300 }),
  },
  hint: { zh: "登记裁判，排赛程和计分时派遣", en: "Referees that matches can be given to" },
});
