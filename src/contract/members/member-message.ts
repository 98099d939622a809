/** A message to one member, as the list writes to many, one after the other. It waits among the customer messages. */
import { z } from "#zod";
import { ById, postJson, resource } from "../core/call";

/** Longest message: about three SMS. */
export const MOST_TEXT = 200;

export const memberMessage = resource({
  write: postJson("/api/manage/venue/venue-user/message", {
    summary: "Write to one member who agreed to messages, once a day",
    code: "member_message",
    input: ById.extend({ text: z.string().trim().min(2).max(MOST_TEXT) }),
    output: z.object({ name: z.string() }),
  }),
});
