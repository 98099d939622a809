/** Quick keys of the till: a page of products that staff pinned, for all tills of the venue or for one. */
import { z } from "#zod";
import { get, Id, postJson, resource } from "../core/call";

export const QUICK_COLOURS = ["plain", "blue", "green", "orange", "red"] as const;
const QuickColour = z.enum(QUICK_COLOURS);
export type QuickColour = z.infer<typeof QuickColour>;

/** A pinned product. */
export const QuickKey = z.object({ productId: Id, colour: QuickColour });
export type QuickKey = z.infer<typeof QuickKey>;
/** The quick keys of this till in order. `scope` is "venue" if the till has no page of its own and shows the venue's. */
const QuickKeyPage = z.object({ scope: z.enum(["venue", "till"]), keys: z.array(QuickKey) });
export type QuickKeyPage = z.infer<typeof QuickKeyPage>;

/** Maximum number of keys on a page; they fit on one screen. */
export const MOST_QUICK_KEYS = 60;

export const quickKeys = resource({
  view: get("/api/manage/venue/sale/quick-keys", {
    summary: "The quick keys of this till, else those of the venue",
    code: "sale_create",
    output: QuickKeyPage,
  }),
  modify: postJson("/api/manage/venue/sale/quick-keys-modify", {
    summary: "Pin products to the quick keys of this till or of the venue; a till without keys of its own shows the venue's",
    code: "sale_quick_keys",
    input: z.object({ scope: z.enum(["venue", "till"]), keys: z.array(QuickKey).max(MOST_QUICK_KEYS) }),
    output: QuickKeyPage,
  }),
});
