/** The message centre of a venue. */
import type { Output, Page, Parsed } from "../../../contract/call";
import { type messages, MessageKind, type VenueMessage } from "../../../contract/messages";
import { MessageState, message as machine, sources } from "../../../contract/states";
import { mapPage, pageOf, type Sortable } from "../../db/page";
import type { Ctx } from "../../http/context";
import { AppError } from "../../http/error";

const SORTABLE: Sortable = { id: "id", at: "at" };

/** Messages that are not cleared (unless asked for by state), newest first. */
export async function list(ctx: Ctx, input: Parsed<typeof messages.list>): Promise<Page<VenueMessage>> {
  const states = input.state?.length ? input.state : ["unread", "read"];
  let filtered = ctx.db.selectFrom("message").where("venue_id", "=", ctx.venue.id).where("state", "in", states);
  if (input.kind?.length) filtered = filtered.where("kind", "in", input.kind);
  const page = await pageOf(ctx, filtered.selectAll(), input, SORTABLE, "at,desc");
  const replies = await repliesOf(
    ctx,
    page.content.map(({ id }) => id),
  );
  return mapPage(page, (row) => ({
    replies: replies.get(row.id) ?? [],
    id: row.id,
    at: row.at.toISOString(),
    kind: MessageKind.parse(row.kind),
    title: (ctx.language === "en" && row.title_en) || row.title,
    text: (ctx.language === "en" && row.text_en) || row.text,
    state: MessageState.parse(row.state),
    resource: row.resource,
    resourceId: row.resource_id,
  }));
}

async function repliesOf(ctx: Ctx, ids: readonly string[]): Promise<Map<string, VenueMessage["replies"]>> {
  const found = new Map<string, VenueMessage["replies"]>();
  if (ids.length === 0) return found;
  const rows = await ctx.db
    .selectFrom("message_reply")
    .select(["message_id", "text", "operator", "at"])
    .where("venue_id", "=", ctx.venue.id)
    .where("message_id", "in", ids)
    .orderBy("at")
    .orderBy("id")
    .execute();
  for (const { message_id, text, operator, at } of rows)
    found.set(message_id, [...(found.get(message_id) ?? []), { text, by: operator, at: at.toISOString() }]);
  return found;
}

/**
 * Answers a message; who answers has read it.
 * @throws AppError `missing`, also for a message that was cleared
 */
export async function reply(ctx: Ctx, { id, text }: Parsed<typeof messages.reply>): Promise<Output<typeof messages.reply>> {
  const found = await ctx.db
    .selectFrom("message")
    .select("id")
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .where("state", "<>", "cleared")
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw new AppError("missing", { what: ctx.language === "zh" ? "消息" : "Message" });
  await ctx.db
    .insertInto("message_reply")
    .values({
      venue_id: ctx.venue.id,
      id: ctx.newId(),
      message_id: id,
      text,
      person_id: ctx.person.id,
      operator: ctx.person.name,
      at: ctx.now,
    })
    .execute();
  await move(ctx, [id], "read");
  ctx.emit({ type: "changed", data: { resource: "messages", id } });
  return {};
}

/** How many messages are unread. */
export async function count(ctx: Ctx): Promise<Output<typeof messages.count>> {
  const { unread } = await ctx.db
    .selectFrom("message")
    .select((eb) => eb.fn.countAll<number>().as("unread"))
    .where("venue_id", "=", ctx.venue.id)
    .where("state", "=", "unread")
    .executeTakeFirstOrThrow();
  return unread;
}

async function move(ctx: Ctx, ids: readonly string[], action: "read" | "clear"): Promise<Record<string, never>> {
  let moving = ctx.db
    .updateTable("message")
    .set({ state: action === "read" ? "read" : "cleared" })
    .where("venue_id", "=", ctx.venue.id)
    .where("state", "in", sources(machine, action));
  if (ids.length > 0) moving = moving.where("id", "in", ids);
  const { numUpdatedRows } = await moving.executeTakeFirst();
  if (numUpdatedRows > 0n) ctx.emit({ type: "message_count", data: { resource: "messages" } });
  return {};
}

/** Marks the named messages as read; none named: all. */
export const markRead = (ctx: Ctx, input: Parsed<typeof messages.read>): Promise<Output<typeof messages.read>> =>
  move(ctx, input.ids, "read");
/** Clears the named messages; none named: all. */
export const clear = (ctx: Ctx, input: Parsed<typeof messages.clear>): Promise<Output<typeof messages.clear>> =>
  move(ctx, input.ids, "clear");
