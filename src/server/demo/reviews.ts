/** The demo's reviews and albums: what customers say and see. */
import { addDays, dayOf, instant } from "../../contract/core/time";
import type { Ctx } from "../http/context";
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
