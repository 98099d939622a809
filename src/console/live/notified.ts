/** Order ids that were announced (spec §4, §9): above 100 the list is cut to the newest 30. It ends with the page. */
const MOST = 100;
const KEPT = 30;

/** The list with one more. */
export function withNotified(list: readonly string[], orderId: string): readonly string[] {
  const next = [...list, orderId];
  return next.length > MOST ? next.slice(-KEPT) : next;
}
