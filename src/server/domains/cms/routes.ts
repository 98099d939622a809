/** The calls of content, paired with their services. */
import { content } from "../../../contract/cms/content";
import { servePublicCalls } from "../../http/serve";
import { articleRoutes } from "./articles";
import { bannerRoutes } from "./banners";
import { read, search } from "./open";
import { videoRoutes } from "./video-items";

export const cmsRoutes = [
  ...articleRoutes,
  ...bannerRoutes,
  ...videoRoutes,
  ...servePublicCalls({ articles: content.articles, article: content.article }, { articles: search, article: read }),
];
