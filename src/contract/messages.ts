/** The calls of the message centre. */
import { resource } from "./call";
import { messages as rows } from "./messageCentre";
import { callsOf } from "./resource/calls";
import type { RowOf } from "./resource/define";
import { unreadCount } from "./shell";

export type VenueMessage = RowOf<typeof rows>;

export const messages = resource({ ...callsOf(rows), count: unreadCount });
