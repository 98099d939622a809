/** The demo's activities, with who signed up and who came. */
import { activityDesk } from "../../contract/marketing/activities";
import { yuan } from "../../contract/core/money";
import { addDays, dayOf, instant } from "../../contract/core/time";
import { signUp } from "../domains/marketing/sign-up";
import type { Ctx } from "../http/context";
import { at, DESK, entered, oclock } from "./act";
import { people } from "./people";
import { random } from "./random";

const ACTIVITIES = [
  {
    title: "周末双打交流赛",
    ahead: 5,
    start: oclock(14),
    hours: 4,
    capacity: 24,
    fees: [6_000, 8_000, 4_000],
    joined: 9,
    state: "published",
    picture: "cup",
    questions: ["球衣尺码"],
  },
  {
    title: "少儿羽毛球体验课",
    ahead: 2,
    start: oclock(10),
    hours: 2,
    capacity: 12,
    fees: [0, 0, 5_900],
    joined: 7,
    state: "published",
    picture: "class",
    questions: ["孩子年龄"],
  },
  {
    title: "会员答谢夜场",
    ahead: 0,
    start: oclock(19),
    hours: 3,
    capacity: 30,
    fees: [0, 3_000, 0],
    joined: 6,
    state: "closed",
    picture: "court-night",
    questions: [],
  },
  {
    title: "新手步法公开课",
    ahead: 12,
    start: oclock(9),
    hours: 2,
    capacity: 16,
    fees: [3_900, 5_900, 3_900],
    joined: 0,
    state: "draft",
    picture: "court",
    questions: [],
  },
  {
    title: "国庆后健身挑战赛",
    ahead: -9,
    start: oclock(9),
    hours: 6,
    capacity: 40,
    fees: [5_000, 7_000, 3_000],
    joined: 12,
    state: "finished",
    picture: "basketball",
    questions: [],
  },
] as const;

/** Makes activities, with people who signed up on the days before and, where it is over, who came. */
export async function makeActivities(system: Ctx, tick: (at: Date) => void): Promise<void> {
  const { zone, id: venue_id } = system.venue;
  const today = dayOf(system.now, zone);
  const guests = people(random("activities", venue_id), 40);
  const members = await system.db
    .selectFrom("member")
    .select("id")
    .where("venue_id", "=", venue_id)
    .where("state", "=", "active")
    .orderBy("id")
    .limit(12)
    .execute();
  const session = { person: "" };
  for (const [n, { title, ahead, start, hours, capacity, fees, joined, state, picture, questions }] of ACTIVITIES.entries()) {
    const day = addDays(today, ahead);
    const startsAt = instant(day, start, zone);
    const opened = addDays(day < today ? day : today, -6);
    const making = at(system, { day: opened, minute: oclock(9), person: DESK, moves: true }, session, tick);
    const id = making.newId();
    const [memberFee, guestFee, childFee] = fees;
    const row = {
      venue_id,
      id,
      title,
      state: state === "draft" ? "draft" : "published",
      starts_at: startsAt,
      ends_at: new Date(startsAt.getTime() + hours * 3_600_000),
      deadline: new Date(startsAt.getTime() - 7_200_000),
      place: "羽毛球馆 1–6 号场",
      capacity,
      left: capacity,
      member_fee: memberFee,
      guest_fee: guestFee,
      child_fee: childFee,
      free_hours: 24,
      late_percent: 20,
      questions: [...questions],
      pictures: [`/demo/${picture}.svg`],
      content: `<p>${title}，名额有限，报满为止。</p><ul><li>请提前 20 分钟到场签到</li><li>自备球拍和运动鞋</li></ul>`,
      created_at: making.now,
    };
    await making.db.insertInto("activity").values(row).execute();
    for (let i = 0; i < joined; i++) {
      const ctx = at(system, { day: addDays(opened, 1 + (i % 4)), minute: oclock(10) + i * 23, person: DESK, moves: true }, session, tick);
      const guest = guests[n * 8 + (i % 8)];
      const member = childFee > 0 && guestFee === 0 ? undefined : i % 2 === 0 ? members[(n + i) % members.length] : undefined;
      const attendee = member ? "member" : childFee > 0 && guestFee === 0 ? "child" : "guest";
      const fee = { member: memberFee, guest: guestFee, child: childFee }[attendee];
      const payments = fee === 0 ? [] : [{ type: i % 3 === 0 ? ("Alipay" as const) : ("WeChat" as const), amount: yuan(fee) }];
      const who = member ? { memberId: member.id } : { name: guest?.name ?? "散客", phone: guest?.phone ?? "" };
      const answers = questions.map((question) => (question === "球衣尺码" ? ["M", "L", "XL"][i % 3] : `${6 + (i % 5)} 岁`) ?? "");
      await signUp(ctx, entered(activityDesk.signUp, { activityId: id, attendee, ...who, answers, payments }));
    }
    if (state === "closed" || state === "finished") {
      const ctx = at(system, { day: day < today ? day : addDays(today, -1), minute: oclock(18), person: DESK, moves: true }, session, tick);
      await ctx.db.updateTable("activity").set({ state }).where("venue_id", "=", venue_id).where("id", "=", id).execute();
      if (state === "finished")
        await ctx.db
          .updateTable("activity_join")
          .set({ state: "checked_in", entered_at: startsAt })
          .where("venue_id", "=", venue_id)
          .where("activity_id", "=", id)
          .where("attendee", "<>", "child")
          .execute();
    }
  }
}
