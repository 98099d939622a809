/** The field that has the focus, as it was before a scan began, and how to make it so again: also for fields that React or an editor keeps. */

type TextField = HTMLInputElement | HTMLTextAreaElement;

/** A field before a burst. */
export interface Before {
  readonly element: Element;
  readonly value: string;
  readonly start: number | null;
  readonly end: number | null;
  /** Text that was selected in an editor and was replaced by the first character. */
  readonly selected: string;
}

const isTextField = (element: Element | null): element is TextField =>
  element instanceof HTMLTextAreaElement ||
  (element instanceof HTMLInputElement && !["checkbox", "radio", "button", "submit", "range", "color", "file"].includes(element.type));
const isEditor = (element: Element | null): element is HTMLElement =>
  element instanceof HTMLElement && (element.isContentEditable || element.getAttribute("contenteditable") === "true");

/** The element that would get what is typed, through open shadow roots. */
function focused(): Element | null {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element;
}

/** True if somebody could be typing just now. */
export const isTyping = (): boolean => {
  const element = focused();
  return (isTextField(element) && !element.readOnly && !element.disabled) || isEditor(element);
};

/** Remembers the focused field; undefined where nothing could land. */
export function remember(): Before | undefined {
  const element = focused();
  if (isTextField(element))
    return { element, value: element.value, start: position(element, "start"), end: position(element, "end"), selected: "" };
  if (isEditor(element)) return { element, value: "", start: null, end: null, selected: getSelection()?.toString() ?? "" };
  return undefined;
}

/** Number fields have no selection to ask for. */
function position(element: TextField, edge: "start" | "end"): number | null {
  try {
    return edge === "start" ? element.selectionStart : element.selectionEnd;
  } catch {
    return null;
  }
}

/**
 * Takes back what landed.
 * @param landed how many characters came in
 * @param composing an input method still holds them: leaving the field lets go of them
 */
export function restore(before: Before, landed: number, composing: boolean): void {
  const { element, value, start, end, selected } = before;
  if (composing && element instanceof HTMLElement) {
    element.blur();
    element.focus();
  }
  if (isTextField(element)) {
    if (element.value === value) return;
    setValue(element, value);
    if (start !== null && end !== null) select(element, start, end);
    return;
  }
  for (let i = 0; i < landed; i++) edit("delete");
  if (selected !== "") edit("insertText", selected);
}

function select(element: TextField, start: number, end: number): void {
  try {
    element.setSelectionRange(start, end);
  } catch {
    // A number field: the caret stays where the browser puts it.
  }
}

/** Sets the value as the browser does when somebody types, so that whoever keeps it hears of it. */
function setValue(element: TextField, value: string): void {
  const own = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element) as object, "value");
  own?.set?.call(element, value);
  element.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Types characters that were kept back into the focused field. */
export function retype(text: string): void {
  if (text === "" || !isTyping() || edit("insertText", text)) return;
  const element = focused();
  if (!isTextField(element)) return;
  const from = position(element, "start") ?? element.value.length;
  const to = position(element, "end") ?? from;
  setValue(element, element.value.slice(0, from) + text + element.value.slice(to));
  select(element, from + text.length, from + text.length);
}

/** Editing commands are the one way that keeps an editor's own books and the field's undo. */
const edit = (command: "delete" | "insertText", text?: string): boolean =>
  // oxlint-disable-next-line typescript/no-deprecated -- nothing replaces it
  typeof document.execCommand === "function" && document.execCommand(command, false, text);
