/** Rows of content. Checked against the database by a test. */
import type { Generated } from "kysely";
import type { bannerItems, cmsCategories, cmsTags, videoPlatforms } from "../../../contract/cms/cms";
import type { TableFor } from "../../resource/columns";

/** One of any kind: what a kind does not have stays empty. */
interface CmsItemTable {
  venue_id: string;
  id: string;
  kind: string;
  title: string;
  state: string;
  category_id: string | null;
  tags: Generated<string[]>;
  cover: string | null;
  author: Generated<string>;
  summary: Generated<string>;
  body: Generated<string>;
  source: Generated<string>;
  position: string | null;
  video_url: Generated<string>;
  platform_id: string | null;
  seconds: number | null;
  game_id: string | null;
  played_on: string | null;
  live: Generated<boolean>;
  sequence: number | null;
  publish_at: Date | null;
  off_at: Date | null;
  published_at: Date | null;
  writer: Generated<string>;
  reason: Generated<string>;
  pinyin: Generated<string>;
  created_at: Date;
}

interface CmsStatisticsTable {
  venue_id: string;
  item_id: string;
  views: Generated<number>;
  diggs: Generated<number>;
}

export interface CmsTables {
  cms_item: CmsItemTable;
  cms_statistics: CmsStatisticsTable;
  cms_category: TableFor<typeof cmsCategories>;
  cms_tag: TableFor<typeof cmsTags>;
  cms_banner_item: TableFor<typeof bannerItems>;
  video_platform: TableFor<typeof videoPlatforms>;
}
