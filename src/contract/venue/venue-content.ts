/** Content that a venue shows customers beside its own data: its services, and the targets of the mini-program's entries. */
import { defineResource } from "../core/resource/define";
import { bool, choice, money, number, picture, text } from "../core/resource/fields";
import { LABELS } from "../core/resource/labels";
import { SCREENS } from "../core/pages";

const codes = { page: SCREENS.venueServices, modify: "venue_modify", export: "venue_modify" } as const;
const visibleField = bool({ zh: "显示", en: "Shown", filter: true, initial: true });
const sequence = number({ zh: "排序", en: "Order", required: true, min: 0, max: 9_999, initial: 0, sort: true });

export const venueServices = defineResource({
  name: "venueServices",
  one: { zh: "场馆服务", en: "Venue service" },
  path: "/api/manage/venue/venue-service",
  codes,
  title: "name",
  sort: "sequence,asc",
  fields: {
    name: text({ ...LABELS.name, required: true, search: "part", sort: true, max: 40 }),
    kind: choice({
      zh: "类别",
      en: "Kind",
      required: true,
      filter: true,
      choices: {
        facility: { zh: "设施", en: "Facility" },
        rental: { zh: "租赁", en: "Rental" },
        training: { zh: "培训", en: "Training" },
        other: { zh: "其他", en: "Other" },
      },
    }),
    picture: picture({ zh: "图片", en: "Picture" }),
    price: money({ zh: "参考价", en: "Price from", sort: true }),
    shown: visibleField,
    sequence,
    memo: text({ zh: "说明", en: "About", long: true, hidden: true, max: 500 }),
  },
  hint: { zh: "停车、淋浴、球拍租赁等，给顾客看", en: "Parking, showers, rackets for hire: what customers look for" },
});

export const venueNavigations = defineResource({
  name: "venueNavigations",
  one: { zh: "导航入口", en: "Entry" },
  path: "/api/manage/venue/venue-navigation",
  codes,
  title: "name",
  sort: "sequence,asc",
  fields: {
    name: text({ ...LABELS.name, required: true, search: "part", max: 20 }),
    icon: picture({ ...LABELS.icon }),
    target: choice({
      zh: "打开",
      en: "Opens",
      required: true,
      filter: true,
      choices: {
        booking: { zh: "订场", en: "Book a court" },
        session: { zh: "场次", en: "Sessions" },
        activity: { zh: "活动", en: "Activities" },
        groupon: { zh: "团购", en: "Group-buy" },
        article: { zh: "文章", en: "Articles" },
        phone: { zh: "电话", en: "Telephone" },
      },
    }),
    shown: visibleField,
    sequence,
  },
  hint: { zh: "小程序首页的入口", en: "Entries on the first page of the mini-program" },
});
