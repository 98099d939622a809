/** Albums and their photos: order, cover, captions; and the pictures that customers are shown. */
import { sql } from "kysely";
import { albums, MOST_PHOTOS, type Photo, photos } from "../../../contract/marketing/albums";
import type { Page, Parsed } from "../../../contract/core/call";
import { content, type Picture } from "../../../contract/cms/content";
import { mapPage, pageOf } from "../../db/page";
import type { Ctx, PersonCtx } from "../../http/context";
import { AppError } from "../../http/error";
import { servePublicCalls, inVenue } from "../../http/serve";
import { refuse } from "../../resource/refuse";
import { serveResource } from "../../resource/serve";
import { openVenue } from "../../kernel/at-venue";

interface Photos {
  readonly content: Photo[];
}

const photosOf = (ctx: Ctx, albumId: string) =>
  ctx.db.selectFrom("photo").where("venue_id", "=", ctx.venue.id).where("album_id", "=", albumId).orderBy("position").orderBy("id");

async function list(ctx: Ctx, { albumId }: { readonly albumId: string }): Promise<Photos> {
  const rows = await photosOf(ctx, albumId).selectAll().execute();
  return { content: rows.map(({ id, url, title, cover, created_at }) => ({ id, url, title, cover, at: created_at.toISOString() })) };
}

/** Locks an album: its photos are changed by one person at a time. @throws AppError `missing` */
async function lockAlbum(ctx: Ctx, id: string): Promise<string> {
  const row = await ctx.db
    .selectFrom("album")
    .select("id")
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new AppError("missing", { what: albums.one[ctx.language] });
  ctx.emit({ type: "changed", data: { resource: "albums", id } });
  return row.id;
}
/** Locks the album of a photo. @throws AppError `missing` */
async function lockByPhoto(ctx: Ctx, id: string): Promise<string> {
  const photo = await ctx.db
    .selectFrom("photo")
    .select("album_id")
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .executeTakeFirst();
  if (!photo) throw new AppError("missing", { what: ctx.language === "zh" ? "照片" : "Photo" });
  return lockAlbum(ctx, photo.album_id);
}

async function add(ctx: Ctx, { albumId, urls }: Parsed<typeof photos.add>): Promise<Photos> {
  await lockAlbum(ctx, albumId);
  const { count, last } = await ctx.db
    .selectFrom("photo")
    .where("venue_id", "=", ctx.venue.id)
    .where("album_id", "=", albumId)
    .select((eb) => [eb.fn.countAll<number>().as("count"), eb.fn.coalesce(eb.fn.max("position"), eb.lit(0)).as("last")])
    .executeTakeFirstOrThrow();
  if (count + urls.length > MOST_PHOTOS)
    throw refuse(
      ctx,
      {
        zh: "一个相册最多 {most} 张，现有 {count} 张，没有添加；请删去一些或新建相册",
        en: "An album holds {most} photos at most and has {count}; nothing was added. Delete some or make another album",
      },
      { most: MOST_PHOTOS, count },
    );
  await ctx.db
    .insertInto("photo")
    .values(
      urls.map((url, i) => ({
        venue_id: ctx.venue.id,
        id: ctx.newId(),
        album_id: albumId,
        url,
        title: "",
        position: last + i + 1,
        cover: count === 0 && i === 0,
        created_at: ctx.now,
      })),
    )
    .execute();
  return list(ctx, { albumId });
}

/** Photos that somebody else added meanwhile stay, after those that are named. */
async function order(ctx: Ctx, { albumId, photoIds }: Parsed<typeof photos.order>): Promise<Photos> {
  await lockAlbum(ctx, albumId);
  const rows = await photosOf(ctx, albumId).select(["id", "position"]).execute();
  const known = new Map(rows.map(({ id, position }) => [id, position]));
  const named = [...new Set(photoIds)].filter((id) => known.has(id));
  const rest = rows.map(({ id }) => id).filter((id) => !named.includes(id));
  for (const [i, id] of [...named, ...rest].entries())
    if (known.get(id) !== i + 1)
      await ctx.db
        .updateTable("photo")
        .set({ position: i + 1 })
        .where("venue_id", "=", ctx.venue.id)
        .where("id", "=", id)
        .execute();
  return list(ctx, { albumId });
}

async function setCover(ctx: Ctx, { id }: Parsed<typeof photos.cover>): Promise<Photos> {
  const albumId = await lockByPhoto(ctx, id);
  await ctx.db
    .updateTable("photo")
    .set({ cover: false })
    .where("venue_id", "=", ctx.venue.id)
    .where("album_id", "=", albumId)
    .where("cover", "=", true)
    .execute();
  await ctx.db.updateTable("photo").set({ cover: true }).where("venue_id", "=", ctx.venue.id).where("id", "=", id).execute();
  return list(ctx, { albumId });
}

async function modify(ctx: Ctx, { id, caption: title, url }: Parsed<typeof photos.modify>): Promise<Photos> {
  const albumId = await lockByPhoto(ctx, id);
  await ctx.db.updateTable("photo").set({ title, url }).where("venue_id", "=", ctx.venue.id).where("id", "=", id).execute();
  return list(ctx, { albumId });
}

/** The first of the others becomes the cover where the cover goes. */
async function remove(ctx: Ctx, { id }: Parsed<typeof photos.remove>): Promise<Photos> {
  const albumId = await lockByPhoto(ctx, id);
  const { cover } = await ctx.db
    .deleteFrom("photo")
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .returning("cover")
    .executeTakeFirstOrThrow();
  const left = await list(ctx, { albumId });
  const [first] = left.content;
  return cover && first ? setCover(ctx, { id: first.id }) : left;
}

/** Photos of the albums that are shown, for whoever looks at the venue. */
async function pictures(ctx: PersonCtx<null>, input: Parsed<typeof content.pictures>): Promise<Page<Picture>> {
  const db = await openVenue(ctx, input.venueId);
  let visible = db
    .selectFrom("photo as p")
    .innerJoin("album as a", (join) => join.onRef("a.venue_id", "=", "p.venue_id").onRef("a.id", "=", "p.album_id"))
    .where("p.venue_id", "=", input.venueId)
    .where("a.shown", "=", true);
  if (input.album) visible = visible.where("a.name", "=", input.album);
  const page = await pageOf(
    { db, venue: { id: input.venueId } },
    visible.select(["p.id", "a.name as album", "p.title", "p.url", "p.position", "p.created_at"]),
    input,
    { id: "p.id", sequence: ["a.position", "a.id", "p.position"], at: "p.created_at" },
    "sequence,asc",
  );
  return mapPage(page, ({ id, album, title, url, position, created_at }) => ({
    id,
    album,
    title,
    url,
    sequence: position,
    at: created_at.toISOString(),
  }));
}

const ofAlbum = (what: ReturnType<typeof sql>) => sql`(select ${what} from photo p where p.venue_id = t.venue_id and p.album_id = t.id)`;

export const albumRoutes = [
  ...serveResource(albums, {
    table: "album",
    columns: {
      photos: () => ofAlbum(sql`count(*)`),
      cover: () => ofAlbum(sql`min(p.url) filter (where p.cover)`),
    },
  }),
  ...inVenue(photos, { list, add, order, cover: setCover, modify, remove }),
  ...servePublicCalls({ pictures: content.pictures }, { pictures }),
];
