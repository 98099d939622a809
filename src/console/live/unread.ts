/** Input of the unread count: open calls know the venue as `venueId`, the specification as `sourceId`. */
export const countInput = (venueId: string) => ({ venueId, sourceId: venueId });
