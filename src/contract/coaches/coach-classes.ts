/** Classes that coaches give on the venue's courts, and who takes part in them. */
import { coaches } from "./coaches";
import { PAY_TYPE_LABELS } from "../core/pay-types";
import { defineResource, targetOf } from "../core/resource/define";
import { choice, day, minute, money, number, percent, phone, reference, state, text } from "../core/resource/fields";
import { MEMBERS, PLACES } from "../core/resource/targets";
import { classBooking, coachClass } from "../core/states";
import { LABELS } from "../core/resource/labels";
import { SCREENS } from "../core/pages";

/** Longest run of weeks that is planned at once. */
const MOST_WEEKS = 12;
const reason = { reason: text({ ...LABELS.reason, required: true, long: true, max: 200 }) };
const where = {
  coach: reference({ zh: "教练", en: "Coach", required: true, filter: true, of: () => targetOf(coaches) }),
  place: reference({ zh: "场地", en: "Court", required: true, filter: true, of: () => PLACES }),
};

const { WeChat, Alipay, Cash, BankCard, Balance } = PAY_TYPE_LABELS;

export const coachClasses = defineResource({
  name: "coachClasses",
  one: { zh: "课", en: "Class" },
  path: "/api/manage/venue/coach-class",
  codes: { page: SCREENS.coachClasses, modify: "coach_class_modify" },
  title: "title",
  page: "/coach/class-list/:id",
  without: ["delete"],
  sort: "day,desc",
  fields: {
    title: text({ zh: "课名", en: "Title", required: true, search: "part", sort: true, max: 40 }),
    no: text({ zh: "编号", en: "No.", readonly: true, search: "prefix", hidden: true, width: 150 }),
    state: state({ ...LABELS.state, machine: coachClass, filter: true }),
    coach: reference({ zh: "教练", en: "Coach", required: true, once: true, filter: true, of: () => targetOf(coaches) }),
    place: reference({ zh: "场地", en: "Court", required: true, once: true, filter: true, of: () => PLACES }),
    day: day({ zh: "日期", en: "Day", required: true, once: true, filter: true, sort: true }),
    start: minute({ zh: "开始", en: "Starts", required: true, once: true }),
    minutes: number({ ...LABELS.minutes, required: true, once: true, min: 30, max: 480, initial: 90, sum: true }),
    capacity: number({ ...LABELS.capacity, required: true, min: 1, max: 100, initial: 8, sum: true }),
    booked: number({ zh: "已报", en: "Taken", computed: true, sum: true }),
    price: money({
      zh: "每人价格",
      en: "Price a head",
      required: true,
      hint: { zh: "改价只影响以后报名的人", en: "A change is for those who join from now on" },
    }),
    income: money({ zh: "收入", en: "Income", computed: true, sum: true }),
    share: percent({ zh: "教练分成", en: "Coach's share", readonly: true, hidden: true }),
    weeks: number({
      zh: "连续周数",
      en: "Weeks in a row",
      required: true,
      once: true,
      min: 1,
      max: MOST_WEEKS,
      initial: 1,
      hidden: true,
      hint: { zh: "每周同一时间各排一节", en: "One class a week at the same time" },
    }),
    orderId: text({ zh: "占场单", en: "Order of the court", readonly: true, formOnly: true }),
    reason: text({ zh: "取消原因", en: "Cancelled because", readonly: true, hidden: true }),
    memo: text({ zh: "备注", en: "Note", long: true, max: 200, hidden: true }),
  },
  actions: {
    move: {
      label: { zh: "改期", en: "Move" },
      code: "coach_class_modify",
      states: ["planned"],
      fields: {
        ...where,
        day: day({ zh: "日期", en: "Day", required: true }),
        start: minute({ zh: "开始", en: "Starts", required: true }),
      },
    },
    finish: {
      label: { zh: "结课", en: "Finish" },
      code: "coach_class_modify",
      confirm: { zh: "结课后给教练记分成，不能再退款。", en: "The coach's share is credited, and nothing is refunded any more." },
    },
    cancel: { label: { zh: "取消", en: "Cancel" }, code: "coach_class_cancel", danger: true, fields: reason },
  },
  views: {
    planned: { label: { zh: "已排", en: "Planned" }, filters: { state: "planned" } },
    finished: { label: { zh: "已上", en: "Given" }, filters: { state: "finished" } },
  },
  groups: [
    { title: { zh: "课", en: "Class" }, fields: ["title", "coach", "place", "day", "start", "minutes", "weeks"] },
    { title: { zh: "报名", en: "Taking part" }, fields: ["capacity", "price"] },
  ],
});

export const coachBookings = defineResource({
  name: "coachBookings",
  one: { zh: "报名", en: "Booking of a class" },
  path: "/api/manage/venue/coach-class-booking",
  codes: { page: SCREENS.coachBookings, modify: "coach_class_book" },
  title: "name",
  without: ["modify", "delete"],
  fields: {
    name: text({
      zh: "姓名",
      en: "Name",
      search: "part",
      max: 40,
      hint: { zh: "散客填写；会员自动带出", en: "Of a walk-in; a member's is known" },
    }),
    no: text({ zh: "单号", en: "No.", readonly: true, search: "prefix", width: 150 }),
    state: state({ ...LABELS.state, machine: classBooking, filter: true }),
    coachClass: reference({ zh: "课", en: "Class", required: true, filter: true, of: () => targetOf(coachClasses) }),
    member: reference({ zh: "会员", en: "Member", filter: true, of: () => MEMBERS }),
    phone: phone({ ...LABELS.phone, search: "prefix" }),
    payBy: choice({
      zh: "付款方式",
      en: "Paid by",
      required: true,
      filter: true,
      unoffered: ["till"],
      choices: {
        WeChat,
        Alipay,
        Cash,
        BankCard,
        Balance,
        Card: { zh: "次卡", en: "Package card" },
        till: { zh: "收银台", en: "At the till" },
      },
    }),
    cardNo: text({
      zh: "次卡号",
      en: "Package card no.",
      max: 40,
      hidden: true,
      hint: { zh: "用次卡付时填写，扣 1 次", en: "Where a package card pays: one use" },
    }),
    amount: money({ ...LABELS.amount, required: true, readonly: true, sum: true }),
    refunded: money({ zh: "已退", en: "Refunded", required: true, readonly: true, sum: true }),
    reason: text({ zh: "取消原因", en: "Cancelled because", readonly: true, hidden: true }),
  },
  actions: {
    attend: { label: { zh: "签到", en: "Check in" }, code: "coach_class_book", bulk: true },
    undo: { label: { zh: "撤销签到", en: "Undo check-in" }, code: "coach_class_book" },
    cancel: { label: { zh: "退课", en: "Cancel" }, code: "coach_class_cancel", danger: true, fields: reason },
  },
});
