/** Halls as rows of a list, a record and a file; how they are drawn and saved with their places is in `places.ts`. */
import { defineResource } from "../core/resource/define";
import { choice, instant, number, reference, text, words } from "../core/resource/fields";
import { PROGRAMS } from "../core/resource/targets";
import { LABELS } from "../core/resource/labels";
import { SCREENS } from "../core/pages";

/** Sales mode of a hall: places booked one by one, or seats of its sessions. */
export const HALL_SELLS = {
  places: { zh: "按场地预订", en: "Place by place" },
  capacity: { zh: "按场次人数", en: "By session seats" },
} as const;

export const halls = defineResource({
  name: "halls",
  one: { zh: "场区", en: "Hall" },
  path: "/api/manage/venue/hall",
  codes: { page: SCREENS.halls, read: ["venue_form", "place_set_list"], modify: "hall_modify", export: "hall_export" },
  without: ["create", "modify", "delete"],
  title: "name",
  sort: "position,asc",
  undated: true,
  fields: {
    name: text({ zh: "场区名称", en: "Name", search: "part", sort: true, width: 168 }),
    icon: text({ ...LABELS.icon, internal: true }),
    programId: reference({ ...LABELS.programId, required: true, filter: true, sort: true, width: 112, of: () => PROGRAMS }),
    sells: choice({ zh: "售卖方式", en: "Sold", required: true, filter: true, choices: HALL_SELLS, width: 128 }),
    mapSize: text({ zh: "地图", en: "Map", computed: true, width: 128 }),
    places: number({ zh: "在用场地", en: "Places on offer", computed: true, required: true, width: 168 }),
    off: number({ zh: "停用", en: "Off", computed: true, required: true, hidden: true }),
    linked: number({ zh: "可拆合", en: "Joined", computed: true, required: true, hidden: true }),
    hours: text({ zh: "营业时间", en: "Opening hours", computed: true, width: 200 }),
    closedTimes: words({ zh: "不开放时间", en: "Closed times", computed: true, hidden: true, width: 148 }),
    position: number({ zh: "显示顺序", en: "Order", required: true, sort: true, hidden: true, width: 80 }),
    changedAt: instant({ zh: "最近修改", en: "Last change", sort: true, width: 168 }),
    changedBy: text({ zh: "修改人", en: "Changed by", hidden: true }),
  },
  hint: {
    zh: "先建场区，再在地图上放场地；预订台会按这里的顺序显示",
    en: "Make a hall, then put places on its map; the booking grid shows them in this order",
  },
});
