/** The demo's content: articles, news, banners and videos, in all their states. */
import {
  articles,
  bannerItems,
  banners,
  cmsCategories,
  cmsTags,
  competitionVideos,
  news,
  videoPlatforms,
  videos,
} from "../../contract/cms/cms";
import { addDays, instant, wall } from "../../contract/core/time";
import type { Ctx } from "../http/context";
import { random } from "./random";
import { putRows } from "./rows";

const ARTICLES = [
  ["羽毛球新手第一课：握拍与步法", "published", "新手指南", ["新手", "步法"]],
  ["双打轮转的三种站位", "published", "技术提高", ["双打", "战术"]],
  ["如何选择合适的球线和磅数", "published", "装备", ["装备", "穿线"]],
  ["游泳后的拉伸与恢复", "published", "新手指南", ["恢复"]],
  ["暑期青少年训练安排", "hidden", "公告", ["青少年", "公告"]],
  ["周末约球礼仪", "in_review", "公告", ["约球"]],
  ["冬季热身十分钟", "draft", "新手指南", ["热身", "新手"]],
] as const;
const NEWS = [
  ["第八届社区羽毛球联赛报名启动", "published", "本馆"],
  ["本馆完成照明改造，照度提升三成", "published", "本馆"],
  ["全民健身日免费开放半天", "published", "区体育局"],
  ["市青少年锦标赛下月开赛", "in_review", "市羽协"],
  ["新增两片篮球半场", "draft", "本馆"],
] as const;
const VIDEOS = [
  ["反手高远球教学", "published", 312],
  ["自由泳换气分解", "published", 268],
  ["三步上篮节奏", "published", 195],
  ["双打接发球抢网", "in_review", 240],
] as const;
const paragraph = (title: string): string =>
  `<h2>${title}</h2><p>本文由场馆教练整理，适合刚开始运动的会员。请先热身，再按顺序练习，每个动作重复十次。</p><ul><li>热身 10 分钟</li><li>分解练习 20 分钟</li><li>对练 30 分钟</li></ul><p>有问题可以在前台或消息中心联系教练。</p>`;

/** Writes content of the last weeks, and something that is scheduled. */
export async function makeContent(ctx: Ctx): Promise<void> {
  const { day } = wall(ctx.now, ctx.venue.zone);
  const r = random("content", ctx.venue.id);
  const on = (days: number, hour = 10): Date => instant(addDays(day, days), hour * 60, ctx.venue.zone);
  const names = ["新手指南", "技术提高", "装备", "公告"];
  const ids = await putRows(
    ctx,
    cmsCategories,
    "cms_category",
    names.map((name, i) => ({ name, kinds: i === 3 ? ["article", "news"] : ["article", "news", "video"], sequence: i + 1 })),
  );
  const categoryOf = (name: string): string => ids[names.indexOf(name)] ?? ids[0] ?? "";
  const words = [...new Set(ARTICLES.flatMap(([, , , tags]) => [...tags])), "赛事", "教学"];
  await putRows(
    ctx,
    cmsTags,
    "cms_tag",
    words.map((name, i) => ({ name, hot: i < 3 })),
  );

  const when = (state: string, days: number) => ({
    state,
    createdAt: on(days),
    publishedAt: state === "published" ? on(days, 15) : null,
    writer: "林婉清",
  });
  const read = async (made: readonly string[]): Promise<void> => {
    for (const item_id of made)
      await ctx.db
        .insertInto("cms_statistics")
        .values({ venue_id: ctx.venue.id, item_id, views: r.int(40, 2_400), diggs: r.int(2, 180) })
        .execute();
  };
  await read(
    await putRows(
      ctx,
      articles,
      "cms_item",
      ARTICLES.map(([title, state, category, tags], i) => ({
        title,
        ...when(state, -40 + i * 5),
        category: categoryOf(category),
        tags: [...tags],
        author: i % 2 === 0 ? "许教练" : "方教练",
        summary: `${title}：要点和练习安排`,
        body: paragraph(title),
        sequence: i,
        publishAt: i === 3 ? on(3).toISOString() : null,
      })),
      { kind: "article" },
    ),
  );
  await read(
    await putRows(
      ctx,
      news,
      "cms_item",
      NEWS.map(([title, state, source], i) => ({
        title,
        ...when(state, -28 + i * 6),
        category: categoryOf("公告"),
        tags: ["公告"],
        source,
        body: paragraph(title),
        sequence: i,
      })),
      { kind: "news" },
    ),
  );
  const platforms = await putRows(ctx, videoPlatforms, "video_platform", [
    {
      name: "哔哩哔哩",
      hosts: ["bilibili.com", "b23.tv"],
      player: "https://player.bilibili.com/player.html?bvid={id}",
      enabled: true,
      sequence: 1,
    },
    { name: "腾讯视频", hosts: ["v.qq.com"], player: "https://v.qq.com/txp/iframe/player.html?vid={id}", enabled: true, sequence: 2 },
    { name: "优酷", hosts: ["v.youku.com"], player: "https://player.youku.com/embed/{id}", enabled: false, sequence: 3 },
  ]);
  const [platform = null] = platforms;
  await read(
    await putRows(
      ctx,
      videos,
      "cms_item",
      VIDEOS.map(([title, state, seconds], i) => ({
        title,
        ...when(state, -24 + i * 5),
        category: categoryOf("技术提高"),
        tags: ["教学"],
        videoUrl: `https://www.bilibili.com/video/BV1demo${i + 1}`,
        platform,
        seconds,
        author: "许教练",
        sequence: i,
      })),
      { kind: "video" },
    ),
  );
  const games = await ctx.db
    .selectFrom("game")
    .select(["id", "short_title as title"])
    .where("venue_id", "=", ctx.venue.id)
    .orderBy("id")
    .limit(2)
    .execute();
  await read(
    await putRows(
      ctx,
      competitionVideos,
      "cms_item",
      games.map(({ id, title }, i) => ({
        title: `${title} 决赛回放`,
        ...when(i === 0 ? "published" : "draft", -6),
        game: id,
        playedOn: addDays(day, -7),
        live: false,
        tags: ["赛事"],
        videoUrl: `https://www.bilibili.com/video/BV1final${i + 1}`,
        platform,
        seconds: 3_600 + i * 900,
        sequence: i,
      })),
      { kind: "competitionVideo" },
    ),
  );
  const [home = ""] = await putRows(
    ctx,
    banners,
    "cms_item",
    [
      { title: "首页轮播", position: "home", ...when("published", -30), sequence: 1 },
      { title: "订场页活动", position: "booking", ...when("draft", -3), sequence: 2 },
    ],
    { kind: "banner" },
  );
  await putRows(
    ctx,
    bannerItems,
    "cms_banner_item",
    ["秋季联赛", "会员充值礼"].map((title, i) => ({
      title,
      banner: home,
      link: i === 0 ? "/addedServices/game-list" : "/venueUser/recharge-set-list",
      sequence: i + 1,
    })),
  );
}
