/** Messages that services write into a venue's message centre. */
import type { Language } from "../../contract/core/enums";
import type { Ctx } from "../http/context";

/** Words that are kept in both languages, for whoever reads them later. */
export type Said = (language: Language) => string;

/** A message as services write it; `resource` and `resourceId` name what it opens. */
export interface NewMessage {
  readonly kind: "booking" | "payment" | "stock" | "approval" | "system";
  readonly title: Said;
  readonly text?: Said;
  readonly resource?: string;
  readonly resourceId?: string;
}

/** Puts a message into the venue's centre and tells the open consoles. Call it inside a call with an effect. Gives its id. */
export async function addMessage(ctx: Ctx, { text = () => "", ...message }: NewMessage): Promise<string> {
  const id = ctx.newId();
  await ctx.db
    .insertInto("message")
    .values({
      venue_id: ctx.venue.id,
      id,
      at: ctx.now,
      kind: message.kind,
      title: message.title("zh"),
      text: text("zh"),
      title_en: message.title("en"),
      text_en: text("en"),
      resource: message.resource ?? null,
      resource_id: message.resourceId ?? null,
    })
    .execute();
  ctx.emit({ type: "message_count", data: { resource: "messages" } });
  return id;
}
