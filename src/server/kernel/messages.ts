/** Messages that services write into a venue's message centre. */
import type { Ctx } from "../http/context";

/** A message as services write it; `resource` and `resourceId` name what it opens. */
export interface NewMessage {
  readonly kind: "booking" | "payment" | "stock" | "approval" | "system";
  readonly title: string;
  readonly text?: string;
  readonly resource?: string;
  readonly resourceId?: string;
}

/** Puts a message into the venue's centre and tells the open consoles. Call it inside a call with an effect. Gives its id. */
export async function addMessage(ctx: Ctx, message: NewMessage): Promise<string> {
  const id = ctx.newId();
  await ctx.db
    .insertInto("message")
    .values({
      venue_id: ctx.venue.id,
      id,
      at: ctx.now,
      kind: message.kind,
      title: message.title,
      text: message.text ?? "",
      resource: message.resource ?? null,
      resource_id: message.resourceId ?? null,
    })
    .execute();
  ctx.emit({ type: "message_count", data: { resource: "messages" } });
  return id;
}
