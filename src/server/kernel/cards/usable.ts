/** Which package cards may be used for something, as conditions of a query. */
import { type Ctx, today } from "../../http/context";
import { type RawBuilder, sql, type SqlBool } from "kysely";

/** SQL: whether the holding `h` can be used today: started, or started by this use or by now. Its last day is another condition. */
export const isUsable = (ctx: Ctx): RawBuilder<SqlBool> =>
  sql<SqlBool>`(h.state = 'active' OR h.state = 'inactive' AND (h.activated_on IS NULL OR h.activated_on <= ${today(ctx)}))`;
/** SQL: whether the card `c` opens the sport of a program. */
export const opens = (program: RawBuilder<unknown>): RawBuilder<SqlBool> => sql<SqlBool>`(c.every_sport OR c.program_id = ${program})`;
