/** Content that everybody may read. */
import { type RawBuilder, sql, type SqlBool } from "kysely";
import type { Ctx } from "../http/context";

/** True of a content item `t` that everybody sees now, as SQL. */
export const isPublished = (ctx: Pick<Ctx, "now">): RawBuilder<SqlBool> =>
  sql`(t.state = 'published' and coalesce(t.publish_at, '-infinity') <= ${ctx.now} and coalesce(t.off_at, 'infinity') > ${ctx.now})`;
