/** Cards of other venues of the organization, where their type lets them pay here. */
import { z } from "#zod";
import { get, Id, resource } from "../core/call";
import { Yuan } from "../core/money";

/** A card of another venue, with what a desk needs to take it and no more. */
export const RoamingCard = z.object({
  venueId: Id,
  venueName: z.string(),
  memberId: Id,
  name: z.string(),
  cardNo: z.string(),
  cardType: z.string(),
  /** Both purses together; the card's own venue says which of them pays first. */
  balance: Yuan,
});
export type RoamingCard = z.infer<typeof RoamingCard>;

export const roaming = resource({
  find: get("/api/manage/venue/roaming-card/find", {
    summary: "Cards of other venues that may pay here, by the whole card number or the whole mobile number",
    code: "roaming_use",
    input: z.object({ q: z.string().trim().min(1).max(40).describe("a whole card number or a whole mobile number") }),
    output: z.object({ content: z.array(RoamingCard) }),
  }),
});
