/** Package-card definitions: what is sold, what it opens and when. */
import { WEEKDAYS } from "../members/card-types";
import { defineResource } from "../core/resource/define";
import { bool, choice, minute, money, number, percent, reference, text, words, uniqueName } from "../core/resource/fields";
import { PROGRAMS } from "../core/resource/targets";
import { LABELS } from "../core/resource/labels";
import { SCREENS } from "../core/pages";

/** Units that a card counts. */
export const KINDS = {
  times: { zh: "次数卡", en: "Times" },
  period: { zh: "期限卡", en: "Period" },
  hours: { zh: "小时卡", en: "Hours" },
} as const;
const NONE = { zh: "空：不限", en: "Empty: no limit" };

const fields = {
  name: uniqueName("part", 40),
  kind: choice({ zh: "类别", en: "Kind", required: true, filter: true, choices: KINDS }),
  program: reference({ zh: "适用项目", en: "Opens", required: true, filter: true, of: () => PROGRAMS }),
  everySport: bool({
    zh: "全馆通用",
    en: "Every sport",
    hidden: true,
    hint: { zh: "适用所有项目；收入记在上面的项目", en: "Opens every sport; income counts for the one above" },
  }),
  price: money({ zh: "售价", en: "Price", required: true, sort: true }),
  times: number({
    ...LABELS.times,
    max: 9_999,
    sort: true,
    hint: { zh: "小时卡填小时数；期限卡留空", en: "Hours of an hours card; empty for a period card" },
  }),
  bonusTimes: number({ zh: "赠送次数", en: "Bonus", max: 9_999 }),
  validDays: number({ zh: "有效期（天）", en: "Days valid", required: true, min: 1, max: 3_650, sort: true, initial: 365 }),
  activation: choice({
    zh: "启用",
    en: "Starts",
    required: true,
    choices: {
      purchase: { zh: "购买即启用", en: "When bought" },
      firstUse: { zh: "首次使用", en: "At first use" },
      fixedDate: { zh: "指定日期", en: "On a day" },
    },
  }),
  activateWithin: number({
    zh: "最晚启用（天）",
    en: "Start within (days)",
    required: true,
    min: 1,
    max: 3_650,
    initial: 365,
    hidden: true,
    hint: { zh: "首次使用启用的卡，购买后须在此天数内使用", en: "A card that starts at first use must be used within these days" },
  }),
  weekdays: words({ zh: "可用星期", en: "Weekdays", choices: WEEKDAYS, hint: { zh: "空：每天", en: "Empty: every day" } }),
  startMinute: minute({ zh: "可用时段起", en: "Hours from", hidden: true }),
  endMinute: minute({ zh: "可用时段止", en: "Hours to", hidden: true }),
  mostADay: number({ zh: "每天最多", en: "Most a day", min: 1, max: 999, hidden: true, hint: NONE }),
  mostAWeek: number({ zh: "每周最多", en: "Most a week", min: 1, max: 999, hidden: true, hint: NONE }),
  mostAMonth: number({ zh: "每月最多", en: "Most a month", min: 1, max: 999, hidden: true, hint: NONE }),
  people: number({ zh: "每次限几人", en: "People at once", min: 1, max: 50, hidden: true, hint: NONE }),
  transferable: bool({ zh: "可转让", en: "Transferable", filter: true, initial: true }),
  transferFee: money({ zh: "转让手续费", en: "Transfer fee", hidden: true }),
  refundable: bool({ zh: "可退", en: "Refundable", filter: true, initial: true }),
  refundPercent: percent({
    zh: "退卡手续费",
    en: "Refund fee",
    required: true,
    hidden: true,
    initial: 0,
    hint: { zh: "按剩余价值的百分比；7 天内未使用免收", en: "Percent of the value left; none within 7 days if unused" },
  }),
  onShelf: bool({ zh: "上架", en: "On shelf", filter: true, initial: true }),
  sold: number({ zh: "已售", en: "Sold", computed: true, sum: true, sort: true }),
  outstanding: money({ zh: "未消耗价值", en: "Value outstanding", computed: true, sum: true, sort: true }),
  position: number({ zh: "排序", en: "Order", required: true, sort: true, max: 9_999, initial: 0 }),
  memo: text({ zh: "说明", en: "Note", long: true, hidden: true }),
} as const;
const actions = {
  shelve: { label: { zh: "上架", en: "Put on shelf" }, code: "package_card_modify", bulk: true },
  unshelve: { label: { zh: "下架", en: "Take off shelf" }, code: "package_card_modify", bulk: true },
} as const;
const views = { onShelf: { label: { zh: "在售", en: "On sale" }, filters: { onShelf: "true" } } } as const;
const groups = [
  { title: { zh: "卡", en: "Card" }, fields: ["name", "kind", "program", "everySport", "price", "times", "bonusTimes"] },
  { title: { zh: "有效期", en: "Validity" }, fields: ["validDays", "activation", "activateWithin"] },
  {
    title: { zh: "使用限制", en: "Use" },
    fields: ["weekdays", "startMinute", "endMinute", "people", "mostADay", "mostAWeek", "mostAMonth"],
  },
  { title: { zh: "转让与退卡", en: "Transfer and refund" }, fields: ["transferable", "transferFee", "refundable", "refundPercent"] },
] as const;
const help = {
  zh: "改动对以后售出的卡生效；可用星期、时段和次数上限、转让和退卡条件对已售出的卡同样生效，其中转让和退卡条件只能放宽。售出过的卡不能改类别和项目，也不能删除，只能下架。",
  en: "Changes hold for cards sold from now on; weekdays, hours, caps and what handing on and a refund cost also for those sold, and the last two can only get better for them. Kind and sport of a card that was sold stay, and it can only be taken off the shelf.",
};

export const packageCards = defineResource({
  name: "packageCards",
  one: { zh: "次卡", en: "Package card" },
  path: "/api/manage/venue/package-card",
  codes: { page: SCREENS.packageCards, modify: "package_card_modify", export: "package_card_export" },
  title: "name",
  page: "/card/venue-package-card-list/:id",
  fields,
  actions,
  views,
  groups,
  sort: "position,asc",
  hint: { zh: "在这里设置出售的次卡", en: "Package cards that the venue sells" },
  help,
});

/** The same cards, where a swimming venue looks for them. */
export const swimCards = defineResource({
  name: "swimCards",
  one: { zh: "次卡设置", en: "Package card" },
  path: "/api/manage/venue/card-package-set",
  codes: { page: SCREENS.swimCards, modify: "card_package_set_form", export: "package_card_export" },
  title: "name",
  page: "/venue/card-package-set-list/:id",
  fields,
  actions,
  views,
  groups,
  sort: "position,asc",
  hint: { zh: "在这里设置泳馆出售的次卡", en: "Package cards that the pool sells" },
  help,
});
