/** Opening a message: it is read then, and leads to what it tells of. */
import { countInput } from "../../live/unread";
import { booking } from "../../../contract/booking/booking";
import { messages, type VenueMessage } from "../../../contract/messages/messages";
import { act } from "../../api/act";
import { invoke } from "../../api/invoke";
import { readKey } from "../../api/keys";
import { queryClient } from "../../providers/queries";
import { canOpenPath } from "../../providers/access-control";
import { session } from "../../session/store";

const MEMBERS = "/venueUser/venue-user-list";
const FIXED = "/book/regular-list";
const OPEN_PLAY = "/book/open-play";
const CARDS = "/card/venue-user-package-card-list";
const GRID = "/book/venue-booking";

type Target = Pick<VenueMessage, "resource" | "resourceId">;

/** The screen that shows what a message tells of; undefined where it tells of nothing that has one. */
function screenOf({ resource, resourceId }: Target): string | undefined {
  if (resourceId === "") return undefined;
  if (resource === "bookingOrders") return GRID;
  if (resource === "fixed") return `${FIXED}/${resourceId}`;
  if (resource === "openPlay") return `${OPEN_PLAY}/${resourceId}`;
  if (resource === "memberCards") return `${CARDS}/${resourceId}`;
  if (resource === "members") return `${MEMBERS}/${resourceId}`;
  return undefined;
}

/** True if opening a message leads to a page that the person may open. */
function hasTarget(message: Target): boolean {
  const path = screenOf(message);
  return path !== undefined && canOpenPath(path);
}

/**
 * Marks a message as read and answers the address it leads to: undefined where it leads nowhere.
 * @throws ApiError when the booking that it tells of cannot be had
 */
export async function openMessage(message: VenueMessage): Promise<string | undefined> {
  if (message.state === "unread") {
    await act(messages.read, { ids: [message.id] });
    const { venueId = "" } = session();
    void queryClient.invalidateQueries({ queryKey: readKey(messages.count, countInput(venueId)) });
  }
  if (!hasTarget(message)) return undefined;
  if (message.resource !== "bookingOrders") return screenOf(message);
  const { day } = await invoke(booking.view, { id: message.resourceId });
  return `${GRID}?day=${day}&order=${message.resourceId}`;
}
