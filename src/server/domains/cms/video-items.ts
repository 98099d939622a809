/** Videos, and the platforms that play them. */
import { sql } from "kysely";
import { competitionVideos, videoPlatforms, videos } from "../../../contract/cms/cms";
import { checkAll } from "../../resource/refuse";
import { serveResource } from "../../resource/serve";
import { columns, publishing } from "./publish";
import { checkPlayer, hostsOf, platformOf, playerUrl } from "./videos";
import { checkItem, countItems, item } from "./item";

export const videoRoutes = [
  ...serveResource(videoPlatforms, {
    table: "video_platform",
    columns: { videos: countItems(sql`i.platform_id = t.id`) },
    saving: async (ctx, draft) => {
      await checkAll(ctx, [() => checkPlayer(ctx, draft.player), () => hostsOf(ctx, draft.hosts)]);
      return { ...draft, hosts: hostsOf(ctx, draft.hosts) };
    },
  }),
  ...serveResource(videos, {
    ...item("video"),
    columns: { ...columns, playerUrl },
    saving: async (ctx, draft, before) => {
      const platform = async () => (before?.videoUrl === draft.videoUrl ? before.platform : platformOf(ctx, draft.videoUrl));
      const state = await checkItem(ctx, "video", draft, before, platform);
      return { ...draft, ...state, platform: await platform(), writer: ctx.person.name };
    },
    actions: publishing(() => undefined),
  }),
  ...serveResource(competitionVideos, {
    ...item("competitionVideo"),
    columns: { ...columns, playerUrl },
    saving: async (ctx, draft, before) => {
      const platform = async () => (before?.videoUrl === draft.videoUrl ? before.platform : platformOf(ctx, draft.videoUrl));
      const state = await checkItem(ctx, "competitionVideo", draft, before, platform);
      return { ...draft, ...state, platform: await platform(), writer: ctx.person.name };
    },
    actions: publishing(() => undefined),
  }),
];
