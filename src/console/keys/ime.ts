/** Keys of input methods: they choose words and mean nothing to the page. */

/** The parts of a key event that tell; native events have them, React's under `nativeEvent`. */
type KeyEvent = Pick<KeyboardEvent, "isComposing" | "key" | "keyCode">;

/**
 * True of a key that an input method takes. WebKit ends a composition before the Enter that chose the word, which then says
 * `isComposing: false`; only its key code 229 tells it from an Enter of the page.
 */
export const isOfInputMethod = (event: KeyEvent | { readonly nativeEvent: KeyEvent }): boolean => {
  const { isComposing, key, keyCode } = "nativeEvent" in event ? event.nativeEvent : event;
  return isComposing || key === "Process" || keyCode === 229;
};
