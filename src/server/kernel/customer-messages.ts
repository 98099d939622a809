/** Messages to customers, which wait for the gateway or a person. */
import { type Ctx, today } from "../http/context";

export interface Receiver {
  /** Their member, if they are one. */
  readonly id: string | null;
  readonly name: string;
  readonly phone: string;
}

/** Queues one message for each receiver. @param what `sourceId` of a match: the same one reaches a phone once */
export async function queueMessages(
  ctx: Ctx,
  receivers: readonly Receiver[],
  what: {
    readonly text: string;
    readonly source: "activity" | "segment" | "member" | "match";
    readonly sourceId: string;
    readonly sourceName: string;
  },
): Promise<void> {
  if (receivers.length === 0) return;
  const day = today(ctx);
  const query = ctx.db.insertInto("customer_message").values(
    receivers.map(({ id, name, phone }) => ({
      venue_id: ctx.venue.id,
      id: ctx.newId(),
      name,
      state: "waiting",
      phone,
      text: what.text,
      source: what.source,
      source_id: what.sourceId,
      source_name: what.sourceName,
      member_id: id,
      day,
      sent_at: null,
      next_at: ctx.now,
      operator: ctx.person.name,
      created_at: ctx.now,
    })),
  );
  await (what.source === "match" ? query.onConflict((conflict) => conflict.doNothing()) : query).execute();
  ctx.emit({ type: "changed", data: { resource: "customerMessages", id: "" } });
}
