/** Calls of the shell itself: update notice, unread messages, voice. */
import { z } from "#zod";
import { download, get, Id, postForm, resource } from "../core/call";
import { wholeNumber } from "../core/numbers";
import { Instant } from "../core/time";

/** The release note that the shell shows for three days, once a day. */
export const UpdateNotice = z.object({ upTime: Instant, memo: z.string() });
export type UpdateNotice = z.infer<typeof UpdateNotice>;

/** Asked on every page: apart from the message centre's other calls, which no first load needs. */
export const unreadCount = get("/api/open/venue-message-center/get-venue-message-center-count", {
  summary: "How many messages are unread",
  input: z.object({ venueId: Id, sourceId: Id.optional().describe("the same venue, under the name that the specification sends") }),
  output: z.number().int(),
});

export const shell = resource({
  updateNotice: get("/api/open/update-notice/get-update-notice-detail", {
    summary: "The newest update notice of the console, if there is one",
    access: "public",
    input: z.object({
      business: z.literal("venue").default("venue"),
      /** Venue of the organization whose note is requested; if omitted, the only organization. */
      venueId: Id.optional(),
    }),
    output: UpdateNotice.nullable(),
  }),
  voiceToken: download("/oauth/2.0/token", {
    heavy: false,
    summary: "A token of the voice service. The server adds the client id and secret; the service's answer passes through unchanged",
    access: "venue",
    input: z.object({ grant_type: z.literal("client_credentials").default("client_credentials") }),
    file: "application/json",
  }),
  text2audio: postForm("/text2audio", {
    summary: "Speaks a text; the answer is the audio",
    access: "venue",
    effect: false,
    input: z.object({
      tex: z.string().trim().min(1).max(500),
      tok: z.string().min(1).max(512),
      cuid: z.string().min(1).max(64),
      spd: wholeNumber(0, 15).default(5),
      pit: wholeNumber(0, 15).default(5),
      vol: wholeNumber(0, 15).default(15),
      /** Voice: 0 度小美, 1 度小宇, 3 度逍遥, 4 度丫丫. */
      per: wholeNumber(0, 4).refine((voice) => voice !== 2, { params: { rule: "oneOf", values: [0, 1, 3, 4] }, message: "oneOf" }),
      lan: z.literal("zh").default("zh"),
      aue: wholeNumber(3, 3).default(3),
      ctp: wholeNumber(1, 1).default(1),
    }),
    file: "audio/mp3",
  }),
});
