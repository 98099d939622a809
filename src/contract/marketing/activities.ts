/** Activities that people sign up for, and who did. */
import { addProblem } from "../core/between";
import { z } from "#zod";
import { Payments } from "../booking/booking-order";
import { Id, MobileOrNone, postJson, resource } from "../core/call";
import { PriceIn, Yuan } from "../core/money";
import { defineResource, targetOf } from "../core/resource/define";
import {
  bool,
  choice,
  instant,
  money,
  number,
  percent,
  phone,
  pictures,
  reference,
  richText,
  state,
  text,
  words,
} from "../core/resource/fields";
import { MEMBERS } from "../core/resource/targets";
import { activity, activityJoin } from "../core/states";
import { LABELS } from "../core/resource/labels";
import { SCREENS } from "../core/pages";

/** Kinds of attendees, each with its own fee. */
export const ATTENDEES = {
  member: { zh: "会员", en: "Member" },
  guest: { zh: "非会员", en: "Non-member" },
  child: { zh: "儿童", en: "Child" },
} as const;
/** Questions of one sign-up form. */
export const MOST_QUESTIONS = 6;

export const activities = defineResource({
  name: "activities",
  one: { zh: "活动", en: "Activity" },
  path: "/api/manage/venue/activity",
  codes: { page: SCREENS.activities, modify: "activity_modify", export: "activity_export" },
  title: "title",
  page: "/marketing/activity-list/:id",
  fields: {
    title: text({ ...LABELS.title, required: true, search: "part", sort: true, max: 60 }),
    state: state({ ...LABELS.state, machine: activity, filter: true }),
    startsAt: instant({ ...LABELS.startsAt, required: true, filter: true, sort: true }),
    endsAt: instant({ zh: "结束时间", en: "Ends", required: true, hidden: true }),
    deadline: instant({ zh: "报名截止", en: "Sign-up until", required: true, sort: true, hidden: true }),
    place: text({ zh: "地点", en: "Where", required: true, search: "part", max: 80 }),
    capacity: number({ ...LABELS.capacity, required: true, min: 1, max: 10_000, initial: 20, sum: true, sort: true }),
    left: number({ zh: "余位", en: "Places left", required: true, readonly: true, sum: true }),
    signedUp: number({ zh: "已报名", en: "Signed up", computed: true, sum: true, sort: true }),
    checkedIn: number({ zh: "已签到", en: "Checked in", computed: true, sum: true }),
    received: money({ zh: "实收", en: "Received", computed: true, sum: true, sort: true }),
    memberFee: money({ zh: "会员费用", en: "Fee of members", required: true, initial: "0.00", hidden: true }),
    guestFee: money({ zh: "非会员费用", en: "Fee of non-members", required: true, initial: "0.00" }),
    childFee: money({ zh: "儿童费用", en: "Fee of children", required: true, initial: "0.00", hidden: true }),
    freeHours: number({
      zh: "免费取消（提前小时）",
      en: "Free to cancel (hours before)",
      required: true,
      min: 0,
      max: 720,
      initial: 24,
      hidden: true,
      hint: { zh: "在此之前取消全额退款", en: "Until then all of the fee goes back" },
    }),
    latePercent: percent({
      zh: "逾期取消扣费",
      en: "Kept when cancelled later",
      required: true,
      initial: 20,
      hidden: true,
      hint: { zh: "100 % 为逾期不退", en: "100 %: nothing goes back" },
    }),
    questions: words({
      zh: "报名填写项",
      en: "Asked at sign-up",
      max: MOST_QUESTIONS,
      hidden: true,
      hint: { zh: "如：球衣尺码、紧急联系人；回车分隔", en: "Like “shirt size”; Enter ends each" },
    }),
    pictures: pictures({ ...LABELS.pictures, max: 9, hidden: true }),
    content: richText({ zh: "活动详情", en: "What it is about", formOnly: true }),
    reason: text({ zh: "取消原因", en: "Why cancelled", readonly: true, hidden: true, long: true }),
  },
  actions: {
    publish: {
      label: { zh: "发布", en: "Publish" },
      code: "activity_modify",
      confirm: { zh: "发布后顾客可以看到并报名。", en: "Customers then see it and sign up." },
    },
    close: { label: { zh: "停止报名", en: "Close sign-up" }, code: "activity_modify" },
    reopen: { label: { zh: "继续报名", en: "Reopen sign-up" }, code: "activity_modify" },
    cancel: {
      label: { zh: "取消活动", en: "Cancel activity" },
      code: "activity_cancel",
      danger: true,
      confirm: {
        zh: "所有报名者全额退款，按各自的付款方式原路退回；现金从当前班次的钱箱退。",
        en: "Everybody gets all of it back by the method that they paid with; cash leaves the drawer of the open shift.",
      },
      fields: { reason: text({ zh: "取消原因", en: "Why cancelled", required: true, long: true, max: 200 }) },
    },
  },
  check: (draft: { readonly startsAt: string; readonly endsAt: string; readonly deadline: string }, issues) => {
    if (new Date(draft.endsAt) <= new Date(draft.startsAt))
      addProblem(issues, "endsAt", { zh: "结束时间要晚于开始时间", en: "The end must be after the start" });
    if (new Date(draft.deadline) > new Date(draft.startsAt))
      addProblem(issues, "deadline", { zh: "报名截止不能晚于开始时间", en: "Sign-up can't close after the activity starts" });
  },
  views: {
    open: { label: { zh: "报名中", en: "Sign-up open" }, filters: { state: "published" } },
    running: { label: { zh: "进行中", en: "Running" }, filters: { state: "running" } },
  },
  groups: [
    { title: { zh: "时间和名额", en: "When and how many" }, fields: ["title", "startsAt", "endsAt", "deadline", "place", "capacity"] },
    { title: { zh: "费用和取消", en: "Fees and cancelling" }, fields: ["memberFee", "guestFee", "childFee", "freeHours", "latePercent"] },
    { title: { zh: "报名和展示", en: "Sign-up and looks" }, fields: ["questions", "pictures", "content"] },
  ],
  sort: "startsAt,desc",
  hint: {
    zh: "先建活动草稿，发布后开始报名；到点自动开始和结束",
    en: "Make a draft, publish it to open sign-up; it begins and ends by itself",
  },
  help: {
    zh: "有人报名后，日期和报名填写项不能再改，名额不能少于已报名人数。取消活动会给所有人全额退款。",
    en: "Once somebody signed up, its day and its questions stay and its places can't be fewer. Cancelling gives everybody all of it back.",
  },
});

export const activityJoins = defineResource({
  name: "activityJoins",
  one: { zh: "报名", en: "Sign-up" },
  path: "/api/manage/venue/activity-join",
  codes: { page: SCREENS.activityJoins, export: "activity_export" },
  title: "name",
  period: "createdAt",
  fields: {
    name: text({ zh: "姓名", en: "Name", required: true, search: "part", width: 120 }),
    state: state({ ...LABELS.state, machine: activityJoin, filter: true }),
    no: text({ zh: "单号", en: "No.", required: true, search: "prefix", width: 150 }),
    activity: reference({ zh: "活动", en: "Activity", required: true, filter: true, of: () => targetOf(activities) }),
    attendee: choice({ ...LABELS.attendee, required: true, choices: ATTENDEES, filter: true }),
    phone: phone({ ...LABELS.phone, search: "prefix" }),
    member: reference({ zh: "会员", en: "Member", filter: true, hidden: true, of: () => MEMBERS }),
    checkInCode: text({ ...LABELS.checkInCode, required: true, search: "prefix", width: 96 }),
    paid: money({ zh: "已付", en: "Paid", required: true, sum: true, sort: true }),
    refunded: money({ zh: "已退", en: "Refunded", required: true, sum: true }),
    kept: money({ zh: "扣费", en: "Kept", required: true, sum: true, hidden: true }),
    refundNow: money({ zh: "现在取消可退", en: "Back if cancelled now", computed: true, hidden: true }),
    answers: words({ ...LABELS.answers, hidden: true }),
    enteredAt: instant({ zh: "签到时间", en: "Checked in at", readonly: true, hidden: true }),
    reason: text({ zh: "取消原因", en: "Why cancelled", hidden: true, long: true }),
    operator: text({ zh: "经办", en: "By", required: true, hidden: true }),
  },
  actions: {
    checkIn: { label: { zh: "签到", en: "Check in" }, code: "activity_join", bulk: true },
    undoCheckIn: { label: { zh: "撤销签到", en: "Undo check-in" }, code: "activity_join" },
    leave: {
      label: { zh: "取消报名", en: "Cancel sign-up" },
      code: "activity_join",
      danger: true,
      confirm: {
        zh: "按活动的取消规则退款，见“现在取消可退”；免扣费需要活动管理权限。",
        en: "Money goes back by the activity's rule, see “Back if cancelled now”; keeping nothing needs the code to manage activities.",
      },
      fields: {
        reason: text({ zh: "取消原因", en: "Why cancelled", required: true, long: true, max: 200 }),
        waive: bool({ zh: "免扣费", en: "Keep nothing", hint: { zh: "全额退款", en: "All of it goes back" } }),
      },
    },
  },
  views: {
    coming: { label: { zh: "未签到", en: "Not checked in" }, filters: { state: "joined" } },
    here: { label: { zh: "已签到", en: "Checked in" }, filters: { state: "checked_in" } },
  },
  hint: {
    zh: "活动发布后，从这里给会员和散客报名，到场扫码签到",
    en: "Once it is published, sign people up here and check them in by code",
  },
});

const SignedUp = z.object({ id: Id, no: z.string(), name: z.string(), checkInCode: z.string(), fee: Yuan });
export const activityDesk = resource({
  signUp: postJson("/api/manage/venue/activity/sign-up", {
    summary: "Sign somebody up for an activity and take the fee",
    code: "activity_join",
    input: z.object({
      activityId: Id,
      attendee: z.enum(["member", "guest", "child"]),
      memberId: Id.optional(),
      name: z.string().trim().max(40).optional(),
      phone: MobileOrNone.optional(),
      answers: z.array(z.string().trim().max(100)).max(MOST_QUESTIONS).default([]),
      payments: Payments.default([]),
      /** Fee that the desk showed; refused when it is another by now. */
      expectedPrice: PriceIn.optional(),
    }),
    output: SignedUp,
  }),
  checkInByCode: postJson("/api/manage/venue/activity/check-in-by-code", {
    summary: "Check somebody in by the code of their sign-up",
    code: "activity_join",
    input: z.object({ activityId: Id, checkInCode: z.string().trim().min(1).max(12) }),
    output: SignedUp,
  }),
});
