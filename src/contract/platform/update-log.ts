/** Release notes: what an administrator publishes is shown to everyone of the organization in the update notice. */
import { defineResource } from "../core/resource/define";
import { instant, state, text } from "../core/resource/fields";
import { updateNotice } from "../core/states";
import { LABELS } from "../core/resource/labels";
import { SCREENS } from "../core/pages";

export const updateLog = defineResource({
  name: "updateLog",
  one: { zh: "更新日志", en: "Release note" },
  path: "/api/manage/platform/update-notice",
  codes: { page: SCREENS.updateLog, modify: "update_log_modify", export: "update_log_modify" },
  title: "title",
  page: "/venue/update-log/:id",
  fields: {
    title: text({ ...LABELS.title, required: true, search: "part", sort: true, max: 80, width: 240 }),
    version: text({ ...LABELS.version, search: "prefix", sort: true, max: 20, width: 96 }),
    state: state({ ...LABELS.state, machine: updateNotice, filter: true }),
    memo: text({
      zh: "更新内容",
      en: "What is new",
      required: true,
      search: "part",
      long: true,
      max: 1_000,
      hint: { zh: "发布后显示在更新提示里，三天内每天一次", en: "Shown in the update notice after publishing: for three days, once a day" },
    }),
    publishedAt: instant({ zh: "发布时间", en: "Published", readonly: true, filter: true, sort: true }),
    publishedBy: text({ zh: "发布人", en: "Published by", readonly: true }),
  },
  actions: {
    publish: {
      label: { zh: "发布", en: "Publish" },
      code: "update_log_modify",
      confirm: {
        zh: "发布后，本机构所有场馆的员工都会看到，内容不能再改。",
        en: "Everyone at all venues of the organization will see it; it can't be edited any more.",
      },
    },
    withdraw: {
      label: { zh: "撤回", en: "Withdraw" },
      code: "update_log_modify",
      danger: true,
      confirm: { zh: "撤回后不再提示，也不能再次发布。", en: "It is shown to nobody any more and can't be published again." },
    },
  },
  views: { published: { label: { zh: "已发布", en: "Published" }, filters: { state: "published" } } },
  hint: { zh: "在这里写更新内容，发布后员工登录就能看到", en: "Write what is new; staff see it once it is published" },
});
