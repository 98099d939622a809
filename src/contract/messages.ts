/** The message centre of a venue. */
import { z } from "zod";
import { ById, Done, get, Id, PageQuery, pageOf, postJson, resource, Words } from "./call";
import { MessageState } from "./states";
import { Instant } from "./time";

export const MESSAGE_KINDS = ["booking", "payment", "stock", "approval", "system"] as const;
export const MessageKind = z.enum(MESSAGE_KINDS);

/** A message. `resource` and `resourceId` name what it opens: a booking order, a product, a member. */
export const VenueMessage = z.object({
  id: Id,
  at: Instant,
  kind: MessageKind,
  title: z.string(),
  text: z.string(),
  state: MessageState,
  resource: z.string().nullable(),
  resourceId: Id.nullable(),
  /** What the staff answered to it or did about it, in that order. */
  replies: z.array(z.object({ text: z.string(), by: z.string(), at: Instant })),
});
export type VenueMessage = z.infer<typeof VenueMessage>;

export const messages = resource({
  list: get("/api/open/venue-message-center/list", {
    summary: "Messages of the venue, newest first, a page",
    input: z.object({ venueId: Id, kind: Words.optional(), state: Words.optional() }).extend(PageQuery.shape),
    output: pageOf(VenueMessage),
  }),
  count: get("/api/open/venue-message-center/get-venue-message-center-count", {
    summary: "How many messages are unread",
    input: z.object({ venueId: Id, sourceId: Id.optional().describe("the same venue, under the name that the specification sends") }),
    output: z.number().int(),
  }),
  read: postJson("/api/manage/venue/venue-message-center/read", {
    summary: "Mark messages as read; none named: all",
    input: z.object({ ids: z.array(Id).max(500).default([]) }),
    output: Done,
  }),
  reply: postJson("/api/manage/venue/venue-message-center/reply", {
    summary: "Answer a message, or say what was done about it; it is read by that",
    code: "venue_message_center_list",
    input: ById.extend({ text: z.string().trim().min(1).max(500) }),
    output: Done,
  }),
  clear: postJson("/api/manage/venue/venue-message-center/clear", {
    summary: "Clear messages; none named: all",
    code: "message_clear",
    input: z.object({ ids: z.array(Id).max(500).default([]) }),
    output: Done,
  }),
});
