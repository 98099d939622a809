/** Texts of the cms pages. */
export const cms = {
  article: {
    categories: "分类",
    tags: "标签",
  },
  banner: {
    pictures: "图片",
  },
  preview: {
    preview: "预览",
  },
  video: {
    platforms: "视频平台",
    competitions: "赛事视频",
    play: "播放 {name}",
    play2: "播放",
  },
} as const;
