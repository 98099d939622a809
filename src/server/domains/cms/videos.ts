/** Permitted locations of videos: platforms that the venue uses. */
import { sql } from "kysely";
import type { Ctx } from "../../http/context";
import { refuse } from "../../resource/refuse";

const HOST = /^(?=.{4,100}$)([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/;

/** Lower case, as they are compared. @throws AppError `badInput` at `hosts` */
export function hostsOf(ctx: Ctx, hosts: readonly string[]): string[] {
  const lower = hosts.map((host) => host.trim().toLowerCase());
  const wrong = lower.find((host) => !HOST.test(host));
  if (wrong !== undefined)
    throw refuse(ctx, { zh: "“{host}”不是域名，如 bilibili.com", en: "“{host}” is no host; e.g. bilibili.com" }, { host: wrong }, "hosts");
  return [...new Set(lower)];
}

/** @throws AppError `badInput` at `player` where it is no https address with a place for the video's id */
export function checkPlayer(ctx: Ctx, player: string): void {
  if (player !== "" && !(/^https:\/\/[^\s"'<>]+$/.test(player) && player.includes("{id}")))
    throw refuse(
      ctx,
      { zh: "播放器要是 https 地址，并含 {mark}", en: "The player is an https address with {mark} in it" },
      { mark: "{id}" },
      "player",
    );
}

/**
 * The platform that an address belongs to.
 * @returns its id
 * @throws AppError `badInput` at `videoUrl` where it is no https address, or at no platform in use
 */
export async function platformOf(ctx: Ctx, address: string): Promise<string> {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol !== "https:" || /[\s"'<>]/.test(address) || url.username !== "" || url.password !== "")
    throw refuse(ctx, { zh: "请填 https 开头的视频地址", en: "Enter an address that begins with https" }, {}, "videoUrl");
  const platforms = await ctx.db
    .selectFrom("video_platform")
    .select(["id", "hosts"])
    .where("venue_id", "=", ctx.venue.id)
    .where("enabled", "=", true)
    .orderBy("sequence")
    .orderBy("id")
    .execute();
  const host = url.hostname.toLowerCase();
  const found = platforms.find(({ hosts }) => hosts.some((each) => host === each || host.endsWith(`.${each}`)));
  if (!found)
    throw refuse(
      ctx,
      {
        zh: "{host} 不在已启用的视频平台中，没有保存；请换地址或先登记平台",
        en: "{host} is at no video platform in use; nothing was saved. Use another address or enter the platform first",
      },
      { host },
      "videoUrl",
    );
  return found.id;
}

/** Video id in an address: the query parameter with one of these names, or else the end of its path, without the extension. */
const videoId = sql`coalesce(substring(t.video_url from '[?&](?:v|vid|bvid|id|video_id)=([A-Za-z0-9_-]+)'),
  substring(split_part(split_part(t.video_url, '#', 1), '?', 1) from '/([A-Za-z0-9_-]+)(?:\\.[A-Za-z0-9]+)?/?$'))`;

/** The address of the platform's player with the video in it; "" where the platform has none. */
export const playerUrl = () =>
  sql`coalesce((SELECT replace(p.player, '{id}', ${videoId}) FROM video_platform p WHERE p.venue_id = t.venue_id AND p.id = t.platform_id), '')`;
