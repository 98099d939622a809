/** Screens of marketing. */
import { declared } from "../../registry";

export const marketingScreens = [
  ...declared({
    name: "activities",
    group: "marketing",
    code: "activity_list",
    title: { zh: "活动列表", en: "Activities" },
    icon: "flag",
    contract: () => import("../../../contract/activities"),
    list: "/marketing/activity-list",
    form: { path: "/marketing/activity-form", code: "activity_form", title: { zh: "活动表单", en: "Activity form" } },
    parts: () => import("./activityParts"),
  }),
  ...declared({
    name: "activityJoins",
    group: "marketing",
    code: "activity_detail",
    title: { zh: "活动详情", en: "Activity detail" },
    icon: "members",
    hidden: true,
    contract: () => import("../../../contract/activities"),
    list: "/marketing/activity-detail",
    parts: () => import("./joinParts"),
  }),
  ...declared({
    name: "reviews",
    group: "marketing",
    code: "commentary_list",
    title: { zh: "评论管理", en: "Reviews" },
    icon: "star",
    contract: () => import("../../../contract/reviews"),
    list: "/marketing/commentary-list",
    form: { path: "/marketing/commentary-form", code: "commentary_modify", title: { zh: "登记评论", en: "Record a review" } },
  }),
  ...declared({
    name: "albums",
    group: "marketing",
    code: "venue_photes_list",
    title: { zh: "场馆相册", en: "Venue photos" },
    icon: "image",
    contract: () => import("../../../contract/albums"),
    list: "/marketing/venue-photes-list",
    form: { path: "/marketing/venue-photes-form", code: "venue_photes_modify", title: { zh: "相册", en: "Album" } },
    parts: () => import("./albumParts"),
  }),
];
