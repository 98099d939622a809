/** Addresses of the people who work at a venue. */
import { defineResource, targetOf } from "../core/resource/define";
import { bool, phone, reference, region, text } from "../core/resource/fields";
import { staff } from "./staff";
import { LABELS } from "../core/resource/labels";
import { SCREENS } from "../core/pages";

export const staffAddresses = defineResource({
  name: "staffAddresses",
  one: { zh: "员工地址", en: "Address of staff" },
  path: "/api/manage/platform/user-address",
  codes: { page: SCREENS.staffAddresses, modify: "staff_modify", export: "staff_export" },
  title: "contact",
  fields: {
    contact: text({ ...LABELS.contact, required: true, search: "part", max: 40 }),
    staff: reference({ zh: "员工", en: "Staff", required: true, once: true, filter: true, of: () => targetOf(staff) }),
    phone: phone({ ...LABELS.phone, required: true, search: "prefix" }),
    area: region({ zh: "地区", en: "Area" }),
    address: text({ zh: "详细地址", en: "Address", required: true, search: "part", max: 120 }),
    emergency: bool({ zh: "紧急联系人", en: "In an emergency", filter: true }),
    memo: text({ zh: "备注", en: "Note", long: true, hidden: true, max: 200 }),
  },
});
