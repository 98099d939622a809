/** Albums of the venue and their photos, in the order in which customers see them. */
import { z } from "#zod";
import { FileUrl, get, Id, postJson, resource } from "../core/call";
import { MOST_WORDS } from "../core/picture-text";
import { defineResource } from "../core/resource/define";
import { bool, number, picture, text, uniqueName } from "../core/resource/fields";
import { Instant } from "../core/time";
import { LABELS } from "../core/resource/labels";
import { SCREENS } from "../core/pages";

/** Most photos of one album. */
export const MOST_PHOTOS = 200;
/** Most photos that are added at once. */
export const MOST_ADDED = 20;

export const albums = defineResource({
  name: "albums",
  one: { zh: "相册", en: "Album" },
  path: "/api/manage/venue/album",
  codes: { page: SCREENS.albums, modify: "venue_photes_modify", export: "venue_photes_modify" },
  title: "name",
  page: "/marketing/venue-photes-list/:id",
  fields: {
    cover: picture({ ...LABELS.cover, computed: true }),
    name: uniqueName("part", 40),
    shown: bool({ zh: "对外显示", en: "Shown", filter: true, initial: true, hint: { zh: "顾客可以看到", en: "Customers see it" } }),
    photos: number({ zh: "照片数", en: "Photos", computed: true, sum: true, sort: true }),
    position: number({ zh: "排序", en: "Order", sort: true, min: 0, max: 9_999, initial: 0, required: true }),
    memo: text({ zh: "说明", en: "About", long: true, max: 200 }),
  },
  views: { shown: { label: { zh: "对外显示", en: "Shown" }, filters: { shown: "true" } } },
  sort: "position,asc",
  hint: {
    zh: "新建相册，再把照片拖进来；照片可以拖动排序，并选一张作封面",
    en: "Make an album, then drop photos into it, drag them into order and choose a cover",
  },
});

/** A photo of an album. */
export const Photo = z.object({ id: Id, url: z.string(), title: z.string(), cover: z.boolean(), at: Instant });
export type Photo = z.infer<typeof Photo>;
const Photos = z.object({ content: z.array(Photo) });

const base = "/api/manage/venue/photo";
export const photos = resource({
  list: get("/api/open/p-pic/list", {
    summary: "Photos of an album, in their order",
    code: "venue_photes_list",
    input: z.object({ venueId: Id, albumId: Id }),
    output: Photos,
  }),
  add: postJson(`${base}/add`, {
    summary: "Add uploaded pictures to an album, at its end",
    code: "venue_photes_modify",
    input: z.object({ albumId: Id, urls: z.array(FileUrl).min(1).max(MOST_ADDED) }),
    output: Photos,
  }),
  order: postJson(`${base}/order`, {
    summary: "Put the photos of an album into an order",
    code: "venue_photes_modify",
    input: z.object({ albumId: Id, photoIds: z.array(Id).max(MOST_PHOTOS) }),
    output: Photos,
  }),
  cover: postJson(`${base}/cover`, {
    summary: "Make a photo the cover of its album",
    code: "venue_photes_modify",
    input: z.object({ id: Id }),
    output: Photos,
  }),
  modify: postJson(`${base}/modify`, {
    summary: "Write what a photo shows, and put another picture in its place",
    code: "venue_photes_modify",
    input: z.object({ id: Id, caption: z.string().trim().max(MOST_WORDS), url: FileUrl }),
    output: Photos,
  }),
  remove: postJson(`${base}/delete`, {
    summary: "Delete a photo of an album",
    code: "venue_photes_modify",
    input: z.object({ id: Id }),
    output: Photos,
  }),
});
