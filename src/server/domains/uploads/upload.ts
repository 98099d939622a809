/** Uploading pictures: a token first, then the picture as base64. Open to anyone, so limited per address and size. */
import type { Output, Parsed } from "../../../contract/core/call";
import type { uploads } from "../../../contract/uploads/uploads";
import { PLATFORM } from "../../db/client";
import { pixelsOf } from "../../files/pixels";
import { type FileStore, newPath, pictureOf } from "../../files/store";
import type { PersonCtx } from "../../http/context";
import { AppError } from "../../http/error";
import { makeUpToken, readUpToken } from "./token";

const MOST_BYTES = 5 * 1024 * 1024;
/** Limit of one picture: rendering needs four bytes per pixel. */
const MOST_PIXELS = 25_000_000;
/** From one address. */
const MOST_AN_HOUR = 200;
const MOST_BYTES_AN_HOUR = 200 * 1024 * 1024;

export const upToken = async (ctx: PersonCtx<null>, input: Parsed<typeof uploads.upToken>): Promise<Output<typeof uploads.upToken>> => ({
  upToken: await makeUpToken(ctx.db, input.organizationId ?? "", ctx.now),
});

/**
 * Stores a picture and gives its address.
 * @throws AppError `uploadToken` (token unknown, old or used), `uploadTooBig`, `uploadType`, `uploadPixels`, `slowDown`
 */
export const base64 =
  (store: FileStore) =>
  async (ctx: PersonCtx<null>, input: Parsed<typeof uploads.base64>): Promise<Output<typeof uploads.base64>> => {
    const token = await readUpToken(ctx.db, input.upToken, ctx.now);
    if (!token) throw new AppError("uploadToken");
    const text = input.image.replace(/^data:[\w/+.-]+;base64,/, "");
    if (text.length > Math.ceil(MOST_BYTES / 3) * 4) throw new AppError("uploadTooBig", { max: MOST_BYTES / 1024 / 1024 });
    const bytes = Buffer.from(text, "base64");
    const picture = pictureOf(bytes);
    if (!picture) throw new AppError("uploadType");
    if ((pixelsOf(bytes, picture.ending) ?? Infinity) > MOST_PIXELS) throw new AppError("uploadPixels", { max: MOST_PIXELS });
    const { recent, stored } = await ctx.db
      .selectFrom("uploaded_file")
      .select((eb) => [eb.fn.countAll<number>().as("recent"), eb.fn.coalesce(eb.fn.sum<number>("bytes"), eb.lit(0)).as("stored")])
      .where("venue_id", "=", PLATFORM)
      .where("address", "=", ctx.address)
      .where("at", ">", new Date(ctx.now.getTime() - 3_600_000))
      .executeTakeFirstOrThrow();
    if (recent >= MOST_AN_HOUR || stored + bytes.length > MOST_BYTES_AN_HOUR) throw new AppError("slowDown", { seconds: 3_600 });
    const path = newPath(picture.ending);
    const row = {
      venue_id: PLATFORM,
      id: token.number,
      organization_id: token.organizationId,
      path,
      type: picture.type,
      bytes: bytes.length,
    };
    // The token's number is the row's id: a token stores one picture. Taken before anything is written, so that a used one fills no disk.
    const known = await ctx.db
      .insertInto("uploaded_file")
      .values({ ...row, address: ctx.address, at: ctx.now })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (known.numInsertedOrUpdatedRows !== 1n) throw new AppError("uploadToken");
    await store.put(path, bytes);
    return { url: `/files/${path}` };
  };
