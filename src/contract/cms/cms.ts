/**
 * Content: articles, news, banners, videos and videos of competitions. One table, told apart by kind; all are published the same way:
 * drafted, reviewed, published, hidden, and shown from the time that they are scheduled for.
 */
import { games } from "../competitions/competitions";
import type { Code } from "../core/permissions";
import { defineResource, targetOf } from "../core/resource/define";
import { bool, choice, day, instant, number, picture, reference, richText, state, text, words, uniqueName } from "../core/resource/fields";
import { publication } from "../core/states";
import { LABELS } from "../core/resource/labels";
import { SCREENS } from "../core/pages";

export const cmsCategories = defineResource({
  name: "cmsCategories",
  one: { zh: "分类", en: "Category" },
  path: "/api/manage/venue/cms-category",
  codes: { page: SCREENS.cmsCategories, modify: "article_modify" },
  title: "name",
  page: "/cms/category-list/:id",
  sort: "sequence,asc",
  fields: {
    name: uniqueName("pinyin", 40),
    kinds: words({
      zh: "用于",
      en: "Used for",
      required: true,
      filter: true,
      choices: { article: { zh: "文章", en: "Articles" }, news: { zh: "新闻", en: "News" }, video: { zh: "视频", en: "Videos" } },
    }),
    sequence: number({
      zh: "排序",
      en: "Order",
      required: true,
      initial: 0,
      max: 9999,
      sort: true,
      hint: { zh: "小的在前", en: "Small ones first" },
    }),
    items: number({ zh: "内容数", en: "Items", computed: true }),
  },
});

export const cmsTags = defineResource({
  name: "cmsTags",
  one: { zh: "标签", en: "Tag" },
  path: "/api/manage/venue/cms-tag",
  codes: { page: SCREENS.cmsTags, modify: "article_modify" },
  title: "name",
  fields: {
    name: text({ ...LABELS.name, required: true, once: true, search: "pinyin", unique: true, sort: true, max: 40 }),
    hot: bool({ zh: "热门", en: "Hot", filter: true, hint: { zh: "在首页推荐", en: "Recommended on the home page" } }),
    items: number({ zh: "内容数", en: "Items", computed: true, sort: true }),
  },
  hint: { zh: "写内容时用到的标签会自动加到这里", en: "Tags that content uses are added here by themselves" },
});

/** Fields of whatever is published. */
const head = {
  title: text({ ...LABELS.title, required: true, search: "pinyin", sort: true, max: 80, width: 240 }),
  state: state({ ...LABELS.state, machine: publication, filter: true }),
  shown: bool({ zh: "对外可见", en: "Shown now", computed: true }),
};
const category = reference({ zh: "分类", en: "Category", required: true, filter: true, of: () => targetOf(cmsCategories) });
const tags = words({ zh: "标签", en: "Tags", filter: true });
const cover = picture({ zh: "封面", en: "Cover" });
const summary = text({ zh: "摘要", en: "Summary", long: true, max: 200, hidden: true });
const body = richText({ zh: "正文", en: "Text", formOnly: true });
const timing = {
  sequence: number({ zh: "排序", en: "Order", initial: 0, max: 9999, sort: true, hint: { zh: "小的在前", en: "Small ones first" } }),
  publishAt: instant({
    zh: "定时显示",
    en: "Shown from",
    filter: true,
    sort: true,
    hint: { zh: "留空：发布后立刻显示", en: "Empty: as soon as it is published" },
  }),
  offAt: instant({ zh: "自动下线", en: "Shown until", hidden: true, hint: { zh: "留空：一直显示", en: "Empty: always" } }),
};
const figures = {
  publishedAt: instant({ zh: "发布时间", en: "Published", readonly: true, filter: true, sort: true }),
  views: number({ zh: "阅读", en: "Views", computed: true, sum: true, sort: true }),
  diggs: number({ zh: "点赞", en: "Likes", computed: true, sum: true, sort: true, hidden: true }),
  writer: text({ zh: "编辑", en: "Written by", readonly: true, hidden: true }),
  reason: text({ zh: "退回原因", en: "Sent back because", readonly: true, hidden: true }),
};
const author = text({ zh: "作者", en: "Author", max: 40, hidden: true });

const publishing = (codes: { readonly modify: Code; readonly publish: Code }) => ({
  submit: { label: { zh: "提交审核", en: "Submit" }, code: codes.modify, bulk: true },
  publish: { label: { zh: "发布", en: "Publish" }, code: codes.publish, bulk: true },
  reject: {
    label: { zh: "退回", en: "Send back" },
    code: codes.publish,
    fields: { reason: text({ zh: "退回原因", en: "Reason", required: true, long: true, max: 200 }) },
  },
  show: { label: { zh: "重新显示", en: "Show again" }, code: codes.publish },
  revise: {
    label: { zh: "改为草稿", en: "Revise" },
    code: codes.modify,
    confirm: {
      zh: "改为草稿后不再对外显示，修改后要重新审核。",
      en: "A draft is not shown any more, and is reviewed again once it is changed.",
    },
  },
  hide: { label: { zh: "隐藏", en: "Hide" }, code: codes.publish, danger: true, bulk: true },
});
const views = {
  drafts: { label: { zh: "草稿", en: "Drafts" }, filters: { state: "draft" } },
  waiting: { label: { zh: "待审核", en: "To review" }, filters: { state: "in_review" } },
  published: { label: { zh: "已发布", en: "Published" }, filters: { state: "published" } },
};
const help = {
  zh: "草稿提交后由有发布权限的人审核；发布后到定时的时间才显示。已发布的内容不能直接修改：先隐藏或改为草稿。修改隐藏的内容后它是草稿，要重新审核才再显示。",
  en: "A draft is submitted and reviewed by who may publish; once published it is shown from the time it is scheduled for. What is published is not edited: hide or revise it first. What is hidden becomes a draft once it is edited, and is reviewed before it is shown again.",
};
const timingGroup = { title: { zh: "显示", en: "Showing" }, fields: ["sequence", "publishAt", "offAt"] } as const;

export const articles = defineResource({
  name: "articles",
  one: { zh: "文章", en: "Article" },
  path: "/api/manage/venue/article",
  codes: { page: SCREENS.articles, modify: "article_modify", export: "article_export" },
  title: "title",
  page: "/cms/article-list/:id",
  fields: { ...head, category, tags, cover, author, summary, body, ...timing, ...figures },
  actions: publishing({ modify: "article_modify", publish: "article_publish" }),
  views,
  groups: [
    { title: { zh: "文章", en: "Article" }, fields: ["title", "category", "author", "tags", "cover", "summary", "body"] },
    timingGroup,
  ],
  hint: { zh: "写球馆的介绍、攻略和公告文章", en: "Guides, stories and notices of the venue" },
  help,
});

export const news = defineResource({
  name: "news",
  one: { zh: "新闻", en: "News item" },
  path: "/api/manage/venue/news",
  codes: { page: SCREENS.news, modify: "news_modify", export: "news_export" },
  title: "title",
  page: "/cms/news-list/:id",
  fields: {
    ...head,
    category,
    tags,
    cover,
    source: text({ ...LABELS.source, required: true, max: 60 }),
    author,
    summary,
    body,
    ...timing,
    ...figures,
  },
  actions: publishing({ modify: "news_modify", publish: "news_publish" }),
  views,
  groups: [
    { title: { zh: "新闻", en: "News" }, fields: ["title", "category", "source", "author", "tags", "cover", "summary", "body"] },
    timingGroup,
  ],
  hint: { zh: "发布场馆动态和转载的新闻，注明来源", en: "What happens at the venue and what others report, with its source" },
  help,
});

export const banners = defineResource({
  name: "banners",
  one: { zh: "轮播图", en: "Banner" },
  path: "/api/manage/venue/banner",
  codes: { page: SCREENS.banners, modify: "banner_modify" },
  title: "title",
  page: "/cms/banner-list/:id",
  fields: {
    ...head,
    position: choice({
      zh: "位置",
      en: "Position",
      required: true,
      filter: true,
      choices: {
        home: { zh: "首页", en: "Home" },
        booking: { zh: "订场页", en: "Booking" },
        activity: { zh: "活动页", en: "Activities" },
        shop: { zh: "商城", en: "Shop" },
      },
    }),
    items: number({ zh: "图片数", en: "Pictures", computed: true }),
    ...timing,
    ...figures,
  },
  actions: publishing({ modify: "banner_modify", publish: "banner_publish" }),
  views,
  groups: [{ title: { zh: "轮播图", en: "Banner" }, fields: ["title", "position"] }, timingGroup],
  hint: { zh: "每个位置一组轮播图，先添加图片再提交审核", en: "One banner for a position; add its pictures, then submit it" },
  help,
});

export const bannerItems = defineResource({
  name: "bannerItems",
  one: { zh: "轮播图片", en: "Banner picture" },
  path: "/api/manage/venue/banner-item",
  codes: { page: SCREENS.bannerItems, modify: "banner_modify" },
  title: "title",
  sort: "sequence,asc",
  fields: {
    title: text({ ...LABELS.title, required: true, search: "part", max: 60 }),
    banner: reference({ zh: "轮播图", en: "Banner", required: true, once: true, filter: true, of: () => targetOf(banners) }),
    picture: picture({ zh: "图片", en: "Picture", required: true }),
    link: text({
      zh: "链接",
      en: "Link",
      max: 300,
      hint: {
        zh: "站内路径或 https 地址；输入文章标题可选文章",
        en: "A path of this site or an https address; type a title to choose an article",
      },
    }),
    sequence: number({
      zh: "排序",
      en: "Order",
      required: true,
      initial: 0,
      max: 9999,
      sort: true,
      hint: { zh: "小的在前", en: "Small ones first" },
    }),
  },
});

export const videoPlatforms = defineResource({
  name: "videoPlatforms",
  one: { zh: "视频平台", en: "Video platform" },
  path: "/api/manage/venue/video-platform",
  codes: { page: SCREENS.videoPlatforms, modify: "video_platform_modify" },
  title: "name",
  page: "/cms2/video-platform-list/:id",
  sort: "sequence,asc",
  fields: {
    name: uniqueName("pinyin", 40),
    hosts: words({
      zh: "域名",
      en: "Hosts",
      required: true,
      hint: { zh: "视频地址要在这些域名下，如 bilibili.com", en: "Videos must be at one of these, e.g. bilibili.com" },
    }),
    player: text({
      zh: "播放器地址",
      en: "Player",
      max: 300,
      long: true,
      hint: { zh: "https 地址，{id} 处放视频编号", en: "An https address; {id} stands for the video" },
    }),
    appId: text({ zh: "应用 ID", en: "App id", max: 80, hidden: true }),
    enabled: bool({
      zh: "启用",
      en: "In use",
      filter: true,
      initial: true,
      hint: { zh: "可以添加这个平台的视频", en: "Its videos can be added" },
    }),
    sequence: number({
      zh: "排序",
      en: "Order",
      required: true,
      initial: 0,
      max: 9999,
      sort: true,
      hint: { zh: "小的在前", en: "Small ones first" },
    }),
    videos: number({ zh: "视频数", en: "Videos", computed: true }),
  },
});

const videoFields = {
  videoUrl: text({
    zh: "视频地址",
    en: "Address",
    required: true,
    max: 300,
    hidden: true,
    hint: { zh: "已启用平台的 https 地址", en: "An https address at a platform in use" },
  }),
  platform: reference({ zh: "平台", en: "Platform", readonly: true, filter: true, of: () => targetOf(videoPlatforms) }),
  playerUrl: text({
    zh: "播放",
    en: "Play",
    computed: true,
    hint: { zh: "平台的播放器，填了播放器地址的平台才有", en: "The platform's player, where one is entered for it" },
  }),
  seconds: number({ zh: "时长（秒）", en: "Seconds", max: 86_400, sum: true }),
};

export const videos = defineResource({
  name: "videos",
  one: { zh: "视频", en: "Video" },
  path: "/api/manage/venue/video",
  codes: { page: SCREENS.videos, modify: "video_modify", export: "video_export" },
  title: "title",
  page: "/cms/video-list/:id",
  fields: { ...head, category, tags, cover, ...videoFields, author, summary, ...timing, ...figures },
  actions: publishing({ modify: "video_modify", publish: "video_publish" }),
  views,
  groups: [
    { title: { zh: "视频", en: "Video" }, fields: ["title", "category", "videoUrl", "seconds", "author", "tags", "cover", "summary"] },
    timingGroup,
  ],
  hint: { zh: "教学和宣传视频，放在已启用的视频平台上", en: "Lessons and promotion, kept at a video platform in use" },
  help,
});

export const competitionVideos = defineResource({
  name: "competitionVideos",
  one: { zh: "赛事视频", en: "Competition video" },
  path: "/api/manage/venue/competition-video",
  codes: { page: SCREENS.competitionVideos, modify: "competition_video_modify", export: "competition_video_export" },
  title: "title",
  page: "/cms2/video-competition-list/:id",
  fields: {
    ...head,
    game: reference({ zh: "赛事", en: "Competition", required: true, filter: true, of: () => targetOf(games) }),
    playedOn: day({ zh: "比赛日期", en: "Played on", required: true, filter: true, sort: true }),
    live: bool({ zh: "直播", en: "Live", filter: true, hint: { zh: "比赛时直播", en: "Shown while it is played" } }),
    tags,
    cover,
    ...videoFields,
    summary,
    ...timing,
    ...figures,
  },
  actions: publishing({ modify: "competition_video_modify", publish: "competition_video_publish" }),
  views,
  groups: [
    {
      title: { zh: "赛事视频", en: "Competition video" },
      fields: ["title", "game", "playedOn", "videoUrl", "seconds", "live", "tags", "cover", "summary"],
    },
    timingGroup,
  ],
  hint: { zh: "比赛的直播和回放，按赛事归类", en: "Live streams and recordings, by competition" },
  help,
});
