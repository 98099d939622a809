/** The message centre of a venue. */
import { sql } from "kysely";
import type { messages as calls } from "../../../contract/messages/messages";
import type { Output } from "../../../contract/core/call";
import { messages } from "../../../contract/messages/message-centre";
import type { Ctx } from "../../http/context";
import { servicesOf } from "../../resource/serve";

/** Returns the text in the reader's language; older messages are only in Chinese. */
const textByLanguage = (english: string, chinese: string) => (ctx: Ctx) =>
  ctx.language === "en" ? sql`coalesce(nullif(${sql.ref(english)}, ''), ${sql.ref(chinese)})` : sql.ref(chinese);
const orNothing = (column: string) => () => sql`coalesce(${sql.ref(column)}, '')`;

export const messageServices = servicesOf(messages, {
  table: "message",
  columns: {
    createdAt: () => sql.ref("t.at"),
    title: textByLanguage("t.title_en", "t.title"),
    text: textByLanguage("t.text_en", "t.text"),
    resource: orNothing("t.resource"),
    resourceId: orNothing("t.resource_id"),
    replies: () => sql`coalesce((
      SELECT json_agg(json_build_object('text', r.text, 'by', r.operator,
        'at', to_char(r.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) ORDER BY r.at, r.id)
      FROM message_reply r WHERE r.venue_id = t.venue_id AND r.message_id = t.id), '[]')`,
  },
  actions: {
    /** Replying marks the message as read. */
    reply: async (ctx, row, { text }) => {
      const { venue, person } = ctx;
      const values = {
        venue_id: venue.id,
        id: ctx.newId(),
        message_id: row.id,
        text,
        person_id: person.id,
        operator: person.name,
        at: ctx.now,
      };
      await ctx.db.insertInto("message_reply").values(values).execute();
      return { state: "read" };
    },
  },
});

/** Counts the unread messages. */
export async function count(ctx: Ctx): Promise<Output<typeof calls.count>> {
  const { unread } = await ctx.db
    .selectFrom("message")
    .select((eb) => eb.fn.countAll<number>().as("unread"))
    .where("venue_id", "=", ctx.venue.id)
    .where("state", "=", "unread")
    .executeTakeFirstOrThrow();
  return unread;
}
