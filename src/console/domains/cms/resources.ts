/** Screens of content: articles, news, banners, videos. */
import { declared } from "../../registry";

const contract = () => import("../../../contract/cms/cms");
const system = { group: "system", contract } as const;
const cms2 = { group: "cms2", contract, hidden: true } as const;
const contentParts = () => import("./content-parts");

export const cmsScreens = [
  ...declared({
    ...system,
    name: "articles",
    code: "article-admin",
    section: "shell.section.content",
    title: { zh: "文章", en: "Articles" },
    icon: "book",
    list: "/cms/article-list",
    form: { path: "/cms/article-form", code: "article_modify" },
    parts: () => import("./article-parts"),
  }),
  ...declared({
    ...system,
    name: "cmsCategories",
    code: "article-admin",
    title: { zh: "内容分类", en: "Categories of content" },
    hidden: true,
    list: "/cms/category-list",
    form: { path: "/cms/category-form", code: "article_modify" },
  }),
  ...declared({
    ...system,
    name: "cmsTags",
    code: "article-admin",
    title: { zh: "内容标签", en: "Tags of content" },
    hidden: true,
    list: "/cms/tag-list",
    form: { path: "/cms/tag-form", code: "article_modify" },
  }),
  ...declared({
    ...system,
    name: "news",
    code: "news_list",
    section: "shell.section.content",
    title: { zh: "新闻", en: "News" },
    icon: "globe",
    list: "/cms/news-list",
    form: { path: "/cms/news-form", code: "news_modify" },
    parts: contentParts,
  }),
  ...declared({
    ...system,
    name: "banners",
    code: "banner_list",
    section: "shell.section.content",
    title: { zh: "轮播图", en: "Banners" },
    icon: "image",
    list: "/cms/banner-list",
    form: { path: "/cms/banner-form", code: "banner_modify" },
    parts: () => import("./banner-parts"),
  }),
  ...declared({
    ...system,
    name: "bannerItems",
    code: "banner_list",
    title: { zh: "轮播图片", en: "Banner pictures" },
    hidden: true,
    list: "/cms/banner-item-list",
    parts: () => import("./banner-item-parts"),
    form: { path: "/cms/banner-item-form", code: "banner_modify" },
  }),
  ...declared({
    ...system,
    name: "videos",
    code: "video_list",
    section: "shell.section.content",
    title: { zh: "视频", en: "Videos" },
    icon: "play",
    list: "/cms/video-list",
    form: { path: "/cms/video-form", code: "video_modify" },
    parts: () => import("./video-parts"),
  }),
  ...declared({
    ...cms2,
    name: "videoPlatforms",
    code: "video_platform_form",
    title: { zh: "视频平台", en: "Video platform" },
    list: "/cms2/video-platform-list",
    form: { path: "/cms2/video-platform-form", code: "video_platform_form" },
  }),
  ...declared({
    ...cms2,
    name: "competitionVideos",
    code: "video_competition_list",
    title: { zh: "赛事视频", en: "Competition videos" },
    list: "/cms2/video-competition-list",
    form: { path: "/cms2/video-competition-form", code: "competition_video_modify" },
    parts: () => import("./video-parts"),
  }),
];
