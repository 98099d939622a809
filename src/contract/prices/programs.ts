/** Sports programs: what a venue sells by time, and the rules of booking it. */
import { z } from "#zod";
import { SPORT_NAMES } from "../core/enums";
import { defineResource, type RowOf } from "../core/resource/define";
import { choice, money, number, percent, shaped, text } from "../core/resource/fields";
import { GRANULE, HalfHour } from "../core/time";
import { LABELS } from "../core/resource/labels";
import { SCREENS } from "../core/pages";

/** Opening or closing times, minutes from midnight, Monday first; closed where both are equal. */
const week = () => z.array(HalfHour).length(7);
const VENUE_RULE = { zh: "按场馆设置", en: "Venue's rule" };

export const programs = defineResource({
  name: "programs",
  one: { zh: "运动项目", en: "Sports program" },
  path: "/api/manage/venue/program",
  codes: {
    page: SCREENS.programs,
    read: [
      "program_list",
      "place_price_plan_list",
      "place_booking_form",
      "promotion_discount_set",
      "temporary_booking_price",
      "venue_form",
      "venue_booking",
    ],
    modify: "sports_program_modify",
    export: "sports_program_export",
  },
  title: "name",
  fields: {
    name: text({ zh: "项目名称", en: "Program", required: true, search: "part", sort: true, max: 40 }),
    sport: choice({ zh: "运动类别", en: "Sport", required: true, filter: true, sort: true, choices: SPORT_NAMES }),
    slotMinutes: number({
      zh: "时段长度",
      en: "Slot",
      otherwise: GRANULE,
      sort: true,
      initial: 60,
      min: GRANULE,
      max: 60,
      step: GRANULE,
      unit: { zh: "{n} 分钟", en: "{n} min" },
    }),
    open: shaped({
      zh: "营业时间",
      en: "Opening hours",
      required: true,
      width: 172,
      initial: Array.from({ length: 7 }, () => 480),
      hint: { zh: "场区没有单独设置时按此营业", en: "For halls without hours of their own" },
      shape: week,
    }),
    close: shaped({
      zh: "关门时间",
      en: "Closing times",
      required: true,
      internal: true,
      initial: Array.from({ length: 7 }, () => 1_320),
      shape: week,
    }),
    // The widest hours by weekday at which any of its halls sells: what a price plan covers.
    widestOpen: shaped({ zh: "最早开门", en: "Earliest opening", computed: true, internal: true, shape: week }),
    widestClose: shaped({ zh: "最晚关门", en: "Latest closing", computed: true, internal: true, shape: week }),
    defaultPrice: money({
      zh: "默认价",
      en: "Default price",
      sort: true,
      max: 100_000,
      none: { zh: "按方案", en: "By plans" },
      hint: {
        zh: "每半小时。没有价格方案时按此计价；留空则不可售",
        en: "Per half hour, where no plan says anything; empty: not for sale then",
      },
    }),
    daysAhead: number({
      ...LABELS.daysAhead,
      min: 1,
      max: 365,
      none: VENUE_RULE,
      unit: { zh: "{n} 天", en: "{n} days" },
    }),
    holdMinutes: number({
      zh: "未付款保留分钟数",
      en: "Unpaid hold",
      min: 1,
      max: 240,
      none: VENUE_RULE,
      unit: { zh: "{n} 分钟", en: "{n} min" },
    }),
    freeCancelHours: number({
      zh: "开场前多少小时可免费取消",
      en: "Free cancellation until",
      max: 720,
      none: VENUE_RULE,
      unit: { zh: "{n} 小时", en: "{n} h before" },
    }),
    lateCancelPercent: percent({ zh: "逾期取消收取比例", en: "Late cancellation", none: VENUE_RULE }),
    halls: number({ zh: "场区", en: "Halls", computed: true }),
    places: number({ zh: "场地", en: "Courts", computed: true }),
    plans: number({ zh: "方案", en: "Plans", computed: true }),
  },
  groups: [
    { title: { zh: "项目", en: "Program" }, fields: ["name", "sport", "slotMinutes", "defaultPrice"] },
    { title: { zh: "营业时间", en: "Opening hours" }, fields: ["open", "close"] },
    { title: { zh: "预订规则", en: "Booking rules" }, fields: ["daysAhead", "holdMinutes", "freeCancelHours", "lateCancelPercent"] },
  ],
  check: ({ open, close }: { open: readonly number[]; close: readonly number[] }, issues) => {
    const early = close.findIndex((minute, day) => minute < (open[day] ?? 0));
    if (early >= 0) issues.addIssue({ code: "custom", path: ["close", early], params: { rule: "notBefore" }, message: "notBefore" });
  },
  sort: "createdAt,asc",
  hint: { zh: "先设项目，再建场区、场地和价格", en: "Programs first, then halls, courts and prices" },
  help: {
    zh: "场区、场地和价格都挂在项目下面。周一设好后点“每天相同”，七天一次填好；场区没有单独设营业时间时，跟随项目一起变。预订规则留空即按场馆设置。还有场区、方案、次卡或预订的项目不能删除，会说明被什么使用。",
    en: "Halls, courts and prices belong to a program. With Monday done, “Same every day” fills the week; halls without hours of their own change with the program. A booking rule left empty follows the venue's. A program that halls, plans, package cards or bookings use can't be deleted; the refusal says which.",
  },
});
export type Program = RowOf<typeof programs>;
