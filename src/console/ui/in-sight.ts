/**
 * Brings what is found into sight in the next frame, with that frame's own layout, not with one more before it.
 * @returns how to call it off
 */
export function bringIntoSight(find: () => Element | null | undefined, how: ScrollIntoViewOptions): () => void {
  const frame = requestAnimationFrame(() => find()?.scrollIntoView(how));
  return () => cancelAnimationFrame(frame);
}
