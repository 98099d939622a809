/** The demo's marketing: reviews, albums, activities with who signed up, group-buy goods with vouchers sold and used. */
import { activityDesk } from "../../contract/activities";
import { yuan } from "../../contract/money";
import { redemption } from "../../contract/groupon";
import { addDays, dayOf, instant } from "../../contract/time";
import { signUp } from "../domains/marketing/activities";
import { sell } from "../domains/marketing/groupon";
import { redeem, undo } from "../domains/marketing/redeem";
import type { Ctx, Operator } from "../http/context";
import { at, entered } from "./act";
import { people } from "./people";
import { random } from "./random";

const REVIEWS = [
  {
    score: "5",
    subject: "venue",
    memo: "场地新，灯光不晃眼，地胶防滑，前台很热情。",
    source: "mini",
    pictures: ["/demo/court.svg"],
    award: true,
    diggs: 18,
  },
  {
    score: "5",
    subject: "coach",
    subjectName: "周教练",
    memo: "孩子上了八次课，步伐进步明显，教练耐心。",
    source: "mini",
    award: true,
    diggs: 9,
    reply: "谢谢认可，下阶段我们会加入多球训练。",
  },
  {
    score: "4",
    subject: "place",
    subjectName: "3 号场",
    memo: "整体不错，就是周末晚上停车有点难。",
    source: "dianping",
    diggs: 4,
    reply: "周末可停地下二层，凭订场短信免两小时停车。",
  },
  {
    score: "5",
    subject: "activity",
    subjectName: "周末双打交流赛",
    memo: "组织得很好，分组合理，下次还来。",
    source: "mini",
    pictures: ["/demo/cup.svg"],
    diggs: 11,
  },
  { score: "2", subject: "venue", memo: "淋浴间水温不稳定，希望改进。", source: "meituan", diggs: 6 },
  { score: "3", subject: "shop", subjectName: "羽毛球", memo: "球耐打度一般，价格比网上贵一点。", source: "desk", diggs: 1 },
  {
    score: "5",
    subject: "groupon",
    subjectName: "双人畅打 2 小时",
    memo: "团购很划算，扫码就能用。",
    source: "meituan",
    diggs: 7,
    reply: "欢迎常来！",
  },
  { score: "1", subject: "venue", memo: "加微信领优惠券，私聊我。", source: "dianping", hidden: "广告，与本馆无关" },
  {
    score: "4",
    subject: "place",
    subjectName: "6 号场",
    memo: "空调很足，场地间距够大。",
    source: "mini",
    pictures: ["/demo/court-night.svg"],
    diggs: 3,
  },
  { score: "5", subject: "venue", memo: "早场价格实惠，退休后每天来。", source: "desk", award: true, diggs: 15 },
] as const;
const ALBUMS = [
  {
    name: "场地实景",
    photos: [
      ["court", "主场地"],
      ["court-night", "夜场灯光"],
      ["basketball", "篮球馆"],
      ["pool", "泳道"],
    ],
  },
  {
    name: "活动瞬间",
    photos: [
      ["cup", "双打赛颁奖"],
      ["class", "少儿训练营"],
    ],
  },
] as const;

/** Makes what customers say and see. */
export async function makeReviews(ctx: Ctx): Promise<void> {
  const today = dayOf(ctx.now, ctx.venue.zone);
  const authors = people(random("reviews", ctx.venue.id), REVIEWS.length);
  for (const [i, review] of REVIEWS.entries()) {
    const { name, phone } = authors[i] ?? { name: "", phone: "" };
    const at = instant(addDays(today, -i * 3 - 1), 600 + i * 47, ctx.venue.zone);
    const reply = "reply" in review ? review.reply : "";
    await ctx.db
      .insertInto("review")
      .values({
        venue_id: ctx.venue.id,
        id: ctx.newId(),
        author: name,
        state: "hidden" in review ? "hidden" : "visible",
        score: review.score,
        subject: review.subject,
        subject_name: "subjectName" in review ? review.subjectName : "",
        title: "",
        memo: review.memo,
        pictures: "pictures" in review ? [...review.pictures] : [],
        award: "award" in review,
        diggs: "diggs" in review ? review.diggs : 0,
        member_id: null,
        phone,
        source: review.source,
        reply,
        replied_at: reply === "" ? null : new Date(at.getTime() + 7_200_000),
        replied_by: reply === "" ? "" : "陈晓",
        reason: "hidden" in review ? review.hidden : "",
        created_at: at,
      })
      .execute();
  }
  for (const [position, { name, photos }] of ALBUMS.entries()) {
    const album = ctx.newId();
    await ctx.db
      .insertInto("album")
      .values({ venue_id: ctx.venue.id, id: album, name, shown: true, position, memo: "", created_at: ctx.now })
      .execute();
    for (const [i, [file, title]] of photos.entries())
      await ctx.db
        .insertInto("photo")
        .values({
          venue_id: ctx.venue.id,
          id: ctx.newId(),
          album_id: album,
          url: `/demo/${file}.svg`,
          title,
          position: i + 1,
          cover: i === 0,
          created_at: ctx.now,
        })
        .execute();
  }
}

const h = (hours: number): number => hours * 60;
const DESK: Operator = { id: "3", name: "陈晓" };
const ACTIVITIES = [
  {
    title: "周末双打交流赛",
    ahead: 5,
    start: h(14),
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
    start: h(10),
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
    start: h(19),
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
    start: h(9),
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
    start: h(9),
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
  const told = { person: "" };
  for (const [n, { title, ahead, start, hours, capacity, fees, joined, state, picture, questions }] of ACTIVITIES.entries()) {
    const day = addDays(today, ahead);
    const startsAt = instant(day, start, zone);
    const opened = addDays(day < today ? day : today, -6);
    const making = at(system, { day: opened, minute: h(9), person: DESK, moves: true }, told, tick);
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
      const ctx = at(system, { day: addDays(opened, 1 + (i % 4)), minute: h(10) + i * 23, person: DESK, moves: true }, told, tick);
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
      const ctx = at(system, { day: day < today ? day : addDays(today, -1), minute: h(18), person: DESK, moves: true }, told, tick);
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

const GOODS = [
  {
    title: "羽毛球 5 次券包",
    price: 26_000,
    market: 40_000,
    stock: 200,
    times: 5,
    sold: 9,
    uses: 2,
    state: "on_shelf",
    weekdays: [],
    picture: "court",
    rule: "anytime",
  },
  {
    title: "工作日双人畅打 1 小时",
    price: 4_900,
    market: 8_000,
    stock: 300,
    times: 1,
    sold: 11,
    uses: 1,
    state: "on_shelf",
    weekdays: ["1", "2", "3", "4", "5"],
    picture: "court-night",
    rule: "anytime",
  },
  {
    title: "少儿体验课 3 次",
    price: 19_800,
    market: 36_000,
    stock: 60,
    times: 3,
    sold: 5,
    uses: 1,
    state: "on_shelf",
    weekdays: ["6", "7"],
    picture: "class",
    rule: "never",
  },
  {
    title: "双十一单次门票",
    price: 2_900,
    market: 5_000,
    stock: 20,
    times: 1,
    sold: 6,
    uses: 1,
    state: "off_shelf",
    weekdays: [],
    picture: "pool",
    rule: "anytime",
  },
  {
    title: "新年健身礼包",
    price: 9_900,
    market: 19_900,
    stock: 100,
    times: 2,
    sold: 0,
    uses: 0,
    state: "draft",
    weekdays: [],
    picture: "cup",
    rule: "anytime",
  },
] as const;

/** Makes group-buy goods, sells vouchers over the last days, and redeems some; one of today was undone. */
export async function makeGroupon(system: Ctx, tick: (at: Date) => void): Promise<void> {
  const { zone, id: venue_id } = system.venue;
  const today = dayOf(system.now, zone);
  const buyers = people(random("groupon", venue_id), 32);
  const told = { person: "" };
  for (const [n, { title, price, market, stock, times, sold, uses, state, weekdays, picture, rule }] of GOODS.entries()) {
    const opened = addDays(today, -14);
    const making = at(system, { day: opened, minute: h(9), person: DESK, moves: true }, told, tick);
    const id = making.newId();
    const row = {
      venue_id,
      id,
      title,
      state: state === "draft" ? "draft" : "on_shelf",
      price,
      market_price: market,
      stock,
      left: stock,
      per_person: 0,
      sale_from: making.now,
      sale_to: instant(addDays(today, 30), 0, zone),
      use_from: opened,
      use_to: addDays(today, 90),
      valid_days: null,
      weekdays: [...weekdays],
      times,
      refund_rule: rule,
      redeems: "ticket",
      program_id: null,
      minutes: null,
      product_id: null,
      pictures: [`/demo/${picture}.svg`],
      content: `<p>${title}，到店出示券码核销。</p>`,
      created_at: making.now,
    };
    await making.db.insertInto("groupon_goods").values(row).execute();
    for (let i = 0; i < sold; i++) {
      const back = 1 + ((i * 3) % 12);
      const { name, phone } = buyers[(n * 7 + i) % buyers.length] ?? { name: "散客", phone: "" };
      const selling = at(system, { day: addDays(today, -back), minute: h(10) + i * 31, person: DESK, moves: true }, told, tick);
      const payments = [{ type: i % 3 === 0 ? ("Alipay" as const) : ("WeChat" as const), amount: yuan(price) }];
      const voucher = await sell(selling, entered(redemption.sell, { goodsId: id, name, phone, payments }));
      if (i % 2 === 1 || weekdays.length > 0) continue;
      const ago = i % 4 === 0 ? 0 : Math.max(0, back - 1);
      const minute =
        ago === 0 ? Math.max(1, Math.floor((system.now.getTime() - instant(today, 0, zone).getTime()) / 60_000) - 20 - i) : h(18) + i * 13;
      const using = at(system, { day: addDays(today, -ago), minute, person: DESK, moves: true }, told, tick);
      const { use } = await redeem(using, entered(redemption.redeem, { id: voucher.id, times: Math.min(uses, times) }));
      if (n === 0 && i === 4) await undo(using, entered(redemption.undo, { id: use.id, reason: "扫错了券" }));
    }
    if (state === "off_shelf")
      await making.db.updateTable("groupon_goods").set({ state }).where("venue_id", "=", venue_id).where("id", "=", id).execute();
  }
}

const SEGMENTS = [
  { name: "一个月没来的会员", absent_days: 30 },
  { name: "本月生日", birthday: "thisMonth" },
  { name: "消费满 2,000 的常客", spent_from: 200_000 },
] as const;
const GIVEN = ["desk", "mini", "phone"] as const;
const AGREED = 60;

/** Makes segments of members, who agreed to be written to, and messages: some sent, some waiting. */
export async function makeSegments(ctx: Ctx): Promise<void> {
  const { id: venue_id, zone } = ctx.venue;
  const today = dayOf(ctx.now, zone);
  for (const segment of SEGMENTS)
    await ctx.db
      .insertInto("member_segment")
      .values({
        venue_id,
        id: ctx.newId(),
        card_type_id: null,
        spent_from: null,
        spent_to: null,
        absent_days: null,
        birthday: null,
        memo: "",
        created_at: ctx.now,
        ...segment,
      })
      .execute();
  const members = await ctx.db
    .selectFrom("member")
    .select(["id", "name", "phone"])
    .where("venue_id", "=", venue_id)
    .where("state", "=", "active")
    .orderBy("id")
    .limit(AGREED)
    .execute();
  for (const [i, { id, name, phone }] of members.entries()) {
    const day = addDays(today, -(i % 40) - 1);
    await ctx.db
      .insertInto("message_consent")
      .values({
        venue_id,
        id: ctx.newId(),
        member_id: id,
        given_by: GIVEN[i % GIVEN.length] ?? "desk",
        given_on: day,
        created_at: instant(day, 660, zone),
      })
      .execute();
    if (i >= 12) continue;
    const at = instant(addDays(today, -2), 600, zone);
    await ctx.db
      .insertInto("customer_message")
      .values({
        venue_id,
        id: ctx.newId(),
        name,
        state: i < 8 ? "sent" : "waiting",
        phone,
        text: "好久不见！本周工作日来打球，凭此消息前台领双人畅打体验一次。",
        source: "segment",
        source_id: "demo",
        source_name: SEGMENTS[0].name,
        member_id: id,
        day: addDays(today, -2),
        sent_at: i < 8 ? new Date(at.getTime() + 600_000) : null,
        operator: DESK.name,
        created_at: at,
      })
      .execute();
  }
}
