/** Input of the unread count: open calls know the venue as `venueId`, the specification as `sourceId` (spec §7 "Message centre"). */
export const countInput = (venueId: string) => ({ venueId, sourceId: venueId });
