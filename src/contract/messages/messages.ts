/** The calls of the message centre. */
import { resource } from "../core/call";
import { messages as rows } from "./message-centre";
import { callsOf } from "../core/resource/calls";
import type { RowOf } from "../core/resource/define";
import { unreadCount } from "../platform/shell";

export type VenueMessage = RowOf<typeof rows>;

export const messages = resource({ ...callsOf(rows), count: unreadCount });
